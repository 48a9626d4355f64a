package dev.informant.informer;

import dev.informant.internal.store.RevisionStore.Revisions;
import dev.informant.log.QuietLog;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.source.FailureLevel;
import dev.informant.store.CacheArchive;
import dev.informant.store.SavedCache;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Saves the cache of an informer for the next run: at intervals, and when it is closed. Thread-safe. */
/*
 * When. At any time, with these exceptions: before the first sync; while a list is on its way into the store; when
 * changes were lost and a list has not yet brought them back; and when something was
 * left out because it could not be understood, for nobody would look at it again who goes on after it. How the state
 * and the exceptions are looked at in the right order is in StoredVersions.
 * The first interval is drawn, so that the informers of a program, which start together, do not save together.
 *
 * What. Saving costs about as much as a first list. A server moves the version of a collection in which nothing happens,
 * by bookmarks; so where the objects are those that were saved or loaded last, the archive is given the version
 * alone. That they are is known by the identity of the state, which is held weakly: what was saved must not keep
 * alive what has been replaced since.
 *
 * Where. On the background threads of the runtime; one save at a time for an informer (`saving`). The one at the end comes after
 * one that is under way, and finds nothing left to do if that one had the last state. Who closes waits for it no longer
 * than for anything else; then cancelling it interrupts the thread, which ends every wait and every writing to a file, and what was saved
 * before stays. `turn` makes sure that the interrupt meets the save and nothing that this thread does later.
 */
final class CacheSaver<T> {
  private static final Logger LOG = QuietLog.of(CacheSaver.class);

  private final String name;
  private final EngineRuntime runtime;
  private final CacheArchive<T> archive;
  private final Duration interval;
  private final InformerPipeline<T> pipeline;
  private final StoredVersions<T> versions;
  private final SkippedObjects skipped;
  private final InformerObserver observer;
  private volatile Timers.Timer timer = Timers.Timer.NONE;

  private final Object saving = new Object();
  // guarded by saving
  private WeakReference<Object> savedObjects = new WeakReference<>(null);
  private String savedVersion = "";

  private final Object turn = new Object();
  // guarded by turn
  private boolean givenUp;
  private @Nullable Thread saver;

  CacheSaver(
      String name,
      EngineRuntime runtime,
      CacheArchive<T> archive,
      Duration interval,
      InformerPipeline<T> pipeline,
      StoredVersions<T> versions,
      SkippedObjects skipped,
      InformerObserver observer) {
    this.name = name;
    this.runtime = runtime;
    this.archive = archive;
    this.interval = interval;
    this.pipeline = pipeline;
    this.versions = versions;
    this.skipped = skipped;
    this.observer = observer;
  }

  /** From now on it saves at intervals. */
  void start() {
    long half = Timers.nanos(interval) / 2;
    schedule(Duration.ofNanos(half + runtime.random().nextLong(half + 1)));
  }

  /** What the archive holds under this version has come into the store, and nothing else. */
  void loaded(String version) {
    synchronized (saving) {
      remember(versions.objects(), version);
    }
  }

  private void schedule(Duration after) {
    if (!pipeline.isClosed()) {
      timer = runtime.timers().schedule(after, this::saveSoon);
    }
  }

  private void saveSoon() {
    try {
      runtime.background().execute(() -> {
        save();
        schedule(interval);
      });
    } catch (RejectedExecutionException runtimeClosed) {
      stop();
    }
  }

  /** No more saving at intervals. */
  void stop() {
    timer.cancel();
  }

  /**
   * Saves for the last time; completes when that is done or has failed. If it is cancelled, a save that is under way
   * ends and leaves what was saved before, and none begins. On a runtime without threads of its own nobody else could
   * save while this thread waits.
   */
  CompletableFuture<Void> saveAtEnd() {
    stop();
    if (runtime.pipelineThreads() > 0 || !Waiting.isAllowed()) {
      try {
        CompletableFuture<Void> last = CompletableFuture.runAsync(this::save, runtime.background());
        last.whenComplete((done, failure) -> {
          if (last.isCancelled()) {
            giveUp();
          }
        });
        return last;
      } catch (RejectedExecutionException runtimeClosed) {
        // then here
      }
    }
    save();
    return CompletableFuture.completedFuture(null);
  }

  private void giveUp() {
    synchronized (turn) {
      givenUp = true;
      if (saver != null) {
        saver.interrupt();
      }
    }
  }

  private void save() {
    synchronized (saving) {
      SavedCache<T> state = savable();
      if (state == null || !begin()) {
        return;
      }
      try {
        save(state);
      } catch (IOException | RuntimeException failure) {
        failed(failure);
      } finally {
        end();
      }
    }
  }

  // guarded by saving
  private void save(SavedCache<T> state) throws IOException {
    String version = state.resourceVersion();
    boolean sameObjects = savedObjects.get() == Revisions.identityOf(state.revisions());
    if (sameObjects && version.equals(savedVersion)) {
      return;
    }
    if (!sameObjects || !archive.saveVersion(version)) {
      archive.save(state);
    }
    remember(state.revisions(), version);
  }

  // guarded by saving
  private void remember(Collection<Revision<T>> objects, String version) {
    savedObjects = new WeakReference<>(Revisions.identityOf(objects));
    savedVersion = version;
  }

  private boolean begin() {
    synchronized (turn) {
      if (!givenUp) {
        saver = Thread.currentThread();
      }
      return !givenUp;
    }
  }

  private void end() {
    synchronized (turn) {
      saver = null;
      if (givenUp) {
        Thread.interrupted(); // it was meant for the save
      }
    }
  }

  private void failed(Exception failure) {
    synchronized (turn) {
      if (givenUp) {
        return; // which has been told by who gave up
      }
    }
    observer.onEvent(new InformerEvent.Failed(failure, FailureLevel.RECOVERED));
    LOG.log(
        Level.WARNING,
        "informer " + name + ": could not save the cache; the previous file is kept",
        failure);
  }

  private @Nullable SavedCache<T> savable() {
    return pipeline.hasSynced() ? versions.savable(skipped::isEmpty) : null;
  }
}
