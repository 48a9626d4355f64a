package dev.informant.internal.source;

import dev.informant.runtime.Timers;
import java.time.Duration;
import java.util.concurrent.Executor;

/** Calls an action once in each period until it is cancelled. Used on {@code steps} only. */
final class ResyncTimer {
  private final Duration period;
  private final Timers timers;
  private final Executor steps;
  private final Runnable action;
  private Timers.Timer timer = Timers.Timer.NONE;
  private boolean cancelled;

  /**
   * @param period zero never calls the action
   */
  ResyncTimer(Duration period, Timers timers, Executor steps, Runnable action) {
    this.period = period;
    this.timers = timers;
    this.steps = steps;
    this.action = action;
    arm();
  }

  void cancel() {
    cancelled = true;
    timer.cancel();
  }

  private void arm() {
    if (!period.isZero()) {
      timer = timers.schedule(period, () -> steps.execute(this::due));
    }
  }

  private void due() {
    if (!cancelled) {
      arm();
      action.run();
    }
  }
}
