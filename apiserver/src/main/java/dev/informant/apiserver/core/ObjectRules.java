package dev.informant.apiserver.core;

import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.status.Cause;
import dev.informant.apiserver.values.GoJson;
import dev.informant.apiserver.values.NameForms;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a body must be like to be taken, whatever it is for. Stateless. */
final class ObjectRules {
  private static final Set<String> PATH_SEGMENT_NAMES =
      Set.of("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding");

  private static final Set<String> LABEL_NAMES = Set.of("Namespace", "Service", "StatefulSet");

  private ObjectRules() {}

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
    throwIfAny(type, metadata.name(), complaints(type, metadata));
  }

  /** What is wrong with the metadata of a new object. */
  static List<Cause> complaints(ResourceType type, Metadata metadata) {
    List<Cause> causes = new ArrayList<>();
    String prefix = metadata.text("generateName");
    if (!prefix.isEmpty()) {
      // a dash at its end will be followed by something
      String masked =
          prefix.endsWith("-") ? prefix.substring(0, prefix.length() - 1) + "a" : prefix;
      checkName(type, "metadata.generateName", masked, prefix, causes);
    }
    if (metadata.name().isEmpty()) {
      causes.add(Cause.required("metadata.name", "name or generateName is required"));
    } else {
      checkName(type, "metadata.name", metadata.name(), metadata.name(), causes);
    }
    causes.addAll(MetadataRules.complaints(type, metadata));
    return causes;
  }

  static void throwIfAny(ResourceType type, String name, List<Cause> causes) {
    if (!causes.isEmpty()) {
      throw invalid(type, name, causes);
    }
  }

  private static void checkName(
      ResourceType type, String field, String name, String shown, List<Cause> causes) {
    if (PATH_SEGMENT_NAMES.contains(type.kind())) {
      if (name.equals(".") || name.equals("..") || name.contains("/") || name.contains("%")) {
        causes.add(Cause.invalid(
            field,
            quoted(shown),
            name.startsWith(".")
                ? "may not be '" + name + "'"
                : "may not contain '" + (name.contains("/") ? "/" : "%") + "'"));
      }
    } else if (type.builtIn() && LABEL_NAMES.contains(type.kind())) {
      NameForms.label(name)
          .forEach(wrong -> causes.add(Cause.invalid(field, quoted(shown), wrong)));
    } else {
      NameForms.subdomain(name)
          .forEach(wrong -> causes.add(Cause.invalid(field, quoted(shown), wrong)));
    }
  }

  static ApiStatusException invalid(ResourceType type, String name, List<Cause> causes) {
    // events are the same objects in both groups, and errors call them by the first
    String group = type.storage().equals("events") ? "" : type.group();
    return ApiStatusException.invalid(group, type.kind(), name, causes);
  }

  static String quoted(String text) {
    return GoJson.quoted(text);
  }
}
