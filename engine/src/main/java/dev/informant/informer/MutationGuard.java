package dev.informant.informer;

import dev.informant.internal.store.MutationDetector;
import dev.informant.log.QuietLog;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.FailureLevel;
import dev.informant.store.MutationException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
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
      boolean wanted,
      @Nullable UnaryOperator<T> deepCopy,
      @Nullable Consumer<? super MutationException> listener) {
    this.name = name;
    this.observer = observer;
    this.form = form;
    this.detector = wanted && deepCopy != null
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
      LOG.log(
          Level.DEBUG,
          "informer " + name + ": the mutation detector was not started",
          runtimeClosed);
    }
  }

  void close() {
    if (detector != null) {
      detector.close();
    }
  }

  /** Throws {@link MutationException} if a cached object was changed. */
  void checkNow() {
    if (detector != null) {
      detector.checkNow();
    }
  }

  /** A call of a handler begins. */
  void calling(String handler, Notification<T> notification) {
    MutationDetector<T> watching = detector;
    if (watching != null) {
      each(notification, revision -> watching.calling(handler, revision));
    }
  }

  /** A call of a handler has returned. */
  void called(String handler, Notification<T> notification) {
    MutationDetector<T> watching = detector;
    if (watching != null) {
      each(notification, revision -> watching.called(handler, revision));
    }
  }

  /** Passes on the revisions of a call, if the form holds their objects. */
  private void each(Notification<T> notification, Consumer<Revision<T>> action) {
    if (!form.holdsObjects()) {
      return;
    }
    if (notification instanceof Notification.Add<T> add) {
      action.accept(add.revision());
    } else if (notification instanceof Notification.Update<T> update) {
      action.accept(update.before());
      action.accept(update.after());
    } else if (notification instanceof Notification.Delete<T> delete) {
      action.accept(delete.last());
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
          "informer " + name + ": could not copy " + revision.key()
              + ", the mutation detector skips it",
          failure);
    }
  }
}
