package dev.informant.apiserver.internal.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.values.GoJson;

/** RFC 7386. Stateless. */
public final class MergePatch {
  private MergePatch() {}

  /** A patched copy. */
  public static ObjectNode apply(ObjectNode original, JsonNode patch) throws PatchException {
    if (!(patch instanceof ObjectNode object)) {
      throw PatchException.malformed(
          patch.isNull()
              ? "Invalid JSON Patch"
              : "error decoding patch: json: cannot unmarshal " + GoJson.word(patch)
                  + " into Go value of type map[string]interface {}");
    }
    return merge(original.deepCopy(), object);
  }

  private static ObjectNode merge(ObjectNode target, ObjectNode patch) {
    patch.properties().forEach(property -> {
      JsonNode value = property.getValue();
      if (value.isNull()) {
        target.remove(property.getKey());
      } else if (value instanceof ObjectNode nested) {
        JsonNode there = target.get(property.getKey());
        ObjectNode into = there instanceof ObjectNode object ? object : target.objectNode();
        target.set(property.getKey(), merge(into, nested));
      } else {
        target.set(property.getKey(), value.deepCopy());
      }
    });
    return target;
  }
}
