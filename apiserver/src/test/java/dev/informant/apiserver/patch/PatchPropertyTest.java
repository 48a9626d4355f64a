package dev.informant.apiserver.patch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the patch, it is applied or refused; the original is never touched. */
class PatchPropertyTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  @Provide
  Arbitrary<JsonNode> trees() {
    Arbitrary<JsonNode> leaves = Arbitraries.of(
        JSON.nullNode(),
        JSON.numberNode(1),
        JSON.textNode("x"),
        JSON.textNode("delete"),
        JSON.textNode("replace"),
        JSON.booleanNode(true),
        JSON.objectNode(),
        JSON.arrayNode());
    Arbitrary<String> names = Arbitraries.of(
        "metadata",
        "spec",
        "containers",
        "name",
        "ports",
        "finalizers",
        "$patch",
        "$retainKeys",
        "$setElementOrder/containers",
        "$deleteFromPrimitiveList/finalizers",
        "x");
    return Arbitraries.recursive(
        () -> leaves,
        inner -> Arbitraries.oneOf(
            Combinators.combine(names.list().ofMaxSize(4), inner.list().ofSize(4))
                .as(PatchPropertyTest::object),
            inner.list().ofMaxSize(3).map(PatchPropertyTest::array)),
        1,
        4);
  }

  private static JsonNode object(List<String> names, List<JsonNode> values) {
    ObjectNode object = JSON.objectNode();
    for (int i = 0; i < names.size(); i++) {
      object.set(names.get(i), values.get(i).deepCopy());
    }
    return object;
  }

  private static JsonNode array(List<JsonNode> values) {
    ArrayNode array = JSON.arrayNode();
    values.forEach(value -> array.add(value.deepCopy()));
    return array;
  }

  private static ObjectNode rooted(JsonNode tree) {
    return tree instanceof ObjectNode object ? object : JSON.objectNode().set("spec", tree);
  }

  @Property
  void anyPatchIsAppliedOrRefusedAndTheOriginalStays(
      @ForAll("trees") JsonNode original, @ForAll("trees") JsonNode patch) {
    ObjectNode object = rooted(original);
    ObjectNode copy = object.deepCopy();
    JsonNode patchCopy = patch.deepCopy();
    try {
      StrategicMergePatch.apply(Pod.class, object, patch);
    } catch (PatchException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
    try {
      MergePatch.apply(object, patch);
    } catch (PatchException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
    try {
      JsonPatch.apply(object, patch);
    } catch (PatchException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
    assertThat(object).isEqualTo(copy);
    assertThat(patch).isEqualTo(patchCopy);
  }

  @Property
  void mergePatchIsIdempotent(@ForAll("trees") JsonNode original, @ForAll("trees") JsonNode patch)
      throws PatchException {
    ObjectNode once = MergePatch.apply(rooted(original), rooted(patch));
    assertThat(MergePatch.apply(once, rooted(patch))).isEqualTo(once);
  }

  @Property
  void jsonPatchOperationsNeverCrash(
      @ForAll("operations") JsonNode patch, @ForAll("trees") JsonNode original) {
    try {
      JsonPatch.apply(rooted(original), patch);
    } catch (PatchException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
  }

  @Provide
  Arbitrary<JsonNode> operations() {
    Arbitrary<String> ops =
        Arbitraries.of("add", "remove", "replace", "move", "copy", "test", "nonsense");
    Arbitrary<String> paths = Arbitraries.of(
        "",
        "/",
        "/spec",
        "/spec/containers/0",
        "/spec/containers/-",
        "/metadata/finalizers/01",
        "/x/99999999999",
        "no",
        "/a~1b",
        "/~2");
    return Combinators.combine(ops, paths, paths, trees())
        .as((op, path, from, value) -> {
          ObjectNode operation = JSON.objectNode();
          operation.put("op", op).put("path", path).put("from", from).set("value", value);
          return (JsonNode) operation;
        })
        .list()
        .ofMaxSize(4)
        .map(PatchPropertyTest::array);
  }
}
