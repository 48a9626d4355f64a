package dev.informant.informer;

import dev.informant.internal.options.Settings;
import dev.informant.internal.source.ReflectorListener;
import dev.informant.internal.source.ReflectorState;
import dev.informant.internal.source.RequestKind;
import dev.informant.log.QuietLog;
import dev.informant.runtime.Clock;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.source.FailureLevel;
import dev.informant.source.ListOptions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Passes on what a reflector reports: to the observer and the watch error handler, and down the flow to versions,
 * pipeline and life of the informer. Belongs to the reflector's steps.
 */
final class ReflectorEvents<T> implements ReflectorListener<T> {
  private static final Logger LOG = QuietLog.of(ReflectorEvents.class);

  private final WatchErrorHandler watchErrorHandler;
  private final Predicate<? super Throwable> givesUp;
  private final InformerObserver observer;
  private final SkippedObjects skipped;
  private final StoredVersions<T> versions;
  private final InformerPipeline<T> pipeline;
  private final @Nullable SavedState<T> saved;
  private final InformerLife<T> life;
  private final Consumer<Throwable> end;
  private final Clock clock;

  /** The user's error handler runs here, not on the pipeline. */
  private final SerialQueue callbacks;

  /**
   * @param saved null if nothing is saved
   * @param end ends the informer, with the cause
   */
  ReflectorEvents(
      Settings settings,
      EngineRuntime runtime,
      InformerObserver observer,
      SkippedObjects skipped,
      StoredVersions<T> versions,
      InformerPipeline<T> pipeline,
      @Nullable SavedState<T> saved,
      InformerLife<T> life,
      Consumer<Throwable> end) {
    this.watchErrorHandler = settings.get(CommonOptions.WATCH_ERROR_HANDLER);
    this.givesUp = settings.get(CommonOptions.GIVE_UP);
    this.observer = observer;
    this.skipped = skipped;
    this.versions = versions;
    this.pipeline = pipeline;
    this.saved = saved;
    this.life = life;
    this.end = end;
    this.clock = runtime.clock();
    this.callbacks = runtime.callbackQueue(
        failure -> LOG.log(Level.WARNING, "the watch error handler threw", failure));
  }

  @Override
  public void onTransition(ReflectorState from, ReflectorState to) {
    if (!(to instanceof ReflectorState.Closed closed)) {
      life.moved(from, to, pipeline.hasSynced());
    } else if (closed.cause() != null) {
      end.accept(closed.cause()); // the informer reports its own end
    }
  }

  @Override
  public void onFailure(Throwable cause, FailureLevel level) {
    observer.onEvent(new InformerEvent.Failed(cause, level));
    callbacks.execute(() -> watchErrorHandler.onWatchError(cause));
    // A server that refuses streaming lists, for example, is listed in the next moment.
    boolean continues = level == FailureLevel.RECOVERED;
    if (!continues && !pipeline.hasSynced() && givesUp(cause)) {
      end.accept(cause);
    }
  }

  private boolean givesUp(Throwable cause) {
    try {
      return givesUp.test(cause);
    } catch (OutOfMemoryError fatal) {
      end.accept(fatal);
      return false;
    } catch (RuntimeException thrown) {
      LOG.log(Level.WARNING, "the rule of giveUpIf threw, retrying", thrown);
      return false;
    }
  }

  @Override
  public void onRequest(RequestKind kind, ListOptions options) {
    observer.onEvent(new InformerEvent.Requested(
        kind.name().toLowerCase(Locale.ROOT), options.resourceVersion()));
  }

  @Override
  public void onCollected(String resourceVersion) {
    versions.collected(resourceVersion);
  }

  @Override
  public void onList(String resourceVersion, int items, boolean initial, Duration took) {
    observer.onEvent(new InformerEvent.Listed(items, resourceVersion));
    versions.listed();
    pipeline.drainSoon(); // an empty list may have left nothing in the queue that would signal
  }

  @Override
  public void onResumed(String present) {
    if (saved != null) {
      saved.resumed(present);
    }
  }

  @Override
  public void onSkipped(String key, Throwable cause) {
    skipped.skipped(key, cause);
    observer.onEvent(new InformerEvent.Skipped(key, cause));
  }

  @Override
  public void onRecovered(String key) {
    skipped.recovered(key);
    if (!key.isEmpty()) {
      observer.onEvent(new InformerEvent.Recovered(key));
    }
  }

  @Override
  public void onEvents(int count) {
    observer.onEvent(new InformerEvent.Received(count));
  }

  @Override
  public void onQueued(String key, String resourceVersion) {
    if (observer.follows(key)) {
      observer.onEvent(new InformerEvent.ChangeReached(
          InformerEvent.Stage.QUEUED, key, resourceVersion, "", clock.nanos()));
    }
  }

  @Override
  public void onBookmark(String resourceVersion) {
    observer.onEvent(new InformerEvent.Bookmarked(resourceVersion));
  }

  @Override
  public void onResourceVersion(String resourceVersion) {
    if (versions.areLookedFor()) {
      pipeline.drainSoon(); // perhaps there is nothing to store
    }
  }
}
