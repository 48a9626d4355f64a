package dev.informant.apiserver.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.apiserver.internal.values.GoShown;
import java.util.List;

/** Whether a value is of the type that a schema asks for. Stateless. */
final class Types {
  private Types() {}

  static void check(JsonNode value, JsonNode schema, Where path, Findings findings) {
    List<String> types = expected(schema);
    if (value.isNull()) {
      if (!types.isEmpty() && !Schemas.nullable(schema)) {
        mismatch(path, String.join(",", types), "null", findings);
      } else {
        findings.pass();
      }
      return;
    }
    String actual = name(value);
    boolean fits = types.contains(actual)
        || actual.equals("number") && types.contains("integer") && wholeNumber(value.doubleValue())
        || actual.equals("integer") && types.contains("number");
    String format = Formats.of(schema);
    boolean list = value.isArray() || value.isTextual();
    boolean numeric = types.contains("number") || types.contains("integer");
    if (!list && !format.isEmpty() && !fits) {
      String actualFormat = value.isNumber() ? GoShown.whole(value) ? "int64" : "float64" : "";
      if (!actualFormat.equals(format)) {
        mismatch(path, format, actualFormat, findings);
        return;
      }
    }
    if (list && !format.isEmpty() && !numeric) {
      findings.pass(); // a format is taken for a type of its own, which is checked later
      return;
    }
    if (fits) {
      findings.pass();
    } else {
      mismatch(path, String.join(",", types), actual, findings);
    }
  }

  static void mismatch(Where path, String expected, String actual, Findings findings) {
    String text = path + " in body must be of type " + expected + ": " + GoJson.quoted(actual);
    findings.add(
        path,
        "FieldValueTypeInvalid",
        text,
        "Invalid value: " + GoJson.quoted(actual) + ": " + text);
  }

  private static List<String> expected(JsonNode schema) {
    if (Schemas.intOrString(schema)) {
      return List.of("integer", "string");
    }
    String type = schema.path("type").asText("");
    return type.isEmpty() ? List.of() : List.of(type);
  }

  private static boolean wholeNumber(double value) {
    return Math.abs(value) <= 9007199254740991.0 && value == Math.rint(value);
  }

  private static String name(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT, POJO -> "object";
      case ARRAY -> "array";
      case STRING, BINARY -> "string";
      case BOOLEAN -> "boolean";
      case NUMBER -> GoShown.whole(value) ? "integer" : "number";
      case NULL, MISSING -> "null";
    };
  }
}
