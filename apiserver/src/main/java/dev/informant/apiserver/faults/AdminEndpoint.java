package dev.informant.apiserver.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.core.ApiRequest;
import dev.informant.apiserver.core.ApiResponse;
import dev.informant.apiserver.http.Backend;
import dev.informant.apiserver.http.StatusResponse;
import dev.informant.apiserver.storage.Json;
import dev.informant.runtime.EngineRuntime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The knobs over HTTP, for programs in other processes. All of it is below {@value #PATH}:
 *
 * <ul>
 *   <li>{@code GET /} lists the faults in place and counts hits;
 *   <li>{@code POST /faults} adds one: {@code {"effect":"status","code":429,"retryAfterSeconds":1,"verb":"list",
 *       "resource":"pods","first":1,"count":3,"probability":1.0}} and answers {@code {"id":n}}; effects are delay
 *       (millis), status, text, cut (afterBytes, reset), stall and end (afterEvents), dropBookmarks,
 *       dropEndBookmark, ignoreInitialEvents, refuseInitialEvents;
 *   <li>{@code DELETE /faults/n} and {@code DELETE /faults} take them away;
 *   <li>{@code POST /actions/NAME} acts at once: compact, expireContinueTokens, closeWatches (resource), stallWatches
 *       (resource), releaseWatches (resource), freezeWatchCache, thawWatchCache, jumpResourceVersion (by),
 *       sendUnknownEventType (resource), sendUndecodableObject (resource, namespace, name), sendOtherKind
 *       (resource), sendRaw (resource, text), refuseConnections (millis), restart, restartWithOtherHistory (revision), clear.
 * </ul>
 *
 * Actions that cut connections begin a moment after they are answered. Thread-safe.
 */
public final class AdminEndpoint implements Backend {
  public static final String PATH = "/informant";

  private static final Duration AFTER_ANSWER = Duration.ofMillis(100);

  private final Faults faults;
  private final EngineRuntime runtime;
  private final Backend others;

  /** {@code others} answers what is not below {@link #PATH}. */
  public AdminEndpoint(Faults faults, EngineRuntime runtime, Backend others) {
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
        faults.clear();
        return json(200, node());
      }
      if (what.startsWith("DELETE /faults/")) {
        boolean removed = faults.remove(Long.parseLong(what.substring("DELETE /faults/".length())));
        return removed ? json(200, node()) : StatusResponse.text(404, "no such fault\n");
      }
      if (what.startsWith("POST /actions/")) {
        return act(what.substring("POST /actions/".length()), body(request));
      }
      return StatusResponse.text(404, "404 page not found\n");
    } catch (IOException | IllegalArgumentException wrong) {
      return StatusResponse.of(400, "BadRequest", String.valueOf(wrong.getMessage()));
    }
  }

  private ObjectNode state() {
    ObjectNode state = node().put("hits", faults.hits());
    faults.inPlace().forEach(fault -> state.withArray("faults").add(fault.toString()));
    return state;
  }

  private ApiResponse act(String action, JsonNode body) {
    String resource = body.path("resource").asText();
    int reached = 0;
    switch (action) {
      case "compact" -> faults.compact();
      case "expireContinueTokens" -> faults.expireContinueTokens();
      case "closeWatches" -> {
        if (resource.isEmpty()) {
          faults.closeWatches();
        } else {
          faults.closeWatches(resource);
        }
      }
      case "stallWatches" -> faults.stallWatches(resource);
      case "releaseWatches" -> faults.releaseWatches(resource);
      case "freezeWatchCache" -> faults.freezeWatchCache();
      case "thawWatchCache" -> faults.thawWatchCache();
      case "jumpResourceVersion" -> faults.jumpResourceVersion(body.path("by").asLong(1000));
      case "sendUnknownEventType" -> reached = faults.sendUnknownEventType(resource);
      case "sendOtherKind" -> reached = faults.sendOtherKind(resource);
      case "sendUndecodableObject" ->
        reached = faults.sendUndecodableObject(
            resource,
            body.path("namespace").asText("default"),
            body.path("name").asText("broken"));
      case "sendRaw" ->
        reached =
            faults.sendRaw(resource, body.path("text").asText().getBytes(StandardCharsets.UTF_8));
      case "refuseConnections" ->
        later(() -> {
          faults.refuseConnections();
          Duration time = Duration.ofMillis(body.path("millis").asLong(1000));
          runtime
              .timers()
              .schedule(time, () -> runtime.callbacks().execute(faults::acceptConnections));
        });
      case "restart" -> later(faults::restart);
      case "restartWithOtherHistory" ->
        later(() -> faults.restartWithOtherHistory(body.path("revision").asLong(1)));
      case "clear" -> faults.clear();
      default -> throw new IllegalArgumentException("unknown action: " + action);
    }
    return json(200, node().put("watches", reached));
  }

  private void later(Runnable action) {
    runtime.timers().schedule(AFTER_ANSWER, () -> runtime.callbacks().execute(action));
  }

  private static JsonNode body(ApiRequest request) throws IOException {
    JsonNode body = Json.read(request.body());
    return body.isMissingNode() ? node() : body;
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
