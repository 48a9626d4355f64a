package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.Behaviour;
import dev.informant.apiserver.registry.BuiltInResources;
import dev.informant.apiserver.registry.CustomVersion;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.registry.VersionOrder;
import dev.informant.apiserver.status.Cause;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the content of a CRD means. Stateless. */
final class CustomDefinitions {
  /** In the order in which discovery shows those of custom resources. */
  private static final List<String> VERBS =
      List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");

  private CustomDefinitions() {}

  /** Checks a new CRD and fills in what may be left out. */
  static void prepare(ResourceType type, ObjectNode body) {
    ObjectNode spec = KindRules.object(body, "spec");
    String name = Metadata.of(body).name();
    List<Cause> causes = new ArrayList<>();
    String group = spec.path("group").asText("");
    ObjectNode names = KindRules.object(spec, "names");
    String plural = names.path("plural").asText("");
    String kind = names.path("kind").asText("");
    if (!name.equals(plural + "." + group)) {
      causes.add(Cause.invalid(
          "metadata.name", ObjectRules.quoted(name), "must be spec.names.plural+\".\"+spec.group"));
    }
    require(causes, "spec.group", group);
    String scope = spec.path("scope").asText("");
    if (scope.isEmpty()) {
      causes.add(Cause.required("spec.scope", ""));
    } else if (!scope.equals("Namespaced") && !scope.equals("Cluster")) {
      causes.add(Cause.unsupported("spec.scope", scope, "\"Cluster\", \"Namespaced\""));
    }
    int storage = 0;
    int index = 0;
    for (JsonNode version : spec.path("versions")) {
      storage += version.path("storage").asBoolean() ? 1 : 0;
      if (!version.path("schema").path("openAPIV3Schema").isObject()) {
        causes.add(Cause.required("spec.versions[" + index + "].schema.openAPIV3Schema", ""));
      }
      index++;
    }
    if (storage != 1) {
      causes.add(Cause.invalid(
          "spec.versions",
          shown(spec.path("versions")),
          "must have exactly one version marked as storage version"));
    }
    fillIn(names, "singular", kind.toLowerCase(Locale.ROOT));
    if (!kind.isEmpty()) {
      fillIn(names, "listKind", kind + "List");
    }
    require(causes, "spec.names.plural", plural);
    require(causes, "spec.names.singular", names.path("singular").asText(""));
    require(causes, "spec.names.kind", kind);
    require(causes, "spec.names.listKind", names.path("listKind").asText(""));
    if (storage == 0) {
      causes.add(
          Cause.invalid("status.storedVersions", "null", "must have at least one stored version"));
    }
    if (!causes.isEmpty()) {
      throw ObjectRules.invalid(type, name, causes);
    }
    if (!spec.has("conversion")) {
      spec.putObject("conversion").put("strategy", "None");
    }
  }

  /** The versions as the structs without JSON names that the real server works on, where they are simple. */
  private static String shown(JsonNode versions) {
    if (!versions.isArray()) {
      return "null";
    }
    List<String> shown = new ArrayList<>();
    for (JsonNode version : versions) {
      shown.add("{\"Name\":\"" + version.path("name").asText() + "\",\"Served\":"
          + version.path("served").asBoolean() + ",\"Storage\":"
          + version.path("storage").asBoolean() + ",\"Deprecated\":"
          + version.path("deprecated").asBoolean() + ",\"DeprecationWarning\":"
          + (version.has("deprecationWarning") ? version.get("deprecationWarning") : "null")
          + ",\"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,"
          + "\"SelectableFields\":null}");
    }
    return "[" + String.join(",", shown) + "]";
  }

  private static void require(List<Cause> causes, String field, String value) {
    if (value.isEmpty()) {
      causes.add(Cause.required(field, ""));
    }
  }

  private static void fillIn(ObjectNode node, String field, String value) {
    if (node.path(field).asText("").isEmpty()) {
      node.put(field, value);
    }
  }

  /** The resources to serve. */
  static List<ResourceType> types(String name, ObjectNode tree) {
    List<ResourceType> types = new ArrayList<>();
    for (JsonNode version : tree.path("spec").path("versions")) {
      if (version.path("served").asBoolean() && version instanceof ObjectNode object) {
        types.add(type(name, tree.path("spec"), object));
      }
    }
    return types;
  }

  private static ResourceType type(String name, JsonNode spec, ObjectNode version) {
    JsonNode names = spec.path("names");
    String group = spec.path("group").asText();
    String versionName = version.path("name").asText();
    String kind = names.path("kind").asText();
    String plural = names.path("plural").asText();
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
    Map<String, String> fields = new LinkedHashMap<>();
    for (JsonNode field : version.path("selectableFields")) {
      String path = field.path("jsonPath").asText();
      fields.put(path.startsWith(".") ? path.substring(1) : path, path);
    }
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
        Behaviour.ofCustom(status),
        /* model= */ null,
        new CustomVersion(
            name,
            version.path("schema").path("openAPIV3Schema") instanceof ObjectNode schema
                ? schema
                : null,
            version,
            warning,
            fields));
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
