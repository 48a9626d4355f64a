package dev.informant.internal.source;

import dev.informant.log.Readable;
import dev.informant.source.FailureLevel;
import dev.informant.source.Pager;
import dev.informant.source.SourceException;
import dev.informant.source.SourceException.Kind;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a reflector does next, given what has happened: decisions only, no I/O. The tables are client-go's
 * with the repairs of the project's design.
 */
final class ReflectorPlan {
  static final long PAGE_SIZE = Pager.PAGE_SIZE;
  static final Duration VERY_SHORT = Duration.ofSeconds(1);
  private static final int UNPROCESSABLE = 422;

  private ReflectorPlan() {}

  /** What to do next. */
  enum Step {
    /** Watch again from the last version, at once. */
    REWATCH,
    /** Watch again from the last version, after a pause. */
    REWATCH_LATER,
    /** List again, after a pause. */
    RELIST_LATER,
    /** Ask for the same streaming list again, at once. */
    RESTREAM,
    /** Ask for the same streaming list again, after a pause. */
    RESTREAM_LATER,
    /** Ask for a streaming list at an empty version, at once. */
    RESTREAM_LATEST,
    /** LIST in this round. */
    LIST,
    /** LIST in this round, and do not try to stream for a while. */
    LIST_FOR_A_WHILE
  }

  /**
   * @param cause null if nothing is wrong
   */
  record Verdict(Step step, @Nullable SourceException cause, FailureLevel level) {}

  /** The page size of a list at {@code version}; 0 asks for everything at once. */
  static long pageSize(String version, long explicit, boolean paginatedBefore) {
    if (explicit > 0) {
      return explicit;
    }
    // A limit would take a list at a version past the server's watch cache, unless there is none.
    boolean anyVersion = version.isEmpty() || version.equals("0");
    return paginatedBefore || anyVersion ? PAGE_SIZE : 0;
  }

  /** Whether a list that failed is had at once at an empty version. */
  static boolean isVersionUnavailable(SourceException cause) {
    return cause.isExpired() || cause.isTooLargeResourceVersion();
  }

  /** Whether a server that answers so may answer the same request better a little later. */
  static boolean isWorthAsking(SourceException cause) {
    return cause.kind() == Kind.NETWORK || isServerBusy(cause) || cause.code() >= 500;
  }

  /**
   * After a watch.
   *
   * @param version from which it could be resumed; without one, what was deleted meanwhile would be
   *     missed, so everything is listed again
   * @param retryInternalError whether an internal error may be retried at once
   */
  static Verdict afterWatch(
      WatchOutcome outcome, String version, BooleanSupplier retryInternalError) {
    Verdict verdict = afterWatch(outcome, retryInternalError);
    if (!version.isEmpty() || verdict.step() == Step.RELIST_LATER) {
      return verdict;
    }
    SourceException cause = verdict.cause();
    return new Verdict(
        Step.RELIST_LATER, cause == null ? noVersion() : cause, FailureLevel.RELISTING);
  }

  private static Verdict afterWatch(WatchOutcome outcome, BooleanSupplier retryInternalError) {
    if (outcome instanceof WatchOutcome.OpenFailed open) {
      return afterOpenFailed(open.cause());
    }
    if (outcome instanceof WatchOutcome.Failed failed) {
      return afterStreamFailed(failed.cause(), retryInternalError);
    }
    if (outcome instanceof WatchOutcome.Silent silent) {
      return new Verdict(Step.REWATCH, silence(silent), FailureLevel.RECOVERED);
    }
    if (outcome instanceof WatchOutcome.OtherHistory other) {
      return new Verdict(
          Step.RELIST_LATER,
          otherHistory(other.present(), other.watched(), "of the watch"),
          FailureLevel.RELISTING);
    }
    if (outcome instanceof WatchOutcome.Overdue overdue) { // a list that did not come must be got
      return new Verdict(Step.RELIST_LATER, overdue(overdue), FailureLevel.RELISTING);
    }
    if (outcome instanceof WatchOutcome.Closed closed) {
      return afterWatchClosed(closed);
    }
    throw unplanned(outcome);
  }

  private static Verdict afterWatchClosed(WatchOutcome.Closed closed) {
    if (isVeryShort(closed)) {
      return new Verdict(Step.RELIST_LATER, veryShort(closed), FailureLevel.RELISTING);
    }
    return new Verdict(
        Step.REWATCH, closed.cause() == null ? null : lost(closed), FailureLevel.RECOVERED);
  }

  private static IllegalStateException unplanned(WatchOutcome outcome) {
    return new IllegalStateException("no plan for a watch that ended with " + outcome);
  }

  private static Verdict afterOpenFailed(SourceException cause) {
    if (isServerBusy(cause)) {
      return new Verdict(Step.REWATCH_LATER, cause, FailureLevel.RECOVERED);
    }
    if (RetryMatrix.isEmptyWatch(cause)) {
      return new Verdict(Step.RELIST_LATER, cause, FailureLevel.RELISTING);
    }
    return new Verdict(Step.RELIST_LATER, cause, FailureLevel.REPORTED);
  }

