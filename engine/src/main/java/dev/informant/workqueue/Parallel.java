package dev.informant.workqueue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Divides numbered pieces of work among workers. Each piece, from 0, runs exactly once. {@code cancelled} is called
 * before each piece; once it returns true, no further piece starts. If a piece throws, the other pieces still run. When
 * all workers have stopped, the first exception is thrown, with the others as suppressed exceptions.
 */
public final class Parallel {
  private final Executor executor;
  private final int workers;
  private final int pieces;
  private final int chunk;
  private final BooleanSupplier cancelled;
  private final IntConsumer work;
  private final AtomicLong next = new AtomicLong();
  private final AtomicInteger left;
  private final CompletableFuture<Void> finished = new CompletableFuture<>();
  // guarded by itself
  private final List<Throwable> failures = new ArrayList<>();

  private Parallel(
      Executor executor,
      int workers,
      int pieces,
      int chunk,
      BooleanSupplier cancelled,
      IntConsumer work) {
    if (workers < 1 || pieces < 0 || chunk < 1) {
      throw new IllegalArgumentException(
          "workers " + workers + ", pieces " + pieces + ", chunk size " + chunk);
    }
    this.executor = executor;
    this.pieces = pieces;
    this.chunk = chunk;
    this.cancelled = cancelled;
    this.work = work;
    this.workers = (int) Math.min(workers, ((long) pieces + chunk - 1) / chunk);
    this.left = new AtomicInteger(this.workers);
  }

  /** Runs {@code pieces} pieces on {@code workers} tasks of {@code executor}, and waits for them. */
  public static void until(
      Executor executor, int workers, int pieces, BooleanSupplier cancelled, IntConsumer work) {
    until(executor, workers, pieces, /* chunk= */ 1, cancelled, work);
  }

  /** As above; a worker takes {@code chunk} consecutive pieces at a time. */
  public static void until(
      Executor executor,
      int workers,
      int pieces,
      int chunk,
      BooleanSupplier cancelled,
      IntConsumer work) {
    try {
      start(executor, workers, pieces, chunk, cancelled, work).join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException exception) {
        throw exception;
      }
      if (failed.getCause() instanceof Error error) {
        throw error;
      }
      throw failed;
    }
  }

  /** As {@link #until}, without waiting. The future fails with the exception that {@code until} would throw. */
  public static CompletableFuture<Void> start(
      Executor executor,
      int workers,
      int pieces,
      int chunk,
      BooleanSupplier cancelled,
      IntConsumer work) {
    return new Parallel(executor, workers, pieces, chunk, cancelled, work).start();
  }

  private CompletableFuture<Void> start() {
    if (workers == 0) {
      finished.complete(null);
    }
    for (int i = 0; i < workers; i++) {
      try {
        executor.execute(this::runWorker);
      } catch (RejectedExecutionException refused) {
        fail(refused);
        workerStopped();
      }
    }
    return finished;
  }

  private void runWorker() {
    try {
      for (long from = next.getAndAdd(chunk); from < pieces; from = next.getAndAdd(chunk)) {
        int end = (int) Math.min(pieces, from + chunk);
        for (int piece = (int) from; piece < end; piece++) {
          if (cancelled.getAsBoolean()) {
            return;
          }
          runPiece(piece);
        }
      }
    } catch (Throwable failure) {
      fail(failure);
    } finally {
      workerStopped();
    }
  }

  private void runPiece(int piece) {
    try {
      work.accept(piece);
    } catch (Throwable failure) {
      fail(failure);
    }
  }

  private void fail(Throwable failure) {
    synchronized (failures) {
      failures.add(failure);
    }
  }

  private void workerStopped() {
    if (left.decrementAndGet() > 0) {
      return;
    }
    Throwable first = null;
    synchronized (failures) {
      for (Throwable failure : failures) {
        if (first == null) {
          first = failure;
        } else if (failure != first) {
          first.addSuppressed(failure);
        }
      }
    }
    if (first == null) {
      finished.complete(null);
    } else {
      finished.completeExceptionally(first);
    }
  }
}
