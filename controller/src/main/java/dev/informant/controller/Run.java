package dev.informant.controller;

import dev.informant.runtime.EngineRuntime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One run of one key, and its right to write: it has it until it returns, is ended, or its term is over. Thread-safe.
 */
/*
 * Ending a run does two things. Calls through the context fail from then on, also one that waits for its answer. And the
 * thread is interrupted, for code that blocks elsewhere; never after the run has returned, for then the thread belongs to
 * somebody else. A thread cannot interrupt its own run: on a virtual runtime the timer of the deadline runs nested in the run.
 */
final class Run {
  private final String what;
  private final Term term;
  private final EngineRuntime runtime;
  private final Thread thread = Thread.currentThread();
  private final long beganNanos;
  private final CompletableFuture<Object> over = new CompletableFuture<>();

  // guarded by this
  private boolean returned;
  private boolean interrupted;

  private volatile boolean late;

  /**
   * @param what for messages: controller and key
   */
  Run(String what, Term term, EngineRuntime runtime) {
    this.what = what;
    this.term = term;
    this.runtime = runtime;
    this.beganNanos = runtime.clock().nanos();
  }

  Term term() {
    return term;
  }

  String what() {
    return what;
  }

  long nanos() {
    return runtime.clock().nanos() - beganNanos;
  }

  boolean isLate() {
    return late;
  }

  /**
   * The deadline has passed.
   *
   * @return whether the run was still under way
   */
  boolean expire(String why) {
    synchronized (this) {
      if (returned) {
        return false;
      }
      late = true;
    }
    end(why);
    return true;
  }

  /** Takes the right to write, and interrupts. */
  void end(String why) {
    over.completeExceptionally(new RunEndedException(what + ": " + why, null));
    synchronized (this) {
      if (!returned && thread != Thread.currentThread()) {
        interrupted = true;
        thread.interrupt();
      }
    }
  }

  /** The reconciler has returned. Called by its thread. */
  void returned() {
    synchronized (this) {
      returned = true;
      if (interrupted) {
        Thread.interrupted(); // ours; the thread goes on to other work
      }
    }
    over.completeExceptionally(new RunEndedException(
        what + ": the run has returned; use a context only inside its run", null));
  }

  /**
   * @throws RunEndedException if the run may not write
   */
  void check(String request) {
    if (over.isDone()) {
      throw ended(request, null);
    }
    if (!term.isCurrent()) {
      throw new RunEndedException(
          what + ": " + request + " was not sent, because " + term + " has ended", null);
    }
  }

  /** Waits for the answer of a request; no longer than the run has its right. */
  <V> V await(String request, CompletableFuture<V> answer) {
    try {
      runtime.await(CompletableFuture.anyOf(answer, over));
    } catch (ExecutionException failure) {
      if (!answer.isDone()) {
        throw ended(request, null);
      }
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
      throw over.isDone()
          ? ended(request, interruption)
          : new RunEndedException(
              what + ": interrupted while waiting for " + request, interruption);
    }
    try {
      return answer.join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failure;
    }
  }

  private RunEndedException ended(String request, @Nullable Throwable cause) {
    String why = what + " has ended";
    try {
      over.join();
    } catch (CompletionException reason) {
      if (reason.getCause() != null) {
        why = String.valueOf(reason.getCause().getMessage());
      }
    }
    return new RunEndedException(why + " (" + request + ")", cause);
  }
}
