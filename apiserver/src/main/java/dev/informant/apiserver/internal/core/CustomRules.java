package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.definition.DefinitionRules;
import dev.informant.apiserver.internal.registry.CustomVersion;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.schema.BuiltInSchemas;
import dev.informant.apiserver.internal.schema.EmbeddedResources;
import dev.informant.apiserver.internal.schema.ListTypes;
import dev.informant.apiserver.internal.schema.Pruning;
import dev.informant.apiserver.internal.schema.Validation;
import dev.informant.apiserver.internal.status.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What CRDs and the objects of their kinds must be like. Nothing for other types. Stateless. */
final class CustomRules {
  /** What keeps a kube-apiserver from evaluating CEL rules. */
  private static final Set<String> BLOCKING = Set.of(
      "FieldValueNotSupported",
      "FieldValueRequired",
      "FieldValueTooLong",
      "FieldValueTooMany",
      "FieldValueTypeInvalid");

  private CustomRules() {}

  /** Drops what a schema does not know; returns the paths of it. */
  static List<String> coerce(JsonNode schema, ObjectNode tree) {
    List<String> unknown = new ArrayList<>();
    if (tree.get("metadata") instanceof ObjectNode metadata) {
      JsonNode known = BuiltInSchemas.definition(BuiltInSchemas.OBJECT_META);
      for (String field : Pruning.pruneTyped(metadata, known)) {
        unknown.add("metadata." + field);
      }
      unknown.sort(null);
    }
    if (schema.isObject()) {
      unknown.addAll(Pruning.prune(tree, schema));
      Pruning.dropNulls(tree, schema);
      unknown.addAll(EmbeddedResources.dropUnknown(tree, schema));
    }
    return unknown;
  }

  /** Gives an object the form that its schema asks for. */
  private static void form(JsonNode schema, ObjectNode tree) {
    coerce(schema, tree);
    Pruning.fillDefaults(tree, schema);
  }

  /** What is wrong with a new object. */
  static List<Cause> onCreate(ResourceType type, ObjectNode tree) {
    if (type.isDefinition()) {
      return DefinitionRules.check(tree);
    }
    CustomVersion custom = type.custom();
    if (custom == null) {
      return List.of();
    }
    JsonNode schema = type.schema();
    form(schema, tree);
    List<Cause> causes = new ArrayList<>(Validation.validate(tree, schema, ""));
    causes.addAll(Scales.wantedComplaints(type, tree));
    causes.addAll(Scales.statusComplaints(type, tree));
    causes.addAll(embedded(tree, schema));
    causes.addAll(ListTypes.complaints(tree, schema));
    unchecked(schema, causes);
    return causes;
  }

  /** What is wrong with an object that takes the place of another. */
  static List<Cause> onUpdate(
      ResourceType type, ObjectNode current, ObjectNode tree, Writes.Part part) {
    boolean status = part == Writes.Part.STATUS;
    if (type.isDefinition()) {
      return status
          ? DefinitionRules.checkStatus(tree)
          : DefinitionRules.checkChange(current, tree);
    }
    CustomVersion custom = type.custom();
    if (custom == null) {
      return List.of();
    }
    JsonNode schema = type.schema();
    form(schema, tree);
    List<Cause> causes = new ArrayList<>();
    if (!status) {
      causes.addAll(Validation.validateUpdate(tree, current, schema, ""));
      causes.addAll(Scales.wantedComplaints(type, tree));
      causes.addAll(Scales.statusComplaints(type, tree));
      causes.addAll(embedded(tree, schema));
    } else if (tree.has("status")) {
      JsonNode of = schema.path("properties").path("status");
      causes.addAll(
          Validation.validateUpdate(tree.get("status"), current.path("status"), of, "status"));
    }
    if (status) {
      causes.addAll(Scales.statusComplaints(type, tree));
    }
    if (ListTypes.complaints(current, schema).isEmpty()) {
      causes.addAll(ListTypes.complaints(tree, schema));
    }
    unchecked(schema, causes);
    return causes;
  }

  private static List<Cause> embedded(ObjectNode tree, JsonNode schema) {
    return EmbeddedResources.complaints(tree, schema, MetadataRules::embedded);
  }

  /** CEL rules are not looked at if the object is not what they expect. */
  private static void unchecked(JsonNode schema, List<Cause> causes) {
    boolean blocked = causes.stream().anyMatch(cause -> BLOCKING.contains(cause.reason()));
    if (blocked && Validation.hasRules(schema)) {
      causes.add(Cause.invalid(
          "<nil>",
          "null",
          "some validation rules were not checked because the object was invalid; correct the existing"
              + " errors to complete validation"));
    }
  }

  /** What keeps the objects within an object from being read; null if nothing does. */
  static @Nullable String embeddedMistake(ResourceType type, ObjectNode tree) {
    CustomVersion custom = type.custom();
    return custom == null
        ? null
        : EmbeddedResources.mistake(tree, type.schema(), Decoding::metadataMistake);
  }
}
