package dev.informant.kubernetes.rest;

import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.runtime.EngineRuntime;

/**
 * Sends any request to the API server: verbs on raw paths, resources and subresources. Nothing is retried. Thread-safe,
 * but the {@link RestRequest}s it returns are not.
 */
public final class RestClient {
  private final ApiConnection connection;
  private final EngineRuntime runtime;

  public RestClient(ApiConnection connection) {
    this(connection, EngineRuntime.shared());
  }

  /**
   * @param runtime whose callback threads send and complete the requests, and whose timers limit their time
   */
  public RestClient(ApiConnection connection, EngineRuntime runtime) {
    this.connection = connection;
    this.runtime = runtime;
  }

  public RestRequest get() {
    return verb("GET");
  }

  public RestRequest post() {
    return verb("POST");
  }

  public RestRequest put() {
    return verb("PUT");
  }

  public RestRequest delete() {
    return verb("DELETE");
  }

  public RestRequest patch(PatchType type) {
    return verb("PATCH").header("Content-Type", type.mediaType());
  }

  /** Starts a request with any HTTP method. */
  public RestRequest verb(String method) {
    return new RestRequest(connection, runtime, method);
  }
}