  private static Verdict afterStreamFailed(
      SourceException cause, BooleanSupplier retryInternalError) {
    if (cause.isExpired()) {
      return new Verdict(Step.RELIST_LATER, cause, FailureLevel.RELISTING);
    }
    if (cause.isTooManyRequests()) {
      return new Verdict(Step.REWATCH_LATER, cause, FailureLevel.RECOVERED);
    }
    if (RetryWithDeadline.isInternalError(cause) && retryInternalError.getAsBoolean()) {
      return new Verdict(Step.REWATCH, cause, FailureLevel.RECOVERED);
    }
    return new Verdict(Step.RELIST_LATER, cause, FailureLevel.RELISTING);
  }

  /**
   * After a streaming list that did not reach its end.
   *
   * @param version asked for
   * @param unfinished streams before this one that ended without an error and without their end
   */
  static Verdict afterWatchList(WatchOutcome outcome, String version, int unfinished) {
    if (outcome instanceof WatchOutcome.OpenFailed open) {
      return afterWatchListFailed(open.cause(), version);
    }
    if (outcome instanceof WatchOutcome.Failed failed) {
      return afterWatchListFailed(failed.cause(), version);
    }
    if (outcome instanceof WatchOutcome.Silent silent) {
      return new Verdict(Step.LIST_FOR_A_WHILE, silence(silent), FailureLevel.RECOVERED);
    }
    if (outcome instanceof WatchOutcome.Overdue overdue) {
      return new Verdict(Step.LIST_FOR_A_WHILE, overdue(overdue), FailureLevel.RECOVERED);
    }
    if (outcome instanceof WatchOutcome.OtherHistory other) { // only a list shows what is there now
      return new Verdict(
          Step.LIST,
          otherHistory(other.present(), other.watched(), "of the streaming list"),
          FailureLevel.RECOVERED);
    }
    if (outcome instanceof WatchOutcome.Closed closed) {
      return afterWatchListClosed(closed, unfinished);
    }
    throw unplanned(outcome);
  }

  private static Verdict afterWatchListClosed(WatchOutcome.Closed closed, int unfinished) {
    if (isVeryShort(closed)) {
      return new Verdict(Step.LIST, veryShort(closed), FailureLevel.RECOVERED);
    }
    SourceException cause = SourceException.of(
        Kind.OTHER,
        "the streaming list ended after " + Readable.time(closed.lasted()) + " and "
            + Readable.count(closed.events(), "event") + " without the bookmark that completes it",
        closed.cause());
    if (unfinished == 0) {
      return new Verdict(Step.RESTREAM, cause, FailureLevel.RECOVERED);
    }
    return new Verdict(
        closed.cause() == null ? Step.LIST_FOR_A_WHILE : Step.LIST, cause, FailureLevel.RECOVERED);
  }

  private static Verdict afterWatchListFailed(SourceException cause, String version) {
    if (isServerBusy(cause)) {
      return new Verdict(Step.RESTREAM_LATER, cause, FailureLevel.RECOVERED);
    }
    if (isVersionUnavailable(cause) && !version.isEmpty()) {
      return new Verdict(Step.RESTREAM_LATEST, cause, FailureLevel.RECOVERED);
    }
    boolean refused = cause.code() == UNPROCESSABLE || cause.reason().equals("Invalid");
    return new Verdict(refused ? Step.LIST_FOR_A_WHILE : Step.LIST, cause, FailureLevel.RECOVERED);
  }

  private static boolean isServerBusy(SourceException cause) {
    return cause.kind() == Kind.CONNECTION_REFUSED || cause.isTooManyRequests();
  }

  private static boolean isVeryShort(WatchOutcome.Closed closed) {
    return closed.events() == 0 && closed.lasted().compareTo(VERY_SHORT) < 0;
  }

  private static SourceException veryShort(WatchOutcome.Closed closed) {
    return SourceException.of(
        Kind.OTHER,
        "very short watch: ended after " + Readable.time(closed.lasted()) + " without an event",
        closed.cause());
  }

  /**
   * @param whose what has the version that the server has not come to
   */
  static SourceException otherHistory(String present, String known, String whose) {
    return SourceException.of(
        Kind.OTHER,
        "the server is at version " + present + ", before " + known + " " + whose
            + ": it has another history",
        null);
  }

  private static SourceException noVersion() {
    return SourceException.of(
        Kind.OTHER,
        "the watch ended and neither its list nor its events had a version to resume from",
        null);
  }

  private static SourceException lost(WatchOutcome.Closed closed) {
    return SourceException.of(
        Kind.NETWORK,
        "the watch was cut off after " + Readable.time(closed.lasted()) + " and "
            + Readable.count(closed.events(), "event"),
        closed.cause());
  }

  private static SourceException overdue(WatchOutcome.Overdue overdue) {
    return SourceException.of(
        Kind.OTHER,
        "the streaming list sent no bookmark that completes it within "
            + Readable.time(overdue.lasted()),
        null);
  }

  private static SourceException silence(WatchOutcome.Silent silent) {
    return SourceException.of(
        Kind.NETWORK, "the watch delivered nothing for " + Readable.time(silent.silence()), null);
  }
}
