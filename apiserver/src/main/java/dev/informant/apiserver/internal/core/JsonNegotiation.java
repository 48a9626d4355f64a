package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import org.jspecify.annotations.Nullable;

/**
 * JSON in and out, and nothing else: for runs of the core alone, which may want to store what a server refuses.
 * Transformations that Accept asks for are ignored. It knows no types: values are not checked, zeros stay as they are
 * sent, and bookmarks carry metadata only. A server has {@code ContentNegotiation}. Stateless.
 */
public final class JsonNegotiation implements Negotiation {
  private static final String JSON = "application/json";

  @Override
  public Representation choose(ApiRequest request, ResourceType type, Target target) {
    String accept = request.header("accept");
    if (accept != null && !accept.isBlank() && !acceptsJson(accept)) {
      throw ApiStatusException.notAcceptable(JSON);
    }
    return target != Target.WATCH && JsonBodies.pretty(request)
        ? JsonRepresentation.PRETTY
        : JsonRepresentation.COMPACT;
  }

  @Override
  public Representation forStatus(ApiRequest request) {
    return JsonBodies.pretty(request) ? JsonRepresentation.PRETTY : JsonRepresentation.COMPACT;
  }

  @Override
  public ObjectNode decode(ApiRequest request, @Nullable ResourceType type) {
    String contentType = request.header("content-type");
    if (contentType != null && !JsonBodies.mediaType(contentType).equals(JSON)) {
      throw ApiStatusException.unsupportedMediaType(JSON);
    }
    try {
      return JsonBodies.decodeJson(request.body());
    } catch (UnreadableBody unreadable) {
      throw JsonBodies.unrecognized(request, type, unreadable);
    }
  }

  private static boolean acceptsJson(String accept) {
    for (String clause : accept.split(",")) {
      String type = JsonBodies.mediaType(clause);
      if (type.equals(JSON) || type.equals("*/*") || type.equals("application/*")) {
        return true;
      }
    }
    return false;
  }
}
