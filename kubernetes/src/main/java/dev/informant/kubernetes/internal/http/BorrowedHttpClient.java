package dev.informant.kubernetes.internal.http;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A connection's client, lent to fabric8's: always the current one; closing it closes nothing. Thread-safe. */
public final class BorrowedHttpClient implements HttpClient {
  private final HttpClients clients;
  private volatile boolean closed;

  public BorrowedHttpClient(HttpClients clients) {
    this.clients = clients;
  }

  @Override
  public DerivedClientBuilder newBuilder() {
    return clients.currentWithRetries().newBuilder();
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, Class<T> type) {
    return clients.currentWithRetries().sendAsync(request, type);
  }

  @Override
  public CompletableFuture<HttpResponse<AsyncBody>> consumeBytes(
      HttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    return clients.currentWithRetries().consumeBytes(request, consumer);
  }

  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    return clients.currentWithRetries().newWebSocketBuilder();
  }

  @Override
  public HttpRequest.Builder newHttpRequestBuilder() {
    return clients.latest().newHttpRequestBuilder();
  }

  @Override
  public boolean isClosed() {
    return closed || clients.latest().isClosed();
  }

  @Override
  public void close() {
    closed = true;
  }
}
