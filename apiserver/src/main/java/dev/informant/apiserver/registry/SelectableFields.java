package dev.informant.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.values.GoJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields each kind lets field selectors use, besides name and namespace, and their values. A field is
 * named as in the storage version; booleans and numbers are written as Go writes them. Stateless.
 */
public final class SelectableFields {
  private static final List<String> INVOLVED =
      List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath");

  private static final Map<String, List<String>> FIELDS = Map.ofEntries(
      Map.entry(
          "pods",
          List.of(
              "spec.nodeName",
              "spec.restartPolicy",
              "spec.schedulerName",
              "spec.serviceAccountName",
              "spec.hostNetwork",
              "status.phase",
              "status.podIP",
              "status.podIPs",
              "status.nominatedNodeName")),
      Map.entry("nodes", List.of("spec.unschedulable")),
      Map.entry("namespaces", List.of("status.phase")),
      Map.entry("secrets", List.of("type")),
      Map.entry("services", List.of("spec.clusterIP", "spec.type")),
      Map.entry("replicationcontrollers", List.of("status.replicas")),
      Map.entry("jobs.batch", List.of("status.successful")),
      Map.entry("certificatesigningrequests.certificates.k8s.io", List.of("spec.signerName")),
      Map.entry("clustertrustbundles.certificates.k8s.io", List.of("spec.signerName")),
      Map.entry(
          "podcertificaterequests.certificates.k8s.io",
          List.of("spec.signerName", "spec.podName", "spec.nodeName")),
      Map.entry(
          "resourceslices.resource.k8s.io",
          List.of("spec.nodeName", "spec.driver", "spec.pool.name")));

  /** Kinds without namespaces that say so; others find nothing. */
  private static final Set<String> NO_NAMESPACE = Set.of(
      "nodes",
      "namespaces",
      "certificatesigningrequests.certificates.k8s.io",
      "clustertrustbundles.certificates.k8s.io",
      "resourceslices.resource.k8s.io");

  private SelectableFields() {}

  /** Whether the kind's own text is used for a field it does not know, and not the generic one. */
  private static boolean typed(ResourceType type) {
    return !type.builtIn() || type.storage().equals("events") || FIELDS.containsKey(type.storage());
  }

  /** The field as the store names it; null if the kind does not support it. */
  public static @Nullable String supported(ResourceType type, String field) {
    if (field.equals("metadata.name")) {
      return field;
    }
    if (field.equals("metadata.namespace")) {
      boolean none = type.builtIn() ? NO_NAMESPACE.contains(type.storage()) : !type.namespaced();
      return none ? null : field;
    }
    CustomVersion custom = type.custom();
    if (custom != null) {
      return custom.selectableFields().containsKey(field) ? field : null;
    }
    if (type.storage().equals("events")) {
      return event(type, field);
    }
    return FIELDS.getOrDefault(type.storage(), List.of()).contains(field) ? field : null;
  }

  /** The text for a field the kind does not support. */
  public static String unsupported(ResourceType type, String field) {
    if (type.storage().equals("jobs.batch")) {
      return "field label " + GoJson.quoted(field) + " not supported for Job";
    }
    if (type.storage().equals("resourceslices.resource.k8s.io")) {
      return "field label not supported for " + type.group() + "/" + type.version()
          + ", Kind=ResourceSlice: " + field;
    }
    return typed(type)
        ? "field label not supported: " + field
        : GoJson.quoted(field)
            + " is not a known field selector: only \"metadata.name\", \"metadata.namespace\"";
  }

  private static @Nullable String event(ResourceType type, String field) {
    String involved = type.group().isEmpty() ? "involvedObject." : "regarding.";
    if (field.startsWith(involved) && INVOLVED.contains(field.substring(involved.length()))) {
      return "involvedObject." + field.substring(involved.length());
    }
    boolean core = type.group().isEmpty();
    return switch (field) {
      case "reason", "type" -> field;
      case "reportingComponent", "source" -> core ? field : null;
      case "reportingController" -> core ? null : "reportingComponent";
      default -> null;
    };
  }

  /** The values of all fields of an object in its storage version. */
  public static Map<String, String> values(ResourceType type, JsonNode tree) {
    CustomVersion custom = type.custom();
    if (custom != null) {
      Map<String, String> values = new LinkedHashMap<>();
      custom.storage().fields().forEach((field, path) -> values.put(field, text(at(tree, path))));
      return values.isEmpty() ? Map.of() : Map.copyOf(values);
    }
    if (type.storage().equals("events")) {
      return eventValues(tree);
    }
    List<String> fields = FIELDS.get(type.storage());
    if (fields == null) {
      return Map.of();
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (String field : fields) {
      String value = value(tree, field);
      if (!value.isEmpty()) {
        values.put(field, value.intern());
      }
    }
    return Map.copyOf(values);
  }

  private static Map<String, String> eventValues(JsonNode tree) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String name : INVOLVED) {
      values.put("involvedObject." + name, text(tree.path("involvedObject").path(name)));
    }
    String component = text(tree.path("source").path("component"));
    String reporting = text(tree.path("reportingComponent"));
    values.put("source", component.isEmpty() ? reporting : component);
    values.put("reportingComponent", reporting);
    values.put("reason", text(tree.path("reason")));
    values.put("type", text(tree.path("type")));
    return Map.copyOf(values);
  }

  private static String value(JsonNode tree, String field) {
    return switch (field) {
      case "spec.hostNetwork", "spec.unschedulable" ->
        Boolean.toString(at(tree, field).asBoolean(false));
      case "status.replicas" -> Integer.toString(at(tree, field).asInt(0));
      case "status.successful" ->
        Integer.toString(tree.path("status").path("succeeded").asInt(0));
      case "status.podIPs" -> text(tree.path("status").path("podIPs").path(0).path("ip"));
      case "spec.schedulerName" -> defaulted(at(tree, field), "default-scheduler");
      case "spec.restartPolicy" -> defaulted(at(tree, field), "Always");
      default -> text(at(tree, field));
    };
  }

  private static String defaulted(JsonNode node, String absent) {
    String text = text(node);
    return text.isEmpty() ? absent : text;
  }

  /** Follows {@code spec.pool.name} or {@code .spec.color}. */
  private static JsonNode at(JsonNode tree, String path) {
    JsonNode node = tree;
    for (String name : path.split("\\.")) {
      if (!name.isEmpty()) {
        node = node.path(name);
      }
    }
    return node;
  }

  private static String text(JsonNode node) {
    return node.isValueNode() && !node.isNull() ? node.asText() : "";
  }
}
