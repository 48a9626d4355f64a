package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.patch.ElementOrders;
import dev.informant.apiserver.internal.patch.GoValues;
import dev.informant.apiserver.internal.patch.JsonPatch;
import dev.informant.apiserver.internal.patch.MergePatch;
import dev.informant.apiserver.internal.patch.PatchException;
import dev.informant.apiserver.internal.patch.StrategicMergePatch;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.apiserver.internal.values.GoNumbers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The body of a PATCH: what it does to objects, and how it is shown if that is wrong. Immutable. */
final class PatchBody {
  private static final String JSON_PATCH = "application/json-patch+json";
  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final String STRATEGIC = "application/strategic-merge-patch+json";

  private static final String APPLY = "application/apply-patch+yaml";

  private static final Set<String> OPERATION = Set.of("op", "path", "from", "value");

  private final String format;
  private final JsonNode patch;
  private final ResourceType type;
  // to be said only when there is an object to patch
  private final @Nullable ApiStatusException unreadable;

  private PatchBody(
      String format, JsonNode patch, ResourceType type, @Nullable ApiStatusException unreadable) {
    this.unreadable = unreadable;
    this.format = format;
    this.patch = patch;
    this.type = type;
  }

  /** What the request does to an object of {@code type}. */
  static PatchBody read(ApiRequest request, ResourceType type) {
    return read(request, type, type.builtIn());
  }

  /** As {@link #read(ApiRequest, ResourceType)}; {@code strategic} is whether its lists can be merged by their keys. */
  static PatchBody read(ApiRequest request, ResourceType type, boolean strategic) {
    String header = request.header("content-type");
    // As it is written: in the types of patches, and only there, a real server minds capitals and
    // spaces.
    int parameters = header == null ? -1 : header.indexOf(';');
    String format = header == null ? "" : parameters > 0 ? header.substring(0, parameters) : header;
    boolean known = format.equals(JSON_PATCH)
        || format.equals(MERGE_PATCH)
        || format.equals(STRATEGIC) && strategic;
    if (!known && (header == null || !isPatch(header))) {
      throw ApiStatusException.neverTaken();
    }
    if (!known) {
      throw ApiStatusException.unsupportedMediaType(
          JSON_PATCH + ", " + MERGE_PATCH + (strategic ? ", " + STRATEGIC : ""));
    }
    if (request.parameter("force") != null) {
      throw ApiStatusException.invalid(
          "meta.k8s.io",
          "PatchOptions",
          "",
          List.of(Cause.forbidden("force", "may not be specified for non-apply patch")));
    }
    try {
      return new PatchBody(format, parse(format, request.body()), type, null);
    } catch (ApiStatusException unreadable) {
      return new PatchBody(format, MissingNode.getInstance(), type, unreadable);
    }
  }

  /** Whether a type of patch is among what the header says, be it written in another way. */
  private static boolean isPatch(String header) {
    for (String one : header.split(",")) {
      if (Set.of(JSON_PATCH, MERGE_PATCH, STRATEGIC, APPLY)
          .contains(one.split(";", -1)[0].trim())) {
        return true;
      }
    }
    return false;
  }

  /** Whether the result is read by the converter of strategic merge patches, not from JSON. */
  boolean converted() {
    return format.equals(STRATEGIC);
  }

  /** A patched copy. */
  ObjectNode apply(ObjectNode current) {
    if (unreadable != null) {
      throw unreadable;
    }
    try {
      return switch (format) {
        case JSON_PATCH -> JsonPatch.apply(current, patch);
        case MERGE_PATCH -> MergePatch.apply(current, patch);
        default -> strategic(current);
      };
    } catch (PatchException failure) {
      String message = String.valueOf(failure.getMessage());
      throw switch (failure.fault()) {
        case MALFORMED -> ApiStatusException.badRequest(message);
        case TOO_LARGE -> ApiStatusException.tooLarge(message);
        case UNFIT -> ApiStatusException.unprocessablePatch();
        case FAILED -> ApiStatusException.internal(message);
      };
    }
  }

