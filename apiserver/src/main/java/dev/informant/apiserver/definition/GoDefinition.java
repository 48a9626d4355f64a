package dev.informant.apiserver.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.values.GoShown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Versions and schemas as the Go structs without JSON names that some complaints show. Stateless. */
final class GoDefinition {
  /** How Go shows what is not there. */
  private enum Shape {
    TEXT("\"\""),
    FLAG("false"),
    VALUE("null"),
    ONE("null"),
    LIST("null"),
    MAP("null"),
    SCHEMA_OR_LIST("null"),
    SCHEMA_OR_FLAG("null"),
    RULES("null");

    final String absent;

    Shape(String absent) {
      this.absent = absent;
    }
  }

  private record Field(String goName, String name, Shape shape) {}

  private static final List<Field> SCHEMA = List.of(
      new Field("ID", "id", Shape.TEXT),
      new Field("Schema", "$schema", Shape.TEXT),
      new Field("Ref", "$ref", Shape.VALUE),
      new Field("Description", "description", Shape.TEXT),
      new Field("Type", "type", Shape.TEXT),
      new Field("Nullable", "nullable", Shape.FLAG),
      new Field("Format", "format", Shape.TEXT),
      new Field("Title", "title", Shape.TEXT),
      new Field("Default", "default", Shape.VALUE),
      new Field("Maximum", "maximum", Shape.VALUE),
      new Field("ExclusiveMaximum", "exclusiveMaximum", Shape.FLAG),
      new Field("Minimum", "minimum", Shape.VALUE),
      new Field("ExclusiveMinimum", "exclusiveMinimum", Shape.FLAG),
      new Field("MaxLength", "maxLength", Shape.VALUE),
      new Field("MinLength", "minLength", Shape.VALUE),
      new Field("Pattern", "pattern", Shape.TEXT),
      new Field("MaxItems", "maxItems", Shape.VALUE),
      new Field("MinItems", "minItems", Shape.VALUE),
      new Field("UniqueItems", "uniqueItems", Shape.FLAG),
      new Field("MultipleOf", "multipleOf", Shape.VALUE),
      new Field("Enum", "enum", Shape.VALUE),
      new Field("MaxProperties", "maxProperties", Shape.VALUE),
      new Field("MinProperties", "minProperties", Shape.VALUE),
      new Field("Required", "required", Shape.VALUE),
      new Field("Items", "items", Shape.SCHEMA_OR_LIST),
      new Field("AllOf", "allOf", Shape.LIST),
      new Field("OneOf", "oneOf", Shape.LIST),
      new Field("AnyOf", "anyOf", Shape.LIST),
      new Field("Not", "not", Shape.ONE),
      new Field("Properties", "properties", Shape.MAP),
      new Field("AdditionalProperties", "additionalProperties", Shape.SCHEMA_OR_FLAG),
      new Field("PatternProperties", "patternProperties", Shape.MAP),
      new Field("Dependencies", "dependencies", Shape.VALUE),
      new Field("AdditionalItems", "additionalItems", Shape.SCHEMA_OR_FLAG),
      new Field("Definitions", "definitions", Shape.MAP),
      new Field("ExternalDocs", "externalDocs", Shape.VALUE),
      new Field("Example", "example", Shape.VALUE),
      new Field("XPreserveUnknownFields", "x-kubernetes-preserve-unknown-fields", Shape.VALUE),
      new Field("XEmbeddedResource", "x-kubernetes-embedded-resource", Shape.FLAG),
      new Field("XIntOrString", "x-kubernetes-int-or-string", Shape.FLAG),
      new Field("XListMapKeys", "x-kubernetes-list-map-keys", Shape.VALUE),
      new Field("XListType", "x-kubernetes-list-type", Shape.VALUE),
      new Field("XMapType", "x-kubernetes-map-type", Shape.VALUE),
      new Field("XValidations", "x-kubernetes-validations", Shape.RULES));

  private GoDefinition() {}

  /** The first word of a schema, in Go's order, that fits; empty if none does. */
  static String firstWord(JsonNode schema, java.util.function.Predicate<String> fits) {
    for (Field field : SCHEMA) {
      if (SchemaTree.says(field.name(), schema.path(field.name())) && fits.test(field.goName())) {
        return field.goName();
      }
    }
    return "";
  }

  static String schema(JsonNode schema) {
    List<String> members = new ArrayList<>();
    for (Field field : SCHEMA) {
      members.add("\"" + field.goName() + "\":" + value(schema.path(field.name()), field.shape()));
    }
    return "{" + String.join(",", members) + "}";
  }

