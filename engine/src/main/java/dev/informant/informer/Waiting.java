package dev.informant.informer;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** The places where a user's thread waits for an informer. No thread of the engine comes here. */
final class Waiting {
  private Waiting() {}

  /**
   * Waits for a sync.
   *
   * @param what names what should sync, for the message
   * @throws NotSyncedException if it does not come in time, or will never
   */
  static void forSync(
      CompletableFuture<Void> synced,
      Duration timeout,
      Supplier<InformerState> state,
      Supplier<String> what) {
    try {
      synced.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      throw NotSyncedException.after(timeout, what.get(), state.get());
    } catch (ExecutionException never) {
      throw NotSyncedException.never(what.get(), state.get(), never.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw NotSyncedException.interrupted(what.get(), state.get(), interrupted);
    }
  }

  /** Waits until nothing runs any more; returns whether that came in time. */
  static boolean forQuiet(CompletableFuture<Void> quiet, Duration timeout) {
    try {
      quiet.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException late) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
