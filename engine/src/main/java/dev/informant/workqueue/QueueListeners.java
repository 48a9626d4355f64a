package dev.informant.workqueue;

import dev.informant.log.QuietLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells signals and observer what a queue did; whatever they throw ends here. Thread-safe; called outside locks. */
final class QueueListeners {
  private static final Logger LOG = QuietLog.of(QueueListeners.class);

  private final String queueName;
  private final WorkQueueObserver observer;
  private final List<Runnable> signals = new CopyOnWriteArrayList<>();

  QueueListeners(String queueName, WorkQueueObserver observer) {
    this.queueName = queueName;
    this.observer = observer;
  }

  WorkQueue.Subscription subscribe(Runnable signal) {
    // An object of its own, so that a signal given twice is two subscriptions.
    Runnable own = () -> signal.run();
    signals.add(own);
    return () -> signals.remove(own);
  }

  void signal() {
    for (Runnable signal : signals) {
      call("signal", signal);
    }
  }

  void added() {
    if (observed()) {
      call("observer", observer::onAdd);
    }
  }

  void taken(long waitedNanos) {
    if (observed()) {
      call("observer", () -> observer.onTake(Duration.ofNanos(waitedNanos)));
    }
  }

  void done(long workedNanos) {
    if (observed()) {
      call("observer", () -> observer.onDone(Duration.ofNanos(workedNanos)));
    }
  }

  void retried() {
    if (observed()) {
      call("observer", observer::onRetry);
    }
  }

  void dropped(int delayed) {
    if (delayed > 0) {
      LOG.log(
          Level.INFO,
          "work queue " + queueName + ": shut down, dropped " + delayed
              + (delayed == 1 ? " delayed item" : " delayed items"));
      if (observed()) {
        call("observer", () -> observer.onDrop(delayed));
      }
    }
  }

  private boolean observed() {
    return observer != WorkQueueObserver.NONE;
  }

  private void call(String role, Runnable call) {
    try {
      call.run();
    } catch (Throwable failure) {
      LOG.log(Level.ERROR, "work queue " + queueName + ": the " + role + " threw", failure);
    }
  }
}
