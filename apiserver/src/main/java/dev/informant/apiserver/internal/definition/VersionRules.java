package dev.informant.apiserver.internal.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.apiserver.internal.values.GoShown;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a version of a CRD may have: a schema, subresources, columns and fields to select by. Stateless. */
final class VersionRules {
  private static final int MOST_FIELDS = 8;
  private static final List<String> COLUMN_TYPES =
      List.of("boolean", "date", "integer", "number", "string");
  private static final List<String> COLUMN_FORMATS =
      List.of("byte", "date", "date-time", "double", "float", "int32", "int64", "password");

  /** What a schema may say at its root if the status is taken out of it. */
  private static final List<String> AT_ROOT = List.of(
      "Description",
      "Type",
      "Format",
      "Title",
      "Maximum",
      "ExclusiveMaximum",
      "Minimum",
      "ExclusiveMinimum",
      "MaxLength",
      "MinLength",
      "Pattern",
      "MaxItems",
      "MinItems",
      "UniqueItems",
      "MultipleOf",
      "Required",
      "Items",
      "Properties",
      "ExternalDocs",
      "Example",
      "XPreserveUnknownFields",
      "XValidations");

  private VersionRules() {}

  /** A schema in its wrapping. */
  static void schema(JsonNode validation, boolean status, String path, List<Cause> causes) {
    JsonNode schema = validation.path("openAPIV3Schema");
    if (!schema.isObject()) {
      return;
    }
    String at = path + ".openAPIV3Schema";
    int before = causes.size();
    if (status) {
      root(schema, at, causes);
    }
    if (schema.path("nullable").asBoolean()) {
      causes.add(Cause.forbidden(at + ".nullable", "nullable cannot be true at the root"));
    }
    String unsupported = StructuralRules.unsupported(schema);
    if (unsupported == null) {
      List<Cause> structural = StructuralRules.complaints(schema, at);
      causes.addAll(structural.isEmpty() ? DefaultRules.complaints(schema, at) : structural);
    }
    causes.addAll(SchemaRules.complaints(schema, at));
    if (unsupported != null && causes.size() == before) {
      causes.add(Cause.invalid(at, "\"\"", unsupported));
    }
  }

  private static void root(JsonNode schema, String path, List<Cause> causes) {
    JsonNode type = schema.path("type");
    String word = GoDefinition.firstWord(
        schema,
        name -> !AT_ROOT.contains(name) || name.equals("Type") && !type.asText().equals("object"));
    if (word.equals("Type")) {
      causes.add(Cause.invalid(
          path + ".type",
          GoShown.of(type),
          "only \"object\" is allowed as the type at the root of the schema if the status subresource"
              + " is enabled"));
    } else if (!word.isEmpty()) {
      causes.add(Cause.invalid(
          path,
          GoDefinition.schema(schema),
          "only [" + String.join(" ", AT_ROOT) + "] fields are allowed at the root of the schema if"
              + " the status subresource is enabled"));
    }
  }

  static void subresources(JsonNode subresources, String path, List<Cause> causes) {
    JsonNode scale = subresources.path("scale");
    if (!scale.isObject()) {
      return;
    }
    replicas(scale.path("specReplicasPath"), ".spec", path + ".scale.specReplicasPath", causes);
    replicas(
        scale.path("statusReplicasPath"), ".status", path + ".scale.statusReplicasPath", causes);
    JsonNode selector = scale.path("labelSelectorPath");
    String at = path + ".scale.labelSelectorPath";
    String text = selector.asText("");
    if (!text.isEmpty() && simple(selector, at, causes)) {
      if (!text.startsWith(".spec.") && !text.startsWith(".status.")) {
        causes.add(Cause.invalid(
            at, GoShown.of(selector), "should be a json path under either .spec or .status"));
      }
    }
  }

