package dev.informant.source;

import dev.informant.object.ResourceVersions;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a reflector can go on from the version of an earlier run: it can if this is the same server and at
 * that version or a later one. A server that is behind it has another history (it was restored, or it is another
 * one), and then everything is to be listed, also objects that are older than those the destination has. Used on the
 * reflector's steps only.
 */
final class Resumption<T> implements VersionProbe.Asker {
  private final ReflectorParts<T> parts;
  private final Supplier<CompletableFuture<Boolean>> sameServer;
  private final VersionProbe<T> probe;
  private boolean cancelled;

  Resumption(ReflectorParts<T> parts, Supplier<CompletableFuture<Boolean>> sameServer) {
    this.parts = parts;
    this.sameServer = sameServer;
    this.probe = new VersionProbe<>(parts, this);
  }

  void start() {
    parts.status().resuming();
    CompletableFuture<Boolean> answer;
    try {
      answer = Objects.requireNonNull(sameServer.get(), "nobody says whose cache it is");
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
          SourceException.Kind.OTHER, "the saved cache is of another server", null));
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
      parts.listener().onResumed(present);
      parts.loop().resumed();
      return;
    }
    elsewhere(ReflectorPlan.otherHistory(present, from, "of the saved cache"));
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
