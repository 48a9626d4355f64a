package dev.informant.kubernetes.rest;

import dev.informant.kubernetes.transport.ApiConnection;

/**
 * Any request to the API server: verbs on raw paths, on resources and on their subresources. Nothing is retried.
 * Thread-safe; the requests it makes are not.
 */
public final class RestClient {
  private final ApiConnection connection;

  public RestClient(ApiConnection connection) {
    this.connection = connection;
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

  /** Any other method of HTTP. */
  public RestRequest verb(String method) {
    return new RestRequest(connection, method);
  }
}
