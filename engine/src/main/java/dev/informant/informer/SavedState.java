package dev.informant.informer;

import dev.informant.internal.source.Reflector;
import dev.informant.log.QuietLog;
import dev.informant.log.Readable;
import dev.informant.object.ResourceVersions;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.SourceException;
import dev.informant.store.CacheArchive;
import dev.informant.store.SavedCache;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/**
 * What an informer saves and loads: continues where an earlier run ended, and saves the cache for the next one. The
 * informer has three hooks for it: {@link #start}, {@link #resumed} and {@link #saveAtEnd}. Thread-safe.
 */
/*
 * The archive is asked on a background thread, for it may read a file and decode what is in it. What it gives goes through the
 * pipeline as a list would, so that handlers are shown it, but does not sync the queue. Then the reflector asks
 * whether this is the server it was saved of, if that is not known yet, asks the server for its present version, and
 * watches from the saved one. When the store has come to the present
 * version, everything that happened meanwhile is in it, and the informer has synced. If the reflector lists after
 * all (the version has expired, the server has another history), that list syncs it as any first list does; what
 * is not in it is deleted.
 *
 * Behind a delta queue some objects may have been saved in a later state than the version says, for others still
 * waited. These are left out: the watch begins before their changes and brings them again, and who had them already would
 * go back, or be told of changes that are none.
 *
 * An unchanged collection stays unconfirmed until the server's next bookmark. A start must not take longer than a cold one, so small
 * collections are listed at once (Resumption). For others the first watch is so short that its bookmark arrives within about two
 * seconds (WatchRun.confirming). If it does not, or shows an older version, everything is listed: servers before Kubernetes 1.31
 * send old versions for quiet kinds.
 */
final class SavedState<T> {
  private static final Logger LOG = QuietLog.of(SavedState.class);

  /** How long the watch may deliver nothing before everything is listed. Servers send a bookmark only every minute. */
  static final Duration CONFIRMED_WITHIN = Duration.ofSeconds(3);

  private final String name;
  private final EngineRuntime runtime;
  private final CacheArchive<T> archive;
  private final CacheSaver<T> saver;
  private final InformerLife<T> life;
  private final InformerPipeline<T> pipeline;
  private final StoredVersions<T> versions;

  SavedState(
      String name,
      EngineRuntime runtime,
      CacheArchive<T> archive,
      Duration interval,
      InformerObserver observer,
      SkippedObjects skipped,
      StoredVersions<T> versions,
      InformerPipeline<T> pipeline,
      InformerLife<T> life) {
    this.name = name;
    this.runtime = runtime;
    this.archive = archive;
    this.saver =
        new CacheSaver<>(name, runtime, archive, interval, pipeline, versions, skipped, observer);
    this.versions = versions;
    this.pipeline = pipeline;
    this.life = life;
  }

  /** Starts the reflector: at once, or with what an earlier run saved. From now on the cache is saved at intervals. */
  void start(Reflector<T> reflector) {
    try {
      versions.keepFound();
      saver.start();
      life.ended().thenRun(saver::stop);
      life.synced().thenRun(archive::prepare);
      runtime
          .background()
          .execute(() -> load()
              .thenApply(found -> found.map(SavedState::beginning))
              .whenComplete((found, failure) -> {
                if (failure != null) {
                  LOG.log(
                      Level.WARNING,
                      "informer " + name + ": could not load the saved cache, listing",
                      failure);
                }
                begin(reflector, failure == null ? found : Optional.empty());
              }));
    } catch (RejectedExecutionException runtimeClosed) {
      reflector.start(); // which finds the same and ends
    }
  }

  /** An archive may be anybody's: one that throws, or gives null, has failed like any other. */
  private CompletableFuture<Optional<SavedCache<T>>> load() {
    try {
      return Objects.requireNonNull(
          archive.load(), "the archive returned null instead of a future");
    } catch (
        Throwable defect) { // an Error too: without a cache the informer must begin all the same
      return CompletableFuture.failedFuture(defect);
    }
  }

  /**
   * What is begun with.
   *
   * @param whole whether that is everything that was saved
   */
  private record Beginning<T>(String version, List<Revision<T>> revisions, boolean whole) {}

  private static <T> Beginning<T> beginning(SavedCache<T> saved) {
    List<Revision<T>> revisions = new ArrayList<>(saved.revisions().size());
    saved.revisions().forEach(revision -> {
      if (!ResourceVersions.isOlder(saved.resourceVersion(), revision.resourceVersion())) {
        revisions.add(revision);
      }
    });
    boolean whole = revisions.size() == saved.revisions().size();
    return new Beginning<>(saved.resourceVersion(), revisions, whole);
  }

  private void begin(Reflector<T> reflector, Optional<Beginning<T>> found) {
    if (found.isEmpty()) {
      reflector.start();
      return;
    }
    Beginning<T> saved = found.get();
    pipeline.warm(saved.revisions(), saved.version(), done -> {
      if (done) {
        if (saved.whole()) {
          saver.loaded(saved.version());
        }
        life.warm();
        reflector.resume(saved.version(), saved.revisions().size(), archive::isOfThisServer);
      } else {
        reflector.start();
      }
    });
  }

  /** The server is at {@code present}, and changes since the saved version are on their way. */
  void resumed(String present) {
    confirm(present, life.lastSyncResourceVersion());
  }

  /**
   * @param received the version the watch has reached by now
   */
  private void confirm(String present, String received) {
    versions.await(present, CONFIRMED_WITHIN).whenComplete((reached, failure) -> {
      if (pipeline.hasSynced() || life.isClosed()) {
        return;
      }
      String now = life.lastSyncResourceVersion();
      if (failure == null) {
        versions.confirmed();
        pipeline.confirm();
      } else if (!now.equals(received)) {
        confirm(present, now); // it is catching up
      } else {
        SourceException late = SourceException.of(
            SourceException.Kind.OTHER,
            "the saved cache was not confirmed: the watch delivered nothing for "
                + Readable.time(CONFIRMED_WITHIN) + " and is at version " + now + ", the server at "
                + present,
            failure);
        life.relist(late, pipeline::drainSoon);
      }
    });
    pipeline.drainSoon();
  }

  /** Saves for the last time; completes when that is over. Cancelling gives a save up. */
  CompletableFuture<Void> saveAtEnd() {
    return saver.saveAtEnd();
  }
}
