package dev.informant.apiserver.internal.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.kinds.Kind;
import dev.informant.apiserver.internal.values.GoJson;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields each kind lets field selectors use, besides name and namespace, and their values. A field is named as in the
 * storage version. Stateless.
 */
public final class SelectableFields {
  private SelectableFields() {}

  private static boolean hasOwn(ResourceType type) {
    return !type.builtIn() || type.traits().hasSelectableFields();
  }

  /** The field as the store names it; null if the kind does not support it. */
  public static @Nullable String supported(ResourceType type, String field) {
    if (field.equals("metadata.name")) {
      return field;
    }
    if (field.equals("metadata.namespace")) {
      // kinds without namespaces and without fields of their own find nothing
      return type.namespaced() || !hasOwn(type) ? field : null;
    }
    CustomVersion custom = type.custom();
    if (custom != null) {
      return custom.selectableFields().containsKey(field) ? field : null;
    }
    return type.traits().selectable(type.group(), field);
  }

  /** The text for a field the kind does not support. */
  public static String unsupported(ResourceType type, String field) {
    return hasOwn(type)
        ? "field label not supported: " + field
        : GoJson.quoted(field)
            + " is not a known field selector: only \"metadata.name\", \"metadata.namespace\"";
  }

  /** The values of all fields of an object in its storage version. */
  public static Map<String, String> values(ResourceType type, JsonNode tree) {
    CustomVersion custom = type.custom();
    if (custom == null) {
      return type.traits().selectableValues(tree);
    }
    Map<String, String> values = new LinkedHashMap<>();
    custom.storage().fields().forEach((field, path) -> {
      JsonNode value = Kind.at(tree, path);
      values.put(field, value.isValueNode() && !value.isNull() ? value.asText() : "");
    });
    return values.isEmpty() ? Map.of() : Map.copyOf(values);
  }
}
