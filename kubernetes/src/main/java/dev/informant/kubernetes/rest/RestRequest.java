package dev.informant.kubernetes.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.informant.kubernetes.internal.model.ModelMapper;
import dev.informant.kubernetes.transport.Answer;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.runtime.EngineRuntime;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Builds and sends one request. Its target is either a {@linkplain #path raw path} or a resource, namespace, name and
 * subresource. Not thread-safe.
 */
public final class RestRequest {
  private static final String JSON = "application/json";

  private final ApiConnection connection;
  private final EngineRuntime runtime;
  private final String method;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final StringBuilder query = new StringBuilder();
  private @Nullable String raw;
  private @Nullable Resource resource;
  private String namespace = "";
  private String name = "";
  private String subresource = "";
  private byte @Nullable [] body;

  RestRequest(ApiConnection connection, EngineRuntime runtime, String method) {
    this.connection = connection;
    this.runtime = runtime;
    this.method = method;
    headers.put("Accept", JSON);
  }

  /** Sets a raw path, such as {@code version} or {@code /apis/apps/v1}. It is not escaped. */
  public RestRequest path(String value) {
    raw = value.startsWith("/") ? value.substring(1) : value;
    return this;
  }

  public RestRequest resource(Resource value) {
    resource = value;
    return this;
  }

  /** Sets the namespace; empty, the default, means none or all. */
  public RestRequest namespace(String value) {
    namespace = value;
    return this;
  }

  /** Sets the name of the object; empty, the default, means the collection. */
  public RestRequest name(String value) {
    name = value;
    return this;
  }

  /** Sets the subresource, such as {@code status}, {@code scale} or {@code log}; requires a name. */
  public RestRequest subresource(String value) {
    subresource = value;
    return this;
  }

  /** Adds a query parameter. A parameter may have several values. */
  public RestRequest query(String parameter, String value) {
    query
        .append(query.isEmpty() ? '?' : '&')
        .append(encode(parameter))
        .append('=')
        .append(encode(value));
    return this;
  }

  /** Sets a header. */
  public RestRequest header(String header, String value) {
    headers.put(header, value);
    return this;
  }

  /** Sets the body: a model object, a JSON tree or a map, encoded as JSON. */
  public RestRequest body(Object value) {
    try {
      return body(ModelMapper.shared().mapper().writeValueAsBytes(value));
    } catch (JsonProcessingException unwritable) {
      throw new IllegalArgumentException(
          "a " + value.getClass().getName() + " cannot be written as JSON", unwritable);
    }
  }

  /** Sets the body as bytes. The {@code Content-Type} is JSON unless it is set as a header. */
  public RestRequest body(byte[] bytes) {
    body = bytes.clone();
    headers.putIfAbsent("Content-Type", JSON);
    return this;
  }

  /**
   * Sends the request. Fails with {@link dev.informant.source.SourceException} if there is no response or its status is
   * not a success; the exception contains code, reason and message of the server.
   */
  public CompletableFuture<Answer> send() {
    return sendAnyway().thenApply(Answer::orThrow);
  }

  /** Sends the request and completes with any response, whatever its status. */
  public CompletableFuture<Answer> sendAnyway() {
    return connection.exchange(runtime, method, target() + query, headers, body);
  }

  private String target() {
    if (raw != null) {
      return raw;
    }
    if (resource == null) {
      throw new IllegalStateException("set a path or a resource for the request");
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
