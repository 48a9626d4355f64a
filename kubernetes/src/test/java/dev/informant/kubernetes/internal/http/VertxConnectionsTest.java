package dev.informant.kubernetes.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VertxConnectionsTest {
  private final AtomicInteger asked = new AtomicInteger();
  private final HttpClientRequest request = (HttpClientRequest) Proxy.newProxyInstance(
      HttpClientRequest.class.getClassLoader(),
      new Class<?>[] {HttpClientRequest.class},
      (proxy, method, arguments) -> null);

  private HttpClient failing(int times, Throwable failure) {
    return (HttpClient) Proxy.newProxyInstance(
        HttpClient.class.getClassLoader(),
        new Class<?>[] {HttpClient.class},
        (proxy, method, arguments) -> asked.incrementAndGet() <= times
            ? Future.failedFuture(failure)
            : Future.succeededFuture(request));
  }

  private Future<HttpClientRequest> open(HttpClient client) {
    return VertxConnections.opened(client, new RequestOptions(), VertxConnections.POOLED_TRIES);
  }

  @Test
  void aPooledConnectionThatWasJustClosedIsReplacedByAnother() {
    Future<HttpClientRequest> opened =
        open(failing(2, new HttpClosedException("Connection was closed")));
    assertThat(opened.result()).isSameAs(request);
    assertThat(asked).hasValue(3);
  }

  @Test
  void connectionsThatAreClosedAgainAndAgainAreAFailure() {
    HttpClosedException closed = new HttpClosedException("Connection was closed");
    assertThat(open(failing(100, closed)).cause()).isSameAs(closed);
    assertThat(asked).hasValue(VertxConnections.POOLED_TRIES);
  }

  @Test
  void anyOtherFailureIsReportedAtOnce() {
    IOException refused = new IOException("refused");
    assertThat(open(failing(100, refused)).cause()).isSameAs(refused);
    assertThat(asked).hasValue(1);
  }
}
