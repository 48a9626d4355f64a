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
 * Asks a cluster which kinds it has: in two requests where the server aggregates, else group by group. An answer holds
 * for its lifetime or until {@link #forget()}; after that the server is asked by ETag, and sends only what has changed.
 * Can keep answers on disk as well, so that a new process need not ask while they are young. Thread-safe; no call
 * blocks.
 */
public final class Discovery {
  /** How long an answer is used without asking the server, where nothing else is said. */
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

  /** In memory only, with {@link #DEFAULT_LIFETIME}. */
  public Discovery(ApiConnection connection) {
    this(connection, DEFAULT_LIFETIME, Clock.system());
  }

  /**
   * In memory only.
   *
   * @param lifetime how long an answer is used without asking the server
   */
  public Discovery(ApiConnection connection, Duration lifetime, Clock clock) {
    this(new DocumentCache(connection, /* file= */ null, lifetime, clock), clock);
  }

  /**
   * In memory and on disk.
   *
   * @param directory made if it does not exist; its files are readable by their owner only
   * @param lifetime how long an answer is used without asking the server
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

  /**
   * What the cluster has, as it said when last asked, which is no longer ago than the lifetime. A failure is not
   * kept.
   */
  public CompletableFuture<DiscoveredKinds> kinds() {
    return current().thenApply(Known::kinds);
  }

  /**
   * What is known.
   *
   * @param asked whether the server has just been asked for it
   */
  record Known(DiscoveredKinds kinds, boolean asked) {}

  /**
   * An answer.
   *
   * @param asOf when the oldest part of it was asked for
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

  /** One under way will be as young as any. */
  private boolean stillHolds(CompletableFuture<Dated> answer) {
    return !answer.isDone()
        || !answer.isCompletedExceptionally() && documents.isYoung(answer.join().asOf());
  }

  /** Asks the server again next time, whatever is known. */
  public void forget() {
    synchronized (lock) {
      last = null;
      notBefore = clock.now();
    }
  }

  /** A kind by any of its names; if the last answer does not have it, the cluster is asked once more. */
  public CompletableFuture<Optional<DiscoveredKinds.Kind>> find(String name) {
    return new RestMapper(this).find(name);
  }

  private CompletableFuture<DiscoveredKinds> ask(DocumentCache.Asking asking) {
    CompletableFuture<Part> core = part(documents.get("api", AGGREGATED, asking));
    CompletableFuture<Part> groups = part(documents.get("apis", AGGREGATED, asking));
    return core.thenCombine(groups, (left, right) -> read(left, right, asking))
        .thenCompose(answer -> answer);
  }

  /** One of the two documents, or why it is not there. */
  private record Part(@Nullable JsonNode document, @Nullable Throwable failure) {
    boolean isAggregated() {
      return document != null && DiscoveryParser.isAggregated(document);
    }

    /** A server without the core group answers 404, which is allowed. */
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
