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

/** A whole answer of the server, whatever its status. Immutable. */
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

  /** The first header of that name, in any case; null if there is none. */
  public @Nullable String header(String name) {
    return headers.get(name);
  }

  /** The body as it came. */
  public byte[] bytes() {
    return body.clone();
  }

  /** The body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The body as a JSON object. Fails with {@link SourceException} if it is none. */
  public JsonNode tree() {
    JsonNode document = StatusErrors.tree(body);
    if (document == null || !document.isObject()) {
      String type = header("Content-Type");
      throw SourceException.of(
          SourceException.Kind.DECODE,
          what + ": "
              + (type == null || type.contains("json")
                  ? "the answer is not a JSON object"
                  : "answered with " + type + " instead of JSON")
              + "; is this the address of an API server?",
          null);
    }
    return document;
  }

  /** The body as an object of fabric8's models. Fails with {@link SourceException} if it is none. */
  public <T> T as(Class<T> model) {
    try {
      return ModelMapper.read(ModelMapper.shared().readerFor(model), body, 0, body.length);
    } catch (DecodeException malformed) {
      throw SourceException.of(
          SourceException.Kind.DECODE, what + ": " + malformed.getMessage(), malformed);
    }
  }

  /** This, if it is a success; else throws what the server said as a {@link SourceException}. */
  public Answer orThrow() {
    if (!isSuccess()) {
      throw StatusErrors.ofAnswer(what, code, body, header("Content-Type"), header("Retry-After"));
    }
    return this;
  }

  /** As messages name it; nothing of its contents. */
  @Override
  public String toString() {
    return what + ": " + code;
  }
}
