package dev.informant.internal.source;

import dev.informant.log.QuietLog;
import dev.informant.log.Readable;
import dev.informant.runtime.Clock;
import dev.informant.runtime.Timers;
import dev.informant.source.FailureLevel;
import dev.informant.source.SourceException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a reflector stands and the failure it has not overcome yet. Tells the listener of every change.
 * Written by one thread at a time; {@link #state()} may be read by any.
 */
final class ReflectorStatus<T> {
  private static final Logger LOG = QuietLog.of(Reflector.class);

  private final String name;
  private final Clock clock;
  private final ReflectorListener<T> listener;
  private @Nullable Trouble trouble;
  private volatile boolean hasWatched;
  private volatile ReflectorState state;

  ReflectorStatus(String name, Clock clock, ReflectorListener<T> listener) {
    this.name = name;
    this.clock = clock;
    this.listener = listener;
    this.state = new ReflectorState.Created(clock.now());
  }

  ReflectorState state() {
    return state;
  }

  void resuming() {
    transition(new ReflectorState.Resuming(clock.now(), trouble));
  }

  void listing() {
    transition(new ReflectorState.Listing(clock.now(), trouble));
  }

  void streaming() {
    transition(new ReflectorState.Streaming(clock.now(), trouble));
  }

  void watching() {
    transition(new ReflectorState.Watching(clock.now(), trouble));
  }

  /** Waits for {@code delay} because of the failure that was reported last. */
  void backingOff(Duration delay) {
    Instant now = clock.now();
    transition(new ReflectorState.BackingOff(now, trouble, now.plusNanos(Timers.nanos(delay))));
  }

  /** The same request is sent again after a while. */
  void retrying(SourceException cause, Duration delay) {
    report(cause, FailureLevel.RETRIED);
    backingOff(delay);
  }

  void closed(@Nullable Throwable cause) {
    transition(new ReflectorState.Closed(clock.now(), cause));
  }

  boolean isBackingOff() {
    return state instanceof ReflectorState.BackingOff;
  }

  /**
   * Something failed, and has not been overcome until {@link #watchEstablished()}.
   *
   * @throws OutOfMemoryError if that is the cause: it ends the step, and with it the reflector
   */
  void report(SourceException cause, FailureLevel level) {
    OutOfMemoryError fatal = SourceDefects.outOfMemory(cause);
    if (fatal != null) {
      throw fatal;
    }
    trouble = Trouble.after(trouble, cause, clock.now());
    LOG.log(Level.DEBUG, () -> "reflector " + name + ": " + level + ": " + cause);
    listener.onFailure(cause, level);
  }

  /** A list took long, and a part of that time was needed to hand it on. */
  void slowList(int items, Duration took, Duration handingOn) {
    LOG.log(
        Level.INFO,
        () -> "reflector " + name + ": listing " + items + " items took " + Readable.time(took));
    listener.onSlowList(items, took.minus(handingOn), handingOn);
  }

  /** A watch is established, which ends all trouble; returns whether there was any. */
  boolean watchEstablished() {
    boolean was = trouble != null;
    trouble = null;
    hasWatched = true;
    return was;
  }

  /** How many failures there were since a watch was last established. */
  int failures() {
    return trouble == null ? 0 : trouble.failures();
  }

  /** Whether a watch has ever been established. Any thread may call it. */
  boolean hasWatched() {
    return hasWatched;
  }

  private void transition(ReflectorState next) {
    ReflectorState from = state;
    if (from.getClass() == next.getClass() && from.cause() == next.cause()) {
      return; // still the same, since the same time: a watch opened again is no news
    }
    state = next;
    listener.onTransition(from, next);
  }
}
