package dev.informant.internal.source;

import dev.informant.log.QuietLog;
import dev.informant.source.FailureLevel;
import dev.informant.source.ListOptions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Keeps what a listener throws away from the reflector, except OutOfMemoryError, which ends it. */
final class GuardedListener<T> implements ReflectorListener<T> {
  private static final Logger LOG = QuietLog.of(ReflectorListener.class);

  private final String name;
  private final ReflectorListener<T> listener;

  GuardedListener(String name, ReflectorListener<T> listener) {
    this.name = name;
    this.listener = listener;
  }

  @Override
  public void onTransition(ReflectorState from, ReflectorState to) {
    try {
      guard(() -> listener.onTransition(from, to));
    } catch (OutOfMemoryError fatal) {
      if (!(to instanceof ReflectorState.Closed)) { // else it has ended
        throw fatal;
      }
    }
  }

  @Override
  public void onFailure(Throwable cause, FailureLevel level) {
    guard(() -> listener.onFailure(cause, level));
  }

  @Override
  public void onRequest(RequestKind kind, ListOptions options) {
    guard(() -> listener.onRequest(kind, options));
  }

  @Override
  public void onCollected(String resourceVersion) {
    guard(() -> listener.onCollected(resourceVersion));
  }

  @Override
  public void onList(String resourceVersion, int items, boolean initial, Duration took) {
    guard(() -> listener.onList(resourceVersion, items, initial, took));
  }

  @Override
  public void onResumed(String present) {
    guard(() -> listener.onResumed(present));
  }

  @Override
  public void onSlowList(int items, Duration receiving, Duration handingOn) {
    guard(() -> listener.onSlowList(items, receiving, handingOn));
  }

  @Override
  public void onSkipped(String key, Throwable cause) {
    guard(() -> listener.onSkipped(key, cause));
  }

  @Override
  public void onRecovered(String key) {
    guard(() -> listener.onRecovered(key));
  }

  @Override
  public void onEvents(int count) {
    guard(() -> listener.onEvents(count));
  }

  @Override
  public void onQueued(String key, String resourceVersion) {
    try { // without a lambda: this is called for each event
      listener.onQueued(key, resourceVersion);
    } catch (RuntimeException | Error failure) {
      guard(() -> {
        throw failure;
      });
    }
  }

  @Override
  public void onBookmark(String resourceVersion) {
    guard(() -> listener.onBookmark(resourceVersion));
  }

  @Override
  public void onResourceVersion(String resourceVersion) {
    guard(() -> listener.onResourceVersion(resourceVersion));
  }

  @Override
  public void onWatchEnded(long events, Duration lasted, @Nullable Throwable cause) {
    guard(() -> listener.onWatchEnded(events, lasted, cause));
  }

  private void guard(Runnable call) {
    try {
      call.run();
    } catch (OutOfMemoryError fatal) {
      throw fatal;
    } catch (Throwable defect) { // an Error too: the reflector must go on
      LOG.log(Level.ERROR, "reflector " + name + ": the listener threw", defect);
    }
  }
}
