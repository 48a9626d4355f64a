package dev.informant.apiserver.internal.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.CustomVersion;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.registry.ServedResources;
import dev.informant.apiserver.internal.schema.BuiltInSchemas;
import dev.informant.apiserver.internal.storage.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * As much of OpenAPI v3 as kubectl looks at: which kinds can be patched, how, and that the server validates
 * fields; and the schemas of all kinds. Stateless.
 */
public final class OpenApi {
  static final List<String> PATCH_PARAMETERS =
      List.of("dryRun", "fieldManager", "fieldValidation", "force");

  private OpenApi() {}

  /** {@code /openapi/v3}: where each document is. */
  public static ObjectNode index(ServedResources served, String serverVersion) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ObjectNode paths = document.putObject("paths");
    for (String path : documentPaths(served)) {
      paths
          .putObject(path)
          .put(
              "serverRelativeURL",
              "/openapi/v3/" + path + "?hash=" + hash(served, path, serverVersion));
    }
    return document;
  }

  /**
   * The digest of the document at {@code api/v1} or {@code apis/group/version}: of what it is made from, for to make
   * it takes much longer.
   */
  public static String hash(ServedResources served, String path, String serverVersion) {
    ObjectNode origin = JsonNodeFactory.instance.objectNode().put("version", serverVersion);
    for (ResourceType type : served.all()) {
      if (path(type).equals(path)) {
        ObjectNode one = origin.putObject(type.plural()).put("kind", type.kind());
        one.put("namespaced", type.namespaced()).put("verbs", String.join(",", type.verbs()));
        CustomVersion custom = type.custom();
        if (custom != null && custom.schema() != null) {
          one.set("schema", custom.schema());
        }
      }
    }
    return Digests.of(Json.write(origin));
  }

  /** Whether there is a document at that path. */
  public static boolean has(ServedResources served, String path) {
    return documentPaths(served).contains(path);
  }

  private static Set<String> documentPaths(ServedResources served) {
    Set<String> paths = new LinkedHashSet<>();
    served.all().forEach(type -> paths.add(path(type)));
    return paths;
  }

  private static String path(ResourceType type) {
    return (type.group().isEmpty() ? "api/" : "apis/") + type.apiVersion();
  }

  /** One group's version. */
  public static ObjectNode document(ServedResources served, String path, String serverVersion) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("openapi", "3.0.0");
    document.putObject("info").put("title", "Kubernetes").put("version", serverVersion);
    ObjectNode paths = document.putObject("paths");
    ObjectNode schemas = document.putObject("components").putObject("schemas");
    for (ResourceType type : served.all()) {
      if (path(type).equals(path)) {
        if (type.verbs().contains("patch")) {
          operations(type, paths);
        }
        addSchemas(type, schemas);
      }
    }
    return document;
  }

  /** Adds the schemas of a kind and of all that it mentions; returns the kind's name there, null if it has none. */
  static @Nullable String addSchemas(ResourceType type, ObjectNode schemas) {
    CustomVersion custom = type.custom();
    String name = type.definition();
    if (custom != null && custom.schema() != null) {
      name = schemaName(type);
      ObjectNode whole = whole(custom.schema(), schemas);
      schemas.set(name, whole);
      kinds(type, whole.putArray("x-kubernetes-group-version-kind").addObject());
    } else if (name != null) {
      BuiltInSchemas.addTo(schemas, name);
    }
    return name;
  }

  /** A custom resource's schema with what every object has, whatever the schema says of it. */
  private static ObjectNode whole(ObjectNode schema, ObjectNode schemas) {
    BuiltInSchemas.addTo(schemas, BuiltInSchemas.OBJECT_META);
    ObjectNode whole = schema.deepCopy();
    ObjectNode properties = whole.withObjectProperty("properties");
    properties.putObject("apiVersion").put("type", "string");
    properties.putObject("kind").put("type", "string");
    properties
        .putObject("metadata")
        .putArray("allOf")
        .addObject()
        .put("$ref", "#/components/schemas/" + BuiltInSchemas.OBJECT_META);
    return whole;
  }

  /** Where an object of the kind is. */
  static String objectPath(ResourceType type) {
    String prefix = "/" + path(type) + (type.namespaced() ? "/namespaces/{namespace}/" : "/");
    return prefix + type.plural() + "/{name}";
  }

  static List<String> patchFormats(ResourceType type) {
    List<String> formats = List.of("application/json-patch+json", "application/merge-patch+json");
    if (!type.builtIn()) {
      return formats;
    }
    List<String> all = new ArrayList<>(formats);
    all.add("application/strategic-merge-patch+json");
    return all;
  }

  private static void operations(ResourceType type, ObjectNode paths) {
    ObjectNode patch = paths.putObject(objectPath(type)).putObject("patch");
    patch.put("operationId", "patch" + type.kind());
    ArrayNode parameters = patch.putArray("parameters");
    for (String name : PATCH_PARAMETERS) {
      parameters
          .addObject()
          .put("name", name)
          .put("in", "query")
          .putObject("schema")
          .put("type", name.equals("force") ? "boolean" : "string");
    }
    ObjectNode content = patch.putObject("requestBody").putObject("content");
    patchFormats(type).forEach(content::putObject);
    patch.putObject("responses").putObject("200").put("description", "OK");
    patch.put("x-kubernetes-action", "patch");
    kinds(type, patch.putObject("x-kubernetes-group-version-kind"));
  }

  static void kinds(ResourceType type, ObjectNode into) {
    into.put("group", type.group()).put("version", type.version()).put("kind", type.kind());
  }

  private static String schemaName(ResourceType type) {
    String[] parts = type.group().split("\\.");
    StringBuilder reversed = new StringBuilder();
    for (int part = parts.length - 1; part >= 0; part--) {
      reversed.append(parts[part]).append('.');
    }
    return reversed + type.version() + "." + type.kind();
  }
}
