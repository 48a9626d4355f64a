package dev.informant.apiserver.internal.patch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.schema.BuiltInSchemas;
import dev.informant.testkit.Seeds;
import java.util.random.RandomGenerator;

/** Whatever the patch, it is applied or refused; the original is never touched. */
class PatchPropertyTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static ObjectNode rooted(JsonNode tree) {
    return tree instanceof ObjectNode object ? object : JSON.objectNode().set("spec", tree);
  }

  @Seeds(1000)
  void anyPatchIsAppliedOrRefusedAndTheOriginalStays(RandomGenerator random) {
    RandomPatches draw = new RandomPatches(random);
    ObjectNode object = rooted(draw.tree());
    JsonNode patch = draw.tree();
    ObjectNode copy = object.deepCopy();
    JsonNode patchCopy = patch.deepCopy();
    try {
      StrategicMergePatch.apply(BuiltInSchemas.definition("io.k8s.api.core.v1.Pod"), object, patch);
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

  @Seeds(1000)
  void mergePatchIsIdempotent(RandomGenerator random) throws PatchException {
    RandomPatches draw = new RandomPatches(random);
    ObjectNode original = rooted(draw.tree());
    ObjectNode patch = rooted(draw.tree());
    ObjectNode once = MergePatch.apply(original, patch);
    assertThat(MergePatch.apply(once, patch)).isEqualTo(once);
  }

  @Seeds(1000)
  void jsonPatchOperationsNeverCrash(RandomGenerator random) {
    RandomPatches draw = new RandomPatches(random);
    try {
      JsonPatch.apply(rooted(draw.tree()), draw.operations());
    } catch (PatchException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
  }
}
