package dev.informant.internal.source;

import dev.informant.object.ResourceVersions;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.source.SourceException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Finds out whether a server still has the history that a watch goes on in. One that was restored from a backup may
 * not have come to the version of the watch yet: then the watch stays open and silent until it does, and whatever
 * was undone or done meanwhile is never told. So if a watch, opened again after a loss, stays silent for a while,
 * the server is asked which version it is at, once. Used on the reflector's steps only.
 */
/*
 * Why it is sound. The question is one that no stale cache may answer, and it is sent
 * when the reflector has had `watched` already. So the same history would be at `watched` or beyond. What the watch
 * says while the answer is on its way does not matter: it ends the check.
 */
final class HistoryCheck<T> implements VersionProbe.Asker {
  /** How long the watch must be silent; up to twice that, so that all who lost it together do not ask together. */
  static final Duration QUIET = Duration.ofSeconds(10);

  private final ReflectorParts<T> parts;
  private final String watched;
  private final Consumer<String> other;
  private final VersionProbe<T> probe;
  private Timers.Timer timer = Timers.Timer.NONE;
  private boolean over;

  /**
   * @param watched the version the watch was opened at
   * @param other hears the version of a server that has another history
   */
  HistoryCheck(ReflectorParts<T> parts, String watched, Consumer<String> other) {
    this.parts = parts;
    this.watched = watched;
    this.other = other;
    this.probe = new VersionProbe<>(parts, this);
  }

  /** The watch is open. */
  void start() {
    EngineRuntime runtime = parts.settings().runtime();
    double factor = 1.0 + runtime.random().nextDouble();
    Duration delay = Duration.ofMillis((long) (QUIET.toMillis() * factor));
    timer.cancel();
    timer = runtime.timers().schedule(delay, () -> parts.steps().execute(this::askUnlessOver));
  }

  /** The watch has spoken, or is over. Idempotent. */
  void cancel() {
    over = true;
    timer.cancel();
    probe.cancel();
  }

  private void askUnlessOver() {
    if (!over) {
      probe.start();
    }
  }

  @Override
  public void answered(String version) {
    over = true;
    if (ResourceVersions.isOlder(version, watched)) {
      other.accept(version);
    }
  }

  @Override
  public void unanswered(SourceException cause) {
    if (ReflectorPlan.isWorthAsking(cause)) {
      start();
    }
  }
}
