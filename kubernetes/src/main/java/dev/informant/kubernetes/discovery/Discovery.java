package dev.informant.kubernetes.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.internal.credentials.ServerAddress;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.runtime.Clock;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.SourceException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Discovers the kinds of a cluster: in two requests if the server supports aggregated discovery, otherwise group by
 * group. A result is used for its lifetime or until {@link #forget()}. After that, a request with an ETag fetches
 * changes only. Results can also be kept on disk, so that a new process starts without discovery. Thread-safe; no call
 * blocks.
 */
public final class Discovery {
  /** The default lifetime of a result. */
  public static final Duration DEFAULT_LIFETIME = Duration.ofMinutes(10);

  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
  private static final String JSON = "application/json";

  private final DocumentCache documents;
  private final Clock clock;
  private final Object lock = new Object();
  // guarded by lock
  private @Nullable CompletableFuture<Dated> last;
  private @Nullable Instant notBefore;

  /** Keeps results in memory, with {@link #DEFAULT_LIFETIME}. */
  public Discovery(ApiConnection connection) {
    this(connection, DEFAULT_LIFETIME, Clock.system());
  }

  /**
   * Keeps results in memory.
   *
   * @param lifetime how long a result is used without a request
   */
  public Discovery(ApiConnection connection, Duration lifetime, Clock clock) {
    this(new DocumentCache(connection, /* file= */ null, lifetime, clock), clock);
  }

  /**
   * Keeps results in memory and on disk.
   *
   * @param directory created if it does not exist; its files are readable by their owner only
   * @param lifetime how long a result is used without a request
   */
  public Discovery(ApiConnection connection, Path directory, Duration lifetime, Clock clock) {
    this(
        new DocumentCache(
            connection,
            new DiscoveryFile(directory, ServerAddress.withoutUser(connection.baseUrl())),
            lifetime,
            clock),
        clock);
  }

  private Discovery(DocumentCache documents, Clock clock) {
    this.documents = documents;
    this.clock = clock;
  }

  /** Returns the kinds of the cluster. The result is not older than the lifetime. Failures are not cached. */
  public CompletableFuture<DiscoveredKinds> kinds() {
    return current().thenApply(Known::kinds);
  }

  /**
   * A result.
   *
   * @param asked whether it was just requested from the server
   */
  record Known(DiscoveredKinds kinds, boolean asked) {}

  /**
   * A result with its age.
   *
   * @param asOf when the oldest part of it was requested
   */
  private record Dated(DiscoveredKinds kinds, Instant asOf) {}

  CompletableFuture<Known> current() {
    CompletableFuture<Dated> asked;
    Instant since;
    synchronized (lock) {
      if (last != null && stillHolds(last)) {
        return last.thenApply(answer -> new Known(answer.kinds(), /* asked= */ false));
      }
      asked = new CompletableFuture<>();
      last = asked;
      since = notBefore;
    }
    DocumentCache.Asking asking = new DocumentCache.Asking(since);
    try {
      // What is thrown there fails the answer: nobody may wait for one that never comes.
      CompletableFuture.supplyAsync(() -> ask(asking), EngineRuntime.shared().callbacks())
          .thenCompose(answer -> answer)
          .thenAccept(kinds -> {
            documents.save();
            asked.complete(new Dated(kinds, asking.oldest(clock)));
          })
          .exceptionally(failure -> {
            asked.completeExceptionally(failure);
            return null;
          });
    } catch (RuntimeException notTaken) {
      asked.completeExceptionally(notTaken);
    }
    return asked.thenApply(answer -> new Known(answer.kinds(), !asking.reused()));
  }

  /** A pending request counts as fresh. */
  private boolean stillHolds(CompletableFuture<Dated> answer) {
    return !answer.isDone()
        || !answer.isCompletedExceptionally() && documents.isYoung(answer.join().asOf());
  }

  /** Discards the result: the next call sends a request. */
  public void forget() {
    synchronized (lock) {
      last = null;
      notBefore = clock.now();
    }
  }

  /** Finds a kind by any of its names. If the last result does not contain it, discovery runs again. */
  public CompletableFuture<Optional<DiscoveredKinds.Kind>> find(String name) {
    return new RestMapper(this).find(name);
  }

  private CompletableFuture<DiscoveredKinds> ask(DocumentCache.Asking asking) {
    CompletableFuture<Part> core = part(documents.get("api", AGGREGATED, asking));
    CompletableFuture<Part> groups = part(documents.get("apis", AGGREGATED, asking));
    return core.thenCombine(groups, (left, right) -> read(left, right, asking))
        .thenCompose(answer -> answer);
  }

  /** One of the two documents, or why it is missing. */
  private record Part(@Nullable JsonNode document, @Nullable Throwable failure) {
    boolean isAggregated() {
      return document != null && DiscoveryParser.isAggregated(document);
    }

    /** A server without the core group answers 404, which is not a failure. */
    boolean isAbsent() {
      return failure instanceof SourceException source && source.code() == 404;
    }
  }

  private static CompletableFuture<Part> part(CompletableFuture<JsonNode> answer) {
    return answer.handle(
        (document, failure) -> new Part(document, failure == null ? null : causeOf(failure)));
  }

  private CompletableFuture<DiscoveredKinds> read(
      Part core, Part groups, DocumentCache.Asking asking) {
    if (groups.document() == null && core.document() == null) {
      return CompletableFuture.failedFuture(
          groups.failure() == null ? new IllegalStateException("no answer") : groups.failure());
    }
    boolean legacy = core.document() != null && !core.isAggregated()
        || groups.document() != null && !groups.isAggregated();
    if (legacy) {
      CompletableFuture<Part> all = groups.isAggregated()
          ? part(documents.get("apis", JSON, asking))
          : CompletableFuture.completedFuture(groups);
      return all.thenCompose(part -> byGroup(part, asking));
    }
    DiscoveryResult result = new DiscoveryResult();
    if (!core.isAbsent()) {
      take(core, /* isCore= */ true, result);
    }
    take(groups, /* isCore= */ false, result);
    return CompletableFuture.completedFuture(result.complete());
  }

  private static void take(Part part, boolean isCore, DiscoveryResult into) {
    Throwable failure = part.failure();
    if (part.document() != null) {
      try {
        DiscoveryParser.aggregated(part.document(), isCore, into);
      } catch (IllegalArgumentException malformed) {
        failure = malformed;
      }
    }
    if (failure != null) {
      into.failed(isCore ? DiscoveryParser.CORE : DiscoveredKinds.GROUPS, messageOf(failure));
    }
  }

  private CompletableFuture<DiscoveredKinds> byGroup(Part groups, DocumentCache.Asking asking) {
    DiscoveryResult result = new DiscoveryResult();
    List<String> all = new ArrayList<>(List.of(DiscoveryParser.CORE));
    Throwable failure = groups.failure();
    if (groups.document() != null) {
      try {
        all.addAll(DiscoveryParser.groupVersions(groups.document(), result));
      } catch (IllegalArgumentException malformed) {
        failure = malformed;
      }
    }
    if (failure != null) {
      result.failed(DiscoveredKinds.GROUPS, messageOf(failure));
    }
    List<CompletableFuture<Part>> answers = new ArrayList<>();
    for (String groupVersion : all) {
      String path = groupVersion.indexOf('/') < 0 ? "api/" + groupVersion : "apis/" + groupVersion;
      answers.add(part(documents.get(path, JSON, asking)));
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).thenApply(done -> {
      for (int i = 0; i < all.size(); i++) {
        Part answer = answers.get(i).join();
        if (answer.document() != null) {
          DiscoveryParser.resources(all.get(i), answer.document(), result);
        } else if (answer.failure() != null) {
          result.failed(all.get(i), messageOf(answer.failure()));
        }
      }
      return result.complete();
    });
  }

  private static Throwable causeOf(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  private static String messageOf(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }
}
