package dev.informant.informer;

import dev.informant.log.Readable;
import dev.informant.source.SourceException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when an informer or registration was not synced in time, or cannot sync any more. The message contains the
 * state of the informer, since when, and why. {@link #getCause()} is the last failure or, if there was none, the
 * request that is still unanswered.
 */
public final class NotSyncedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient @Nullable InformerState state;

  /**
   * For implementations of {@link Informer}.
   *
   * @param state the state of the informer; null if there is no single informer
   */
  public NotSyncedException(
      String message, @Nullable InformerState state, @Nullable Throwable cause) {
    super(message, cause);
    this.state = state;
  }

  /**
   * {@code what} was not synced after {@code waited}.
   *
   * @param waited null if the caller did not wait
   * @param underWay the unanswered request; null if unknown
   */
  static NotSyncedException after(
      @Nullable Duration waited, String what, InformerState state, @Nullable String underWay) {
    if (waited == null && state instanceof InformerState.Created) {
      return new NotSyncedException(what + " is not started; call start()", state, null);
    }
    Throwable cause = state.cause();
    if (cause == null && underWay != null) {
      cause = SourceException.of(SourceException.Kind.NETWORK, underWay, null);
    }
    return new NotSyncedException(
        what + " is not synced"
            + (waited == null || waited.isZero() ? "" : " after " + Readable.time(waited)) + ": "
            + describe(state)
            + (underWay == null ? "" : "; waiting for: " + underWay),
        state,
        cause);
  }

  /**
   * {@code what} cannot sync any more. If the informer ended by itself, the reason is the cause.
   *
   * @param otherwise the cause if the informer did not end by itself
   */
  static NotSyncedException never(String what, InformerState state, @Nullable Throwable otherwise) {
    Throwable end = state instanceof InformerState.Closed ? state.cause() : null;
    String why = end != null || otherwise == null
        ? describe(state)
        : otherwise.getMessage() + "; " + describe(state);
    return new NotSyncedException(
        what + " will not sync: " + why, state, end == null ? otherwise : end);
  }

  /** The thread that waited for {@code what} was interrupted. */
  static NotSyncedException interrupted(
      String what, InformerState state, InterruptedException interruption) {
    return new NotSyncedException(
        "interrupted while waiting for " + what + " to sync: " + describe(state),
        state,
        interruption);
  }

  /** Several of {@code all} informers were not synced; the causes of the others are suppressed exceptions. */
  static NotSyncedException several(int all, List<NotSyncedException> missing) {
    StringBuilder message = new StringBuilder()
        .append(missing.size())
        .append(" of ")
        .append(all)
        .append(all == 1 ? " informer" : " informers")
        .append(missing.size() == 1 ? " is not synced" : " are not synced");
    missing.forEach(failure -> message.append("; ").append(failure.getMessage()));
    NotSyncedException first = missing.get(0);
    NotSyncedException several =
        new NotSyncedException(message.toString(), first.state, first.getCause());
    missing.stream().skip(1).forEach(several::addSuppressed);
    return several;
  }

  /** Returns the state of the informer; null if there is no single informer, and after deserialization. */
  public @Nullable InformerState state() {
    return state;
  }

  static String describe(InformerState state) {
    StringBuilder text = new StringBuilder();
    if (state instanceof InformerState.Created) {
      text.append("the informer was never started; call start()");
    } else if (state instanceof InformerState.Listing listing) {
      text.append(listing.first() ? "fetching the first list" : "fetching the list again");
    } else if (state instanceof InformerState.Warm) {
      text.append("using a saved cache that the server has not confirmed yet");
    } else if (state instanceof InformerState.Watching) {
      text.append("the informer is watching");
    } else if (state instanceof InformerState.BackingOff backing) {
      text.append("waiting until ").append(Readable.instant(backing.until())).append(" to retry");
    } else {
      text.append("the informer is closed");
    }
    text.append(", since ").append(Readable.instant(state.since()));
    Throwable cause = state.cause();
    if (cause != null) {
      if (state.failures() > 0) {
        text.append("; ").append(FailureText.attempts(state));
      }
      text.append("; last failure: ").append(FailureText.of(cause));
    }
    if (state.skipped() > 0) {
      text.append("; ").append(state.skipped());
      text.append(state.skipped() == 1 ? " object skipped" : " objects skipped");
    }
    return text.toString();
  }
}
