package dev.informant.verification.simulation;

import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.http.Backend;
import dev.informant.testing.VirtualRuntime;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * The way of one client to the server: hands its requests to the server and carries the answers' bytes back
 * in chunks of any size, each after some latency, and breaks where it is told to.
 */
final class SimulatedNetwork implements HttpClient {
  /** What is wrong with the way now. */
  enum Weather {
    FINE,
    REFUSED,
    UNANSWERED,
    STORM,
    PORTAL
  }

  static final Duration USUAL_LATENCY = Duration.ofMillis(2);
  private static final String PORTAL = "<html>please sign in</html>";

  private final VirtualRuntime runtime;
  private final Backend server;
  private final RandomGenerator random;
  private final RunTrace trace;
  private final String name;
  private final List<SimulatedBody> open = new ArrayList<>();
  private Weather weather = Weather.FINE;
  private int stormStatus;
  private int stormRetryAfter;
  private Duration latency = USUAL_LATENCY;
  private double truncations;
  private int unanswered;
  private Consumer<StateChecker.Outcome> witness = outcome -> {};

  SimulatedNetwork(
      VirtualRuntime runtime, Backend server, RandomGenerator random, RunTrace trace, String name) {
    this.runtime = runtime;
    this.server = server;
    this.random = random;
    this.trace = trace;
    this.name = name;
  }

  // ---- what the faults do

  void weather(Weather next) {
    weather = next;
  }

  /** Answers everything with {@code status}; {@code retryAfter} seconds, negative for no header. */
  void storm(int status, int retryAfter) {
    weather = Weather.STORM;
    stormStatus = status;
    stormRetryAfter = retryAfter;
  }

  void latency(Duration longest) {
    latency = longest;
  }

  /** The share of answers that end properly but too early. */
  void truncations(double share) {
    truncations = share;
  }

  /** Breaks open connections, each after some more bytes. */
  void reset(double share) {
    for (SimulatedBody body : List.copyOf(open)) {
      if (random.nextDouble() < share) {
        body.breakAfter(random.nextInt(4) == 0 ? 0 : random.nextInt(600));
      }
    }
  }

  void stall(boolean on) {
    List.copyOf(open).forEach(body -> body.stall(on));
  }

  /** The other side of each connection is gone without a word. */
  void abandon() {
    List.copyOf(open).forEach(SimulatedBody::abandon);
  }

  /** Ends everything that lasts. */
  void clear() {
    weather = Weather.FINE;
    latency = USUAL_LATENCY;
    truncations = 0;
    stall(false);
  }

  /** Requests and answers under way, as far as anybody can know. */
  int underWay() {
    return open.size() + unanswered;
  }

  void closed(SimulatedBody body) {
    open.remove(body);
  }

  /** Is told how each answer ends that its client does not give up. */
  void witness(Consumer<StateChecker.Outcome> told) {
    witness = told;
  }

  void ended(StateChecker.Outcome outcome) {
    witness.accept(outcome);
  }

  Duration pause() {
    long most = latency.toNanos();
    return Duration.ofNanos(random.nextInt(3) == 0 ? 0 : random.nextLong(most + 1));
  }

  // ---- the client's side

  @Override
  public CompletableFuture<HttpResponse<AsyncBody>> consumeBytes(
      HttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    CompletableFuture<HttpResponse<AsyncBody>> answer = new CompletableFuture<>();
    unanswered++;
    answer.whenComplete((response, failure) -> unanswered--);
    trace.note(
        name, "request", request.uri().getQuery() == null ? "" : request.uri().getQuery(), 0);
    runtime.schedule(
        pause(), () -> runtime.pipeline().execute(() -> send(request, consumer, answer)));
    return answer;
  }

  private void send(
      HttpRequest request,
      AsyncBody.Consumer<List<ByteBuffer>> consumer,
      CompletableFuture<HttpResponse<AsyncBody>> answer) {
    if (answer.isDone()) {
      return;
    }
    switch (weather) {
      case REFUSED -> {
        ended(new StateChecker.Outcome("refused", /* alone= */ true));
        answer.completeExceptionally(new ConnectException("Connection refused"));
      }
      case UNANSWERED -> trace.note(name, "unanswered", "", 0);
      case STORM -> respond(request, consumer, answer, stormAnswer());
      case PORTAL ->
        respond(
            request,
            consumer,
            answer,
            new ApiResponse.Complete(
                200, Map.of("Content-Type", "text/html"), PORTAL.getBytes(StandardCharsets.UTF_8)));
      case FINE ->
        server.answer(apiRequest(request)).whenComplete((got, failure) -> {
          if (failure != null) {
            ended(new StateChecker.Outcome("the server died", /* alone= */ true));
            answer.completeExceptionally(new IOException("the server died", failure));
          } else {
            respond(request, consumer, answer, got.response());
          }
        });
    }
  }

  private ApiResponse stormAnswer() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    if (stormRetryAfter >= 0) {
      headers.put("Retry-After", Integer.toString(stormRetryAfter));
    }
    String reason = stormStatus == 429
        ? "TooManyRequests"
        : stormStatus == 401 ? "Unauthorized" : stormStatus == 403 ? "Forbidden" : "InternalError";
    String body = Statuses.json(stormStatus, reason, "storm") + "\n";
    return new ApiResponse.Complete(stormStatus, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  private void respond(
      HttpRequest request,
      AsyncBody.Consumer<List<ByteBuffer>> consumer,
      CompletableFuture<HttpResponse<AsyncBody>> answer,
      ApiResponse response) {
    SimulatedBody body = new SimulatedBody(this, runtime, random, consumer, response);
    open.add(body);
    if (random.nextDouble() < truncations) {
      body.endAfter(random.nextInt(2000));
    }
    runtime.schedule(
        pause(),
        () -> runtime.pipeline().execute(() -> {
          trace.note(name, "answer", "", response.status());
          if (!answer.complete(
              new SimulatedResponse(request, response.status(), headers(response), body))) {
            body.cancel();
          }
        }));
  }

  private static Map<String, String> headers(ApiResponse response) {
    Map<String, String> headers = new LinkedHashMap<>();
    response
        .headers()
        .forEach((header, value) -> headers.put(header.toLowerCase(Locale.ROOT), value));
    return headers;
  }

  private static ApiRequest apiRequest(HttpRequest request) {
    Map<String, List<String>> query = new LinkedHashMap<>();
    String raw = request.uri().getRawQuery();
    if (raw != null) {
      for (String pair : raw.split("&", -1)) {
        int equals = pair.indexOf('=');
        String parameter = URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8);
        String value = URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
        query.computeIfAbsent(parameter, absent -> new ArrayList<>()).add(value);
      }
    }
    String accept = request.header("Accept");
    return new ApiRequest(
        "GET",
        request.uri().getPath(),
        query,
        accept == null
            ? Map.of("audit-id", "simulated")
            : Map.of("accept", accept, "audit-id", "simulated"),
        new byte[0],
        "simulation",
        List.of());
  }

  @Override
  public HttpRequest.Builder newHttpRequestBuilder() {
    return new StandardHttpRequest.Builder();
  }

  @Override
  public DerivedClientBuilder newBuilder() {
    throw new UnsupportedOperationException("a simulated network is not derived from");
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, Class<T> type) {
    throw new UnsupportedOperationException("informers stream");
  }

  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    throw new UnsupportedOperationException("informers use no WebSockets");
  }

  @Override
  public boolean isClosed() {
    return false;
  }

  @Override
  public void close() {
    List.copyOf(open).forEach(SimulatedBody::cancel);
  }
}
