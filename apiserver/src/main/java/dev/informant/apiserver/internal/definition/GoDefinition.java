package dev.informant.apiserver.internal.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.informant.apiserver.internal.values.GoShown;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Versions and schemas as the Go structs without JSON names that some complaints show, the beginning of those that are
 * very large. Used once, by one thread.
 */
final class GoDefinition {
  /** How Go shows what is not there. */
  private enum Shape {
    TEXT("\"\""),
    FLAG("false"),
    COUNT("0"),
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

  private static final List<Field> RULE = List.of(
      new Field("Rule", "rule", Shape.TEXT),
      new Field("Message", "message", Shape.TEXT),
      new Field("MessageExpression", "messageExpression", Shape.TEXT),
      new Field("Reason", "reason", Shape.VALUE),
      new Field("FieldPath", "fieldPath", Shape.TEXT),
      new Field("OptionalOldSelf", "optionalOldSelf", Shape.VALUE));

  private static final List<Field> VERSION = List.of(
      new Field("Name", "name", Shape.TEXT),
      new Field("Served", "served", Shape.FLAG),
      new Field("Storage", "storage", Shape.FLAG),
      new Field("Deprecated", "deprecated", Shape.FLAG),
      new Field("DeprecationWarning", "deprecationWarning", Shape.VALUE));

  private static final List<Field> SCALE = List.of(
      new Field("SpecReplicasPath", "specReplicasPath", Shape.TEXT),
      new Field("StatusReplicasPath", "statusReplicasPath", Shape.TEXT),
      new Field("LabelSelectorPath", "labelSelectorPath", Shape.VALUE));

  private static final List<Field> COLUMN = List.of(
      new Field("Name", "name", Shape.TEXT),
      new Field("Type", "type", Shape.TEXT),
      new Field("Format", "format", Shape.TEXT),
      new Field("Description", "description", Shape.TEXT),
      new Field("Priority", "priority", Shape.COUNT),
      new Field("JSONPath", "jsonPath", Shape.TEXT));

  private static final List<Field> SELECTABLE =
      List.of(new Field("JSONPath", "jsonPath", Shape.TEXT));

  /** In characters. A schema is shown with all its fields, and may be a hundred times as long as it was written. */
  private static final int LARGEST = 1 << 22;

  private final StringBuilder out = new StringBuilder();

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
    GoDefinition shown = new GoDefinition();
    shown.object(schema, SCHEMA);
    return shown.text();
  }

  static String versions(InternalSpec spec) {
    if (!spec.spec().path("versions").isArray()) {
      return "null";
    }
    GoDefinition shown = new GoDefinition();
    shown.list(spec.versions(), version -> shown.version(spec, version));
    return shown.text();
  }

  private boolean full() {
    return out.length() >= LARGEST;
  }

  private String text() {
    return full() ? out.substring(0, LARGEST) : out.toString();
  }

  private void version(InternalSpec spec, JsonNode version) {
    out.append('{');
    members(version, VERSION);
    name(",", "Schema");
    validation(spec.within(version, "schema"));
    name(",", "Subresources");
    subresources(spec.within(version, "subresources"));
    name(",", "AdditionalPrinterColumns");
    lines(spec.within(version, "additionalPrinterColumns"), COLUMN);
    name(",", "SelectableFields");
    lines(spec.within(version, "selectableFields"), SELECTABLE);
    out.append('}');
  }

  private void validation(JsonNode validation) {
    if (!validation.isObject()) {
      out.append("null");
      return;
    }
    name("{", "OpenAPIV3Schema");
    value(validation.path("openAPIV3Schema"), Shape.ONE);
    out.append('}');
  }

  private void subresources(JsonNode subresources) {
    if (!subresources.isObject()) {
      out.append("null");
      return;
    }
    name("{", "Status");
    out.append(subresources.hasNonNull("status") ? "{}" : "null");
    name(",", "Scale");
    JsonNode scale = subresources.path("scale");
    if (scale.isObject()) {
      object(scale, SCALE);
    } else {
      out.append("null");
    }
    out.append('}');
  }

  private void lines(JsonNode lines, List<Field> fields) {
    if (lines.isArray()) {
      list(lines, line -> object(line, fields));
    } else {
      out.append("null");
    }
  }

  private void object(JsonNode object, List<Field> fields) {
    out.append('{');
    members(object, fields);
    out.append('}');
  }

  /** Those of an object for which there is room. */
  private void members(JsonNode object, List<Field> fields) {
    String before = "";
    for (Field field : fields) {
      if (full()) {
        return;
      }
      name(before, field.goName());
      value(object.path(field.name()), field.shape());
      before = ",";
    }
  }

  private void name(String before, String name) {
    out.append(before).append('"').append(name).append("\":");
  }

  private void value(JsonNode value, Shape shape) {
    if (value.isMissingNode() || value.isNull()) {
      out.append(shape.absent);
      return;
    }
    switch (shape) {
      case TEXT, FLAG, COUNT, VALUE -> out.append(GoShown.json(value));
      case ONE -> object(value, SCHEMA);
      case LIST -> list(value, one -> object(one, SCHEMA));
      case MAP -> map(value);
      case SCHEMA_OR_LIST -> {
        name("{", "Schema");
        value(value.isArray() ? MissingNode.getInstance() : value, Shape.ONE);
        name(",", "JSONSchemas");
        value(value.isArray() ? value : MissingNode.getInstance(), Shape.LIST);
        out.append('}');
      }
      case SCHEMA_OR_FLAG -> {
        name("{", "Allows");
        out.append(value.isObject() || value.asBoolean());
        name(",", "Schema");
        value(value.isObject() ? value : MissingNode.getInstance(), Shape.ONE);
        out.append('}');
      }
      case RULES -> list(value, rule -> object(rule, RULE));
    }
  }

  private void list(Iterable<JsonNode> elements, Consumer<JsonNode> write) {
    out.append('[');
    String before = "";
    for (JsonNode element : elements) {
      if (full()) {
        return;
      }
      out.append(before);
      write.accept(element);
      before = ",";
    }
    out.append(']');
  }

  private void map(JsonNode schemas) {
    Map<String, JsonNode> sorted = new TreeMap<>();
    schemas.properties().forEach(schema -> sorted.put(schema.getKey(), schema.getValue()));
    out.append('{');
    String before = "";
    for (Map.Entry<String, JsonNode> schema : sorted.entrySet()) {
      if (full()) {
        return;
      }
      name(before, schema.getKey());
      object(schema.getValue(), SCHEMA);
      before = ",";
    }
    out.append('}');
  }
}
