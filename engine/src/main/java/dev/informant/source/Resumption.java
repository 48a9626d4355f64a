package dev.informant.source;

import dev.informant.object.ResourceVersions;

/**
 * Finds out whether a reflector can go on from the version of an earlier run: it can if the server is at that version
 * or a later one. A server that is behind it has another history (it was restored, or it is another one), and
 * then everything is to be listed, also objects that are older than those the destination has. Used on the
 * reflector's steps only.
 */
final class Resumption<T> {
  private final ReflectorParts<T> parts;
  private final FreshnessProbe<T> probe;

  Resumption(ReflectorParts<T> parts) {
    this.parts = parts;
    this.probe = new FreshnessProbe<>(parts, this::probed, this::failed);
  }

  void start() {
    probe.start();
  }

  void cancel() {
    probe.cancel();
  }

  private void probed(String present) {
    String from = parts.version().forWatch();
    if (!ResourceVersions.isOlder(present, from)) {
      parts.listener().onResumed(present);
      parts.round().resumed();
      return;
    }
    SourceException elsewhere =
        ReflectorPlan.otherHistory(present, from, "of the saved cache");
    parts.status().report(elsewhere, FailureLevel.RELISTING);
    parts.version().unavailable(/* tooLarge= */ true);
    parts.round().notResumed();
  }

  private void failed(SourceException cause) {
    if (ReflectorPlan.isWorthAsking(cause)) {
      parts.status().report(cause, FailureLevel.REPORTED);
      parts.round().resumeLater(cause);
    } else {
      parts.status().report(cause, FailureLevel.RECOVERED);
      parts.round().notResumed();
    }
  }
}
