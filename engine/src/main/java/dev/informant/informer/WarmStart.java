package dev.informant.informer;

import dev.informant.log.QuietLog;
import dev.informant.object.ResourceVersions;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.Reflector;
import dev.informant.source.SourceException;
import dev.informant.store.CacheArchive;
import dev.informant.store.SavedCache;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Lets an informer go on where an earlier one ended. Thread-safe. */
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
 * A server that sends no bookmarks may leave an unchanged collection unconfirmed for ever, so that is
 * given up after a while, and listed.
 */
final class WarmStart<T> {
  private static final Logger LOG = QuietLog.of(WarmStart.class);

  /** Servers send a bookmark every minute. */
  static final Duration CONFIRMED_WITHIN = Duration.ofSeconds(150);

  private final String name;
  private final EngineRuntime runtime;
  private final CacheArchive<T> archive;
  private final CacheSaver<T> saver;
  private final SharedIndexInformer<T> informer;
  private final InformerLife<T> life;
  private final InformerPipeline<T> pipeline;
  private final StoredVersions<T> versions;
  private volatile @Nullable Instant warmSince;

  WarmStart(
      String name,
      EngineRuntime runtime,
      CacheArchive<T> archive,
      CacheSaver<T> saver,
      SharedIndexInformer<T> informer,
      InformerLife<T> life,
      InformerPipeline<T> pipeline,
      StoredVersions<T> versions) {
    this.name = name;
    this.runtime = runtime;
    this.archive = archive;
    this.saver = saver;
    this.informer = informer;
    this.life = life;
    this.pipeline = pipeline;
    this.versions = versions;
  }

  /** When what an earlier run saved was taken in; null if it was not. */
  @Nullable
  Instant warmSince() {
    return warmSince;
  }

  void start(Reflector<T> reflector) {
    try {
      saver.start();
      informer.synced().thenRun(archive::prepare);
      runtime
          .background()
          .execute(() -> load()
              .thenApply(found -> found.map(WarmStart::beginning))
              .whenComplete((found, failure) -> {
                if (failure != null) {
                  LOG.log(
                      Level.WARNING, "informer " + name + ": its saved cache is not used", failure);
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
        warmSince = runtime.clock().now();
        reflector.resume(saved.version(), archive::isOfThisServer);
      } else {
        reflector.start();
      }
    });
  }

  /** The server is at {@code present}, and changes since the saved version are on their way. */
  void resumed(String present) {
    versions.await(present, CONFIRMED_WITHIN).whenComplete((reached, failure) -> {
      if (informer.isSynced() || life.isClosed()) {
        return;
      }
      if (failure == null) {
        versions.confirmed();
        pipeline.confirm();
      } else {
        SourceException late = SourceException.of(
            SourceException.Kind.OTHER,
            "the saved cache was not confirmed to be fresh within " + CONFIRMED_WITHIN
                + ": the watch has not come to version " + present,
            failure);
        life.relist(late, pipeline::drainSoon);
      }
    });
    pipeline.drainSoon();
  }
}
