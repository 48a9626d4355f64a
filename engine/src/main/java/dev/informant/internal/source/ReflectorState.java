package dev.informant.internal.source;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a reflector is doing, since when, and which failures it has not overcome. Immutable. */
public sealed interface ReflectorState {
  /** When it began to do so. */
  Instant since();

  /** The failures since a watch was last established; null if there were none. */
  default @Nullable Trouble trouble() {
    return null;
  }

  /** The last of those failures, or why the reflector ended; null if there is none. */
  default @Nullable Throwable cause() {
    Trouble trouble = trouble();
    return trouble == null ? null : trouble.cause();
  }

  /** Not started. */
  record Created(Instant since) implements ReflectorState {}

  /** Checking whether it can continue from a version of an earlier run. */
  record Resuming(Instant since, @Nullable Trouble trouble) implements ReflectorState {}

  /** Requesting the collection page by page. */
  record Listing(Instant since, @Nullable Trouble trouble) implements ReflectorState {}

  /** Receiving the collection as the beginning of a watch. */
  record Streaming(Instant since, @Nullable Trouble trouble) implements ReflectorState {}

  /** Following the changes, or opening the watch for it if there is a cause. */
  record Watching(Instant since, @Nullable Trouble trouble) implements ReflectorState {}

  /**
   * Waiting before the next attempt.
   *
   * @param until when that will be
   */
  record BackingOff(Instant since, @Nullable Trouble trouble, Instant until)
      implements ReflectorState {}

  /** Closed by its owner, or by the end of its runtime, which then is the cause. */
  record Closed(Instant since, @Nullable Throwable cause) implements ReflectorState {}
}
