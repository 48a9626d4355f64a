package dev.informant.source;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a reflector is doing, since when, and why if all is not well. Immutable. */
public sealed interface ReflectorState {
  /** When it began to do so. */
  Instant since();

  /** The failure that has not been overcome yet; null if all is well. */
  @Nullable
  Throwable cause();

  /** Not started. */
  record Created(Instant since) implements ReflectorState {
    @Override
    public @Nullable Throwable cause() {
      return null;
    }
  }

  /** Finding out whether it can go on from a version of an earlier run. */
  record Resuming(Instant since, @Nullable Throwable cause) implements ReflectorState {}

  /** Asking for the collection page by page. */
  record Listing(Instant since, @Nullable Throwable cause) implements ReflectorState {}

  /** Receiving the collection as the beginning of a watch. */
  record Streaming(Instant since, @Nullable Throwable cause) implements ReflectorState {}

  /** Following the changes, or opening the watch for it if there is a cause. */
  record Watching(Instant since, @Nullable Throwable cause) implements ReflectorState {}

  /**
   * Waiting before the next attempt.
   *
   * @param until when that will be
   */
  record BackingOff(Instant since, @Nullable Throwable cause, Instant until)
      implements ReflectorState {}

  /** Closed by its owner, or by the end of its runtime, which then is the cause. */
  record Closed(Instant since, @Nullable Throwable cause) implements ReflectorState {}
}
