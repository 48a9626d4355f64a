package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.DuplicateFields;
import dev.informant.apiserver.internal.values.GoJson;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Bodies and answers in JSON: how they are read, refused and asked for. */
public final class JsonBodies {
  private static final String TYPE_META =
      "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string"
          + " \"json:\\\"kind,omitempty\\\"\" }";

  private JsonBodies() {}

  /** 400 of a body that cannot be read; {@code type} is what it should have been. */
  public static ApiStatusException unrecognized(
      ApiRequest request, @Nullable ResourceType type, UnreadableBody unreadable) {
    if (type != null && unreadable.subject() != null) {
      return ApiStatusException.badRequest(unreadable.subject() + " cannot be handled as a "
          + type.kind() + ": " + unreadable.complaint());
    }
    return ApiStatusException.badRequest(
        type == null
            ? unreadable.complaint()
            : "the object provided is unrecognized (must be of type " + type.kind() + "): "
                + unreadable.complaint() + " (" + GoJson.summary(request.body()) + ")");
  }

  /** A JSON object; null counts as an empty one. */
  public static ObjectNode decodeJson(byte[] body) throws UnreadableBody {
    JsonNode tree;
    try {
      tree = Json.read(body);
    } catch (IOException malformed) {
      throw new UnreadableBody(
          "couldn't get version/kind; json parse error: " + GoJson.complaint(body));
    }
    if (tree.isNull()) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (tree instanceof ObjectNode object) {
      return typed(object);
    }
    String why = tree.isMissingNode()
        ? GoJson.complaint(body)
        : "json: cannot unmarshal " + GoJson.word(tree) + " into Go value of type " + TYPE_META;
    throw new UnreadableBody("couldn't get version/kind; json parse error: " + why);
  }

  /** {@code object}, whose kind and apiVersion must be texts if they are there. */
  public static ObjectNode typed(ObjectNode object) throws UnreadableBody {
    for (String field : List.of("apiVersion", "kind")) {
      JsonNode value = object.path(field);
      if (!value.isMissingNode() && !value.isNull() && !value.isTextual()) {
        throw new UnreadableBody(
            "couldn't get version/kind; json parse error: json: cannot unmarshal "
                + GoJson.word(value) + " into Go struct field ." + field + " of type string");
      }
    }
    return object;
  }

  /** Members that are there twice in a JSON text, in the words of a strict reader. */
  static List<String> duplicates(byte[] body) {
    return DuplicateFields.in(body).stream()
        .map(field -> "duplicate field \"" + field + "\"")
        .toList();
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
}
