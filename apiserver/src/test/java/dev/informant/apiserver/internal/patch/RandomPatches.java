package dev.informant.apiserver.internal.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.testkit.Draw;
import java.util.random.RandomGenerator;

/** Random JSON with names that patches treat in a special way, and random operations of JSON patch. */
record RandomPatches(RandomGenerator random) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** An object or array of one to four levels. */
  JsonNode tree() {
    return tree(random.nextInt(1, 5));
  }

  private JsonNode tree(int levels) {
    if (levels == 0) {
      return leaf();
    }
    if (random.nextBoolean()) {
      ObjectNode object = JSON.objectNode();
      Draw.list(random, 0, 4, this::name).forEach(name -> object.set(name, tree(levels - 1)));
      return object;
    }
    ArrayNode array = JSON.arrayNode();
    Draw.list(random, 0, 3, () -> tree(levels - 1)).forEach(array::add);
    return array;
  }

  private JsonNode leaf() {
    return Draw.<JsonNode>oneOf(
        random,
        JSON.nullNode(),
        JSON.numberNode(1),
        JSON.textNode("x"),
        JSON.textNode("delete"),
        JSON.textNode("replace"),
        JSON.booleanNode(true),
        JSON.objectNode(),
        JSON.arrayNode());
  }

  private String name() {
    return Draw.oneOf(
        random,
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
  }

  /** Up to four operations of JSON patch. */
  JsonNode operations() {
    ArrayNode operations = JSON.arrayNode();
    Draw.list(random, 0, 4, this::operation).forEach(operations::add);
    return operations;
  }

  private ObjectNode operation() {
    ObjectNode operation = JSON.objectNode();
    operation
        .put(
            "op",
            Draw.oneOf(random, "add", "remove", "replace", "move", "copy", "test", "nonsense"))
        .put("path", path())
        .put("from", path())
        .set("value", tree());
    return operation;
  }

  private String path() {
    return Draw.oneOf(
        random,
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
  }
}
