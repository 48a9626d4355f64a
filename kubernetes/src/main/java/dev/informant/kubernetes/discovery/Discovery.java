package dev.informant.kubernetes.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.source.SourceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a cluster which kinds it has: in two requests where the server aggregates, else group by group.
 * Keeps the last answer in memory until {@link #forget()}. Thread-safe; no call blocks.
 */
public final class Discovery {
  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
  private static final String JSON = "application/json";

  private final ApiConnection connection;
  private final Object lock = new Object();
  private @Nullable CompletableFuture<DiscoveredKinds> last; // guarded by lock

  public Discovery(ApiConnection connection) {
    this.connection = connection;
  }

  /** What the cluster has, as it said when last asked. A failure is not kept. */
  public CompletableFuture<DiscoveredKinds> kinds() {
    CompletableFuture<DiscoveredKinds> asked;
    synchronized (lock) {
      if (last != null && !last.isCompletedExceptionally()) {
        return last.copy();
      }
      asked = new CompletableFuture<>();
      last = asked;
    }
    ask().whenComplete((kinds, failure) -> {
      if (failure == null) {
        asked.complete(kinds);
      } else {
        asked.completeExceptionally(failure);
      }
    });
    return asked.copy();
  }

  /** Asks again next time. */
  public void forget() {
    synchronized (lock) {
      last = null;
    }
  }

  /** A kind by any of its names; if the last answer does not have it, the cluster is asked once more. */
  public CompletableFuture<Optional<DiscoveredKinds.Kind>> find(String name) {
    boolean fresh;
    synchronized (lock) {
      fresh = last == null;
    }
    return kinds().thenCompose(known -> {
      Optional<DiscoveredKinds.Kind> found = known.find(name);
      if (found.isPresent() || fresh) {
        return CompletableFuture.completedFuture(found);
      }
      forget();
      return kinds().thenApply(again -> again.find(name));
    });
  }

  private CompletableFuture<DiscoveredKinds> ask() {
    CompletableFuture<Optional<JsonNode>> core = optional(connection.document("api", AGGREGATED));
    CompletableFuture<JsonNode> groups = connection.document("apis", AGGREGATED);
    return core.thenCombine(groups, this::read).thenCompose(answer -> answer);
  }

  private CompletableFuture<DiscoveredKinds> read(Optional<JsonNode> core, JsonNode groups) {
    DiscoveryResult result = new DiscoveryResult();
    if (DiscoveryParser.isAggregated(groups)
        && (core.isEmpty() || DiscoveryParser.isAggregated(core.get()))) {
      core.ifPresent(document -> DiscoveryParser.aggregated(document, result));
      DiscoveryParser.aggregated(groups, result);
      return CompletableFuture.completedFuture(result.complete());
    }
    return core.isPresent() && DiscoveryParser.isAggregated(core.get())
            || DiscoveryParser.isAggregated(groups)
        ? connection.document("apis", JSON).thenCompose(legacy -> byGroup(legacy, result))
        : byGroup(groups, result);
  }

  private CompletableFuture<DiscoveredKinds> byGroup(JsonNode groups, DiscoveryResult result) {
    List<String> all = new ArrayList<>(List.of("v1"));
    all.addAll(DiscoveryParser.groupVersions(groups));
    List<CompletableFuture<Optional<JsonNode>>> answers = new ArrayList<>();
    for (String groupVersion : all) {
      String path = groupVersion.indexOf('/') < 0 ? "api/" + groupVersion : "apis/" + groupVersion;
      answers.add(connection.document(path, JSON).handle((document, failure) -> {
        if (failure != null) {
          result.failed(groupVersion, messageOf(failure));
        }
        return Optional.ofNullable(document);
      }));
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).thenApply(done -> {
      for (int i = 0; i < all.size(); i++) {
        String groupVersion = all.get(i);
        answers
            .get(i)
            .join()
            .ifPresent(document -> DiscoveryParser.resources(groupVersion, document, result));
      }
      return result.complete();
    });
  }

  /** A server without the core group answers 404, which is allowed. */
  private static CompletableFuture<Optional<JsonNode>> optional(
      CompletableFuture<JsonNode> answer) {
    return answer.handle((document, failure) -> {
      if (failure == null) {
        return Optional.of(document);
      }
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      if (cause instanceof SourceException source && source.code() == 404) {
        return Optional.empty();
      }
      throw new CompletionException(cause);
    });
  }

  private static String messageOf(Throwable failure) {
    Throwable cause = failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
