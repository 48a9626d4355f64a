package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One script against one server: normalised results by the steps' labels. Used by one thread. */
final class ScriptRun {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration ANSWER = Duration.ofSeconds(60);
  private static final long EVENT_SECONDS = 30;
  private static final int AWAITED = 1200;
  private static final long PAUSE = 50;
  private static final Pattern ANY_VERSION = Pattern.compile("[?&](watch|resourceVersion=0)\\b");
  private static final String END = "\u0000end";

  private final Target target;
  private final Normaliser normaliser = new Normaliser();
  private final Map<String, String> variables = new HashMap<>();
  private final Map<String, Watching> watches = new HashMap<>();
  private final Map<String, JsonNode> results = new LinkedHashMap<>();

  private ScriptRun(Target target) {
    this.target = target;
  }

  static Map<String, JsonNode> of(Target target, ConformanceScript script)
      throws InterruptedException {
    ScriptRun run = new ScriptRun(target);
    try {
      for (Step step : script.steps()) {
        try {
          run.perform(step);
        } catch (IOException failure) {
          run.results.put(
              step.label(),
              MAPPER.createObjectNode().put("failed", failure.getClass().getSimpleName()));
        }
      }
    } finally {
      run.watches.values().forEach(Watching::close);
    }
    return run.results;
  }

  private void perform(Step step) throws IOException, InterruptedException {
    if (step instanceof Step.Exchange exchange) {
      exchange(exchange);
    } else if (step instanceof Step.Head head) {
      HttpRequest request = request(head.path(), head.headers()).build();
      results.put(
          head.label(), normaliser.head(target.client().send(request, BodyHandlers.discarding())));
    } else if (step instanceof Step.Order order) {
      HttpRequest request = request(order.path(), Map.of()).build();
      byte[] body = target.client().send(request, BodyHandlers.ofByteArray()).body();
      results.put(order.label(), Normaliser.members(MAPPER.readTree(body)));
    } else if (step instanceof Step.Open open) {
      open(open);
    } else if (step instanceof Step.Take take) {
      Watching watch = watches.get(take.watch());
      results.put(take.label(), events(watch, take.events()));
    } else if (step instanceof Step.Finish finish) {
      Watching watch = watches.get(finish.watch());
      results.put(finish.label(), events(watch, Integer.MAX_VALUE));
    } else if (step instanceof Step.Socket socket) {
      results.put(socket.label(), socket(socket));
    } else if (step instanceof Step.Compact) {
      target.compact();
    } else if (step instanceof Step.Await await) {
      await(await);
    }
  }

