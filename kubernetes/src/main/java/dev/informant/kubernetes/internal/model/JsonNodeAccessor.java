package dev.informant.kubernetes.internal.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.object.ObjectAccessor;
import java.util.LinkedHashMap;
import java.util.Map;

/** Looks at JSON trees. Stateless. */
public enum JsonNodeAccessor implements ObjectAccessor<JsonNode> {
  INSTANCE;

  @Override
  public String namespace(JsonNode object) {
    return object.path("metadata").path("namespace").asText("");
  }

  @Override
  public String name(JsonNode object) {
    return object.path("metadata").path("name").asText("");
  }

  @Override
  public String uid(JsonNode object) {
    return object.path("metadata").path("uid").asText("");
  }

  @Override
  public String resourceVersion(JsonNode object) {
    return object.path("metadata").path("resourceVersion").asText("");
  }

  @Override
  public Map<String, String> labels(JsonNode object) {
    JsonNode labels = object.path("metadata").path("labels");
    if (labels.isEmpty()) {
      return Map.of();
    }
    Map<String, String> map = new LinkedHashMap<>();
    labels
        .properties()
        .forEach(label -> map.put(label.getKey(), label.getValue().asText("")));
    return map;
  }
}
