package dev.informant.informer;

import dev.informant.internal.source.Reflector;
import dev.informant.internal.source.ReflectorState;
import dev.informant.internal.source.Trouble;
import dev.informant.runtime.EngineRuntime;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An informer from its making to its end: it starts at most once, syncs at most once, ends once, and knows at any time
 * its state. Thread-safe; {@link #moved} belongs to the reflector's steps.
 */
/*
 * `lock` gives starts one order. The end does not take it: it may be brought about by a step that the runtime
 * refuses, under whatever locks the one who gave the step holds. So the end sets `closed` first and looks for
 * the reflector second, while a start sets `reflector` first and looks at `closed` second: one of them sees
 * the other.
 *
 * Whether a watching informer is Warm or Watching depends on the pipeline, which may sync at any moment. So `reported` is
 * the state the observer received last. When the pipeline has synced, a step of the reflector looks at it (confirmed): if
 * it is Warm, the observer receives the present state; if a change of the reflector came first, it has it already.
 */
final class InformerLife<T> {
  private final String name;
  private final EngineRuntime runtime;
  private final InformerObserver observer;
  private final IntSupplier skipped;
  private final Supplier<String> transport;
  private final Instant created;
  private final CompletableFuture<Void> synced = new CompletableFuture<>();
  private final CompletableFuture<Void> quiet = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private final Object lock = new Object();
  private volatile @Nullable Reflector<T> reflector; // written under lock
  private final AtomicReference<InformerState.@Nullable Closed> closed = new AtomicReference<>();

  private volatile @Nullable Instant warmSince;
  private @Nullable InformerState reported; // belongs to the reflector's steps

  /**
   * @param skipped how many objects are skipped now
   */
  InformerLife(
      String name,
      EngineRuntime runtime,
      InformerObserver observer,
      IntSupplier skipped,
      Supplier<String> transport) {
    this.name = name;
    this.runtime = runtime;
    this.observer = observer;
    this.skipped = skipped;
    this.transport = transport;
    this.created = runtime.clock().now();
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
   * @param hasSynced whether the first list is stored
   */
  InformerState state(boolean hasSynced) {
    InformerState end = closed.get();
    Reflector<T> source = reflector;
    if (end != null) {
      return end;
    }
    return source == null
        ? new InformerState.Created(created)
        : stateOf(source.state(), hasSynced, source.lastSyncResourceVersion());
  }

  private InformerState stateOf(ReflectorState state, boolean hasSynced, String resourceVersion) {
    Instant unconfirmed = hasSynced ? null : warmSince;
    int left = skipped.getAsInt();
    Trouble trouble = state.trouble();
    Instant failing = trouble == null ? null : trouble.since();
    int failures = trouble == null ? 0 : trouble.failures();
    if (state instanceof ReflectorState.Created created) {
      return new InformerState.Created(created.since());
    } else if (unconfirmed != null && isUndecided(state)) {
      Instant until = state instanceof ReflectorState.BackingOff backing ? backing.until() : null;
      return new InformerState.Warm(
          unconfirmed,
          resourceVersion,
          until,
          state.cause(),
          failing,
          failures,
          left,
          transport.get());
    } else if (state instanceof ReflectorState.Watching watching) {
      return new InformerState.Watching(
          watching.since(),
          resourceVersion,
          watching.cause(),
          failing,
          failures,
          left,
          transport.get());
    } else if (state instanceof ReflectorState.BackingOff backing) {
      return new InformerState.BackingOff(
          backing.since(),
          backing.until(),
          backing.cause(),
          failing,
          failures,
          left,
          transport.get());
    } else if (state instanceof ReflectorState.Closed ended) {
      return new InformerState.Closed(ended.since(), ended.cause());
    }
    return new InformerState.Listing(
        state.since(),
        /* first= */ !hasSynced,
        state.cause(),
        failing,
        failures,
        left,
        transport.get());
  }

  /** Whether nothing is on its way but the server's word on what the cache has. */
  private static boolean isUndecided(ReflectorState state) {
    return state instanceof ReflectorState.Resuming
        || state instanceof ReflectorState.Watching
        || state instanceof ReflectorState.BackingOff;
  }

  /** The reflector is in another state; its end is not reported here. */
  void moved(ReflectorState from, ReflectorState to, boolean hasSynced) {
    String version = lastSyncResourceVersion();
    InformerState before =
        reported instanceof InformerState.Warm warm ? warm : stateOf(from, hasSynced, version);
    report(before, stateOf(to, hasSynced, version));
  }

  private void report(InformerState before, InformerState now) {
    reported = now;
    observer.onEvent(new InformerEvent.StateChanged(before, now));
  }

  /** The cache holds what an earlier run saved, which the server has not confirmed. */
  void warm() {
    warmSince = runtime.clock().now();
  }

  /** The first list is stored, or what the cache held is known to be fresh. */
  void onSynced() {
    observer.onEvent(new InformerEvent.Synced());
    if (warmSince != null) {
      ping(this::confirmed);
    }
    try {
      runtime.callbacks().execute(() -> synced.complete(null));
    } catch (RejectedExecutionException runtimeClosed) {
      synced.completeExceptionally(runtimeClosed);
    }
  }

  private void confirmed() {
    if (reported instanceof InformerState.Warm warm && !isClosed()) {
      report(warm, state(/* hasSynced= */ true));
    }
  }

  /** Completes when it has synced; fails if it is closed before. */
  CompletableFuture<Void> synced() {
    return synced;
  }

  /** The version of the last list, event or bookmark received; empty before the first. */
  String lastSyncResourceVersion() {
    Reflector<T> source = reflector;
    return source == null ? "" : source.lastSyncResourceVersion();
  }

  /** Whether a watch has ever been established. */
  boolean hasWatched() {
    Reflector<T> source = reflector;
    return source != null && source.hasWatched();
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
    return closed.compareAndSet(null, new InformerState.Closed(runtime.clock().now(), cause));
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
    synced.completeExceptionally(closedBefore("synced"));
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
