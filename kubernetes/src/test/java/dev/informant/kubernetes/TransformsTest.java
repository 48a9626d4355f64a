package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TransformsTest {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private final Pod pod = new PodBuilder()
      .withNewMetadata()
      .withName("a")
      .withNamespace("b")
      .withUid("u")
      .withResourceVersion("1")
      .addToLabels("x", "y")
      .addToAnnotations(LAST_APPLIED, "{}")
      .addToAnnotations("keep", "me")
      .withManagedFields(new ManagedFieldsEntryBuilder().withManager("m").build())
      .endMetadata()
      .withNewSpec()
      .withNodeName("n")
      .withHostname("h")
      .addNewContainer()
      .withName("c")
      .withImage("i")
      .endContainer()
      .endSpec()
      .build();

  @Test
  void readyMadeOnesComposeInAnyOrder() {
    Transform<Pod> both = Transforms.<Pod>stripLastApplied().then(Transforms.stripManagedFields());
    Pod stripped = both.apply(pod);
    assertThat(stripped.getMetadata().getManagedFields()).isEmpty();
    assertThat(stripped.getMetadata().getAnnotations()).containsOnlyKeys("keep");
    assertThat(both.leavesOutManagedFields()).isTrue();
    assertThat(Transforms.<Pod>stripManagedFields()
            .then(Transforms.stripLastApplied())
            .leavesOutManagedFields())
        .isTrue();
  }

  @Test
  void aTransformThatMayLookAtManagedFieldsIsShownThem() {
    Transform<Pod> own = object -> object;
    assertThat(own.then(Transforms.stripManagedFields()).leavesOutManagedFields())
        .isFalse();
    assertThat(Transforms.<Pod>stripManagedFields().then(own).leavesOutManagedFields())
        .isTrue();
  }

  @Test
  void onlyWhatIsNamedIsKeptOfAModel() {
    Pod kept = Transforms.<Pod>keepOnly("spec.nodeName", "spec.containers.image", "metadata.labels")
        .apply(pod);
    assertThat(kept.getMetadata().getName()).isEqualTo("a");
    assertThat(kept.getMetadata().getUid()).isEqualTo("u");
    assertThat(kept.getMetadata().getLabels()).containsEntry("x", "y");
    assertThat(kept.getMetadata().getAnnotations()).isEmpty();
    assertThat(kept.getMetadata().getManagedFields()).isEmpty();
    assertThat(kept.getSpec().getNodeName()).isEqualTo("n");
    assertThat(kept.getSpec().getHostname()).isNull();
    assertThat(kept.getSpec().getContainers().get(0).getImage()).isEqualTo("i");
    assertThat(kept.getSpec().getContainers().get(0).getName()).isNull();
  }

  @Test
  void onlyWhatIsNamedIsKeptOfATree() throws Exception {
    JsonNode tree = new ObjectMapper()
        .readTree(
            "{\"kind\":\"X\",\"metadata\":{\"name\":\"a\",\"labels\":{}},\"spec\":{\"a\":{\"b\":1,\"c\":2}}}");
    assertThat(Transforms.<JsonNode>keepOnly("spec.a.b").apply(tree).toString())
        .isEqualTo("{\"kind\":\"X\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"a\":{\"b\":1}}}");
    for (String path : new String[] {"a..b", "", "a.", ".a", "a['b", "a['b']c", "a[b]", "a['']"}) {
      assertThatThrownBy(() -> Transforms.keepOnly(path))
          .as(path)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("\"" + path + "\"");
    }
  }

  @Test
  void aNameWithDotsIsNamedInBrackets() throws Exception {
    JsonNode tree = new ObjectMapper()
        .readTree(
            "{\"kind\":\"X\",\"metadata\":{\"name\":\"a\",\"annotations\":{\"a.b/c\":{\"d\":1,\"e\":2},\"f\":\"g\"}}}");
    assertThat(Transforms.<JsonNode>keepOnly("metadata.annotations['a.b/c'].d")
            .apply(tree)
            .toString())
        .isEqualTo(
            "{\"kind\":\"X\",\"metadata\":{\"name\":\"a\",\"annotations\":{\"a.b/c\":{\"d\":1}}}}");
  }
}
