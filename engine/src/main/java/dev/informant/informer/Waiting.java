package dev.informant.informer;

import dev.informant.log.Readable;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** The places where a user's thread waits for an informer. No thread of the engine comes here. */
final class Waiting {
  private static final ThreadLocal<Boolean> FORBIDDEN = new ThreadLocal<>();

  private Waiting() {}

  /** Runs what the pipeline waits for: nothing inside may wait for the pipeline. */
  static void notInside(Runnable action) {
    Boolean before = FORBIDDEN.get();
    FORBIDDEN.set(true);
    try {
      action.run();
    } finally {
      if (before == null) {
        FORBIDDEN.remove();
      }
    }
  }

  /** Whether this thread may wait for an end: not inside a handler, an observer or the pipeline. */
  static boolean isAllowed() {
    return FORBIDDEN.get() == null && !ProcessorListener.isInsideHandler();
  }

  /** Throws {@link IllegalArgumentException} if a timeout is negative. */
  static void checkTimeout(Duration timeout) {
    if (timeout.isNegative()) {
      throw new IllegalArgumentException("timeout is negative: " + Readable.time(timeout));
    }
  }

  /**
   * Waits for a sync.
   *
   * @param informer which is waited for
   * @param what names what should sync, for the message
   * @throws NotSyncedException if it does not come in time, or will never
   */
  static void forSync(
      CompletableFuture<Void> synced,
      Duration timeout,
      SharedIndexInformer<?> informer,
      Supplier<String> what) {
    checkTimeout(timeout);
    try {
      synced.get(Timers.nanos(timeout), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      throw NotSyncedException.after(timeout, what.get(), informer.state(), informer.underWay());
    } catch (ExecutionException never) {
      throw NotSyncedException.never(what.get(), informer.state(), never.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw NotSyncedException.interrupted(what.get(), informer.state(), interrupted);
    }
  }

  /** Waits until nothing runs any more; returns whether that came in time. */
  static boolean forQuiet(CompletableFuture<Void> quiet, Duration timeout) {
    try {
      quiet.get(Timers.nanos(timeout), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException late) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
