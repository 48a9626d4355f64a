package dev.informant.apiserver.internal.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.values.GoJson;
import java.util.List;
import java.util.Map;

/**
 * RFC 6902 as the library of a real server has it: indexes count from the end if they are negative, a value that is not
 * given is null, and so is what is copied from a member that is not there.
 */
public final class JsonPatch {
  /** More operations than this are refused. */
  public static final int MAXIMUM_OPERATIONS = 10_000;

  /** Copies of more than this, taken together, are refused: each may double the object. */
  public static final int MAXIMUM_COPIED = 3 * 1024 * 1024;

  private static final String BREAKS_DOWN =
      "This request caused apiserver to panic. Look in the logs for details.";

  private int copied;

  private JsonPatch() {}

  /** A patched copy. */
  public static ObjectNode apply(ObjectNode original, JsonNode patch) throws PatchException {
    checkForm(patch);
    if (patch.size() > MAXIMUM_OPERATIONS) {
      throw PatchException.tooLarge("The allowed maximum operations in a JSON patch is "
          + MAXIMUM_OPERATIONS
          + ", got "
          + patch.size());
    }
    JsonNode result = original.deepCopy();
    JsonPatch run = new JsonPatch();
    for (JsonNode operation : patch) {
      result = run.apply(result, operation.path("op").asText(), operation);
    }
    if (result instanceof ObjectNode object) {
      return object;
    }
    throw PatchException.unfit("the patch leaves something that is not an object");
  }

  /** Whether it is a list of operations; null is an empty one. */
  private static void checkForm(JsonNode patch) throws PatchException {
    if (!patch.isArray() && !patch.isNull()) {
      throw PatchException.malformed("error decoding patch: json: cannot unmarshal "
          + GoJson.word(patch) + " into Go value of type []handlers.jsonPatchOp");
    }
    for (JsonNode operation : patch) {
      if (operation.isNull()) {
        continue; // well formed, though no operation that is known
      }
      if (!operation.isObject()) {
        throw PatchException.malformed("error decoding patch: json: cannot unmarshal "
            + GoJson.word(operation) + " into Go value of type handlers.jsonPatchOp");
      }
      for (String field : List.of("op", "path", "from")) {
        JsonNode value = operation.path(field);
        if (!value.isMissingNode() && !value.isNull() && !value.isTextual()) {
          throw PatchException.malformed("error decoding patch: json: cannot unmarshal "
              + GoJson.word(value) + " into Go struct field jsonPatchOp." + field
              + " of type string");
        }
      }
    }
  }

  private JsonNode apply(JsonNode tree, String op, JsonNode operation) throws PatchException {
    switch (op) {
      case "add" -> pointer(operation, "path").add(tree, value(operation));
      case "replace" -> {
        JsonPointer path = pointer(operation, "path");
        if (path.root()) {
          return whole(operation);
        }
        path.replace(tree, value(operation));
      }
      case "remove" -> pointer(operation, "path").remove(tree);
      case "move" -> {
        JsonNode moved = pointer(operation, "from").remove(tree);
        pointer(operation, "path").add(tree, moved);
      }
      case "copy" -> {
        JsonNode found = pointer(operation, "from").readMember(tree);
        pointer(operation, "path").add(tree, copy(found));
      }
      case "test" -> test(tree, operation);
      default -> throw PatchException.unfit("unknown operation: " + op);
    }
    return tree;
  }

  /** What replaces the whole object; only that it is an object or a list is looked at here. */
  private static JsonNode whole(JsonNode operation) throws PatchException {
    if (!operation.has("value")) {
      throw PatchException.failed(BREAKS_DOWN);
    }
    JsonNode value = value(operation);
    if (!value.isContainerNode()) {
      throw PatchException.unfit("the whole object can be replaced by an object or a list only");
    }
    return value;
  }

  /** A member that is not there is null: so one tests that it is not. */
  private void test(JsonNode tree, JsonNode operation) throws PatchException {
    JsonPointer path = pointer(operation, "path");
    if (path.root() && !operation.has("value")) {
      throw PatchException.failed(BREAKS_DOWN);
    }
    JsonNode found = path.root() ? tree : path.readMember(tree);
    if (!same(found, value(operation))) {
      throw PatchException.unfit("a test failed");
    }
  }

  private JsonNode copy(JsonNode value) throws PatchException {
    copied += value.toString().length();
    if (copied > MAXIMUM_COPIED) {
      throw PatchException.unfit(
          "Unable to complete the copy, the accumulated size increase of copy is " + copied
              + ", exceeding the limit " + MAXIMUM_COPIED);
    }
    return value.deepCopy();
  }

  /** Numbers and texts are compared as they are written: 1 is not 1.0. */
  private boolean same(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.isIntegralNumber() == other.isIntegralNumber()
          && one.decimalValue().compareTo(other.decimalValue()) == 0;
    }
    if (one.size() != other.size() || one.getNodeType() != other.getNodeType()) {
      return false;
    }
    if (one.isObject()) {
      for (Map.Entry<String, JsonNode> member : one.properties()) {
        JsonNode counterpart = other.get(member.getKey());
        if (counterpart == null || !same(member.getValue(), counterpart)) {
          return false;
        }
      }
      return true;
    }
    if (one.isArray()) {
      for (int i = 0; i < one.size(); i++) {
        if (!same(one.get(i), other.get(i))) {
          return false;
        }
      }
      return true;
    }
    return one.equals(other);
  }

  private static JsonPointer pointer(JsonNode operation, String field) throws PatchException {
    JsonNode text = operation.get(field);
    if (text == null || !text.isTextual()) {
      throw PatchException.unfit("an operation has no " + field);
    }
    return JsonPointer.parse(text.asText());
  }

  /** What is not given is null. */
  private static JsonNode value(JsonNode operation) {
    JsonNode value = operation.get("value");
    return value == null ? NullNode.instance : value.deepCopy();
  }
}
