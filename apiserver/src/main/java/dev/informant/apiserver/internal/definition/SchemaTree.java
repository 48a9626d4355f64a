package dev.informant.apiserver.internal.definition;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The schemas that a schema consists of. Stateless. */
final class SchemaTree {
  private static final Set<String> NAMES = Set.of("name", "generateName");

  private SchemaTree() {}

  /** The schemas one level deeper. */
  static List<JsonNode> children(JsonNode schema) {
    List<JsonNode> children = new ArrayList<>();
    for (String word : List.of("items", "not", "additionalProperties", "additionalItems")) {
      add(schema.path(word), children);
    }
    for (String word : List.of(
        "items",
        "allOf",
        "anyOf",
        "oneOf",
        "properties",
        "patternProperties",
        "definitions",
        "dependencies")) {
      JsonNode several = schema.path(word);
      if (!word.equals("items") || several.isArray()) {
        several.forEach(child -> add(child, children));
      }
    }
    return children;
  }

  private static void add(JsonNode child, List<JsonNode> children) {
    if (child.isObject()) {
      children.add(child);
    }
  }

  /** Whether some schema of the tree is so. */
  static boolean any(JsonNode schema, Predicate<JsonNode> is) {
    if (!schema.isObject()) {
      return false;
    }
    return is.test(schema) || children(schema).stream().anyMatch(child -> any(child, is));
  }

  /** Whether anyOf says: an integer or a string, and nothing else. */
  static boolean intOrString(JsonNode anyOf) {
    return anyOf.size() == 2 && only(anyOf.get(0), "integer") && only(anyOf.get(1), "string");
  }

  private static boolean only(JsonNode schema, String type) {
    return schema.size() == 1 && schema.path("type").asText().equals(type);
  }

  /** Whether a schema of metadata speaks of anything but name and generateName. */
  static boolean saysMoreThanNames(JsonNode metadata) {
    for (Map.Entry<String, JsonNode> word : metadata.properties()) {
      boolean names = word.getKey().equals("properties")
          && word.getValue().properties().stream()
              .allMatch(property -> NAMES.contains(property.getKey()));
      boolean allowed = names || word.getKey().equals("type") || word.getKey().equals("default");
      if (!allowed && says(word.getKey(), word.getValue())) {
        return true;
      }
    }
    return false;
  }

  /** Whether a word of a schema is there for Go, which cannot tell some values from absent ones. */
  static boolean says(String word, JsonNode value) {
    if (value.isNull() || value.isMissingNode()) {
      return false;
    }
    if (word.equals("additionalProperties") || word.equals("additionalItems")) {
      return true;
    }
    if (word.equals("x-kubernetes-preserve-unknown-fields")) {
      return true;
    }
    if (word.equals("items") || word.equals("not") || word.equals("default")) {
      return true;
    }
    return switch (value.getNodeType()) {
      case STRING -> !value.asText().isEmpty();
      case BOOLEAN -> value.asBoolean();
      case ARRAY, OBJECT -> !value.isEmpty();
      default -> true;
    };
  }
}
