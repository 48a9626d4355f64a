package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.schema.Schemas;
import dev.informant.apiserver.internal.status.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the schema of a built-in kind requires of its objects: texts that must be there and values from a list. For kinds that
 * no family has checks for. Stateless.
 */
final class RequiredFields {
  private static final int MOST_CAUSES = 10_000;

  private RequiredFields() {}

  static List<Cause> check(JsonNode object, JsonNode schema) {
    List<Cause> causes = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      if (!List.of("metadata", "status").contains(member.getKey())) {
        value(member.getValue(), Schemas.member(schema, member.getKey()), member.getKey(), causes);
      }
    }
    required(object, schema, "", causes);
    return causes;
  }

  private static void value(JsonNode value, JsonNode place, String path, List<Cause> causes) {
    JsonNode schema = Schemas.resolved(place);
    if (value.isNull() || !schema.isObject() || causes.size() > MOST_CAUSES) {
      return;
    }
    if (value.isArray()) {
      int index = 0;
      for (JsonNode element : value) {
        value(element, schema.path("items"), path + "[" + index++ + "]", causes);
      }
    } else if (value.isObject()) {
      boolean map = schema.has("additionalProperties");
      value
          .properties()
          .forEach(member -> value(
              member.getValue(),
              Schemas.member(schema, member.getKey()),
              map ? path + "[" + member.getKey() + "]" : path + "." + member.getKey(),
              causes));
      required(value, schema, path + ".", causes);
    } else if (!value.asText().isEmpty()) {
      supported(value.asText(), schema.path("enum"), path, causes);
    }
  }

  private static void required(
      JsonNode object, JsonNode schema, String prefix, List<Cause> causes) {
    for (JsonNode name : schema.path("required")) {
      JsonNode of = schema.path("properties").path(name.asText());
      boolean text = of.path("type").asText().equals("string");
      if (text && object.path(name.asText()).asText("").isEmpty()) {
        causes.add(Cause.required(prefix + name.asText(), ""));
      }
    }
  }

  private static void supported(String value, JsonNode all, String path, List<Cause> causes) {
    List<String> quoted = new ArrayList<>();
    for (JsonNode one : all) {
      if (one.asText().equals(value)) {
        return;
      }
      quoted.add("\"" + one.asText() + "\"");
    }
    if (!quoted.isEmpty()) {
      causes.add(Cause.unsupported(path, value, String.join(", ", quoted)));
    }
  }
}
