package dev.informant.verification.scripted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class ScriptedServerTest {
  private ScriptedServer server;

  @AfterEach
  void close() {
    if (server != null) {
      server.close();
    }
  }

  private static String scenario(String... steps) {
    return """
        {"format":1,"name":"n","claim":"c",
         "resource":{"group":"apps","version":"v1","plural":"deployments","kind":"Deployment",
                     "namespaced":true,"decoding":"typed"},
         "scope":{},
         "informer":{"queues":["in-order"],"watchList":false,
                     "handlers":[{"name":"h","kind":"detailed"}]},
         "script":[""" + String.join(",", steps) + "]}";
  }

  private CompletableFuture<ClientStep.Ended> start(Duration limit, String... steps)
      throws IOException {
    server = ScriptedServer.start(Scenario.parse(scenario(steps)), limit);
    return CompletableFuture.supplyAsync(() -> {
      try {
        return server.run((index, step) -> step.action().equals("stop") ? null : "no " + index);
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException(interrupted);
      }
    });
  }

  private CompletableFuture<ClientStep.Ended> start(String... steps) throws IOException {
    return start(Duration.ofSeconds(60), steps);
  }

  private static String outcome(CompletableFuture<ClientStep.Ended> run) throws Exception {
    return run.get(90, TimeUnit.SECONDS).outcome();
  }

  private HttpRequest get(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path)).build();
  }

  /** A connection that does not wait for ever: a blocked read cannot be interrupted. */
  private Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", URI.create(server.url()).getPort());
    socket.setSoTimeout(60_000);
    return socket;
  }

  private static HttpClient client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  @Test
  void listStatusAndTextAreAnsweredAsWritten() throws Exception {
    var run = start(
        "{\"do\":\"list\",\"respond\":{\"list\":{\"resourceVersion\":\"7\",\"continue\":\"t\","
            + "\"remainingItemCount\":2,\"items\":[{\"metadata\":{\"name\":\"a\"}}]}}}",
        "{\"do\":\"list\",\"respond\":{\"status\":{\"code\":429,\"reason\":\"TooManyRequests\"},"
            + "\"retryAfter\":3}}",
        "{\"do\":\"list\",\"respond\":{\"text\":\"gone\",\"code\":502}}");
    HttpClient client = client();
    HttpResponse<String> list = client.send(
        get("/apis/apps/v1/deployments?limit=500&resourceVersion=0&timeout=5s&x="),
        BodyHandlers.ofString());
    assertThat(list.body())
        .isEqualTo("{\"kind\":\"DeploymentList\",\"apiVersion\":\"apps/v1\",\"metadata\":"
            + "{\"resourceVersion\":\"7\",\"continue\":\"t\",\"remainingItemCount\":2},"
            + "\"items\":[{\"metadata\":{\"name\":\"a\"}}]}");
    HttpResponse<String> status = client.send(get("/a"), BodyHandlers.ofString());
    assertThat(status.statusCode()).isEqualTo(429);
    assertThat(status.headers().firstValue("Retry-After")).contains("3");
    assertThat(status.body()).contains("\"kind\":\"Status\"", "\"status\":\"Failure\"");
    HttpResponse<String> text = client.send(get("/a"), BodyHandlers.ofString());
    assertThat(text.statusCode()).isEqualTo(502);
    assertThat(text.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
    assertThat(outcome(run)).isEqualTo("completed");
    assertThat(server.requests().get(0))
        .isEqualTo(new RecordedRequest(
            "list", "/apis/apps/v1/deployments", Map.of("limit", "500", "resourceVersion", "0")));
    assertThat(server.requests()).hasSize(3);
  }

  @Test
  void streamCarriesEventsAndEndsProperly() throws Exception {
    var run = start(
        "{\"do\":\"watch\",\"respond\":{\"stream\":true}}",
        "{\"do\":\"event\",\"type\":\"ADDED\",\"object\":{\"a\":1}}",
        "{\"do\":\"raw\",\"text\":\"half\"}",
        "{\"do\":\"close\"}");
    HttpResponse<String> watch = client()
        .send(
            get("/apis/apps/v1/deployments?watch=true&timeoutSeconds=345&allowWatchBookmarks=1"),
            BodyHandlers.ofString());
    assertThat(watch.body()).isEqualTo("{\"type\":\"ADDED\",\"object\":{\"a\":1}}\nhalf");
    assertThat(outcome(run)).isEqualTo("completed");
    assertThat(server.requests())
        .containsExactly(new RecordedRequest(
            "watch",
            "/apis/apps/v1/deployments",
            Map.of("timeoutSeconds", "300..600", "allowWatchBookmarks", "true")));
  }

  @Test
  void emptyTextDoesNotEndTheStream() throws Exception {
    var run = start(
        "{\"do\":\"watch\",\"respond\":{\"stream\":true}}",
        "{\"do\":\"raw\",\"text\":\"\"}",
        "{\"do\":\"event\",\"type\":\"ADDED\",\"object\":{\"a\":1}}",
        "{\"do\":\"close\"}");
    HttpResponse<String> watch = client().send(get("/a?watch=true"), BodyHandlers.ofString());
    assertThat(watch.body()).isEqualTo("{\"type\":\"ADDED\",\"object\":{\"a\":1}}\n");
    assertThat(outcome(run)).isEqualTo("completed");
  }

  @Test
  void cutResetAndTruncateBreakTheConnection() throws Exception {
    var run = start(
        "{\"do\":\"watch\",\"respond\":{\"stream\":true}}",
        "{\"do\":\"cut\"}",
        "{\"do\":\"list\",\"respond\":{\"fault\":\"reset\"}}",
        "{\"do\":\"list\",\"respond\":{\"text\":\"0123456789\",\"fault\":\"truncate\"}}");
    // A bare socket: the JDK's client silently repeats a request that was reset.
    try (Socket socket = connect()) {
      socket
          .getOutputStream()
          .write("GET /a?watch=1 HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 200")
          .endsWith("\r\n\r\n");
    }
    try (Socket socket = connect()) {
      socket.getOutputStream().write("GET /b HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      assertThatThrownBy(() -> socket.getInputStream().readAllBytes())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
    try (Socket socket = connect()) {
      socket.getOutputStream().write("GET /c HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("Content-Length: 10\r\n")
          .endsWith("\r\n\r\n01234");
    }
    assertThat(outcome(run)).isEqualTo("completed");
  }

  @Test
  void hangingRequestIsNoticedWhenItsClientLeaves() throws Exception {
    var run = start("{\"do\":\"list\",\"respond\":{\"fault\":\"hang\"}}", "{\"do\":\"closed\"}");
    var hanging = client().sendAsync(get("/a"), BodyHandlers.ofString());
    while (server.requests().isEmpty()) { // bounded by the class's time limit, which interrupts
      TimeUnit.MILLISECONDS.sleep(5);
    }
    hanging.cancel(true);
    assertThat(outcome(run)).isEqualTo("completed");
  }

  @Test
  void downRefusesAndUpServesOnTheSamePort() throws Exception {
    server = ScriptedServer.start(Scenario.parse(scenario(
        "{\"do\":\"watch\",\"respond\":{\"stream\":true}}",
        "{\"do\":\"down\"}",
        "{\"do\":\"check\",\"name\":\"x\"}",
        "{\"do\":\"up\"}",
        "{\"do\":\"list\",\"respond\":{\"json\":{\"ok\":true}}}")));
    String url = server.url();
    server.play();
    HttpResponse<InputStream> watch =
        client().send(get("/a?watch=1"), BodyHandlers.ofInputStream());
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(watch.body(), StandardCharsets.UTF_8));
    assertThatThrownBy(lines::readLine).isInstanceOf(IOException.class);
    ClientStep step = server.next().get(60, TimeUnit.SECONDS);
    assertThat(step).isInstanceOf(ClientStep.Execute.class);
    assertThatThrownBy(() -> client().send(get("/b"), BodyHandlers.ofString()))
        .isInstanceOf(ConnectException.class);
    server.done(((ClientStep.Execute) step).index());
    String body = null;
    while (body == null) {
      try {
        body = client().send(get("/b"), BodyHandlers.ofString()).body();
      } catch (ConnectException notYetUp) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
    assertThat(body).isEqualTo("{\"ok\":true}");
    assertThat(server.url()).isEqualTo(url);
    assertThat(server.next().get(60, TimeUnit.SECONDS))
        .isEqualTo(new ClientStep.Ended("completed"));
  }

  @Test
  void wrongVerbIsAMismatch() throws Exception {
    var run = start("{\"do\":\"list\",\"respond\":{\"json\":{}}}");
    assertThat(client().send(get("/a?watch="), BodyHandlers.ofString()).statusCode())
        .isEqualTo(501);
    assertThat(outcome(run)).isEqualTo("step 0 (list): mismatch: got watch /a");
  }

  @Test
  void failedClientStepEndsTheScript() throws Exception {
    var run = start("{\"do\":\"stop\"}", "{\"do\":\"check\",\"name\":\"x\"}", "{\"do\":\"stop\"}");
    assertThat(outcome(run)).isEqualTo("step 1 (check): no 1");
  }

  @Test
  void requestNobodyCameForEndsTheStepInTime() throws Exception {
    var run = start(Duration.ofMillis(50), "{\"do\":\"list\",\"respond\":{\"json\":{}}}");
    assertThat(outcome(run)).isEqualTo("step 0 (list): timeout: no request arrived");
  }

  @Test
  void unknownFieldsStepsAndHandlersAreErrors() {
    for (String step : List.of(
        "{\"do\":\"pause\",\"milis\":3}",
        "{\"do\":\"dance\"}",
        "{\"do\":\"list\"}",
        "{\"do\":\"release\",\"handler\":\"nobody\"}",
        "{\"do\":\"list\",\"respond\":{\"stream\":true}}",
        "{\"do\":\"list\",\"respond\":{\"json\":{},\"text\":\"\"}}",
        "{\"do\":\"list\",\"respond\":{\"fault\":\"flood\"}}")) {
      assertThatThrownBy(() -> Scenario.parse(scenario(step)))
          .as(step)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
