package dev.informant.apiserver.discovery;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.patch.MergeKeys;
import dev.informant.apiserver.values.ModelFields;
import dev.informant.apiserver.values.ModelNames;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * OpenAPI v3 schemas of the built-in kinds, derived from the fields of their model classes. They say names, types
 * and how lists are patched; the models carry no descriptions at run time. Thread-safe.
 */
final class ModelSchemas {
  private static final Map<Class<?>, ObjectNode> KNOWN = new ConcurrentHashMap<>();

  private ModelSchemas() {}

  /** Adds the schema of {@code model} and of all that it mentions; returns its name. */
  static String add(Class<?> model, ObjectNode schemas) {
    Deque<Class<?>> open = new ArrayDeque<>();
    open.add(model);
    while (!open.isEmpty()) {
      Class<?> next = open.remove();
      if (!schemas.has(ModelNames.of(next))) {
        schemas.set(ModelNames.of(next), of(next).deepCopy());
        ModelFields.of(next).values().forEach(type -> mentioned(type, open));
      }
    }
    return ModelNames.of(model);
  }

  private static void mentioned(JavaType type, Deque<Class<?>> open) {
    if (type.isContainerType()) {
      mentioned(type.getContentType(), open);
    } else if (named(type)) {
      open.add(type.getRawClass());
    }
  }

  private static boolean named(JavaType type) {
    return !ModelFields.of(type.getRawClass()).isEmpty();
  }

  private static ObjectNode of(Class<?> model) {
    return KNOWN.computeIfAbsent(model, absent -> {
      ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
      ObjectNode properties = schema.putObject("properties");
      new TreeMap<>(ModelFields.of(model)).forEach((field, type) -> {
        ObjectNode property = type(type);
        merging(model, field, property);
        properties.set(field, property);
      });
      return schema;
    });
  }

  private static ObjectNode type(JavaType type) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    Class<?> raw = type.getRawClass();
    if (type.isMapLikeType()) {
      schema.put("type", "object").set("additionalProperties", type(type.getContentType()));
    } else if (type.isContainerType() && raw != byte[].class) {
      schema.put("type", "array").set("items", type(type.getContentType()));
    } else if (named(type)) {
      schema
          .putArray("allOf")
          .addObject()
          .put("$ref", "#/components/schemas/" + ModelNames.of(raw));
    } else if (raw == String.class
        || raw == byte[].class
        || raw.isEnum()
        || raw == Quantity.class) {
      schema.put("type", "string");
    } else if (raw == MicroTime.class) {
      schema.put("type", "string").put("format", "date-time");
    } else if (raw == IntOrString.class) {
      schema.put("format", "int-or-string");
    } else if (raw == Boolean.class || raw == boolean.class) {
      schema.put("type", "boolean");
    } else if (raw == Integer.class || raw == int.class) {
      schema.put("type", "integer").put("format", "int32");
    } else if (raw == Long.class || raw == long.class) {
      schema.put("type", "integer").put("format", "int64");
    } else if (Number.class.isAssignableFrom(raw) || raw == double.class) {
      schema.put("type", "number").put("format", "double");
    } else {
      schema.put("type", "object");
    }
    return schema;
  }

  /** kubectl makes its strategic merge patches by these. */
  private static void merging(Class<?> model, String field, ObjectNode property) {
    MergeKeys.Rule rule = MergeKeys.of(model, field);
    if (!rule.key().isEmpty()) {
      property.put("x-kubernetes-patch-merge-key", rule.key());
    }
    if (!rule.strategy().isEmpty()) {
      property.put("x-kubernetes-patch-strategy", rule.strategy());
    }
  }
}
