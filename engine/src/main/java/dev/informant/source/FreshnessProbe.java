package dev.informant.source;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Asks the server for the version it is at, by a list of one object at no particular version, which no cache of the
 * server may answer. Used on the reflector's steps only.
 */
final class FreshnessProbe<T> implements PageWalk.Sink<T> {
  private final ReflectorParts<T> parts;
  private final Consumer<String> done;
  private final Consumer<SourceException> failed;
  private final PageWalk<T> walk;

  FreshnessProbe(ReflectorParts<T> parts, Consumer<String> done, Consumer<SourceException> failed) {
    this.parts = parts;
    this.done = done;
    this.failed = failed;
    this.walk = new PageWalk<>(
        parts.settings().source(),
        parts.steps(),
        parts.settings().runtime(),
        ListOptions.NONE.withLimit(1),
        /* fullListIfExpired= */ false,
        this);
  }

  void start() {
    parts.status().resuming();
    walk.start();
  }

  void cancel() {
    walk.cancel();
  }

  @Override
  public boolean isEnough() {
    return true;
  }

  @Override
  public void requesting(ListOptions options) {
    if (parts.status().isBackingOff()) {
      parts.status().resuming();
    }
    parts.listener().onRequest(RequestKind.PROBE, options);
  }

  @Override
  public void retrying(SourceException cause, Duration delay) {
    parts.status().retrying(cause, delay);
  }

  @Override
  public void items(List<Item<T>> items) {
    // It is the version that counts.
  }

  @Override
  public void restarted(SourceException cause) {
    parts.status().report(cause, FailureLevel.RECOVERED);
  }

  @Override
  public void completed(String resourceVersion, boolean paginated) {
    done.accept(resourceVersion);
  }

  @Override
  public void failed(SourceException cause) {
    failed.accept(cause);
  }
}
