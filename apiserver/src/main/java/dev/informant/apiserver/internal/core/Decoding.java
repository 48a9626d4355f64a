package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.BuiltInResources;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.schema.BuiltInSchemas;
import dev.informant.apiserver.internal.schema.TypeMistakes;
import dev.informant.apiserver.internal.schema.TypedForm;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.apiserver.internal.values.GoNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Bodies as objects of the type that the path names, refused in the words of a kube-apiserver. Stateless. */
final class Decoding {
  private static final String LIST = "List";

  private Decoding() {}

  /** The body, which is of {@code type} and has values of its types. */
  static ObjectNode body(Call call, ResourceType type) {
    ObjectNode tree = call.negotiation().decode(call.request(), type);
    fillNulls(type, tree);
    if (!type.builtIn()) {
      checkCustom(call.request(), type, tree);
      return tree;
    }
    Named named = Named.of(type, tree);
    String mistake = mistake(type, tree);
    if (mistake != null) {
      throw ApiStatusException.badRequest(named.kind() + " in version \"" + named.version()
          + "\" cannot be handled as a " + type.kind() + ": " + mistake);
    }
    checkVersion(type, named);
    return tree;
  }

  /** Puts what Go reads in the place of nulls; of a custom resource it knows the metadata alone. */
  static void fillNulls(ResourceType type, ObjectNode tree) {
    if (type.builtIn()) {
      TypedForm.fillNulls(tree, type.schema());
    } else if (tree.get("metadata") instanceof ObjectNode metadata) {
      TypedForm.fillNulls(metadata, BuiltInSchemas.definition(BuiltInSchemas.OBJECT_META));
    }
  }

  /** What keeps {@code tree} from being of {@code type}; null if nothing does. */
  static @Nullable String mistake(ResourceType type, ObjectNode tree) {
    Named named = Named.of(type, tree);
    boolean same = named.kind().equals(type.kind()) && named.apiVersion().equals(type.apiVersion());
    ResourceType other = same ? type : BuiltInResources.known(named.apiVersion(), named.kind());
    if (other == null && named.isOldScale()) {
      return null;
    }
    if (other == null && noResource(named)) {
      return unknownConversion(named.version(), named.kind(), type);
    }
    if (other == null) {
      return "no kind \"" + named.kind() + "\" is registered for version \"" + named.apiVersion()
          + "\" in scheme \"pkg/runtime/scheme.go:111\"";
    }
    String mistyped = TypeMistakes.find(tree, String.valueOf(other.definition()));
    if (mistyped != null || same || other.storage().equals(type.storage())) {
      return mistyped;
    }
    return unknownConversion(other.version(), other.kind(), type);
  }

  private static String unknownConversion(String version, String kind, ResourceType type) {
    return "converting (" + version + "." + kind + ") to (" + type.internalPackage() + "."
        + type.kind() + "): unknown conversion";
  }

  /** Whether it is a list or a Status, which are known but are no resources. */
  private static boolean noResource(Named named) {
    String kind = named.kind();
    boolean plain = named.apiVersion().equals("v1") && Set.of("List", "Status").contains(kind);
    return plain
        || kind.endsWith(LIST)
            && BuiltInResources.known(
                    named.apiVersion(), kind.substring(0, kind.length() - LIST.length()))
                != null;
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

    /** Scales were in other groups once, and are still known there. */
    boolean isOldScale() {
      return kind.equals("Scale")
          && List.of("extensions/v1beta1", "apps/v1beta1", "apps/v1beta2").contains(apiVersion);
    }

    String version() {
      return apiVersion.substring(apiVersion.indexOf('/') + 1);
    }
  }

  private static void checkCustom(ApiRequest request, ResourceType type, ObjectNode tree) {
    String apiVersion = tree.path("apiVersion").asText("");
    String kind = tree.path("kind").asText("");
    if (kind.isEmpty()) {
      throw JsonBodies.unrecognized(
          request, type, new UnreadableBody("Object 'Kind' is missing in '" + tree + "'"));
    }
    String shape = customShape(type, tree);
    if (shape != null) {
      throw ApiStatusException.badRequest(kind + " in version \"" + type.version()
          + "\" cannot be handled as a " + type.kind() + ": " + shape);
    }
    if (!apiVersion.equals(type.apiVersion())) {
      checkVersion(type, new Named(apiVersion, kind));
    }
    checkCustomKind(type, tree);
  }

  /** 422 if an object says that it is something else; what it says is what the answer calls it. */
  static void checkCustomKind(ResourceType type, ObjectNode tree) {
    String kind = tree.path("kind").asText("");
    String apiVersion = tree.path("apiVersion").asText("");
    List<Cause> causes = new ArrayList<>();
    if (!kind.equals(type.kind())) {
      causes.add(Cause.invalid("kind", ObjectRules.quoted(kind), "must be " + type.kind()));
    }
    if (!apiVersion.equals(type.apiVersion())) {
      causes.add(Cause.invalid(
          "apiVersion", ObjectRules.quoted(apiVersion), "must be " + type.apiVersion()));
    }
    if (!causes.isEmpty()) {
      int slash = apiVersion.indexOf('/');
      String group = slash < 0 ? "" : apiVersion.substring(0, slash);
      throw ApiStatusException.invalid(group, kind, Metadata.of(tree).name(), causes);
    }
  }

  /** What keeps a custom resource from being read; null if nothing does. */
  static @Nullable String customShape(ResourceType type, ObjectNode tree) {
    String shape = GoNumbers.tooLarge(tree);
    shape = shape == null ? metadataMistake(tree) : shape;
    return shape == null ? CustomRules.embeddedMistake(type, tree) : shape;
  }

  /** What is wrong with the types of metadata; null if nothing is. */
  static @Nullable String metadataMistake(ObjectNode object) {
    JsonNode metadata = object.path("metadata");
    if (metadata.isMissingNode() || metadata.isNull()) {
      return null;
    }
    return metadata.isObject()
        ? TypeMistakes.find(metadata, BuiltInSchemas.OBJECT_META)
        : "json: cannot unmarshal " + GoJson.word(metadata)
            + " into Go value of type v1.ObjectMeta";
  }
}
