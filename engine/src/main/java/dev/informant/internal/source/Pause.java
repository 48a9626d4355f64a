package dev.informant.internal.source;

import dev.informant.runtime.Timers;
import java.time.Duration;
import java.util.concurrent.Executor;

/** A pause after which a step runs, unless it is cancelled. Used on {@code steps} only. */
final class Pause {
  private final Timers.Timer timer;
  private boolean cancelled;

  Pause(Duration delay, Timers timers, Executor steps, Runnable then) {
    this.timer = timers.schedule(
        delay,
        () -> steps.execute(() -> {
          if (!cancelled) {
            then.run();
          }
        }));
  }

  void cancel() {
    cancelled = true;
    timer.cancel();
  }
}
