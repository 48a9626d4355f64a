package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.BuiltInResources;
import dev.informant.apiserver.internal.registry.CustomVersion;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.registry.VersionOrder;
import dev.informant.apiserver.internal.storage.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the content of a CRD means. Stateless. */
final class CustomDefinitions {
  /** In the order in which discovery shows those of custom resources. */
  private static final List<String> VERBS =
      List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");

  private CustomDefinitions() {}

  /** Fills in what may be left out. */
  static void fillDefaults(ObjectNode definition) {
    ObjectNode spec = Json.objectAt(definition, "spec");
    ObjectNode names = Json.objectAt(spec, "names");
    String kind = names.path("kind").asText("");
    fillIn(names, "singular", kind.toLowerCase(Locale.ROOT));
    if (!kind.isEmpty()) {
      fillIn(names, "listKind", kind + "List");
    }
    if (!spec.hasNonNull("conversion")) {
      spec.putObject("conversion").put("strategy", "None");
    }
    if (spec.at("/conversion/webhook/clientConfig/service") instanceof ObjectNode service
        && !service.hasNonNull("port")) {
      service.put("port", 443);
    }
    if (!spec.path("preserveUnknownFields").asBoolean()) {
      spec.remove("preserveUnknownFields");
    }
    ObjectNode status = Json.objectAt(definition, "status");
    if (status.path("storedVersions").isEmpty()) {
      status.remove("storedVersions");
      rememberStorage(definition);
    }
  }

  /** A CRD before its names are accepted. */
  static void notYetAccepted(ObjectNode definition) {
    ObjectNode status = definition.putObject("status");
    status.putNull("conditions");
    status.putObject("acceptedNames").put("plural", "").put("kind", "");
    rememberStorage(definition);
  }

  /** A version in which objects are stored stays known as one. */
  static void rememberStorage(ObjectNode definition) {
    for (JsonNode version : definition.path("spec").path("versions")) {
      if (version.path("storage").asBoolean()) {
        ArrayNode stored = Json.arrayAt(Json.objectAt(definition, "status"), "storedVersions");
        String name = version.path("name").asText();
        if (!texts(stored).contains(name)) {
          stored.add(name);
        }
        return;
      }
    }
  }

  private static void fillIn(ObjectNode node, String field, String value) {
    if (node.path(field).asText("").isEmpty() && !value.isEmpty()) {
      node.put(field, value);
    }
  }

  /** The resources to serve. */
  static List<ResourceType> types(String name, ObjectNode tree) {
    List<ResourceType> types = new ArrayList<>();
    for (JsonNode version : tree.path("spec").path("versions")) {
      if (version.path("served").asBoolean() && version instanceof ObjectNode object) {
        types.add(type(name, tree, object));
      }
    }
    return types;
  }

  /** The resource in the version in which it is stored, served or not; null if there is none. */
  static @Nullable ResourceType stored(String name, ObjectNode tree) {
    return storage(tree.path("spec")) instanceof ObjectNode version
        ? type(name, tree, version)
        : null;
  }

  private static JsonNode storage(JsonNode spec) {
    for (JsonNode version : spec.path("versions")) {
      if (version.path("storage").asBoolean()) {
        return version;
      }
    }
    return MissingNode.getInstance();
  }

  /** What {@code version} is served as: with the names that have been accepted, if any have. */
  private static ResourceType type(String name, ObjectNode tree, ObjectNode version) {
    JsonNode spec = tree.path("spec");
    JsonNode accepted = tree.path("status").path("acceptedNames");
    JsonNode names = accepted.path("kind").asText("").isEmpty() ? spec.path("names") : accepted;
    String group = spec.path("group").asText();
    String versionName = version.path("name").asText();
    String kind = names.path("kind").asText();
    String plural = spec.path("names").path("plural").asText();
    boolean status = version.path("subresources").has("status");
    List<ResourceType.Subresource> subresources = new ArrayList<>();
    if (status) {
      subresources.add(BuiltInResources.status(group, versionName, kind));
    }
    if (version.path("subresources").has("scale")) {
      subresources.add(BuiltInResources.scale());
    }
    String warning = version.path("deprecated").asBoolean()
        ? version
            .path("deprecationWarning")
            .asText(group + "/" + versionName + " " + kind + " is deprecated"
                + successor(spec, kind, versionName))
        : null;
    JsonNode storage = storage(spec);
    JsonNode storageSchema = storage.path("schema").path("openAPIV3Schema");
    Map<String, String> allFields = new LinkedHashMap<>();
    spec.path("versions").forEach(one -> allFields.putAll(fields(one)));
    return new ResourceType(
        group,
        versionName,
        kind,
        names.path("listKind").asText(kind + "List"),
        plural,
        names.path("singular").asText(kind.toLowerCase(Locale.ROOT)),
        spec.path("scope").asText().equals("Namespaced"),
        texts(names.path("shortNames")),
        texts(names.path("categories")),
        plural + "." + group,
        new LinkedHashSet<>(VERBS),
        List.copyOf(subresources),
        /* definition= */ null,
        new CustomVersion(
            name,
            version.path("schema").path("openAPIV3Schema") instanceof ObjectNode schema
                ? schema
                : null,
            version,
            warning,
            fields(version),
            new CustomVersion.Storage(
                storage.equals(version),
                storageSchema,
                storageSchema.toString(),
                allFields,
                identity(spec, storage)),
            CustomResources.holds(tree.path("status"), "Terminating")));
  }

  private static String identity(JsonNode spec, JsonNode storage) {
    return storage.path("served").asBoolean()
        ? spec.path("group").asText() + "/" + storage.path("name").asText() + "/"
            + spec.path("names").path("kind").asText()
        : "";
  }

  private static Map<String, String> fields(JsonNode version) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (JsonNode field : version.path("selectableFields")) {
      String path = field.path("jsonPath").asText();
      fields.put(path.startsWith(".") ? path.substring(1) : path, path);
    }
    return fields;
  }

  /** The best version that is served, not deprecated and better than this one; empty if there is none. */
  private static String successor(JsonNode spec, String kind, String than) {
    List<String> better = new ArrayList<>();
    for (JsonNode version : spec.path("versions")) {
      String name = version.path("name").asText();
      if (version.path("served").asBoolean()
          && !version.path("deprecated").asBoolean()
          && VersionOrder.BEST_FIRST.compare(name, than) < 0) {
        better.add(name);
      }
    }
    better.sort(VersionOrder.BEST_FIRST);
    return better.isEmpty()
        ? ""
        : "; use " + spec.path("group").asText() + "/" + better.get(0) + " " + kind;
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText()));
    return List.copyOf(texts);
  }
}
