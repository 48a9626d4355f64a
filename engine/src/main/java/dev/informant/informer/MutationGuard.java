package dev.informant.informer;

import dev.informant.log.QuietLog;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.FailureLevel;
import dev.informant.store.MutationDetector;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The mutation detector of an informer, or nothing where it is not wanted or objects cannot be copied.
 * Thread-safe.
 */
final class MutationGuard<T> {
  private static final Logger LOG = QuietLog.of(MutationGuard.class);

  private final String name;
  private final InformerObserver observer;
  private final ObjectForm<T> form;
  private final @Nullable MutationDetector<T> detector;

  MutationGuard(
      String name,
      EngineRuntime runtime,
      InformerObserver observer,
      ObjectForm<T> form,
      @Nullable UnaryOperator<T> deepCopy,
      MutationDetector.@Nullable Listener listener) {
    this.name = name;
    this.observer = observer;
    this.form = form;
    this.detector = deepCopy != null && MutationDetector.isWanted()
        ? new MutationDetector<>(name, deepCopy, runtime, listener)
        : null;
  }

  void start() {
    if (detector == null) {
      return;
    }
    form.onShared(this::shared);
    try {
      detector.start();
    } catch (RejectedExecutionException runtimeClosed) {
      LOG.log(Level.DEBUG, "informer " + name + " watches for no mutations", runtimeClosed);
    }
  }

  void close() {
    if (detector != null) {
      detector.close();
    }
  }

  /** Throws {@link MutationDetector.MutationException} if a cached object was changed. */
  void checkNow() {
    if (detector != null) {
      detector.checkNow();
    }
  }

  /** Handlers will be shown {@code revision}; from now on it is watched, if the form holds its object. */
  void shown(Revision<T> revision) {
    MutationDetector<T> watching = detector;
    if (watching != null && form.holdsObjects()) { // else nobody shares what he changes
      watch(revision, () -> watching.captured(revision));
    }
  }

  /** Several readers will be given an object that the form does not hold. */
  private void shared(Revision<T> revision, T object) {
    MutationDetector<T> watching = detector;
    if (watching != null) {
      watch(revision, () -> watching.captured(revision, object));
    }
  }

  private void watch(Revision<T> revision, Runnable capture) {
    try {
      capture.run();
    } catch (OutOfMemoryError fatal) {
      throw fatal;
    } catch (Throwable failure) { // the object is handed out all the same
      observer.onEvent(new InformerEvent.Failed(failure, FailureLevel.RECOVERED));
      LOG.log(
          Level.WARNING,
          "informer " + name + ": " + revision.key() + " could not be copied; the mutation detector"
              + " does not watch it",
          failure);
    }
  }
}