  private HttpRequest.Builder request(String path, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(target.url() + substitute(path))).timeout(ANSWER);
    if (!headers.containsKey("Authorization")) {
      request.header("Authorization", "Bearer " + target.token());
    }
    headers.forEach((name, value) -> {
      if (!value.isEmpty()) {
        request.header(name, substitute(value));
      }
    });
    return request;
  }

  private void exchange(Step.Exchange exchange) throws IOException, InterruptedException {
    String text = new String(exchange.body(), StandardCharsets.ISO_8859_1);
    byte[] body = text.contains("${")
        ? substitute(text).getBytes(StandardCharsets.ISO_8859_1)
        : exchange.body();
    HttpRequest request = request(exchange.path(), exchange.headers())
        .method(
            exchange.method(),
            body.length == 0
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(body))
        .build();
    if (exchange.method().equals("GET")) {
      settle(exchange.path());
    }
    HttpResponse<byte[]> response = target.client().send(request, BodyHandlers.ofByteArray());
    for (int i = 0; i < AWAITED && initializing(response); i++) {
      Thread.sleep(PAUSE);
      response = target.client().send(request, BodyHandlers.ofByteArray());
    }
    if (!exchange.captures().isEmpty()) {
      JsonNode tree = MAPPER.readTree(response.body());
      exchange
          .captures()
          .forEach((name, pointer) -> variables.put(name, tree.at(pointer).asText()));
    }
    results.put(exchange.label(), normaliser.response(response));
  }

  /**
   * What a watch starts with and what version 0 shows is any state the server's cache has been in. A list without a
   * version makes it catch up with what was written before, so that there is one right answer.
   */
  private void settle(String path) throws IOException, InterruptedException {
    if (!ANY_VERSION.matcher(path).find() && !path.contains("/watch/")) {
      return;
    }
    String collection =
        PathTarget.of(substitute(path)).map(PathTarget::collection).orElse("");
    if (collection.isEmpty()) {
      return;
    }
    HttpRequest list = request(collection, Map.of()).build();
    for (int i = 0; i < AWAITED; i++) {
      if (!initializing(target.client().send(list, BodyHandlers.ofByteArray()))) {
        return;
      }
      Thread.sleep(PAUSE);
    }
  }

  /** Whether the server asks to come back when the cache of the resource is filled. */
  private static boolean initializing(HttpResponse<byte[]> response) {
    return response.statusCode() == 429
        && new String(response.body(), StandardCharsets.UTF_8)
            .contains("storage is (re)initializing");
  }

  private void open(Step.Open open) throws IOException, InterruptedException {
    settle(open.path());
    HttpResponse<InputStream> response = target
        .client()
        .send(request(open.path(), open.headers()).build(), BodyHandlers.ofInputStream());
    String type = response.headers().firstValue("Content-Type").orElse("");
    ObjectNode result = normaliser.head(response);
    if (response.statusCode() != 200 || type.contains("protobuf")) {
      try (InputStream stream = response.body()) {
        result = normaliser.body(result, type, stream.readAllBytes(), false);
      }
      watches.put(open.watch(), Watching.ended());
    } else {
      watches.put(open.watch(), Watching.reading(response.body()));
    }
    results.put(open.label(), result);
  }

  private JsonNode socket(Step.Socket step) throws IOException, InterruptedException {
    settle(step.path());
    SocketMessages messages = new SocketMessages();
    WebSocket.Builder builder = target.client().newWebSocketBuilder();
    if (!step.headers().containsKey("Authorization")) {
      builder.header("Authorization", "Bearer " + target.token());
    }
    step.headers().forEach((name, value) -> {
      if (name.equals("Sec-WebSocket-Protocol")) {
        String[] offered = protocols(value);
        builder.subprotocols(offered[0], Arrays.copyOfRange(offered, 1, offered.length));
      } else if (!value.isEmpty()) {
        builder.header(name, value);
      }
    });
    ObjectNode result = MAPPER.createObjectNode();
    WebSocket socket;
    try {
      socket = builder
          .buildAsync(
              URI.create(target.url().replaceFirst("^http", "ws") + substitute(step.path())),
              messages)
          .get(ANSWER.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException failure) {
      return failure.getCause() instanceof WebSocketHandshakeException refused
          ? result.put("refused", refused.getResponse().statusCode())
          : result.put("failed", failure.getClass().getSimpleName());
    }
    if (!socket.getSubprotocol().isEmpty()) {
      result.put("protocol", socket.getSubprotocol());
    }
    ArrayNode events = result.putArray("messages");
    for (int i = 0; i < step.messages(); i++) {
      String message = messages.poll(EVENT_SECONDS);
      events.add(
          message == null
              ? MAPPER.getNodeFactory().textNode("nothing more")
              : normaliser.event(MAPPER.readTree(message)));
    }
    socket.abort();
    return result;
  }

  /** What a client offers; {@code TOKEN} stands for its own, as browsers have to send it. */
  private String[] protocols(String offered) {
    String token = Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(target.token().getBytes(StandardCharsets.UTF_8));
    return offered.replace("TOKEN", token).split(", ");
  }

  private JsonNode events(@Nullable Watching watch, int number)
      throws IOException, InterruptedException {
    ArrayNode events = MAPPER.createArrayNode();
    if (watch == null) {
      return events.add("the watch was not opened");
    }
    for (int i = 0; i < number; i++) {
      String line = watch.lines().poll(EVENT_SECONDS, TimeUnit.SECONDS);
      if (line == null) {
        events.add("nothing more");
        break;
      }
      if (line.equals(END)) {
        watch.lines().add(END);
        events.add("end");
        break;
      }
      events.add(normaliser.event(MAPPER.readTree(line)));
    }
    return events;
  }

  private void await(Step.Await await) throws IOException, InterruptedException {
    for (int i = 0; i < AWAITED; i++) {
      HttpResponse<byte[]> response =
          target.client().send(request(await.path(), Map.of()).build(), BodyHandlers.ofByteArray());
      JsonNode answer = MAPPER.readTree(response.body());
      if (await.wanted().stream().allMatch(condition -> condition.holds(answer))) {
        return;
      }
      Thread.sleep(PAUSE);
    }
    results.put(await.label(), MAPPER.createObjectNode().put("failed", "did not come true"));
  }

  private String substitute(String text) {
    String result = text;
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      result = result.replace("${" + variable.getKey() + "}", variable.getValue());
    }
    return result;
  }

  /** An open watch whose lines a thread of its own reads. */
  private record Watching(BlockingQueue<String> lines, InputStream stream) {
    static Watching ended() {
      BlockingQueue<String> lines = new LinkedBlockingQueue<>();
      lines.add(END);
      return new Watching(lines, InputStream.nullInputStream());
    }

    static Watching reading(InputStream stream) {
      Watching watching = new Watching(new LinkedBlockingQueue<>(), stream);
      Thread reader = new Thread(watching::read, "conformance/watch");
      reader.setDaemon(true);
      reader.start();
      return watching;
    }

    private void read() {
      try (BufferedReader reader =
          new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          lines.add(line);
        }
      } catch (IOException closed) {
        // the script ended, or the server broke off: either way there is nothing more to read
      }
      lines.add(END);
    }

    void close() {
      try {
        stream.close();
      } catch (IOException alreadyBroken) {
        // nothing is lost: the script is over
      }
    }
  }
}
