package dev.informant.informer;

import dev.informant.source.SourceException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something was not synced in time, or never will be. The message says what the informer was doing, since
 * when, and because of what; {@link #getCause()} is the last failure or, if there was none, the request that has
 * not been answered.
 */
public final class NotSyncedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient @Nullable InformerState state;

  private NotSyncedException(
      String message, @Nullable InformerState state, @Nullable Throwable cause) {
    super(message, cause);
    this.state = state;
  }

  /**
   * {@code what} was not synced after {@code waited}.
   *
   * @param waited null if nobody waited
   * @param underWay the request that is waited for; null if nobody knows of one
   */
  static NotSyncedException after(
      @Nullable Duration waited, String what, InformerState state, @Nullable String underWay) {
    Throwable cause = state.cause();
    if (cause == null && underWay != null) {
      cause = SourceException.of(SourceException.Kind.NETWORK, underWay, null);
    }
    return new NotSyncedException(
        what + " is not synced" + (waited == null ? "" : " after " + seconds(waited)) + ": "
            + describe(state)
            + (underWay == null ? "" : "; under way: " + underWay),
        state,
        cause);
  }

  /** {@code what} will never be synced. */
  static NotSyncedException never(String what, InformerState state, @Nullable Throwable cause) {
    String why = cause == null ? describe(state) : cause.getMessage() + "; " + describe(state);
    return new NotSyncedException(what + " will not sync: " + why, state, cause);
  }

  /** Whoever waited for {@code what} was interrupted. */
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
        .append(" informers are not synced");
    missing.forEach(failure -> message.append("; ").append(failure.getMessage()));
    NotSyncedException first = missing.get(0);
    NotSyncedException several =
        new NotSyncedException(message.toString(), first.state, first.getCause());
    missing.stream().skip(1).forEach(several::addSuppressed);
    return several;
  }

  /** What the informer was doing; null after deserialization. */
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
      text.append("holding a saved cache that the server has not confirmed to be fresh yet");
    } else if (state instanceof InformerState.Watching) {
      text.append("the informer is watching");
    } else if (state instanceof InformerState.BackingOff backing) {
      text.append("waiting until ").append(backing.until()).append(" to try again");
    } else {
      text.append("the informer is closed");
    }
    text.append(", since ").append(state.since());
    Throwable cause = state.cause();
    if (cause != null) {
      text.append("; last failure: ").append(describe(cause));
    }
    if (state.skipped() > 0) {
      text.append("; ").append(state.skipped());
      text.append(state.skipped() == 1 ? " object skipped" : " objects skipped");
    }
    return text.toString();
  }

  private static String describe(Throwable cause) {
    if (cause instanceof SourceException source && source.code() != 0) {
      String reason = source.reason().isEmpty() ? "" : " " + source.reason();
      return source.code() + reason + ": " + source.getMessage();
    }
    return cause.getClass().getSimpleName() + ": " + cause.getMessage();
  }

  private static String seconds(Duration waited) {
    return waited.toMillis() % 1000 == 0 ? waited.toSeconds() + " s" : waited.toMillis() + " ms";
  }
}
