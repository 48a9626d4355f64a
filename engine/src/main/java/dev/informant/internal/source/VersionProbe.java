package dev.informant.internal.source;

import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.SourceException;
import java.time.Duration;
import java.util.List;

/**
 * Asks the server for the version it is at, by a list of one object at no particular version, which no stale cache of
 * the server may answer. Used on the reflector's steps only.
 */
final class VersionProbe<T> implements PageWalk.Sink<T> {
  /** Who wants to know. */
  interface Asker {
    /** The question is sent, for the first time or again. */
    default void asking() {}

    /** It will be sent again after a pause. */
    default void askingLater(SourceException cause, Duration delay) {}

    void answered(String version);

    void unanswered(SourceException cause);
  }

  private final ReflectorParts<T> parts;
  private final Asker asker;
  private final PageWalk<T> walk;
  private long objects = -1;

  VersionProbe(ReflectorParts<T> parts, Asker asker) {
    this.parts = parts;
    this.asker = asker;
    this.walk = new PageWalk<>(
        parts.settings().source(),
        parts.steps(),
        parts.settings().runtime(),
        parts.retries(),
        ListOptions.NONE.withLimit(1),
        /* fullListIfExpired= */ false,
        this);
  }

  void start() {
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
    asker.asking();
    parts.listener().onRequest(RequestKind.PROBE, options);
  }

  @Override
  public void retrying(SourceException cause, Duration delay) {
    asker.askingLater(cause, delay);
  }

  @Override
  public boolean wantsItems() {
    return false;
  }

  @Override
  public void items(List<Item<T>> items) {
    // It is the version that counts.
  }

  @Override
  public void page(ListMetadata metadata) {
    if (metadata.continueToken().isEmpty()) {
      objects = 1;
    } else if (metadata.remainingItemCount() > 0) {
      objects = metadata.remainingItemCount() + 1;
    }
  }

  /** How many objects the server has, at most; negative if it did not report that, as for selectors. */
  long objects() {
    return objects;
  }

  @Override
  public void restarted(SourceException cause) {
    // A single page never begins anew.
  }

  @Override
  public void completed(String resourceVersion, boolean paginated) {
    asker.answered(resourceVersion);
  }

  @Override
  public void failed(SourceException cause) {
    asker.unanswered(cause);
  }
}
