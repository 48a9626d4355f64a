package dev.informant.cli.doctor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.informant.apiserver.internal.tls.CertificateAuthority;
import dev.informant.apiserver.internal.tls.ServerTls;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Stands between a command and a server, as a proxy does, and passes on less than it gets: no HTTP/2, no
 * compression, and for some paths another answer. GET only.
 */
final class Meddler implements AutoCloseable {
  record Answer(int status, String body) {}

  private final String upstream;
  private final CertificateAuthority authority =
      CertificateAuthority.create("meddler", Instant.now());
  private final HttpServer front;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  Meddler(String upstream) throws IOException {
    this.upstream = upstream;
    HttpsServer secure =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    secure.setHttpsConfigurator(new HttpsConfigurator(
        ServerTls.context(authority.issueServer("meddler", List.of("127.0.0.1")), authority)));
    front = secure;
    front.setExecutor(threads);
    front.createContext("/", this::serve);
    front.start();
  }

  /** Answers a path by itself. */
  void answer(String path, int status, String body) {
    answers.put(path, new Answer(status, body));
  }

  /** What the server behind answers, uncompressed. */
  String ask(String path, String accept) throws IOException, InterruptedException {
    return client
        .send(request(path, accept), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8))
        .body();
  }

  Path writeKubeconfig(Path file) throws IOException {
    String certificate = Base64.getEncoder()
        .encodeToString(
            authority.certificate().certificatePem().getBytes(StandardCharsets.US_ASCII));
    return Files.writeString(file, """
        apiVersion: v1
        kind: Config
        clusters: [{name: it, cluster: {server: "https://127.0.0.1:%d", certificate-authority-data: %s}}]
        users: [{name: me, user: {}}]
        contexts: [{name: it, context: {cluster: it, user: me}}]
        current-context: it
        """.formatted(front.getAddress().getPort(), certificate));
  }

  private HttpRequest request(String path, String accept) {
    return HttpRequest.newBuilder(URI.create(upstream + path))
        .header("Accept", accept)
        .build();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      Answer own = answers.get(exchange.getRequestURI().getPath());
      if (own != null) {
        byte[] body = own.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(own.status(), body.length);
        exchange.getResponseBody().write(body);
        return;
      }
      pass(exchange);
    }
  }

  private void pass(HttpExchange exchange) throws IOException {
    String accept = exchange.getRequestHeaders().getFirst("Accept");
    try {
      HttpResponse<InputStream> answer = client.send(
          request(exchange.getRequestURI().toString(), accept == null ? "*/*" : accept),
          HttpResponse.BodyHandlers.ofInputStream());
      answer
          .headers()
          .firstValue("Content-Type")
          .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
      exchange.sendResponseHeaders(answer.statusCode(), /* chunked */ 0);
      try (InputStream from = answer.body();
          OutputStream to = exchange.getResponseBody()) {
        byte[] buffer = new byte[8192];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
          to.write(buffer, 0, read);
          to.flush(); // watches
        }
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    front.stop(0);
    threads.shutdownNow();
  }
}
