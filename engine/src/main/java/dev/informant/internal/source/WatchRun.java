package dev.informant.internal.source;

import dev.informant.object.ResourceVersions;
import dev.informant.source.ListOptions;
import dev.informant.source.SourceException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One watch of a reflector, which may begin as a streaming list. Used on the reflector's steps only. */
final class WatchRun<T> implements WatchSession.Owner {
  /**
   * The timeout of a watch that is to confirm a saved cache: the shortest before which a server sends a bookmark. It sends
   * one two seconds before a watch ends, and otherwise only every minute.
   */
  static final Duration CONFIRMING = Duration.ofSeconds(3);

  private final ReflectorParts<T> parts;
  private final ListOptions options;
  private final WatchSession<T> session;
  private final @Nullable HistoryCheck<T> check;

  private WatchRun(ReflectorParts<T> parts, ListOptions options, boolean streaming) {
    this.parts = parts;
    this.options = options;
    String asked = options.resourceVersion();
    boolean doubtful =
        !streaming && ResourceVersions.isComparable(asked) && parts.version().isDoubtful();
    this.check = doubtful && parts.settings().get(ReflectorOptions.HISTORY_CHECKS)
        ? new HistoryCheck<>(parts, asked, this::isInOtherHistory)
        : null;
    this.session = new WatchSession<>(
        parts.settings().source(),
        parts.settings().runtime(),
        parts.steps(),
        parts.retries(),
        options,
        parts.settings().destination()::hasRoom,
        streaming ? new Staging<>(parts.intake(), this::streamed) : parts.intake(),
        this);
  }

  /** A watch from the last version. */
  static <T> WatchRun<T> watch(ReflectorParts<T> parts) {
    return new WatchRun<>(
        parts, options(parts, parts.version().forWatch()), /* streaming= */ false);
  }

  /** A short watch from the last version, which soon receives a bookmark with the present one. */
  static <T> WatchRun<T> confirming(ReflectorParts<T> parts) {
    ListOptions options = options(parts, parts.version().forWatch()).withWatchTimeout(CONFIRMING);
    return new WatchRun<>(parts, options, /* streaming= */ false);
  }

  /** A watch that begins with the whole collection. */
  static <T> WatchRun<T> stream(ReflectorParts<T> parts) {
    ListOptions options = options(parts, parts.version().forWatchList())
        .withResourceVersionMatch("NotOlderThan")
        .withSendInitialEvents(true);
    return new WatchRun<>(parts, options, /* streaming= */ true);
  }

  private static ListOptions options(ReflectorParts<?> parts, String version) {
    return WatchSession.options(
        version,
        parts.settings().get(ReflectorOptions.MIN_WATCH_TIMEOUT),
        parts.settings().runtime());
  }

  void start() {
    showState();
    session.start();
  }

  void cancel() {
    session.cancel();
    endCheck();
  }

  void roomCameBack() {
    session.roomCameBack();
  }

  private void endCheck() {
    if (check != null) {
      check.cancel();
    }
  }

  private void isInOtherHistory(String present) {
    session.cancel();
    parts.version().unavailable(/* tooLarge= */ true);
    ended(new WatchOutcome.OtherHistory(options.resourceVersion(), present));
  }

  private void streamed(Staging<T> collection, String resourceVersion) {
    session.streamed(parts.intake());
    parts.loop().collected(collection, options.resourceVersion(), resourceVersion);
    parts.status().watchEstablished();
    showState();
  }

  private void showState() {
    if (session.isStreaming()) {
      parts.status().streaming();
    } else {
      parts.status().watching();
    }
  }

  @Override
  public void requesting(RequestKind kind, ListOptions request) {
    if (parts.status().isBackingOff()) {
      showState();
    }
    parts.listener().onRequest(kind, request);
  }

  @Override
  public void retrying(SourceException cause, Duration delay) {
    parts.status().retrying(cause, delay);
  }

  @Override
  public void opened() {
    if (!session.isStreaming() && parts.status().watchEstablished()) {
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
  public void ended(WatchOutcome outcome) {
    endCheck();
    if (!isEndAskedFor(outcome)) {
      parts.version().doubt();
    }
    parts.listener().onWatchEnded(session.events(), session.lasted(), outcome.cause());
    if (session.isStreaming()) {
      parts.loop().streamFailed(outcome, options.resourceVersion());
    } else {
      parts.loop().watchEnded(outcome);
    }
  }

  /** Whether the server did what it was asked to: end the watch after so much time. */
  private boolean isEndAskedFor(WatchOutcome outcome) {
    return outcome instanceof WatchOutcome.Closed closed
        && closed.cause() == null
        && closed.lasted().compareTo(options.watchTimeout()) >= 0;
  }
}
