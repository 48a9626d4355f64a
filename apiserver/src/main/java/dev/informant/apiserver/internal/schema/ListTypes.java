package dev.informant.apiserver.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoShown;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lists that are sets, or maps by some of their elements' fields, hold nothing twice. Stateless. */
public final class ListTypes {
  private ListTypes() {}

  public static List<Cause> complaints(JsonNode value, JsonNode schema) {
    List<Cause> causes = new ArrayList<>();
    check(value, schema, Where.ROOT, causes);
    return causes;
  }

  private static void check(JsonNode value, JsonNode schema, Where path, List<Cause> causes) {
    if (!schema.isObject()) {
      return;
    }
    if (value.isArray()) {
      switch (schema.path("x-kubernetes-list-type").asText()) {
        case "set" -> unique(value, path, causes);
        case "map" -> map(value, schema, path, causes);
        default -> {}
      }
      int index = 0;
      for (JsonNode element : value) {
        check(element, schema.path("items"), path.element(index++), causes);
      }
      return;
    }
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      String name = member.getKey();
      JsonNode property = schema.path("properties").path(name);
      if (Schemas.others(schema).isObject()) {
        check(member.getValue(), Schemas.others(schema), path.then("[" + name + "]"), causes);
      }
      check(member.getValue(), property, path.member(name), causes);
    }
  }

  private static void map(JsonNode list, JsonNode schema, Where path, List<Cause> causes) {
    List<JsonNode> keys = new ArrayList<>();
    for (JsonNode element : list) {
      if (!element.isObject() && !element.isNull()) {
        causes.add(Cause.invalid(
            path + "[" + keys.size() + "]",
            GoShown.of(element),
            "must be an object for an array of list-type map"));
        return;
      }
      keys.add(keys(schema, element));
    }
    unique(keys, path, causes);
  }

  /** The fields that tell an element of a map from the others. */
  static ObjectNode keys(JsonNode schema, JsonNode element) {
    ObjectNode keys = JsonNodeFactory.instance.objectNode();
    for (JsonNode name : schema.path("x-kubernetes-list-map-keys")) {
      if (element.has(name.asText())) {
        keys.set(name.asText(), element.get(name.asText()));
      }
    }
    return keys;
  }

  /** Of what is there more than once, the second is told of. */
  private static void unique(Iterable<JsonNode> values, Where path, List<Cause> causes) {
    Map<JsonNode, Integer> seen = new HashMap<>();
    int index = 0;
    for (JsonNode value : values) {
      if (seen.merge(value, 1, Integer::sum) == 2) {
        causes.add(new Cause(
            "FieldValueDuplicate",
            "Duplicate value: " + GoShown.of(value),
            path + "[" + index + "]"));
      }
      index++;
    }
  }
}