  private static void replicas(JsonNode path, String under, String at, List<Cause> causes) {
    if (path.asText("").isEmpty()) {
      causes.add(Cause.required(at, ""));
    } else if (simple(path, at, causes) && !path.asText().startsWith(under + ".")) {
      causes.add(Cause.invalid(at, GoShown.of(path), "should be a json path under " + under));
    }
  }

  private static boolean simple(JsonNode path, String at, List<Cause> causes) {
    if (path.asText().startsWith(".")) {
      return true;
    }
    causes.add(Cause.invalid(at, GoShown.of(path), "must be a simple json path starting with ."));
    return false;
  }

  static void columns(JsonNode columns, String path, List<Cause> causes) {
    int index = 0;
    for (JsonNode column : columns) {
      String at = path + ".additionalPrinterColumns[" + index++ + "]";
      if (column.path("name").asText("").isEmpty()) {
        causes.add(Cause.required(at + ".name", ""));
      }
      JsonNode type = column.path("type");
      String types = "must be one of " + String.join(",", COLUMN_TYPES);
      if (type.asText("").isEmpty()) {
        causes.add(Cause.required(at + ".type", types));
      } else if (!COLUMN_TYPES.contains(type.asText())) {
        causes.add(Cause.invalid(at + ".type", GoShown.of(type), types));
      }
      JsonNode format = column.path("format");
      if (!format.asText("").isEmpty() && !COLUMN_FORMATS.contains(format.asText())) {
        causes.add(Cause.invalid(
            at + ".format",
            GoShown.of(format),
            "must be one of " + String.join(",", COLUMN_FORMATS)));
      }
      if (column.path("jsonPath").asText("").isEmpty()) {
        causes.add(Cause.required(at + ".JSONPath", ""));
      } else {
        simple(column.path("jsonPath"), at + ".JSONPath", causes);
      }
    }
  }

  static void selectableFields(JsonNode fields, JsonNode schema, String path, List<Cause> causes) {
    Set<List<String>> seen = new HashSet<>();
    int index = 0;
    for (JsonNode field : fields) {
      String at = path + ".selectableFields[" + index++ + "].jsonPath";
      String text = field.path("jsonPath").asText("");
      String shown = GoJson.quoted(text);
      if (text.isEmpty()) {
        causes.add(Cause.required(at, ""));
        continue;
      }
      FieldPath found = FieldPath.of(text, schema, /* brackets= */ false);
      if (found.complaint() != null) {
        causes.add(Cause.invalid(at, shown, "is an invalid path: " + found.complaint()));
        continue;
      }
      if (!found.names().isEmpty() && found.names().get(0).equals("metadata")) {
        causes.add(Cause.invalid(at, shown, "must not point to fields in metadata"));
      }
      if (!Set.of("string", "boolean", "integer")
          .contains(found.schema().path("type").asText(""))) {
        causes.add(Cause.invalid(
            at,
            shown,
            "must point to a field of type string, boolean or integer. Enum string fields and strings"
                + " with formats are allowed."));
      }
      if (!seen.add(found.names())) {
        causes.add(new Cause("FieldValueDuplicate", "Duplicate value: " + shown, at));
      }
    }
    if (seen.size() > MOST_FIELDS) {
      causes.add(new Cause(
          "FieldValueTooMany",
          "Too many: " + seen.size() + ": must have at most " + MOST_FIELDS + " items",
          path + ".selectableFields"));
    }
  }

  /** What is wrong with the words of warning; null if nothing is. */
  static @Nullable String warning(JsonNode version) {
    JsonNode warning = version.path("deprecationWarning");
    if (warning.isMissingNode() || warning.isNull()) {
      return null;
    }
    String text = warning.asText();
    if (!version.path("deprecated").asBoolean()) {
      return "can only be set for deprecated versions";
    }
    if (text.length() > 256) {
      return "must be <= 256 characters long";
    }
    if (text.isEmpty()) {
      return "must not be an empty string";
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return "must only contain printable UTF-8 characters; non-printable character found at index "
            + i;
      }
    }
    return null;
  }
}
