package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.status.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What a body must be like to be taken, whatever it is for. Stateless. */
final class ObjectRules {
  private static final String LABEL_FORM = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern LABEL = Pattern.compile(LABEL_FORM);
  private static final Pattern SUBDOMAIN = Pattern.compile(LABEL_FORM + "(\\." + LABEL_FORM + ")*");
  private static final Set<String> PATH_SEGMENT_NAMES =
      Set.of("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding");

  private ObjectRules() {}

  /** The body's kind and apiVersion, where given, must be the path's. */
  static void checkType(ResourceType type, ObjectNode body) {
    String apiVersion = body.path("apiVersion").asText("");
    String kind = body.path("kind").asText("");
    if (!apiVersion.isEmpty() && !apiVersion.equals(type.apiVersion())) {
      throw ApiStatusException.badRequest("the API version in the data ("
          + apiVersion
          + ") does not match the expected API version ("
          + type.apiVersion()
          + ")");
    }
    if (!kind.isEmpty() && !kind.equals(type.kind())) {
      throw ApiStatusException.badRequest(kind
          + " in version \""
          + type.version()
          + "\" cannot be handled as a "
          + type.kind()
          + ": the body is of another kind");
    }
    checkShape(type, body);
  }

  /** Metadata is typed for every kind. */
  private static void checkShape(ResourceType type, ObjectNode body) {
    JsonNode metadata = body.get("metadata");
    if (metadata == null || metadata.isNull()) {
      return;
    }
    boolean good = metadata.isObject()
        && strings(metadata, "name", "generateName", "namespace", "uid", "resourceVersion")
        && stringMap(metadata.path("labels"))
        && stringMap(metadata.path("annotations"))
        && stringArray(metadata.path("finalizers"))
        && array(metadata.path("ownerReferences"));
    if (!good) {
      throw ApiStatusException.badRequest(type.kind()
          + " in version \""
          + type.version()
          + "\" cannot be handled as a "
          + type.kind()
          + ": json: cannot unmarshal metadata into Go struct field ObjectMeta: a field has the wrong"
          + " type");
    }
  }

  /** The namespace of body and path must agree; fills it in. */
  static void checkNamespace(ResourceType type, Metadata metadata, String namespace) {
    if (!type.namespaced()) {
      metadata.node().remove("namespace");
    } else if (metadata.namespace().isEmpty()) {
      metadata.node().put("namespace", namespace);
    } else if (!metadata.namespace().equals(namespace)) {
      throw ApiStatusException.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
  }

  /** The name of body and path must agree. */
  static void checkName(Metadata metadata, String name) {
    if (metadata.name().isEmpty()) {
      throw ApiStatusException.badRequest("the name of the object ("
          + name
          + " based on URL) was undeterminable: name must be provided");
    }
    if (!metadata.name().equals(name)) {
      throw ApiStatusException.badRequest("the name of the object ("
          + metadata.name()
          + ") does not match the name on the URL ("
          + name
          + ")");
    }
  }

  /** 422 unless name and labels have the form the kind asks for. */
  static void checkMetadata(ResourceType type, Metadata metadata) {
    List<Cause> causes = new ArrayList<>();
    String name = metadata.name();
    if (name.isEmpty()) {
      causes.add(Cause.required("metadata.name", "name or generateName is required"));
    } else if (PATH_SEGMENT_NAMES.contains(type.kind())) {
      if (name.equals(".") || name.equals("..") || name.contains("/") || name.contains("%")) {
        causes.add(Cause.invalid(
            "metadata.name",
            quoted(name),
            name.startsWith(".")
                ? "may not be '" + name + "'"
                : "may not contain '" + (name.contains("/") ? "/" : "%") + "'"));
      }
    } else if (type.kind().equals("Namespace") || type.kind().equals("Service")) {
      if (name.length() > 63) {
        causes.add(
            Cause.invalid("metadata.name", quoted(name), "must be no more than 63 characters"));
      } else if (name.contains(".")) {
        causes.add(Cause.invalid("metadata.name", quoted(name), "must not contain dots"));
      } else if (!LABEL.matcher(name).matches()) {
        causes.add(Cause.invalid(
            "metadata.name",
            quoted(name),
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
                + " must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc',"
                + " regex used for validation is '"
                + LABEL_FORM
                + "')"));
      }
    } else if (name.length() > 253) {
      causes.add(
          Cause.invalid("metadata.name", quoted(name), "must be no more than 253 characters"));
    } else if (!SUBDOMAIN.matcher(name).matches()) {
      causes.add(Cause.invalid(
          "metadata.name",
          quoted(name),
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
              + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
              + " used for validation is '"
              + LABEL_FORM
              + "(\\."
              + LABEL_FORM
              + ")*')"));
    }
    causes.addAll(MetadataRules.complaints(type, metadata));
    if (!causes.isEmpty()) {
      throw invalid(type, name, causes);
    }
  }

  static ApiStatusException invalid(ResourceType type, String name, List<Cause> causes) {
    return ApiStatusException.invalid(type.group(), type.kind(), name, causes);
  }

  static String quoted(String text) {
    return "\"" + text + "\"";
  }

  private static boolean strings(JsonNode metadata, String... fields) {
    for (String field : fields) {
      JsonNode value = metadata.get(field);
      if (value != null && !value.isNull() && !value.isTextual()) {
        return false;
      }
    }
    return true;
  }

  private static boolean stringMap(JsonNode map) {
    if (map.isMissingNode() || map.isNull()) {
      return true;
    }
    if (!map.isObject()) {
      return false;
    }
    for (JsonNode value : map) {
      if (!value.isTextual()) {
        return false;
      }
    }
    return true;
  }

  private static boolean stringArray(JsonNode list) {
    if (!array(list)) {
      return false;
    }
    for (JsonNode value : list) {
      if (!value.isTextual()) {
        return false;
      }
    }
    return true;
  }

  private static boolean array(JsonNode list) {
    return list.isMissingNode() || list.isNull() || list.isArray();
  }
}
