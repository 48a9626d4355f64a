package dev.informant.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class DifferenceTest {
  private static List<String> between(String before, String after) throws Exception {
    ObjectMapper json = new ObjectMapper();
    return Difference.between(json.readTree(before), json.readTree(after)).stream()
        .map(each -> each.path() + " " + each.before() + " " + each.after())
        .toList();
  }

  @Test
  void changedNewAndMissingFieldsAreNamed() throws Exception {
    assertThat(between(
            "{\"spec\":{\"a\":1,\"b\":2,\"same\":3}}", "{\"spec\":{\"a\":5,\"c\":[],\"same\":3}}"))
        .containsExactly("spec.a 1 5", "spec.b 2 null", "spec.c null []");
  }

  @Test
  void versionsAndManagedFieldsAreLeftOut() throws Exception {
    assertThat(between(
            "{\"metadata\":{\"resourceVersion\":\"1\",\"managedFields\":[1]}}",
            "{\"metadata\":{\"resourceVersion\":\"2\",\"managedFields\":[2]}}"))
        .isEmpty();
  }

  @Test
  void elementsAreToldApartByName() throws Exception {
    assertThat(between(
            "{\"list\":[{\"name\":\"a\",\"v\":1},{\"name\":\"b\",\"v\":1}]}",
            "{\"list\":[{\"name\":\"new\"},{\"name\":\"a\",\"v\":1},{\"name\":\"b\",\"v\":2}]}"))
        .containsExactly("list[b].v 1 2", "list[new] null {\"name\":\"new\"}");
  }

  @Test
  void elementsWithoutNamesAreToldApartByPlace() throws Exception {
    assertThat(between("{\"l\":[1,2]}", "{\"l\":[1,3,4]}"))
        .containsExactly("l[1] 2 3", "l[2] null 4");
  }

  @Test
  void namesWithDotsAreInBrackets() throws Exception {
    assertThat(between("{\"labels\":{\"a.b/c\":\"1\"}}", "{\"labels\":{\"a.b/c\":\"2\"}}"))
        .containsExactly("labels[a.b/c] \"1\" \"2\"");
  }

  @Test
  void theContentsOfSecretsAreHidden() throws Exception {
    assertThat(between(
            "{\"kind\":\"Secret\",\"data\":{\"password\":\"b2xk\"},\"type\":\"x\"}",
            "{\"kind\":\"Secret\",\"data\":{\"password\":\"bmV3\"},\"type\":\"y\"}"))
        .containsExactly("data.password \"(hidden)\" \"(hidden)\"", "type \"x\" \"y\"");
  }

  @Test
  void longValuesAreCut() {
    String text = Difference.text(TextNode.valueOf("x".repeat(500)));
    assertThat(text).hasSize(100).endsWith("x…");
  }
}
