package dev.informant.informer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets a handler's calls through until it is shut, and says when the last one has returned. Thread-safe;
 * {@link #enter} and {@link #leave} belong to the one consumer.
 */
/*
 * Two bits: RUNNING, set and cleared by the consumer, and SHUT, set once. Whoever brings the state to
 * "shut and not running" completes `quiet`: either shut() that found nobody inside, or leave() that finds
 * the gate shut behind it. A consumer cannot enter after SHUT is set, so after `quiet` no call runs.
 */
final class CallbackGate {
  private static final int RUNNING = 1;
  private static final int SHUT = 2;

  private final AtomicInteger state = new AtomicInteger();
  private final CompletableFuture<Void> quiet = new CompletableFuture<>();

  /** Begins a run of calls; false if the gate is shut. */
  boolean enter() {
    return state.compareAndSet(0, RUNNING);
  }

  /** Ends the run. */
  void leave() {
    if ((state.getAndUpdate(bits -> bits & ~RUNNING) & SHUT) != 0) {
      quiet.complete(null);
    }
  }

  /** Whether calls may go on; to be asked between calls. */
  boolean isOpen() {
    return (state.get() & SHUT) == 0;
  }

  /** Shuts the gate; returns whether this call did it. */
  boolean shut() {
    int before = state.getAndUpdate(bits -> bits | SHUT);
    if (before == 0) {
      quiet.complete(null);
    }
    return (before & SHUT) == 0;
  }

  /** Completes when the gate is shut and the call in progress, if any, has returned. */
  CompletableFuture<Void> quiet() {
    return quiet;
  }
}
