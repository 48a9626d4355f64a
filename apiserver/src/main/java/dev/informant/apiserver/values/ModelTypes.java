package dev.informant.apiserver.values;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/** Whether values have the types that the fields of a model class have. Stateless. */
public final class ModelTypes {
  private ModelTypes() {}

  /** Of the fields that {@code model} has, at every depth. */
  public static boolean fit(Class<?> model, JsonNode object) {
    Map<String, JavaType> fields = ModelFields.of(model);
    return object.isObject()
        && object.properties().stream().allMatch(member -> {
          JavaType type = fields.get(member.getKey());
          return type == null || fits(type, member.getValue());
        });
  }

  private static boolean fits(JavaType type, JsonNode value) {
    if (value.isNull()) {
      return true; // as if it were not there
    }
    if (type.isContainerType()) {
      boolean container = type.isMapLikeType() ? value.isObject() : value.isArray();
      return container && value.valueStream().allMatch(one -> fits(type.getContentType(), one));
    }
    Class<?> raw = type.getRawClass();
    if (raw == String.class) {
      return value.isTextual();
    }
    if (raw == Boolean.class) {
      return value.isBoolean();
    }
    if (raw == Integer.class || raw == Long.class) {
      return value.isIntegralNumber()
          && (raw == Long.class ? value.canConvertToLong() : value.canConvertToInt());
    }
    if (raw == IntOrString.class) {
      return value.isTextual() || value.isIntegralNumber() && value.canConvertToInt();
    }
    if (raw == Quantity.class) {
      return (value.isTextual() || value.isNumber()) && isQuantity(value.asText());
    }
    return ModelFields.of(raw).isEmpty() || fit(raw, value);
  }

  private static boolean isQuantity(String text) {
    try {
      GoQuantity.parse(text);
      return true;
    } catch (GoQuantity.Malformed malformed) {
      return false;
    }
  }
}
