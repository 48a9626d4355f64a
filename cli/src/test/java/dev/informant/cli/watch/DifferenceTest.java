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
    Difference added = new Difference("data.a", null, TextNode.valueOf("x".repeat(500)));
    assertThat(added.textAfter()).hasSize(100).endsWith("x…");
  }

  @Test
  void longValuesAreCutAroundThePlaceWhereTheyDiffer() {
    String same = "s".repeat(300);
    Difference changed = new Difference(
        "data.a", TextNode.valueOf(same + "old" + same), TextNode.valueOf(same + "new" + same));
    assertThat(changed.textBefore()).hasSizeLessThanOrEqualTo(100).matches("…s{30}olds+…");
    assertThat(changed.textAfter()).hasSizeLessThanOrEqualTo(100).matches("…s{30}news+…");
  }

  @Test
  void aLongValueThatOnlyGrewShowsItsNewEnd() {
    String same = "s".repeat(300);
    Difference grown =
        new Difference("data.a", TextNode.valueOf(same), TextNode.valueOf(same + "end"));
    assertThat(grown.textBefore()).matches("…s{30}");
    assertThat(grown.textAfter()).matches("…s{30}end");
  }

  @Test
  void aPlaceIsNeverBetweenTheHalvesOfACharacter() {
    String smiles = "\ud83d\ude00".repeat(120);
    for (String lead : new String[] {"", "x"}) {
      Difference changed = new Difference(
          "data.a",
          TextNode.valueOf(lead + smiles + "old"),
          TextNode.valueOf(lead + smiles + "new"));
      assertThat(changed.textBefore()).matches("…(\ud83d\ude00)+old");
      assertThat(changed.textAfter()).matches("…(\ud83d\ude00)+new");
    }
  }

  @Test
  void shortValuesAreWhole() {
    Difference changed = new Difference(
        "a", TextNode.valueOf("x".repeat(99) + "a"), TextNode.valueOf("x".repeat(99) + "b"));
    assertThat(changed.textBefore()).endsWith("xa").doesNotContain("…");
    assertThat(changed.textAfter()).endsWith("xb").doesNotContain("…");
  }
}
