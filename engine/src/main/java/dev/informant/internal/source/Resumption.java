package dev.informant.internal.source;

import dev.informant.object.ResourceVersions;
import dev.informant.source.FailureLevel;
import dev.informant.source.SourceException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a reflector can continue from the version of an earlier run: it can if this is the same server and at
 * that version or a later one. A small collection is listed all the same unless nothing at all has changed on the server: if
 * the collection is quiet, nothing on the watch would confirm it before the next bookmark, and the list is cheap. A server
 * that is behind that version has another history (it was restored, or it is another one). Then everything is listed, also
 * objects that are older than those the destination has. Used on the reflector's steps only.
 */
final class Resumption<T> implements VersionProbe.Asker {
  /** The system property for another limit than {@link #SMALL}: tests that are to resume set it to -1. */
  static final String SMALL_PROPERTY = "informant.smallKind";

  /** The most objects of a small collection. A bookmark takes one to two seconds to arrive; a list of this size is assumed faster. */
  static final int SMALL = 5_000;

  private final ReflectorParts<T> parts;
  private final Supplier<CompletableFuture<Boolean>> sameServer;
  private final VersionProbe<T> probe;
  private final int saved;
  private final int small = Integer.getInteger(SMALL_PROPERTY, SMALL);
  private boolean cancelled;

  /**
   * @param saved how many objects the earlier run saved
   */
  Resumption(ReflectorParts<T> parts, int saved, Supplier<CompletableFuture<Boolean>> sameServer) {
    this.parts = parts;
    this.saved = saved;
    this.sameServer = sameServer;
    this.probe = new VersionProbe<>(parts, this);
  }

  void start() {
    parts.status().resuming();
    CompletableFuture<Boolean> answer;
    try {
      answer = Objects.requireNonNull(sameServer.get(), "isOfThisServer() returned null");
    } catch (RuntimeException defect) {
      answer = CompletableFuture.failedFuture(defect);
    }
    answer.whenComplete((same, failure) -> parts.steps().execute(() -> compared(same, failure)));
  }

  private void compared(@Nullable Boolean same, @Nullable Throwable failure) {
    if (cancelled) {
      return;
    }
    if (failure != null) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
      unanswered(SourceDefects.from(cause == null ? failure : cause));
    } else if (Boolean.TRUE.equals(same)) {
      probe.start();
    } else {
      elsewhere(SourceException.of(
          SourceException.Kind.OTHER, "the saved cache belongs to another server", null));
    }
  }

  void cancel() {
    cancelled = true;
    probe.cancel();
  }

  @Override
  public void asking() {
    if (parts.status().isBackingOff()) {
      parts.status().resuming();
    }
  }

  @Override
  public void askingLater(SourceException cause, Duration delay) {
    parts.status().retrying(cause, delay);
  }

  @Override
  public void answered(String present) {
    String from = parts.version().forWatch();
    if (!ResourceVersions.isOlder(present, from)) {
      boolean unchanged = present.equals(from);
      if (!unchanged && isSmall()) {
        parts.loop().notResumed();
        return;
      }
      parts.listener().onResumed(present);
      parts.loop().resumed(unchanged);
      return;
    }
    elsewhere(ReflectorPlan.otherHistory(present, from, "of the saved cache"));
  }

  private boolean isSmall() {
    return (probe.objects() < 0 ? saved : probe.objects()) <= small;
  }

  private void elsewhere(SourceException cause) {
    parts.status().report(cause, FailureLevel.RELISTING);
    parts.version().unavailable(/* tooLarge= */ true);
    parts.loop().notResumed();
  }

  @Override
  public void unanswered(SourceException cause) {
    if (ReflectorPlan.isWorthAsking(cause)) {
      parts.status().report(cause, FailureLevel.REPORTED);
      parts.loop().resumeLater(cause);
    } else {
      parts.status().report(cause, FailureLevel.RECOVERED);
      // Nothing says whether its history is that of the saved cache: what it lists holds, even if
      // it is older.
      parts.version().unavailable(/* tooLarge= */ true);
      parts.loop().notResumed();
    }
  }
}
