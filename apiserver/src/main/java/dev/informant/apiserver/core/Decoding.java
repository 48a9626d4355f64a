package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.BuiltInResources;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.schema.GoJson;
import dev.informant.apiserver.schema.GoNumbers;
import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.status.Cause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies as objects of the type that the path names, refused in the words of a kube-apiserver. Stateless. */
final class Decoding {
  private Decoding() {}

  /** The body, which is of {@code type} and has values of its types. */
  static ObjectNode body(Responses responses, ResourceType type) {
    ObjectNode tree = responses.negotiation().decode(responses.request(), type);
    if (!type.builtIn()) {
      checkCustom(responses.request(), type, tree);
      return tree;
    }
    Named named = Named.of(type, tree);
    String mistake = mistake(responses.negotiation(), type, tree, /* converted= */ false);
    if (mistake != null) {
      throw ApiStatusException.badRequest(named.kind() + " in version \"" + named.version()
          + "\" cannot be handled as a " + type.kind() + ": " + mistake);
    }
    checkVersion(type, named);
    return tree;
  }

  /** What keeps {@code tree} from being of {@code type}; null if nothing does. */
  static @Nullable String mistake(
      Negotiation negotiation, ResourceType type, ObjectNode tree, boolean converted) {
    Named named = Named.of(type, tree);
    boolean same = named.kind().equals(type.kind()) && named.apiVersion().equals(type.apiVersion());
    ResourceType other = same ? type : BuiltInResources.known(named.apiVersion(), named.kind());
    if (other == null) {
      return "no kind \"" + named.kind() + "\" is registered for version \"" + named.apiVersion()
          + "\" in scheme \"pkg/runtime/scheme.go:111\"";
    }
    String mistyped = negotiation.mistyped(named.apiVersion(), named.kind(), tree, converted);
    mistyped = mistyped == null ? metadataShape(tree) : mistyped;
    if (mistyped != null || same || other.storage().equals(type.storage())) {
      return mistyped;
    }
    return "converting (" + other.version() + "." + other.kind() + ") to (" + type.internalPackage()
        + "." + type.kind() + "): unknown conversion";
  }

  /** The body says what it is in one version, the path in another. */
  static void checkVersion(ResourceType type, Named named) {
    if (!named.apiVersion().equals(type.apiVersion())) {
      throw ApiStatusException.badRequest("the API version in the data (" + named.apiVersion()
          + ") does not match the expected API version (" + type.apiVersion() + ")");
    }
  }

  /** What an object says it is; what it does not say is as the path has it. */
  record Named(String apiVersion, String kind) {
    static Named of(ResourceType type, ObjectNode tree) {
      String apiVersion = tree.path("apiVersion").asText("");
      String kind = tree.path("kind").asText("");
      return new Named(
          apiVersion.isEmpty() ? type.apiVersion() : apiVersion,
          kind.isEmpty() ? type.kind() : kind);
    }

    String version() {
      return apiVersion.substring(apiVersion.indexOf('/') + 1);
    }
  }

  private static void checkCustom(ApiRequest request, ResourceType type, ObjectNode tree) {
    String apiVersion = tree.path("apiVersion").asText("");
    String kind = tree.path("kind").asText("");
    if (kind.isEmpty()) {
      throw JsonNegotiation.unrecognized(
          request, type, new UnreadableBody("Object 'Kind' is missing in '" + tree + "'"));
    }
    String shape = shape(tree);
    if (shape != null) {
      throw ApiStatusException.badRequest(kind + " in version \"" + type.version()
          + "\" cannot be handled as a " + type.kind() + ": " + shape);
    }
    if (!apiVersion.equals(type.apiVersion())) {
      checkVersion(type, new Named(apiVersion, kind));
    }
    checkCustomKind(type, tree);
  }

  static void checkCustomKind(ResourceType type, ObjectNode tree) {
    String kind = tree.path("kind").asText("");
    if (!kind.equals(type.kind())) {
      throw ApiStatusException.invalid(
          type.group(),
          kind,
          Metadata.of(tree).name(),
          List.of(Cause.invalid("kind", ObjectRules.quoted(kind), "must be " + type.kind())));
    }
  }

  /** What keeps a tree from being any object at all; null if nothing does, and then its numbers are as Go has them. */
  static @Nullable String shape(ObjectNode tree) {
    String number = GoNumbers.tooLarge(tree);
    if (number != null) {
      return number;
    }
    GoNumbers.round(tree);
    return metadataShape(tree);
  }

  /** What is wrong with the types of metadata, which no reader of ours may stumble over; null if nothing is. */
  static @Nullable String metadataShape(ObjectNode body) {
    JsonNode metadata = body.get("metadata");
    if (metadata == null || metadata.isNull()) {
      return null;
    }
    if (!metadata.isObject()) {
      return "json: cannot unmarshal " + GoJson.word(metadata) + " into Go value of type"
          + " v1.ObjectMeta";
    }
    for (String field : List.of("name", "generateName", "namespace", "uid", "resourceVersion")) {
      JsonNode value = metadata.path(field);
      if (!value.isMissingNode() && !value.isNull() && !value.isTextual()) {
        return mismatch(value, field, field.equals("uid") ? "types.UID" : "string");
      }
    }
    for (String field : List.of("labels", "annotations")) {
      JsonNode map = metadata.path(field);
      if (!map.isMissingNode() && !map.isNull() && !map.isObject()) {
        return mismatch(map, field, "map[string]string");
      }
      for (JsonNode value : map) {
        if (!value.isTextual()) {
          return mismatch(value, field, "string");
        }
      }
    }
    for (String field : List.of("finalizers", "ownerReferences")) {
      String element = field.equals("finalizers") ? "string" : "v1.OwnerReference";
      JsonNode list = metadata.path(field);
      if (!list.isMissingNode() && !list.isNull() && !list.isArray()) {
        return mismatch(list, field, "[]" + element);
      }
      for (JsonNode value : list) {
        if (element.equals("string") ? !value.isTextual() : !value.isObject()) {
          return mismatch(value, field, element);
        }
      }
    }
    return null;
  }

  private static String mismatch(JsonNode value, String field, String type) {
    return "json: cannot unmarshal " + GoJson.word(value) + " into Go struct field ObjectMeta."
        + field + " of type " + type;
  }
}
