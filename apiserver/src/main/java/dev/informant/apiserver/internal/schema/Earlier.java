package dev.informant.apiserver.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a value was before, and the schema of its place, which says how its parts are told apart. Used by one thread.
 */
final class Earlier {
  private final JsonNode value;
  private final JsonNode schema;
  private @Nullable Map<JsonNode, JsonNode> elements;

  Earlier(JsonNode value, JsonNode schema) {
    this.value = value;
    this.schema = schema;
  }

  JsonNode value() {
    return value;
  }

  @Nullable
  Earlier member(String name) {
    JsonNode child = Schemas.member(schema, name);
    return value.has(name) && child.isObject() ? new Earlier(value.get(name), child) : null;
  }

  /** The element with the same keys, if they have any. */
  @Nullable
  Earlier element(JsonNode element) {
    if (!schema.path("x-kubernetes-list-type").asText().equals("map")) {
      return null;
    }
    if (elements == null) {
      elements = new HashMap<>();
      for (JsonNode one : value) {
        elements.putIfAbsent(ListTypes.keys(schema, one), one);
      }
    }
    JsonNode same = elements.get(ListTypes.keys(schema, element));
    return same == null ? null : new Earlier(same, schema.path("items"));
  }
}
