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

  /** When it will try again; null if it is not waiting for that. */
  default @Nullable Instant until() {
    return null;
  }

  /**
   * How many objects are left out now because they cannot be understood, counted up to a thousand; {@link
   * SharedIndexInformer#skipped()} says which and why.
   */
  default int skipped() {
    return 0;
  }

  /** How the informer's requests reach the server, for people to read; empty if unknown, not started or closed. */
  default String transport() {
    return "";
  }

  /** Not started. */
  record Created(Instant since) implements InformerState {}

  /** Fetching the whole collection, by LIST or by a streaming watch. */
  record Listing(
      Instant since, boolean first, @Nullable Throwable cause, int skipped, String transport)
      implements InformerState {}

  /**
   * Holding what an earlier run saved, and not yet sure that it is fresh: the server has not confirmed it. While everything is
   * fetched after all, the state is {@link Listing}.
   *
   * @param since when it was loaded
   * @param resourceVersion how far it has got
   * @param until when the server is asked again, if something has failed
   * @param cause if not null, the server cannot be asked, or the stream is down: that is tried again
   */
  record Warm(
      Instant since,
      String resourceVersion,
      @Nullable Instant until,
      @Nullable Throwable cause,
      int skipped,
      String transport)
      implements InformerState {}

  /**
   * Following changes.
   *
   * @param cause if not null, the stream is down and is being opened again
   */
  record Watching(
      Instant since,
      String resourceVersion,
      @Nullable Throwable cause,
      int skipped,
      String transport)
      implements InformerState {}

  /**
   * Waiting to try again.
   *
   * @param cause the failure; null if the server ended the stream without one
   */
  record BackingOff(
      Instant since, Instant until, @Nullable Throwable cause, int skipped, String transport)
      implements InformerState {}

  /**
   * Closed for good.
   *
   * @param cause null if its owner closed it; else why it ended: its runtime was closed, or the JVM was out of memory
   */
  record Closed(Instant since, @Nullable Throwable cause) implements InformerState {}
}
