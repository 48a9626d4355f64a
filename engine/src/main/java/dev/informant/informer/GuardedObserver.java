package dev.informant.informer;

import dev.informant.log.QuietLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/** Isolates the informer from what an observer throws, except OutOfMemoryError. The first failure is logged. */
final class GuardedObserver implements InformerObserver {
  private static final Logger LOG = QuietLog.of(GuardedObserver.class);

  private final InformerObserver observer;
  private final AtomicBoolean failed = new AtomicBoolean();

  GuardedObserver(InformerObserver observer) {
    this.observer = observer;
  }

  @Override
  public void onEvent(InformerEvent event) {
    try {
      Waiting.notInside(() -> observer.onEvent(event));
    } catch (OutOfMemoryError fatal) {
      throw fatal;
    } catch (RuntimeException | Error failure) {
      report(failure);
    }
  }

  @Override
  public boolean follows(String key) {
    try {
      return observer.follows(key);
    } catch (OutOfMemoryError fatal) {
      throw fatal;
    } catch (RuntimeException | Error failure) {
      report(failure);
      return false;
    }
  }

  private void report(Throwable failure) {
    if (failed.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          "an informer observer threw; its further failures are not logged",
          failure);
    }
  }
}
