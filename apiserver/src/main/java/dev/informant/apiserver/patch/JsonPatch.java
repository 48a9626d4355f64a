package dev.informant.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.schema.GoJson;
import java.util.List;

/** RFC 6902. */
public final class JsonPatch {
  /** More operations than this are refused. */
  public static final int MAXIMUM_OPERATIONS = 10_000;

  /** Copies of more than this, taken together, are refused: each may double the object. */
  public static final int MAXIMUM_COPIED = 3 * 1024 * 1024;

  private int copied;

  private JsonPatch() {}

  /** A patched copy. */
  public static ObjectNode apply(ObjectNode original, JsonNode patch) throws PatchException {
    checkForm(patch);
    if (patch.size() > MAXIMUM_OPERATIONS) {
      throw PatchException.malformed("The allowed maximum operations in a JSON patch is "
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
    JsonPointer path = pointer(operation, "path");
    switch (op) {
      case "add" -> {
        return add(tree, path, value(operation));
      }
      case "replace" -> {
        JsonNode value = value(operation);
        if (path.root()) {
          return value;
        }
        path.replace(tree, value);
      }
      case "remove" -> {
        if (path.root()) {
          throw PatchException.unfit("the whole object cannot be removed");
        }
        path.remove(tree);
      }
      case "move" -> {
        JsonPointer from = pointer(operation, "from");
        if (from.root() || path.within(from)) {
          throw PatchException.unfit("a value cannot be moved into itself");
        }
        return add(tree, path, from.remove(tree));
      }
      case "copy" -> {
        return add(tree, path, copy(pointer(operation, "from").read(tree)));
      }
      case "test" -> {
        // As the real server's library has it, a member that is not there is null: so one tests
        // that it is not.
        JsonNode expected = operation.path("value");
        JsonNode found = path.readMember(tree);
        if (!(missing(found) && missing(expected)) && !same(found, expected)) {
          throw PatchException.unfit("a test failed");
        }
      }
      default -> throw PatchException.unfit("unknown operation: " + op);
    }
    return tree;
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

  private static JsonNode add(JsonNode tree, JsonPointer path, JsonNode value)
      throws PatchException {
    if (path.root()) {
      return value;
    }
    path.add(tree, value);
    return tree;
  }

  private static boolean missing(JsonNode node) {
    return node.isNull() || node.isMissingNode();
  }

  /** Numbers are compared by value. */
  private static boolean same(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue()) == 0;
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

  private static JsonNode value(JsonNode operation) throws PatchException {
    JsonNode value = operation.get("value");
    if (value == null) {
      throw PatchException.unfit("an operation has no value");
    }
    return value.deepCopy();
  }
}
