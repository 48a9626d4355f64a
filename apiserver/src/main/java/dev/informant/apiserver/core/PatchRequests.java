package dev.informant.apiserver.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.patch.JsonPatch;
import dev.informant.apiserver.patch.MergePatch;
import dev.informant.apiserver.patch.PatchException;
import dev.informant.apiserver.patch.StrategicMergePatch;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.status.Cause;
import dev.informant.apiserver.storage.Json;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

/** Reads the body of a PATCH as a function on objects. Stateless. */
final class PatchRequests {
  private static final String JSON_PATCH = "application/json-patch+json";
  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final String STRATEGIC = "application/strategic-merge-patch+json";

  private static final String APPLY = "application/apply-patch+yaml";

  private PatchRequests() {}

  /** What the request does to an object of {@code type}. */
  static UnaryOperator<ObjectNode> read(ApiRequest request, ResourceType type) {
    String header = request.header("content-type");
    String format = header == null ? "" : JsonNegotiation.mediaType(header);
    boolean known = format.equals(JSON_PATCH)
        || format.equals(MERGE_PATCH)
        || format.equals(STRATEGIC) && type.builtIn();
    if (!known && !format.equals(STRATEGIC) && !format.equals(APPLY)) {
      throw ApiStatusException.neverTaken();
    }
    if (!known) {
      throw ApiStatusException.unsupportedMediaType(
          JSON_PATCH + ", " + MERGE_PATCH + (type.builtIn() ? ", " + STRATEGIC : ""));
    }
    if (request.parameter("force") != null) {
      throw ApiStatusException.invalid(
          "meta.k8s.io",
          "PatchOptions",
          "",
          List.of(Cause.forbidden("force", "may not be specified for non-apply patch")));
    }
    JsonNode patch = parse(request.body());
    return current -> {
      try {
        return switch (format) {
          case JSON_PATCH -> JsonPatch.apply(current, patch);
          case MERGE_PATCH -> MergePatch.apply(current, patch);
          default -> StrategicMergePatch.apply(type.kind(), current, patch);
        };
      } catch (PatchException failure) {
        throw failure.malformed()
            ? ApiStatusException.badRequest(String.valueOf(failure.getMessage()))
            : ApiStatusException.unprocessablePatch();
      }
    };
  }

  private static JsonNode parse(byte[] body) {
    try {
      JsonNode patch = Json.read(body);
      if (patch.isMissingNode()) {
        throw ApiStatusException.badRequest("error decoding patch: the body is empty");
      }
      return patch;
    } catch (JsonProcessingException malformed) {
      throw ApiStatusException.badRequest(
          "error decoding patch: " + malformed.getOriginalMessage());
    } catch (IOException impossible) {
      throw ApiStatusException.badRequest("error decoding patch: the body cannot be read");
    }
  }
}
