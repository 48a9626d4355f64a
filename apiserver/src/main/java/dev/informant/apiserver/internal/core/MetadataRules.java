package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.NameForms;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The form of labels, annotations, finalizers and owners, which is the same for every kind. Stateless. */
final class MetadataRules {
  private static final List<String> STANDARD_FINALIZERS =
      List.of("kubernetes", "orphan", "foregroundDeletion");

  private static final int LARGEST_ANNOTATIONS = 256 * 1024;

  /** A version, or a group and a version. */
  private static final Pattern VERSIONED = Pattern.compile("([^/]*/)?[^/]+");

  private MetadataRules() {}

  /** All that is wrong. */
  static List<Cause> complaints(ResourceType type, Metadata metadata) {
    List<Cause> causes = inAnyKind(metadata);
    causes.addAll(ownFinalizers(type, metadata));
    return causes;
  }

  /** What is wrong with a new object of any kind, its name apart. */
  static List<Cause> inAnyKind(Metadata metadata) {
    List<Cause> causes = new ArrayList<>();
    JsonNode generation = metadata.node().path("generation");
    if (generation.asLong() < 0) {
      causes.add(Cause.invalid(
          "metadata.generation", generation.asText(), "must be greater than or equal to 0"));
    }
    causes.addAll(general(metadata));
    return causes;
  }

  /** Whether the kind has checks of its own for metadata; others are looked at as all are, and last. */
  static boolean checkedByKind(ResourceType type) {
    return !type.is(Kind.Trait.ANY_METADATA) || type.traits().hasForm(type.apiVersion());
  }

  /** What is wrong in any kind. */
  static List<Cause> general(Metadata metadata) {
    List<Cause> causes = formOf(metadata);
    List<String> finalizers = metadata.finalizers();
    finalizers.forEach(one -> key("metadata.finalizers", one, one, causes));
    if (finalizers.contains("orphan") && finalizers.contains("foregroundDeletion")) {
      causes.add(Cause.invalid(
          "metadata.finalizers",
          metadata.node().path("finalizers").toString(),
          "finalizer orphan and foregroundDeletion cannot be both set"));
    }
    return causes;
  }

  /** Finalizers of most built-in kinds have a domain before them, or are those that the server knows. */
  static List<Cause> ownFinalizers(ResourceType type, Metadata metadata) {
    boolean strict = type.builtIn() && checkedByKind(type) && !type.is(Kind.Trait.ANY_FINALIZER);
    return strict
        ? qualified("metadata.finalizers", metadata.node().path("finalizers"))
        : new ArrayList<>();
  }

  /** What is wrong with finalizers that have a domain before them, or are those that the server knows. */
  static List<Cause> qualified(String field, JsonNode finalizers) {
    List<Cause> causes = new ArrayList<>();
    for (int i = 0; i < finalizers.size(); i++) {
      String finalizer = finalizers.get(i).asText();
      if (finalizer.indexOf('/') < 0 && !STANDARD_FINALIZERS.contains(finalizer)) {
        causes.add(Cause.invalid(
            field + "[" + i + "]",
            ObjectRules.quoted(finalizer),
            "name is neither a standard finalizer name nor is it fully qualified"));
      }
    }
    return causes;
  }

  /** What is wrong with labels, annotations and owners. */
  static List<Cause> formOf(Metadata metadata) {
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
    annotationSize(node.path("annotations"), causes);
    owners(node.path("ownerReferences"), causes);
    return causes;
  }

  private static void annotationSize(JsonNode annotations, List<Cause> causes) {
    long size = 0;
    for (Map.Entry<String, JsonNode> annotation : annotations.properties()) {
      size += annotation.getKey().getBytes(StandardCharsets.UTF_8).length;
      size += annotation.getValue().asText().getBytes(StandardCharsets.UTF_8).length;
    }
    if (size > LARGEST_ANNOTATIONS) {
      causes.add(Cause.tooLong("metadata.annotations", LARGEST_ANNOTATIONS));
    }
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

  private static void owners(JsonNode owners, List<Cause> causes) {
    String field = "metadata.ownerReferences";
    int controllers = 0;
    for (JsonNode owner : owners) {
      String apiVersion = owner.path("apiVersion").asText("");
      if (!VERSIONED.matcher(apiVersion).matches()) {
        causes.add(Cause.invalid(
            field + ".apiVersion", ObjectRules.quoted(apiVersion), "version must not be empty"));
      }
      for (String required : List.of("kind", "name", "uid")) {
        if (owner.path(required).asText("").isEmpty()) {
          causes.add(Cause.invalid(field + "." + required, "\"\"", "must not be empty"));
        }
      }
      if (apiVersion.equals("v1") && owner.path("kind").asText("").equals("Event")) {
        causes.add(Cause.invalid(
            field, shown(owner), "/v1, Kind=Event is disallowed from being an owner"));
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

  private static String shown(JsonNode owner) {
    ObjectNode shown = Json.object();
    for (String field :
        List.of("apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion")) {
      if (owner.hasNonNull(field)) {
        shown.set(field, owner.get(field));
      }
    }
    return shown.toString();
  }

  /** Removes owners that occur twice. */
  static void dropDuplicateOwners(ObjectNode object) {
    if (object.path("metadata").path("ownerReferences") instanceof ArrayNode owners) {
      Map<String, JsonNode> kept = new LinkedHashMap<>();
      owners.forEach(owner -> kept.putIfAbsent(shown(owner), owner));
      if (kept.size() < owners.size()) {
        owners.removeAll().addAll(kept.values());
      }
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
