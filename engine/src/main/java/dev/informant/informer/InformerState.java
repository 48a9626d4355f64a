package dev.informant.informer;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The state of an informer, since when, and its cause. An informer has exactly one state at any time. Immutable. */
public sealed interface InformerState {
  /** When it began. */
  Instant since();

  /** The last failure; null if there was none since the informer last established a watch. */
  default @Nullable Throwable cause() {
    return null;
  }

  /**
   * When the first of the consecutive failures occurred; null if there is none, and if the informer is closed. A failure is
   * overcome when a watch is established: a successful list does not end it.
   */
  default @Nullable Instant failingSince() {
    return null;
  }

  /** How many attempts have failed since {@link #failingSince()}; 0 if none. */
  default int failures() {
    return 0;
  }

  /** When the informer retries; null if it is not waiting to retry. */
  default @Nullable Instant until() {
    return null;
  }

  /**
   * How many objects are skipped now because they cannot be decoded or transformed, counted up to 1000; {@link
   * SharedIndexInformer#skipped()} returns them.
   */
  default int skipped() {
    return 0;
  }

  /** A description of the transport to the server; empty if unknown, not started or closed. */
  default String transport() {
    return "";
  }

  /** Not started. */
  record Created(Instant since) implements InformerState {}

  /** Fetching the complete collection, by LIST or by a streaming watch. */
  record Listing(
      Instant since,
      boolean first,
      @Nullable Throwable cause,
      @Nullable Instant failingSince,
      int failures,
      int skipped,
      String transport)
      implements InformerState {}

  /**
   * Holding a cache saved by an earlier run that the server has not confirmed yet. If the collection must be listed,
   * the state becomes {@link Listing}.
   *
   * @param since when the cache was loaded
   * @param resourceVersion the version that the cache has reached
   * @param until when the request is retried, if it failed
   * @param cause if not null, a request or the stream failed and is retried
   */
  record Warm(
      Instant since,
      String resourceVersion,
      @Nullable Instant until,
      @Nullable Throwable cause,
      @Nullable Instant failingSince,
      int failures,
      int skipped,
      String transport)
      implements InformerState {}

  /**
   * Following changes.
   *
   * @param cause if not null, the stream is down and is being reopened
   */
  record Watching(
      Instant since,
      String resourceVersion,
      @Nullable Throwable cause,
      @Nullable Instant failingSince,
      int failures,
      int skipped,
      String transport)
      implements InformerState {}

  /**
   * Waiting to retry.
   *
   * @param since when this pause began; {@link #failingSince()} is when the failures began
   * @param cause the failure; null if the server ended the stream without one
   */
  record BackingOff(
      Instant since,
      Instant until,
      @Nullable Throwable cause,
      @Nullable Instant failingSince,
      int failures,
      int skipped,
      String transport)
      implements InformerState {}

  /**
   * Closed permanently.
   *
   * @param cause null if its owner closed it; otherwise why it ended: it gave up ({@link CommonOptions#giveUpIf}), its
   *     runtime was closed, or the JVM was out of memory
   */
  record Closed(Instant since, @Nullable Throwable cause) implements InformerState {}
}
