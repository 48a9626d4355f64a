package dev.informant.apiserver.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.storage.Json;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** JSON in and out, and nothing else. Transformations that Accept asks for are ignored. Stateless. */
public final class JsonNegotiation implements Negotiation {
  private static final String JSON = "application/json";

  @Override
  public Representation choose(ApiRequest request, ResourceType type, Target target) {
    String accept = request.header("accept");
    if (accept != null && !accept.isBlank() && !acceptsJson(accept)) {
      throw ApiStatusException.notAcceptable(JSON);
    }
    return target != Target.WATCH && pretty(request)
        ? JsonRepresentation.PRETTY
        : JsonRepresentation.COMPACT;
  }

  @Override
  public Representation forStatus(ApiRequest request) {
    return pretty(request) ? JsonRepresentation.PRETTY : JsonRepresentation.COMPACT;
  }

  @Override
  public ObjectNode decode(ApiRequest request, @Nullable ResourceType type) {
    String contentType = request.header("content-type");
    if (contentType != null && !mediaType(contentType).equals(JSON)) {
      throw ApiStatusException.unsupportedMediaType(JSON);
    }
    return decodeJson(request.body());
  }

  /** A JSON object, or 400. An empty body is an empty object. */
  public static ObjectNode decodeJson(byte[] body) {
    try {
      JsonNode tree = Json.read(body);
      if (tree.isMissingNode()) {
        return JsonNodeFactory.instance.objectNode();
      }
      if (tree instanceof ObjectNode object) {
        return object;
      }
      throw ApiStatusException.badRequest(
          "couldn't get version/kind; json parse error: json: cannot unmarshal a value that is not an"
              + " object");
    } catch (JsonProcessingException malformed) {
      throw ApiStatusException.badRequest(
          "couldn't get version/kind; json parse error: " + malformed.getOriginalMessage());
    } catch (IOException impossible) {
      throw ApiStatusException.badRequest("couldn't get version/kind; the body cannot be read");
    }
  }

  /** Whether JSON is to be indented: asked for, or a human's tool. */
  public static boolean pretty(ApiRequest request) {
    String asked = request.parameter("pretty");
    if (asked != null) {
      return asked.equals("true") || asked.equals("1");
    }
    String agent = request.header("user-agent");
    return agent != null
        && (agent.startsWith("curl")
            || agent.startsWith("Wget")
            || agent.startsWith("Mozilla/5.0"));
  }

  /** The type without its parameters, in lower case. */
  public static String mediaType(String header) {
    int end = header.indexOf(';');
    return (end < 0 ? header : header.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  private static boolean acceptsJson(String accept) {
    for (String clause : accept.split(",")) {
      String type = mediaType(clause);
      if (type.equals(JSON) || type.equals("*/*") || type.equals("application/*")) {
        return true;
      }
    }
    return false;
  }
}
