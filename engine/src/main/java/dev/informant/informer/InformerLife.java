package dev.informant.informer;

import dev.informant.runtime.Clock;
import dev.informant.source.Reflector;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An informer from its making to its end: it starts at most once, ends once, and says at any time where it
 * stands. Thread-safe.
 */
/*
 * `lock` gives starts one order. The end does not take it: it may be brought about by a step that the runtime
 * refuses, under whatever locks the one who gave the step holds. So the end sets `closed` first and looks for
 * the reflector second, while a start sets `reflector` first and looks at `closed` second: one of them sees
 * the other.
 */
final class InformerLife<T> {
  private final String name;
  private final Clock clock;
  private final Instant created;
  private final CompletableFuture<Void> quiet = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private final Object lock = new Object();
  private volatile @Nullable Reflector<T> reflector; // written under lock
  private final AtomicReference<InformerState.@Nullable Closed> closed = new AtomicReference<>();

  InformerLife(String name, Clock clock) {
    this.name = name;
    this.clock = clock;
    this.created = clock.now();
  }

  /**
   * Begins once, with the reflector that {@code make} builds.
   *
   * @return what is to be started; null if there is nothing to do
   * @throws IllegalStateException if it is closed
   */
  @Nullable
  Reflector<T> start(Supplier<Reflector<T>> make) {
    Reflector<T> starting;
    synchronized (lock) {
      refuseIfClosed("start");
      if (reflector != null) {
        return null;
      }
      starting = make.get();
      reflector = starting;
    }
    if (isClosed()) {
      starting.close();
      return null;
    }
    return starting;
  }

  boolean isStarted() {
    return reflector != null;
  }

  boolean isClosed() {
    return closed.get() != null;
  }

  /** Throws {@link IllegalStateException} if it is too late for {@code what}. */
  void refuseIfClosed(String what) {
    if (isClosed()) {
      throw new IllegalStateException(
          "cannot " + what + ": informer " + name + " is closed; build a new one");
    }
  }

  /**
   * @param unconfirmed since when the cache holds what an earlier run saved; null if it has synced, or holds no such thing
   * @param skipped how many objects are left out
   */
  InformerState state(
      boolean synced, @Nullable Instant unconfirmed, int skipped, String transport) {
    InformerState end = closed.get();
    Reflector<T> source = reflector;
    if (end != null) {
      return end;
    }
    return source == null
        ? new InformerState.Created(created)
        : ReflectorEvents.stateOf(
            source.state(),
            synced,
            unconfirmed,
            source.lastSyncResourceVersion(),
            skipped,
            transport);
  }

  /** The version of the last list, event or bookmark received; empty before the first. */
  String lastSyncResourceVersion() {
    Reflector<T> source = reflector;
    return source == null ? "" : source.lastSyncResourceVersion();
  }

  /** Has the reflector list again, if there is one, and tells when that list is queued. */
  void relist(Throwable cause, Runnable listed) {
    Reflector<T> source = reflector;
    if (source != null) {
      source.relist(cause, listed);
    }
  }

  /** Runs {@code answer} behind the reflector's steps; at once if there is no reflector. */
  void ping(Runnable answer) {
    Reflector<T> source = reflector;
    if (source == null) {
      answer.run();
    } else {
      source.ping(answer);
    }
  }

  /** Ends it; returns whether this call did. */
  boolean close(@Nullable Throwable cause) {
    return closed.compareAndSet(null, new InformerState.Closed(clock.now(), cause));
  }

  /** Ends the reflector, if there is one; completes when that is done. */
  CompletableFuture<Void> stopFetching() {
    Reflector<T> source = reflector;
    if (source == null) {
      return CompletableFuture.completedFuture(null);
    }
    source.close();
    return source.closed();
  }

  /** For whoever waits for something that will not come any more. */
  IllegalStateException closedBefore(String what) {
    InformerState.Closed end = closed.get();
    return new IllegalStateException(
        "informer " + name + " was closed before it had " + what, end == null ? null : end.cause());
  }

  /** It is closed, and all of its handlers' calls will have returned with {@code calls}. */
  void ending(CompletableFuture<Void> calls, CompletableFuture<Void> everythingElse) {
    calls.whenComplete((done, failure) -> quiet.complete(null));
    CompletableFuture.allOf(quiet, everythingElse)
        .whenComplete((done, failure) -> ended.complete(null));
  }

  /** Completes when it is closed and no handler is inside a call. */
  CompletableFuture<Void> quiet() {
    return quiet;
  }

  /** Completes when it is closed and nothing of it runs any more. */
  CompletableFuture<Void> ended() {
    return ended;
  }
}
