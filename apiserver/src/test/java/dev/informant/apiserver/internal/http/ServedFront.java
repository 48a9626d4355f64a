package dev.informant.apiserver.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** A front whose backend gives the answer that the test has put down, and keeps the requests. */
@Timeout(180)
abstract class ServedFront {
  static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

  final BlockingQueue<ApiRequest> requests = new LinkedBlockingQueue<>();
  final FakeStream stream = new FakeStream();
  volatile Backend.Answer answer = complete(200, "{\"a\":[1,{}],\"b\":\"x:,\\\"\"}");
  HttpFront front;

  @AfterEach
  void stop() {
    if (front != null) {
      front.close();
    }
  }

  void start(Duration idle, SSLContext tls, boolean compressWatches) throws IOException {
    front = new HttpFront(
        new HttpOptions("127.0.0.1", 0, tls, 1000, 1000, idle, compressWatches),
        (authorization, certificates) -> "Bearer wrong".equals(authorization)
            ? null
            : "Bearer known".equals(authorization)
                ? new Identity("jane", "", List.of("system:authenticated"))
                : Identity.ANONYMOUS,
        request -> {
          requests.add(request);
          return CompletableFuture.completedFuture(answer);
        });
    front.start();
  }

  void start() throws IOException {
    start(Duration.ofSeconds(90), null, false);
  }

  static Backend.Answer complete(int status, String body) {
    return new Backend.Answer(new ApiResponse.Complete(status, JSON, body.getBytes(UTF_8)));
  }

  HttpRequest.Builder get(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front.port() + path));
  }

  /** A connection that does not wait for ever: a blocked read cannot be interrupted. */
  Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", front.port());
    socket.setSoTimeout(60_000);
    return socket;
  }

  /** A client whose connection is open: with HTTP/2 the upgrade has taken place. */
  HttpClient client(HttpClient.Version version) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(version).build();
    Backend.Answer kept = answer;
    answer = complete(200, "{}");
    assertThat(client.send(get("/").build(), BodyHandlers.ofString()).version()).isEqualTo(version);
    requests.clear();
    answer = kept;
    return client;
  }
}
