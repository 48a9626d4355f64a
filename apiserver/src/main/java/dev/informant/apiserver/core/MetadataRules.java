package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.schema.NameForms;
import dev.informant.apiserver.status.Cause;
import dev.informant.apiserver.storage.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The form of labels, annotations, finalizers and owners, which is the same for every kind. Stateless. */
final class MetadataRules {
  private static final List<String> STANDARD_FINALIZERS =
      List.of("kubernetes", "orphan", "foregroundDeletion");

  private MetadataRules() {}

  static List<Cause> complaints(ResourceType type, Metadata metadata) {
    List<Cause> causes = formOf(metadata);
    List<String> finalizers = metadata.finalizers();
    for (int i = 0; i < finalizers.size(); i++) {
      finalizer(type, finalizers.get(i), i, causes);
    }
    return causes;
  }

  /** What is wrong with labels, annotations and owners. */
  private static List<Cause> formOf(Metadata metadata) {
    List<Cause> causes = new ArrayList<>();
    JsonNode node = metadata.node();
    node.path("labels").properties().forEach(label -> {
      key("metadata.labels", label.getKey(), label.getKey(), causes);
      value(label.getValue().asText(), causes);
    });
    node.path("annotations")
        .properties()
        .forEach(annotation -> key(
            "metadata.annotations",
            annotation.getKey().toLowerCase(Locale.ROOT),
            annotation.getKey(),
            causes));
    owners(node.path("ownerReferences"), causes);
    return causes;
  }

  /** What is wrong with the metadata of an object within another, which stands at {@code path}. */
  static List<Cause> embedded(ObjectNode metadata, String path) {
    List<Cause> causes = new ArrayList<>();
    for (String field : List.of("generateName", "name")) {
      String name = metadata.path(field).asText("");
      boolean whole = field.equals("name");
      if (whole && (name.equals(".") || name.equals(".."))) {
        causes.add(
            Cause.invalid(path + ".name", ObjectRules.quoted(name), "may not be '" + name + "'"));
        continue;
      }
      for (String illegal : List.of("/", "%")) {
        if (name.contains(illegal)) {
          causes.add(Cause.invalid(
              path + "." + field, ObjectRules.quoted(name), "may not contain '" + illegal + "'"));
        }
      }
    }
    ObjectNode whole = Json.object();
    whole.set("metadata", metadata);
    for (Cause cause : formOf(Metadata.of(whole))) {
      causes.add(new Cause(
          cause.reason(), cause.message(), path + cause.field().substring("metadata".length())));
    }
    return causes;
  }

  private static void key(String field, String key, String shown, List<Cause> causes) {
    for (String wrong : NameForms.key(key)) {
      causes.add(Cause.invalid(field, ObjectRules.quoted(shown), wrong));
    }
  }

  private static void value(String value, List<Cause> causes) {
    for (String wrong : NameForms.value(value)) {
      causes.add(Cause.invalid("metadata.labels", ObjectRules.quoted(value), wrong));
    }
  }

  private static void finalizer(
      ResourceType type, String finalizer, int index, List<Cause> causes) {
    int before = causes.size();
    key("metadata.finalizers", finalizer, finalizer, causes);
    boolean strict = type.builtIn() && !type.isDefinition();
    boolean plain = strict && causes.size() == before && finalizer.indexOf('/') < 0;
    if (plain && !STANDARD_FINALIZERS.contains(finalizer)) {
      causes.add(Cause.invalid(
          "metadata.finalizers[" + index + "]",
          ObjectRules.quoted(finalizer),
          "name is neither a standard finalizer name nor is it fully qualified"));
    }
  }

  private static void owners(JsonNode owners, List<Cause> causes) {
    String field = "metadata.ownerReferences";
    int controllers = 0;
    for (JsonNode owner : owners) {
      if (owner.path("apiVersion").asText("").isEmpty()) {
        causes.add(Cause.invalid(field + ".apiVersion", "\"\"", "version must not be empty"));
      }
      for (String required : List.of("kind", "name", "uid")) {
        if (owner.path(required).asText("").isEmpty()) {
          causes.add(Cause.invalid(field + "." + required, "\"\"", "must not be empty"));
        }
      }
      controllers += owner.path("controller").asBoolean() ? 1 : 0;
    }
    if (controllers > 1) {
      causes.add(Cause.invalid(
          field,
          owners.toString(),
          "Only one reference can have Controller set to true. Found \"true\" in references for "
              + names(owners)));
    }
  }

  private static String names(JsonNode owners) {
    List<String> names = new ArrayList<>();
    for (JsonNode owner : owners) {
      if (owner.path("controller").asBoolean()) {
        names.add(owner.path("kind").asText() + "/" + owner.path("name").asText());
      }
    }
    return String.join(" and ", names);
  }
}