  private static String value(JsonNode value, Shape shape) {
    if (value.isMissingNode() || value.isNull()) {
      return shape.absent;
    }
    return switch (shape) {
      case TEXT, FLAG, VALUE -> GoShown.json(value);
      case ONE -> schema(value);
      case LIST -> list(value);
      case MAP -> {
        Map<String, String> members = new TreeMap<>();
        value
            .properties()
            .forEach(member -> members.put(
                member.getKey(), "\"" + member.getKey() + "\":" + schema(member.getValue())));
        yield "{" + String.join(",", members.values()) + "}";
      }
      case SCHEMA_OR_LIST ->
        value.isArray()
            ? "{\"Schema\":null,\"JSONSchemas\":" + list(value) + "}"
            : "{\"Schema\":" + schema(value) + ",\"JSONSchemas\":null}";
      case SCHEMA_OR_FLAG ->
        value.isObject()
            ? "{\"Allows\":true,\"Schema\":" + schema(value) + "}"
            : "{\"Allows\":" + value.asBoolean() + ",\"Schema\":null}";
      case RULES -> rules(value);
    };
  }

  private static String list(JsonNode schemas) {
    List<String> shown = new ArrayList<>();
    schemas.forEach(one -> shown.add(schema(one)));
    return "[" + String.join(",", shown) + "]";
  }

  private static String rules(JsonNode rules) {
    List<String> shown = new ArrayList<>();
    for (JsonNode rule : rules) {
      shown.add("{\"Rule\":" + value(rule.path("rule"), Shape.TEXT) + ",\"Message\":"
          + value(rule.path("message"), Shape.TEXT) + ",\"MessageExpression\":"
          + value(rule.path("messageExpression"), Shape.TEXT) + ",\"Reason\":"
          + value(rule.path("reason"), Shape.VALUE) + ",\"FieldPath\":"
          + value(rule.path("fieldPath"), Shape.TEXT) + ",\"OptionalOldSelf\":"
          + value(rule.path("optionalOldSelf"), Shape.VALUE) + "}");
    }
    return "[" + String.join(",", shown) + "]";
  }

  static String versions(InternalSpec spec) {
    if (!spec.spec().path("versions").isArray()) {
      return "null";
    }
    List<String> shown = new ArrayList<>();
    for (JsonNode version : spec.versions()) {
      shown.add("{\"Name\":" + value(version.path("name"), Shape.TEXT)
          + ",\"Served\":" + version.path("served").asBoolean()
          + ",\"Storage\":" + version.path("storage").asBoolean()
          + ",\"Deprecated\":" + version.path("deprecated").asBoolean()
          + ",\"DeprecationWarning\":" + value(version.path("deprecationWarning"), Shape.VALUE)
          + ",\"Schema\":" + validation(spec.within(version, "schema"))
          + ",\"Subresources\":" + subresources(spec.within(version, "subresources"))
          + ",\"AdditionalPrinterColumns\":"
          + columns(spec.within(version, "additionalPrinterColumns"))
          + ",\"SelectableFields\":" + fields(spec.within(version, "selectableFields")) + "}");
    }
    return "[" + String.join(",", shown) + "]";
  }

  private static String validation(JsonNode validation) {
    if (!validation.isObject()) {
      return "null";
    }
    return "{\"OpenAPIV3Schema\":" + value(validation.path("openAPIV3Schema"), Shape.ONE) + "}";
  }

  private static String subresources(JsonNode subresources) {
    if (!subresources.isObject()) {
      return "null";
    }
    JsonNode scale = subresources.path("scale");
    return "{\"Status\":" + (subresources.hasNonNull("status") ? "{}" : "null") + ",\"Scale\":"
        + (scale.isObject()
            ? "{\"SpecReplicasPath\":" + value(scale.path("specReplicasPath"), Shape.TEXT)
                + ",\"StatusReplicasPath\":" + value(scale.path("statusReplicasPath"), Shape.TEXT)
                + ",\"LabelSelectorPath\":" + value(scale.path("labelSelectorPath"), Shape.VALUE)
                + "}"
            : "null")
        + "}";
  }

  private static String columns(JsonNode columns) {
    if (!columns.isArray()) {
      return "null";
    }
    List<String> shown = new ArrayList<>();
    for (JsonNode column : columns) {
      shown.add("{\"Name\":" + value(column.path("name"), Shape.TEXT)
          + ",\"Type\":" + value(column.path("type"), Shape.TEXT)
          + ",\"Format\":" + value(column.path("format"), Shape.TEXT)
          + ",\"Description\":" + value(column.path("description"), Shape.TEXT)
          + ",\"Priority\":" + column.path("priority").asInt()
          + ",\"JSONPath\":" + value(column.path("jsonPath"), Shape.TEXT) + "}");
    }
    return "[" + String.join(",", shown) + "]";
  }

  private static String fields(JsonNode fields) {
    if (!fields.isArray()) {
      return "null";
    }
    List<String> shown = new ArrayList<>();
    fields.forEach(
        field -> shown.add("{\"JSONPath\":" + value(field.path("jsonPath"), Shape.TEXT) + "}"));
    return "[" + String.join(",", shown) + "]";
  }
}