  private ObjectNode strategic(ObjectNode current) throws PatchException {
    ObjectNode patched = StrategicMergePatch.apply(type.schema(), current, patch);
    ElementOrders.check(type.schema(), type.kind(), current, patch);
    return patched;
  }

  /** Refuses a custom resource that no longer says what it is. */
  void checkTyped(ObjectNode patched) {
    if (patched.path("kind").asText("").isEmpty()) {
      throw refused(patched, "Object 'Kind' is missing in '" + shown(patched) + "'");
    }
    if (patched.path("apiVersion").asText("").isEmpty()) {
      throw ApiStatusException.internalError(
          "Object 'apiVersion' is missing in 'object has no apiVersion field'");
    }
  }

  /** 422 because of what the patch has made. */
  ApiStatusException refused(ObjectNode patched, String why) {
    return ApiStatusException.invalid(
        "", "", "", List.of(Cause.invalid("patch", GoJson.quoted(shown(patched)), why)));
  }

  private String shown(ObjectNode patched) {
    return converted()
        ? GoValues.shown(patch)
        : new String(
            Json.write(
                type.builtIn()
                    ? sorted(patched, format.equals(MERGE_PATCH) ? patch : touched())
                    : sorted(patched, patched)),
            StandardCharsets.UTF_8);
  }

  /** What a patch has made, its members in the order in which a kube-apiserver looks at them. */
  ObjectNode inOrder(ObjectNode patched) {
    return format.equals(MERGE_PATCH) && type.builtIn()
        ? (ObjectNode) sorted(patched, patch)
        : patched;
  }

  /** What the operations of a JSON patch say that no operation does. */
  List<String> unknown() {
    List<String> unknown = new ArrayList<>();
    for (int i = 0; format.equals(JSON_PATCH) && i < patch.size(); i++) {
      String place = "json patch unknown field \"[" + i + "].";
      patch.get(i).fieldNames().forEachRemaining(field -> {
        if (!OPERATION.contains(field)) {
          unknown.add(place + field + "\"");
        }
      });
    }
    return unknown;
  }

  /** The objects that the operations of a JSON patch go through, as a merge patch would have them. */
  private ObjectNode touched() {
    ObjectNode touched = Json.object();
    for (JsonNode operation : patch) {
      for (String field : List.of("path", "from")) {
        String[] tokens = operation.path(field).asText("").split("/", -1);
        ObjectNode at = touched;
        for (int i = 1; i < tokens.length - 1; i++) {
          at = Json.objectAt(at, tokens[i].replace("~1", "/").replace("~0", "~"));
        }
      }
    }
    return touched;
  }

  /** Objects that a patch has gone through come out with their members sorted. */
  private static JsonNode sorted(JsonNode node, JsonNode touched) {
    if (!(node instanceof ObjectNode object) || !touched.isObject()) {
      return node;
    }
    Map<String, JsonNode> members = new TreeMap<>();
    object
        .properties()
        .forEach(member ->
            members.put(member.getKey(), sorted(member.getValue(), touched.path(member.getKey()))));
    ObjectNode result = Json.object();
    result.setAll(members);
    return result;
  }

  private static JsonNode parse(String format, byte[] body) {
    String prefix = format.equals(STRATEGIC) ? "" : "error decoding patch: ";
    try {
      JsonNode patch = Json.read(body);
      if (patch.isMissingNode()) {
        throw ApiStatusException.badRequest(prefix + GoJson.complaint(body));
      }
      String number = format.equals(JSON_PATCH) ? null : GoNumbers.tooLarge(patch);
      if (number != null) {
        throw ApiStatusException.badRequest(prefix + number);
      }
      return patch;
    } catch (IOException malformed) {
      throw ApiStatusException.badRequest(prefix + GoJson.complaint(body));
    }
  }
}
