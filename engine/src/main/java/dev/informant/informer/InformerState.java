package dev.informant.informer;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an informer is doing, since when, and because of what. Every informer has exactly one at any
 * time. Immutable.
 */
public sealed interface InformerState {
  /** When it began. */
  Instant since();

  /** The last failure; null if there was none since the informer last worked. */
  default @Nullable Throwable cause() {
    return null;
  }

  /** Not started. */
  record Created(Instant since) implements InformerState {}

  /** Fetching the whole collection, by LIST or by a streaming watch. */
  record Listing(Instant since, boolean first, @Nullable Throwable cause)
      implements InformerState {}

  /** Following changes. */
  record Watching(Instant since, String resourceVersion) implements InformerState {}

  /** Waiting to try again after a failure. */
  record BackingOff(Instant since, Instant until, Throwable cause) implements InformerState {}

  /** Closed by its owner. */
  record Closed(Instant since) implements InformerState {}
}
