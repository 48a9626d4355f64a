package dev.informant.kubernetes.transport;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.internal.error.StatusErrors;
import dev.informant.kubernetes.internal.model.ModelMapper;
import dev.informant.source.SourceException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A complete response of the server, with any status. Immutable. */
public final class Answer {
  private final String what;
  private final int code;
  private final Map<String, String> headers;
  private final byte[] body;

  Answer(String what, int code, Map<String, String> headers, byte[] body) {
    this.what = what;
    this.code = code;
    this.headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    this.headers.putAll(headers);
    this.body = body;
  }

  /** The HTTP status. */
  public int code() {
    return code;
  }

  public boolean isSuccess() {
    return code >= 200 && code <= 299;
  }

  /** Returns the first header with this case-insensitive name; null if there is none. */
  public @Nullable String header(String name) {
    return headers.get(name);
  }

  /** Returns the body. */
  public byte[] bytes() {
    return body.clone();
  }

  /** The body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /**
   * Returns the body as a JSON object.
   *
   * @throws SourceException if it is not one
   */
  public JsonNode tree() {
    JsonNode document = StatusErrors.tree(body);
    if (document == null || !document.isObject()) {
      String type = header("Content-Type");
      throw SourceException.of(
          SourceException.Kind.DECODE,
          what + ": "
              + (type == null || type.contains("json")
                  ? "the response is not a JSON object"
                  : "answered with " + type + " instead of JSON")
              + "; is this the address of an API server?",
          null);
    }
    return document;
  }

  /**
   * Returns the body as an object of a model class.
   *
   * @throws SourceException if it is not one
   */
  public <T> T as(Class<T> model) {
    try {
      return ModelMapper.read(ModelMapper.shared().readerFor(model), body, 0, body.length);
    } catch (DecodeException malformed) {
      throw SourceException.of(
          SourceException.Kind.DECODE, what + ": " + malformed.getMessage(), malformed);
    }
  }

  /**
   * Returns this response if its status is a success.
   *
   * @throws SourceException otherwise, with the server's message
   */
  public Answer orThrow() {
    if (!isSuccess()) {
      throw StatusErrors.ofAnswer(what, code, body, header("Content-Type"), header("Retry-After"));
    }
    return this;
  }

  /** Returns a description for messages, without the body. */
  @Override
  public String toString() {
    return what + ": " + code;
  }
}
