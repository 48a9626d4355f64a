package dev.informant.internal.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LabelSetTest {
  @Test
  void aLabelWithoutAValueIsKeptAsItIs() {
    Map<String, String> labels = new HashMap<>();
    labels.put("empty", null);
    labels.put("app", "web");
    LabelSet.Sharing sharing = new LabelSet.Sharing();
    LabelSet first = sharing.share(labels);
    assertThat(first).isEqualTo(labels).hasSameHashCodeAs(labels).hasToString(labels.toString());
    assertThat(first.containsKey("empty")).isTrue();
    assertThat(first.containsKey("none")).isFalse();
    assertThat(sharing.share(labels)).isSameAs(first);
  }

  @Test
  void theSecondObjectBringsATemplateAndToNoLabelsNobodyDoes() {
    LabelSet.Sharing sharing = new LabelSet.Sharing();
    LabelSet labels = sharing.share(Map.of("app", "web"));
    assertThat(labels.template()).isNull();
    sharing.share(Map.of("app", "web"));
    assertThat(labels.template()).isNotNull();

    LabelSet none = sharing.share(Map.of());
    none.seenAgain();
    none.restored(1);
    assertThat(none.template()).isNull();
  }

  @Test
  void differentLabelsWithTheSameHashAndSizeAreNotConfused() {
    Map<String, String> one = Map.of("app", "app");
    Map<String, String> other = Map.of("x", "x");
    assertThat(one).hasSameHashCodeAs(other);
    LabelSet.Sharing sharing = new LabelSet.Sharing();
    for (int round = 0; round < 2; round++) {
      assertThat(sharing.share(one)).isEqualTo(one);
      assertThat(sharing.share(other)).isEqualTo(other);
    }
    assertThat(sharing.share(other)).isNotEqualTo(one);
    assertThat(sharing.share(other).template())
        .as("a template is of one set only")
        .isNotSameAs(sharing.share(one).template());
  }
}
