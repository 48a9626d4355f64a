package dev.informant.apiserver.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.CustomVersion;
import dev.informant.apiserver.registry.ResourceRegistry;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.storage.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * As much of OpenAPI as kubectl looks at: which kinds can be patched, how, and that the server validates
 * fields; and the schemas of all kinds. Stateless.
 */
public final class OpenApi {
  private OpenApi() {}

  /** {@code /openapi/v3}: where each document is. */
  public static ObjectNode index(ResourceRegistry registry, String serverVersion) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ObjectNode paths = document.putObject("paths");
    for (String path : documentPaths(registry)) {
      paths
          .putObject(path)
          .put(
              "serverRelativeURL",
              "/openapi/v3/" + path + "?hash=" + hash(registry, path, serverVersion));
    }
    return document;
  }

  /**
   * The digest of the document at {@code api/v1} or {@code apis/group/version}: of what it is made from, for to make
   * it takes much longer.
   */
  public static String hash(ResourceRegistry registry, String path, String serverVersion) {
    ObjectNode origin = JsonNodeFactory.instance.objectNode().put("version", serverVersion);
    for (ResourceType type : registry.all()) {
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
  public static boolean has(ResourceRegistry registry, String path) {
    return documentPaths(registry).contains(path);
  }

  private static Set<String> documentPaths(ResourceRegistry registry) {
    Set<String> paths = new LinkedHashSet<>();
    registry.all().forEach(type -> paths.add(path(type)));
    return paths;
  }

  private static String path(ResourceType type) {
    return (type.group().isEmpty() ? "api/" : "apis/") + type.apiVersion();
  }

  /** One group's version. */
  public static ObjectNode document(ResourceRegistry registry, String path, String serverVersion) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("openapi", "3.0.0");
    document.putObject("info").put("title", "Kubernetes").put("version", serverVersion);
    ObjectNode paths = document.putObject("paths");
    ObjectNode schemas = document.putObject("components").putObject("schemas");
    for (ResourceType type : registry.all()) {
      if (path(type).equals(path)) {
        if (type.verbs().contains("patch")) {
          operations(type, paths);
        }
        CustomVersion custom = type.custom();
        Class<?> model = type.model();
        if (custom != null && custom.schema() != null) {
          ObjectNode schema = custom.schema().deepCopy();
          kinds(type, schema.putArray("x-kubernetes-group-version-kind").addObject());
          schemas.set(schemaName(type), schema);
        } else if (model != null) {
          String name = ModelSchemas.add(model, schemas);
          if (schemas.get(name) instanceof ObjectNode schema) {
            kinds(type, schema.putArray("x-kubernetes-group-version-kind").addObject());
          }
        }
      }
    }
    return document;
  }

  private static void operations(ResourceType type, ObjectNode paths) {
    String prefix = "/" + path(type) + (type.namespaced() ? "/namespaces/{namespace}/" : "/");
    ObjectNode item = paths.putObject(prefix + type.plural() + "/{name}");
    ObjectNode patch = item.putObject("patch");
    patch.put("operationId", "patch" + type.kind());
    ArrayNode parameters = patch.putArray("parameters");
    for (String name : List.of("dryRun", "fieldManager", "fieldValidation", "force")) {
      parameters
          .addObject()
          .put("name", name)
          .put("in", "query")
          .putObject("schema")
          .put("type", name.equals("force") ? "boolean" : "string");
    }
    ObjectNode content = patch.putObject("requestBody").putObject("content");
    content.putObject("application/json-patch+json");
    content.putObject("application/merge-patch+json");
    if (type.builtIn()) {
      content.putObject("application/strategic-merge-patch+json");
    }
    patch.putObject("responses").putObject("200").put("description", "OK");
    patch.put("x-kubernetes-action", "patch");
    kinds(type, patch.putObject("x-kubernetes-group-version-kind"));
  }

  private static void kinds(ResourceType type, ObjectNode into) {
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

  /** {@code /openapi/v2} as JSON: a document without definitions, which turns client-side checks off. */
  public static ObjectNode second(String serverVersion) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("swagger", "2.0");
    document.putObject("info").put("title", "Kubernetes").put("version", serverVersion);
    document.putObject("paths");
    document.putObject("definitions");
    return document;
  }
}
