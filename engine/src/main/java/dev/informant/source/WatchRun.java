package dev.informant.source;

import dev.informant.object.ResourceVersions;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One watch, which may begin as a streaming list. Used on the reflector's steps only. */
final class WatchRun<T> implements WatchSession.Owner<T> {
  private final ReflectorParts<T> parts;
  private final String asked;
  private final QueueTarget<T> queue;
  private final WatchSession<T> session;
  private final Duration timeout;
  private final @Nullable HistoryCheck<T> check;
  private boolean streaming;

  private WatchRun(
      ReflectorParts<T> parts, ListOptions options, boolean streaming, QueueTarget<T> queue) {
    this.parts = parts;
    this.asked = options.resourceVersion();
    this.queue = queue;
    this.streaming = streaming;
    this.timeout = options.watchTimeout();
    boolean doubtful =
        !streaming && ResourceVersions.isComparable(asked) && parts.version().isDoubtful();
    this.check = doubtful && parts.settings().historyChecks()
        ? new HistoryCheck<>(parts, asked, this::isInOtherHistory)
        : null;
    this.session = new WatchSession<>(
        parts.settings().source(),
        parts.settings().runtime(),
        parts.steps(),
        options,
        parts.settings().destination()::hasRoom,
        streaming ? staging() : queue,
        this);
  }

  /** A watch from the last version. */
  static <T> WatchRun<T> watch(ReflectorParts<T> parts, QueueTarget<T> queue) {
    ListOptions options = ListOptions.NONE
        .withResourceVersion(parts.version().forWatch())
        .withAllowWatchBookmarks(true)
        .withWatchTimeout(timeout(parts));
    return new WatchRun<>(parts, options, /* streaming= */ false, queue);
  }

  /** A watch that begins with the whole collection. */
  static <T> WatchRun<T> stream(ReflectorParts<T> parts, QueueTarget<T> queue) {
    ListOptions options = ListOptions.NONE
        .withResourceVersion(parts.version().forWatchList())
        .withResourceVersionMatch("NotOlderThan")
        .withAllowWatchBookmarks(true)
        .withWatchTimeout(timeout(parts))
        .withSendInitialEvents(true);
    return new WatchRun<>(parts, options, /* streaming= */ true, queue);
  }

  private static Duration timeout(ReflectorParts<?> parts) {
    return timeout(parts.settings().minWatchTimeout(), parts.settings().runtime());
  }

  /** Drawn between the minimum and twice that, so that watches opened together do not end together. */
  static Duration timeout(Duration minimum, EngineRuntime runtime) {
    double factor = 1.0 + runtime.random().nextDouble();
    long seconds = Duration.ofNanos(Timers.nanos(minimum)).toSeconds(); // no more than a century
    return Duration.ofSeconds((long) (seconds * factor));
  }

  void start() {
    showState();
    session.start();
  }

  void cancel() {
    session.cancel();
    endCheck();
  }

  private void endCheck() {
    if (check != null) {
      check.cancel();
    }
  }

  private void isInOtherHistory(String present) {
    session.cancel();
    parts.version().unavailable(/* tooLarge= */ true);
    ended(new WatchOutcome.OtherHistory(asked, present), 0, session.lasted());
  }

  void roomCameBack() {
    session.roomCameBack();
  }

  private Staging<T> staging() {
    return new Staging<>(parts.intake(), this::streamed);
  }

  private void streamed(Staging<T> collection, String resourceVersion) {
    streaming = false;
    session.streamed(queue);
    parts.round().collected(collection, asked, resourceVersion, this);
    showState();
  }

  private void showState() {
    if (streaming) {
      parts.status().streaming();
    } else {
      parts.status().watching();
    }
  }

  @Override
  public void requesting(RequestKind kind, ListOptions options) {
    if (parts.status().isBackingOff()) {
      showState();
    }
    parts.listener().onRequest(kind, options);
  }

  @Override
  public void retrying(SourceException cause, Duration delay) {
    parts.status().retrying(cause, delay);
  }

  @Override
  public void opened() {
    if (!streaming && parts.status().well()) {
      showState();
    }
    if (check != null) {
      check.start();
    }
  }

  @Override
  public void skipped(SourceException cause) {
    parts.intake().unreadable(cause);
  }

  @Override
  public void handled(int events) {
    endCheck();
    parts.listener().onEvents(events);
  }

  @Override
  public void ended(WatchOutcome outcome, long events, Duration lasted) {
    endCheck();
    if (!isEndAskedFor(outcome)) {
      parts.version().doubt();
    }
    parts.listener().onWatchEnded(events, lasted, causeOf(outcome));
    if (streaming) {
      parts.round().streamFailed(outcome, asked);
    } else {
      parts.round().watchEnded(outcome);
    }
  }

  /** Whether the server did what it was asked to: end the watch after so much time. */
  private boolean isEndAskedFor(WatchOutcome outcome) {
    return outcome instanceof WatchOutcome.Closed closed
        && closed.cause() == null
        && closed.lasted().compareTo(timeout) >= 0;
  }

  private static @Nullable Throwable causeOf(WatchOutcome outcome) {
    if (outcome instanceof WatchOutcome.OpenFailed open) {
      return open.cause();
    }
    if (outcome instanceof WatchOutcome.Closed closed) {
      return closed.cause();
    }
    if (outcome instanceof WatchOutcome.Failed failed) {
      return failed.cause();
    }
    if (outcome instanceof WatchOutcome.OtherHistory other) {
      return ReflectorPlan.otherHistory(other.present(), other.watched(), "of the watch");
    }
    return outcome instanceof WatchOutcome.Overdue overdue
        ? new TimeoutException("the streaming list had not ended after " + overdue.lasted())
        : new TimeoutException(
            "nothing was heard for " + ((WatchOutcome.Silent) outcome).silence());
  }
}
