package dev.informant.apiserver.internal.faults;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.faults.Effect;
import dev.informant.apiserver.internal.core.ApiCore;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.http.Backend;
import dev.informant.apiserver.internal.http.Cut;
import dev.informant.apiserver.internal.http.RequestInfo;
import dev.informant.apiserver.internal.http.StatusResponse;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.runtime.EngineRuntime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The core, with the faults that requests and answers can show. For the assembly of servers. Thread-safe. */
public final class FaultyBackend implements Backend {
  private final ApiCore core;
  private final ServerFaults faults;
  private final EngineRuntime runtime;

  public FaultyBackend(ApiCore core, ServerFaults faults, EngineRuntime runtime) {
    this.core = core;
    this.faults = faults;
    this.runtime = runtime;
  }

  @Override
  public CompletableFuture<Answer> answer(ApiRequest request) {
    List<Effect> effects = faults.strike(RequestInfo.of(request));
    if (effects.isEmpty()) {
      return core.handle(request).thenApply(Answer::new);
    }
    Duration delay = Duration.ZERO;
    for (Effect effect : effects) {
      delay = effect instanceof Effect.Delay some ? delay.plus(some.time()) : delay;
    }
    if (delay.isZero()) {
      return afflicted(request, effects);
    }
    CompletableFuture<Void> over = new CompletableFuture<>();
    runtime.timers().schedule(delay, () -> over.complete(null));
    return over.thenComposeAsync(ignored -> afflicted(request, effects), runtime.pipeline());
  }

  /** The order of the faults does not matter, but of several answers the first is given. */
  private CompletableFuture<Answer> afflicted(ApiRequest request, List<Effect> effects) {
    Cut cut = cut(effects);
    ApiRequest passed = request;
    for (Effect effect : effects) {
      ApiResponse instead = instead(effect, request);
      if (instead != null) {
        return CompletableFuture.completedFuture(new Answer(instead, cut));
      }
      if (effect instanceof Effect.IgnoreInitialEvents) {
        passed = withoutInitialEvents(passed);
      }
    }
    return core.handle(passed).thenApply(response -> new Answer(changed(response, effects), cut));
  }

  /** Whatever is answered ends at the first byte at which one of the faults ends it. */
  private static Cut cut(List<Effect> effects) {
    Cut first = Cut.NONE;
    for (Effect effect : effects) {
      if (effect instanceof Effect.Cut some && some.afterBytes() < first.afterBytes()) {
        first = new Cut(some.afterBytes(), some.reset());
      }
    }
    return first;
  }

  private static @Nullable ApiResponse instead(Effect effect, ApiRequest request) {
    if (effect instanceof Effect.Status status) {
      ObjectNode details = null;
      if (status.retryAfterSeconds() > 0) {
        details = JsonNodeFactory.instance.objectNode();
        details.put("retryAfterSeconds", status.retryAfterSeconds());
      }
      return StatusResponse.of(status.code(), status.reason(), status.message(), details);
    }
    if (effect instanceof Effect.Text text) {
      Map<String, String> headers = new LinkedHashMap<>();
      headers.put("Content-Type", "text/plain; charset=utf-8");
      if (text.retryAfterSeconds() > 0) {
        headers.put("Retry-After", Integer.toString(text.retryAfterSeconds()));
      }
      return new ApiResponse.Complete(
          text.code(), headers, text.text().getBytes(StandardCharsets.UTF_8));
    }
    boolean asked = request.parameter("sendInitialEvents") != null;
    return effect instanceof Effect.RefuseInitialEvents && asked
        ? StatusResponse.of(ApiStatusException.watchListOff())
        : null;
  }

  private static ApiRequest withoutInitialEvents(ApiRequest request) {
    Map<String, List<String>> query = new LinkedHashMap<>(request.query());
    query.remove("sendInitialEvents");
    query.remove("resourceVersionMatch");
    return request.withQuery(query);
  }

  private static ApiResponse changed(ApiResponse response, List<Effect> effects) {
    if (!(response instanceof ApiResponse.Watch watch)) {
      return response;
    }
    boolean touched = effects.stream()
        .anyMatch(effect -> !(effect instanceof Effect.Delay) && !(effect instanceof Effect.Cut));
    return touched
        ? new ApiResponse.Watch(
            watch.status(), watch.headers(), new FaultyStream(watch.stream(), effects))
        : response;
  }
}
