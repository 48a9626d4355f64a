package dev.informant.workqueue;

import dev.informant.log.QuietLog;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers.Timer;
import dev.informant.workqueue.DelayedItems.Delayed;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The one timer of a queue: it is set for the earliest delay and has the pipeline look for what is due. A timer
 * that fires late or for nothing does no harm, for what is due is decided by the clock. Guarded by the queue's
 * lock.
 */
final class DelayTimer {
  private static final Logger LOG = QuietLog.of(DelayTimer.class);

  private final String queueName;
  private final EngineRuntime runtime;
  private final Runnable look;
  private @Nullable Timer armed;
  private long armedAt;

  /** {@code look} runs on the pipeline, without the queue's lock. */
  DelayTimer(String queueName, EngineRuntime runtime, Runnable look) {
    this.queueName = queueName;
    this.runtime = runtime;
    this.look = look;
  }

  /** Sees to it that the timer is set for {@code first}, if there is one, and for no other. */
  void setFor(@Nullable Delayed<?> first) {
    if (first != null && armed != null && armedAt == first.at()) {
      return;
    }
    clear();
    if (first != null) {
      armedAt = first.at();
      Duration delay = Duration.ofNanos(Math.max(0, armedAt - runtime.clock().nanos()));
      try {
        armed = runtime.timers().schedule(delay, this::onTimer);
      } catch (RejectedExecutionException closed) {
        runtimeClosed(closed);
      }
    }
  }

  void clear() {
    if (armed != null) {
      armed.cancel();
      armed = null;
    }
  }

  /** Runs on the timers' thread, which is not to be kept: it touches nothing that the lock guards. */
  private void onTimer() {
    try {
      runtime.pipeline().execute(look);
    } catch (RejectedExecutionException closed) {
      runtimeClosed(closed);
    }
  }

  private void runtimeClosed(RejectedExecutionException closed) {
    LOG.log(
        Level.WARNING,
        "work queue " + queueName + ": delayed items are not added, the runtime is closed",
        closed);
  }
}
