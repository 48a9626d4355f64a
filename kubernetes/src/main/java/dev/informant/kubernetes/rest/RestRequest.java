package dev.informant.kubernetes.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.informant.kubernetes.internal.model.ModelMapper;
import dev.informant.kubernetes.transport.Answer;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.Resource;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One request. Where it goes is either {@link #path said as it is} or made of resource, namespace, name and
 * subresource. Not thread-safe.
 */
public final class RestRequest {
  private static final String JSON = "application/json";

  private final ApiConnection connection;
  private final String method;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final StringBuilder query = new StringBuilder();
  private @Nullable String raw;
  private @Nullable Resource resource;
  private String namespace = "";
  private String name = "";
  private String subresource = "";
  private byte @Nullable [] body;

  RestRequest(ApiConnection connection, String method) {
    this.connection = connection;
    this.method = method;
    headers.put("Accept", JSON);
  }

  /** A path of the server, such as {@code version} or {@code /apis/apps/v1}; it is not escaped. */
  public RestRequest path(String value) {
    raw = value.startsWith("/") ? value.substring(1) : value;
    return this;
  }

  public RestRequest resource(Resource value) {
    resource = value;
    return this;
  }

  /** Empty, the default, means none, or all of them. */
  public RestRequest namespace(String value) {
    namespace = value;
    return this;
  }

  /** Of the object; empty, the default, means the collection. */
  public RestRequest name(String value) {
    name = value;
    return this;
  }

  /** Such as {@code status}, {@code scale}, {@code log}; needs a name. */
  public RestRequest subresource(String value) {
    subresource = value;
    return this;
  }

  /** Adds a parameter; one name may have several values. */
  public RestRequest query(String parameter, String value) {
    query
        .append(query.isEmpty() ? '?' : '&')
        .append(encode(parameter))
        .append('=')
        .append(encode(value));
    return this;
  }

  /** Replaces a header. */
  public RestRequest header(String header, String value) {
    headers.put(header, value);
    return this;
  }

  /** An object of the models, a JSON tree, or a map, written as JSON. */
  public RestRequest body(Object value) {
    try {
      return body(ModelMapper.shared().mapper().writeValueAsBytes(value));
    } catch (JsonProcessingException unwritable) {
      throw new IllegalArgumentException(
          "a " + value.getClass().getName() + " cannot be written as JSON", unwritable);
    }
  }

  /** Bytes as they are; {@code Content-Type} is JSON unless a header says otherwise. */
  public RestRequest body(byte[] bytes) {
    body = bytes.clone();
    headers.putIfAbsent("Content-Type", JSON);
    return this;
  }

  /**
   * Sends it. Fails with {@link dev.informant.source.SourceException} if there is no answer or the server
   * refuses; it has the server's code, reason and words.
   */
  public CompletableFuture<Answer> send() {
    return sendAnyway().thenApply(Answer::orThrow);
  }

  /** Sends it and takes every answer, refusals too. */
  public CompletableFuture<Answer> sendAnyway() {
    return connection.exchange(method, target() + query, headers, body);
  }

  private String target() {
    if (raw != null) {
      return raw;
    }
    if (resource == null) {
      throw new IllegalStateException("a request needs a path or a resource");
    }
    if (name.isEmpty() && !subresource.isEmpty()) {
      throw new IllegalStateException(
          "the subresource " + subresource + " needs the name of its object");
    }
    StringBuilder path = new StringBuilder(resource.path(namespace));
    if (!name.isEmpty()) {
      path.append('/').append(encode(name));
    }
    if (!subresource.isEmpty()) {
      path.append('/').append(subresource);
    }
    return path.toString();
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
