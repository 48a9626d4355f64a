package dev.informant.apiserver.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.apiserver.internal.values.GoNumbers;
import dev.informant.apiserver.internal.values.GoQuantity;
import dev.informant.apiserver.internal.values.GoTimes;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the first value of a built-in object that does not have the type of its field. Stateless. */
public final class TypeMistakes {
  private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
  private static final String QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity";
  private static final String MICRO_TIME = META + "MicroTime";
  private static final String TIME = META + "Time";

  private TypeMistakes() {}

  /** What is wrong with an object of a definition; null if nothing is. */
  public static @Nullable String find(JsonNode object, String definition) {
    return struct(object, BuiltInSchemas.definition(definition), simpleName(definition), "");
  }

  private static @Nullable String struct(
      JsonNode object, JsonNode schema, String struct, String path) {
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      JsonNode field = schema.path("properties").path(member.getKey());
      if (field.isObject()) {
        String mistake = value(member.getValue(), field, struct, path + "." + member.getKey());
        if (mistake != null) {
          return mistake;
        }
      }
    }
    return null;
  }

  private static @Nullable String value(
      JsonNode value, JsonNode place, String struct, String path) {
    if (value.isNull()) {
      return null;
    }
    String reference = place.path("$ref").asText("");
    switch (reference) {
      case QUANTITY:
        return quantity(value);
      case TIME, MICRO_TIME:
        return value.isTextual()
            ? reference.equals(TIME)
                ? GoTimes.time(value.asText())
                : GoTimes.microTime(value.asText())
            : mismatch(value, struct, path, "string");
      default:
    }
    JsonNode schema = Schemas.resolved(place);
    if (Schemas.preserves(schema)) {
      return null;
    }
    boolean fits = switch (schema.path("type").asText(schema.path("format").asText(""))) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "boolean" -> value.isBoolean();
      case "number" -> value.isNumber();
      case "integer" -> integer(value, schema.path("format").asText().equals("int64") ? 63 : 31);
      case "int-or-string" -> value.isTextual() || integer(value, 31);
      default -> true;
    };
    if (!fits) {
      return mismatch(value, struct, path, goType(place));
    }
    if (schema.path("format").asText().equals("byte")) {
      return bytes(value.asText());
    }
    if (value.isArray() || Schemas.isMap(schema)) {
      JsonNode elements = value.isArray() ? schema.path("items") : Schemas.others(schema);
      for (JsonNode element : value) {
        String mistake = value(element, elements, struct, path);
        if (mistake != null) {
          return mistake;
        }
      }
      return null;
    }
    return value.isObject()
        ? struct(value, schema, reference.isEmpty() ? struct : simpleName(reference), path)
        : null;
  }

  private static boolean integer(JsonNode value, int bits) {
    return value.isIntegralNumber() && value.bigIntegerValue().bitLength() <= bits;
  }

  private static @Nullable String quantity(JsonNode value) {
    String text = value.isContainerNode()
        ? value.toString()
        : value.isNumber() ? GoNumbers.digits(value) : value.asText();
    try {
      GoQuantity.parse(text);
      return null;
    } catch (GoQuantity.Malformed malformed) {
      return malformed.getMessage();
    }
  }

  private static @Nullable String bytes(String text) {
    String plain = text.replace("\n", "").replace("\r", "");
    try {
      if (plain.length() % 4 == 0) {
        Base64.getDecoder().decode(plain);
        return null;
      }
    } catch (IllegalArgumentException malformed) {
      // reported below
    }
    return "illegal base64 data";
  }

  private static String mismatch(JsonNode value, String struct, String path, String type) {
    boolean digits = value.isNumber() && type.startsWith("int");
    return "json: cannot unmarshal " + GoJson.word(value)
        + (digits ? " " + GoNumbers.digits(value) : "") + " into Go struct field " + struct + path
        + " of type " + type;
  }

  /** What the type is called in Go, so far as a schema knows. */
  private static String goType(JsonNode place) {
    String reference = place.path("$ref").asText("");
    JsonNode schema = Schemas.resolved(place);
    return switch (schema.path("type").asText("")) {
      case "object" ->
        Schemas.isMap(schema)
            ? "map[string]" + goType(Schemas.others(schema))
            : versioned(reference);
      case "array" -> "[]" + goType(schema.path("items"));
      case "integer" -> schema.path("format").asText("int32");
      case "boolean" -> "bool";
      case "number" -> "float64";
      case "string" -> schema.path("format").asText().equals("byte") ? "[]uint8" : "string";
      default -> "int32";
    };
  }

  private static String versioned(String definition) {
    int last = definition.lastIndexOf('.');
    return definition.substring(definition.lastIndexOf('.', last - 1) + 1);
  }

  private static String simpleName(String definition) {
    return definition.substring(definition.lastIndexOf('.') + 1);
  }
}
