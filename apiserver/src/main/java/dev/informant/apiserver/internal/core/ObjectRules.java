package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoJson;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a body must be like to be taken, whatever it is for. Stateless. */
final class ObjectRules {
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
  static void checkMetadata(ResourceType type, ObjectNode tree) {
    throwIfAny(
        type,
        Metadata.of(tree).name(),
        MetadataRules.checkedByKind(type) ? complaints(type, tree) : inAnyKind(tree));
  }

  /** What is wrong with the metadata of a new object whose kind does not look at it. */
  static List<Cause> inAnyKind(ObjectNode tree) {
    List<Cause> causes = new ArrayList<>(NameRules.asSteps(Metadata.of(tree)));
    causes.addAll(MetadataRules.inAnyKind(Metadata.of(tree)));
    return causes;
  }

  /** What is wrong with the metadata of a new object. */
  static List<Cause> complaints(ResourceType type, ObjectNode tree) {
    List<Cause> causes = new ArrayList<>(NameRules.complaints(type, tree));
    causes.addAll(MetadataRules.complaints(type, Metadata.of(tree)));
    return causes;
  }

  static void throwIfAny(ResourceType type, String name, List<Cause> causes) {
    if (!causes.isEmpty()) {
      throw invalid(type, name, causes);
    }
  }

  static ApiStatusException invalid(ResourceType type, String name, List<Cause> causes) {
    // events are the same objects in both groups, and errors call them by the first
    String group = type.internalPackage().equals("core") ? "" : type.group();
    return ApiStatusException.invalid(group, type.kind(), name, causes);
  }

  static String quoted(String text) {
    return GoJson.quoted(text);
  }

  static String quoted(List<String> texts) {
    return texts.stream().map(GoJson::quoted).collect(Collectors.joining(",", "[", "]"));
  }
}
