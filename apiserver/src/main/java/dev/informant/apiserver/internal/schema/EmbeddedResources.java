package dev.informant.apiserver.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.apiserver.internal.values.GoShown;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Whole objects inside a custom resource: their kind, apiVersion and metadata. Stateless. */
public final class EmbeddedResources {
  private EmbeddedResources() {}

  /** Drops what metadata does not have, as in every object; returns the paths, sorted. */
  public static List<String> dropUnknown(ObjectNode object, JsonNode schema) {
    List<String> unknown = new ArrayList<>();
    visit(object, schema, Where.ROOT, (embedded, path) -> {
      if (embedded.get("metadata") instanceof ObjectNode metadata) {
        JsonNode known = BuiltInSchemas.definition(BuiltInSchemas.OBJECT_META);
        for (String field : Pruning.pruneTyped(metadata, known)) {
          unknown.add(path.member("metadata") + "." + field);
        }
        TypedForm.dropNulls(metadata, known);
        TypedForm.dropEmpty(metadata, known);
      }
      return null;
    });
    unknown.sort(null);
    return unknown;
  }

  /**
   * What keeps an embedded object from being read; null if nothing does.
   *
   * @param metadataMistake what is wrong with the types in the metadata of an object; null if nothing is
   */
  public static @Nullable String mistake(
      ObjectNode object, JsonNode schema, Function<ObjectNode, @Nullable String> metadataMistake) {
    return visit(object, schema, Where.ROOT, (embedded, path) -> {
      for (String field : List.of("apiVersion", "kind")) {
        if (embedded.has(field) && !embedded.get(field).isTextual()) {
          return line(path, field, embedded.get(field), "must be a string");
        }
      }
      String mistake = metadataMistake.apply(embedded);
      return mistake == null ? null : line(path, "metadata", embedded.path("metadata"), mistake);
    });
  }

  private static String line(Where path, String field, JsonNode value, String detail) {
    return path.member(field) + ": Invalid value: " + GoShown.of(value) + ": " + detail;
  }

  /**
   * What is wrong with the embedded objects.
   *
   * @param metadataRules the complaints about the metadata of an object that stands at a path
   */
  public static List<Cause> complaints(
      ObjectNode object,
      JsonNode schema,
      BiFunction<ObjectNode, String, List<Cause>> metadataRules) {
    List<Cause> causes = new ArrayList<>();
    visit(object, schema, Where.ROOT, (embedded, path) -> {
      for (String field : List.of("apiVersion", "kind")) {
        String at = path.member(field).toString();
        if (!embedded.has(field)) {
          causes.add(Cause.required(at, ""));
        } else if (embedded.get(field).asText("").isEmpty()) {
          causes.add(Cause.invalid(at, "\"\"", "must not be empty"));
        } else {
          named(at, field, embedded.get(field).asText(), causes);
        }
      }
      if (embedded.get("metadata") instanceof ObjectNode metadata) {
        causes.addAll(metadataRules.apply(metadata, path.member("metadata").toString()));
      }
      return null;
    });
    return causes;
  }

  private static void named(String at, String field, String value, List<Cause> causes) {
    if (field.equals("apiVersion")) {
      if (value.chars().filter(one -> one == '/').count() > 1) {
        causes.add(
            Cause.invalid(at, GoJson.quoted(value), "unexpected GroupVersion string: " + value));
      }
      return;
    }
    List<String> wrong = NameForms.letterLabel(value.toLowerCase(Locale.ROOT));
    if (!wrong.isEmpty()) {
      causes.add(Cause.invalid(
          at,
          GoJson.quoted(value),
          "may have mixed case, but should otherwise match: " + String.join(",", wrong)));
    }
  }

  /** Shows every embedded object, outer ones first, until one is told of something. */
  private static @Nullable String visit(
      JsonNode node,
      JsonNode schema,
      Where path,
      BiFunction<ObjectNode, Where, @Nullable String> visitor) {
    if (!schema.isObject()) {
      return null;
    }
    if (node instanceof ObjectNode object) {
      String told = Schemas.embedded(schema) ? visitor.apply(object, path) : null;
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        if (told != null) {
          return told;
        }
        boolean property = schema.path("properties").has(member.getKey());
        told = visit(
            member.getValue(),
            Schemas.member(schema, member.getKey()),
            property ? path.member(member.getKey()) : path.then("[" + member.getKey() + "]"),
            visitor);
      }
      return told;
    }
    int index = 0;
    if (node.isArray()) {
      for (JsonNode element : node) {
        String told = visit(element, schema.path("items"), path.element(index++), visitor);
        if (told != null) {
          return told;
        }
      }
    }
    return null;
  }
}
