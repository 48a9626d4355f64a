package dev.informant.informer;

import dev.informant.log.QuietLog;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.source.FailureLevel;
import dev.informant.source.ListOptions;
import dev.informant.source.ReflectorListener;
import dev.informant.source.ReflectorState;
import dev.informant.source.RequestKind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Passes on what a reflector reports: to the observer, the watch error handler, and the informer. Belongs to the reflector's
 * steps.
 */
/*
 * Whether a watching informer is Warm or Watching depends on the pipeline, which may sync at any moment. So `told` keeps
 * what the observer was told last. When the pipeline has synced, a step of the reflector looks at it (confirmed): if it is
 * Warm, the observer is told what it is now; if a change of the reflector came first, it has been told with that one.
 */
final class ReflectorEvents<T> implements ReflectorListener<T> {
  private static final Logger LOG = QuietLog.of(ReflectorEvents.class);

  private final SharedIndexInformer<T> informer;
  private final WatchErrorHandler watchErrorHandler;
  private final InformerObserver observer;
  private final SkippedObjects skipped;

  private @Nullable InformerState told;

  /** The user's error handler runs here, not on the pipeline. */
  private final SerialQueue callbacks;

  ReflectorEvents(
      SharedIndexInformer<T> informer,
      WatchErrorHandler watchErrorHandler,
      EngineRuntime runtime,
      InformerObserver observer,
      SkippedObjects skipped) {
    this.informer = informer;
    this.watchErrorHandler = watchErrorHandler;
    this.observer = observer;
    this.skipped = skipped;
    this.callbacks = runtime.callbackQueue(
        failure -> LOG.log(Level.WARNING, "the watch error handler of an informer threw", failure));
  }

  /**
   * @param unconfirmed since when the cache holds what an earlier run saved; null if it has synced, or holds no such thing
   * @param skipped how many objects are left out
   */
  static InformerState stateOf(
      ReflectorState state,
      boolean synced,
      @Nullable Instant unconfirmed,
      String resourceVersion,
      int skipped,
      String transport) {
    if (state instanceof ReflectorState.Created created) {
      return new InformerState.Created(created.since());
    } else if (unconfirmed != null && isUndecided(state)) {
      Instant until = state instanceof ReflectorState.BackingOff backing ? backing.until() : null;
      return new InformerState.Warm(
          unconfirmed, resourceVersion, until, state.cause(), skipped, transport);
    } else if (state instanceof ReflectorState.Watching watching) {
      return new InformerState.Watching(
          watching.since(), resourceVersion, watching.cause(), skipped, transport);
    } else if (state instanceof ReflectorState.BackingOff backing) {
      return new InformerState.BackingOff(
          backing.since(), backing.until(), backing.cause(), skipped, transport);
    } else if (state instanceof ReflectorState.Closed closed) {
      return new InformerState.Closed(closed.since(), closed.cause());
    }
    return new InformerState.Listing(
        state.since(), /* first= */ !synced, state.cause(), skipped, transport);
  }

  /** Whether nothing is on its way but the server's word on what the cache has. */
  private static boolean isUndecided(ReflectorState state) {
    return state instanceof ReflectorState.Resuming
        || state instanceof ReflectorState.Watching
        || state instanceof ReflectorState.BackingOff;
  }

  @Override
  public void onTransition(ReflectorState from, ReflectorState to) {
    if (to instanceof ReflectorState.Closed closed && closed.cause() == null) {
      return; // the informer reports its own end
    }
    boolean synced = informer.isSynced();
    String version = informer.lastSyncResourceVersion();
    Instant unconfirmed = informer.unconfirmedSince();
    int left = skipped.size();
    InformerState before = told instanceof InformerState.Warm warm
        ? warm
        : stateOf(from, synced, unconfirmed, version, left, informer.transport());
    tell(before, stateOf(to, synced, unconfirmed, version, left, informer.transport()));
  }

  /** What the cache holds is known to be fresh. */
  void confirmed() {
    if (told instanceof InformerState.Warm warm && !informer.isClosed()) {
      tell(warm, informer.state());
    }
  }

  private void tell(InformerState before, InformerState now) {
    told = now;
    observer.onTransition(before, now);
  }

  @Override
  public void onFailure(Throwable cause, FailureLevel level) {
    observer.onFailure(cause, level);
    callbacks.execute(() -> watchErrorHandler.onWatchError(cause));
  }

  @Override
  public void onRequest(RequestKind kind, ListOptions options) {
    observer.onRequest(kind.name().toLowerCase(Locale.ROOT), options.resourceVersion());
  }

  @Override
  public void onCollected(String resourceVersion) {
    informer.collected(resourceVersion);
  }

  @Override
  public void onList(String resourceVersion, int items, boolean initial, Duration took) {
    observer.onList(items, resourceVersion);
    informer.listed();
  }

  @Override
  public void onResumed(String present) {
    informer.resumed(present);
  }

  @Override
  public void onSkipped(String key, Throwable cause) {
    skipped.skipped(key, cause);
    observer.onSkipped(key, cause);
  }

  @Override
  public void onRecovered(String key) {
    skipped.recovered(key);
    if (!key.isEmpty()) {
      observer.onRecovered(key);
    }
  }

  @Override
  public void onEvents(int count) {
    observer.onEvents(count);
  }

  @Override
  public void onBookmark(String resourceVersion) {
    observer.onBookmark(resourceVersion);
  }

  @Override
  public void onResourceVersion(String resourceVersion) {
    informer.versionMoved();
  }
}
