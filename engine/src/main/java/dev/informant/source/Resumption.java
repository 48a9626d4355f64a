package dev.informant.source;

import dev.informant.object.ResourceVersions;
import java.time.Duration;

/**
 * Finds out whether a reflector can go on from the version of an earlier run: it can if the server is at that version
 * or a later one. A server that is behind it has another history (it was restored, or it is another one), and
 * then everything is to be listed, also objects that are older than those the destination has. Used on the
 * reflector's steps only.
 */
final class Resumption<T> implements VersionProbe.Asker {
  private final ReflectorParts<T> parts;
  private final VersionProbe<T> probe;

  Resumption(ReflectorParts<T> parts) {
    this.parts = parts;
    this.probe = new VersionProbe<>(parts, this);
  }

  void start() {
    parts.status().resuming();
    probe.start();
  }

  void cancel() {
    probe.cancel();
  }

  @Override
  public void asking() {
    if (parts.status().isBackingOff()) {
      parts.status().resuming();
    }
  }

  @Override
  public void askingLater(SourceException cause, Duration delay) {
    parts.status().retrying(cause, delay);
  }

  @Override
  public void answered(String present) {
    String from = parts.version().forWatch();
    if (!ResourceVersions.isOlder(present, from)) {
      parts.listener().onResumed(present);
      parts.round().resumed();
      return;
    }
    SourceException elsewhere = ReflectorPlan.otherHistory(present, from, "of the saved cache");
    parts.status().report(elsewhere, FailureLevel.RELISTING);
    parts.version().unavailable(/* tooLarge= */ true);
    parts.round().notResumed();
  }

  @Override
  public void unanswered(SourceException cause) {
    if (ReflectorPlan.isWorthAsking(cause)) {
      parts.status().report(cause, FailureLevel.REPORTED);
      parts.round().resumeLater(cause);
    } else {
      parts.status().report(cause, FailureLevel.RECOVERED);
      // Nothing says whether its history is that of the saved cache: what it lists holds, even if
      // it is older.
      parts.version().unavailable(/* tooLarge= */ true);
      parts.round().notResumed();
    }
  }
}
