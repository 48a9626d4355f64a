package dev.informant.apiserver.internal.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.http.Backend;
import dev.informant.apiserver.internal.http.StatusResponse;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.runtime.EngineRuntime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * The knobs over HTTP, for programs in other processes. All of it is below {@value #PATH}:
 *
 * <ul>
 *   <li>{@code GET /} lists the faults in place, in the form they are added in and with their ids, and counts hits;
 *   <li>{@code POST /faults} adds one: {@code {"effect":"status","code":429,"retryAfterSeconds":1,"verb":"list",
 *       "resource":"pods","first":1,"count":3,"probability":1.0}} and answers {@code {"id":n}};
 *   <li>{@code DELETE /faults/n} and {@code DELETE /faults} take one or all of them away, and do nothing else;
 *   <li>{@code POST /actions/NAME} acts at once and answers {@code {"watches":n}}: how many open watches it was about.
 * </ul>
 *
 * The names and their fields are in {@code docs/testing.md}. What makes no sense is a 400 that names the field and what
 * is allowed. Actions that cut connections begin a moment after they are answered. Thread-safe.
 */
public final class AdminEndpoint implements Backend {
  public static final String PATH = "/informant";

  /** The actions, and the fields they take. */
  static final Map<String, List<String>> ACTIONS = Map.ofEntries(
      Map.entry("compact", List.of()),
      Map.entry("expireContinueTokens", List.of()),
      Map.entry("closeWatches", List.of("resource")),
      Map.entry("stallWatches", List.of("resource")),
      Map.entry("releaseWatches", List.of("resource")),
      Map.entry("freezeWatchCache", List.of("resource")),
      Map.entry("thawWatchCache", List.of()),
      Map.entry("jumpResourceVersion", List.of("by")),
      Map.entry("sendUnknownEventType", List.of("resource")),
      Map.entry("sendOtherKind", List.of("resource")),
      Map.entry("sendUndecodableObject", List.of("resource", "namespace", "name")),
      Map.entry("sendRaw", List.of("resource", "text")),
      Map.entry("refuseConnections", List.of("millis")),
      Map.entry("restart", List.of()),
      Map.entry("restartWithOtherHistory", List.of("revision")),
      Map.entry("seed", List.of("number")),
      Map.entry("clear", List.of()));

  private static final long LONGEST_REFUSAL_MILLIS = Duration.ofDays(1).toMillis();
  private static final long LARGEST_JUMP = 1L << 53;

  private static final Duration AFTER_ANSWER = Duration.ofMillis(100);

  private final ServerFaults faults;
  private final EngineRuntime runtime;
  private final Backend others;

  /** {@code others} answers what is not below {@link #PATH}. */
  public AdminEndpoint(ServerFaults faults, EngineRuntime runtime, Backend others) {
    this.faults = faults;
    this.runtime = runtime;
    this.others = others;
  }

  @Override
  public CompletableFuture<Answer> answer(ApiRequest request) {
    boolean mine = request.path().equals(PATH) || request.path().startsWith(PATH + "/");
    return mine
        ? CompletableFuture.completedFuture(new Answer(administer(request)))
        : others.answer(request);
  }

  private ApiResponse administer(ApiRequest request) {
    String what = request.method() + " " + request.path().substring(PATH.length());
    try {
      if (what.equals("GET ") || what.equals("GET /")) {
        return json(200, state());
      }
      if (what.equals("POST /faults")) {
        return json(201, node().put("id", faults.put(FaultForm.read(body(request)))));
      }
      if (what.equals("DELETE /faults")) {
        faults.removeAll();
        return json(200, node());
      }
      if (what.startsWith("DELETE /faults/")) {
        boolean removed = faults.remove(id(what.substring("DELETE /faults/".length())));
        return removed ? json(200, node()) : StatusResponse.text(404, "no such fault\n");
      }
      if (what.startsWith("POST /actions/")) {
        return act(what.substring("POST /actions/".length()), body(request));
      }
      return StatusResponse.text(404, "404 page not found\n");
    } catch (IllegalArgumentException wrong) {
      return StatusResponse.of(400, "BadRequest", String.valueOf(wrong.getMessage()));
    }
  }

  private static long id(String text) {
    if (!text.matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException(
          "the id of a fault is a whole number, not \"" + text + "\"");
    }
    return Long.parseLong(text);
  }

  private ObjectNode state() {
    ObjectNode state = node().put("hits", faults.hits());
    ArrayNode inPlace = state.putArray("faults");
    faults.byId().forEach((id, fault) -> {
      ObjectNode form = inPlace.addObject().put("id", id);
      form.setAll(FaultForm.write(fault));
    });
    return state;
  }

  private ApiResponse act(String action, JsonNode json) {
    List<String> fields = ACTIONS.get(action);
    if (fields == null) {
      throw new IllegalArgumentException("unknown action \"" + action + "\": there are "
          + String.join(", ", new TreeSet<>(ACTIONS.keySet())));
    }
    AdminBody body = AdminBody.of(json, "the action " + action, fields);
    String resource = body.text("resource", "");
    int reached = 0;
    switch (action) {
      case "compact" -> faults.compact();
      case "expireContinueTokens" -> faults.expireContinueTokens();
      case "closeWatches" ->
        reached = resource.isEmpty() ? faults.closeWatches() : faults.closeWatches(resource);
      case "stallWatches" -> reached = faults.stallWatches(body.requiredText("resource"));
      case "releaseWatches" -> reached = faults.releaseWatches(body.requiredText("resource"));
      case "freezeWatchCache" -> {
        if (resource.isEmpty()) {
          faults.freezeWatchCache();
        } else {
          faults.freezeWatchCache(resource);
        }
      }
      case "thawWatchCache" -> faults.thawWatchCache();
      case "jumpResourceVersion" ->
        faults.jumpResourceVersion(body.whole("by", 1, LARGEST_JUMP, 1000));
      case "sendUnknownEventType" ->
        reached = faults.sendUnknownEventType(body.requiredText("resource"));
      case "sendOtherKind" -> reached = faults.sendOtherKind(body.requiredText("resource"));
      case "sendUndecodableObject" ->
        reached = faults.sendUndecodableObject(
            body.requiredText("resource"),
            body.text("namespace", "default"),
            body.text("name", "broken"));
      case "sendRaw" ->
        reached = faults.sendRaw(
            body.requiredText("resource"),
            body.requiredText("text").getBytes(StandardCharsets.UTF_8));
      case "refuseConnections" -> {
        Duration time = Duration.ofMillis(body.whole("millis", 0, LONGEST_REFUSAL_MILLIS, 1000));
        later(() -> {
          faults.refuseConnections();
          runtime
              .timers()
              .schedule(time, () -> runtime.callbacks().execute(faults::acceptConnections));
        });
      }
      case "restart" -> later(faults::restart);
      case "restartWithOtherHistory" -> {
        long revision = body.whole("revision", 1, LARGEST_JUMP, 1);
        later(() -> faults.restartWithOtherHistory(revision));
      }
      case "seed" -> faults.seed(body.whole("number", 0, Long.MAX_VALUE, 1));
      case "clear" -> faults.clear();
      default -> throw new IllegalStateException("nobody does the action " + action);
    }
    return json(200, node().put("watches", reached));
  }

  private void later(Runnable action) {
    runtime.timers().schedule(AFTER_ANSWER, () -> runtime.callbacks().execute(action));
  }

  private static JsonNode body(ApiRequest request) {
    try {
      JsonNode body = Json.read(request.body());
      return body.isMissingNode() ? node() : body;
    } catch (IOException malformed) {
      throw new IllegalArgumentException(
          "the body must be a JSON object: " + GoJson.complaint(request.body()), malformed);
    }
  }

  private static ObjectNode node() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static ApiResponse json(int code, JsonNode body) {
    return new ApiResponse.Complete(
        code,
        Map.of("Content-Type", "application/json"),
        (body + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
