package dev.informant.internal.source;

import dev.informant.source.FailureLevel;
import dev.informant.source.Item;
import dev.informant.source.ListOptions;
import dev.informant.source.SourceException;
import java.time.Duration;
import java.util.List;

/**
 * Gets the collection by LIST. If the server does not have the version asked for, the list is had at once
 * at an empty version. Used on the reflector's steps only.
 */
final class ListRun<T> implements PageWalk.Sink<T> {
  private final ReflectorParts<T> parts;
  private final String asked;
  private final long pageSize;
  private final boolean again;
  private final Staging<T> staging;
  private final PageWalk<T> walk;
  private Runnable cancel;
  private boolean paginatedAtZero;

  /**
   * @param pageSize 0 asks for everything at once
   */
  ListRun(ReflectorParts<T> parts, String asked, long pageSize) {
    this(parts, asked, pageSize, /* again= */ false);
  }

  private ListRun(ReflectorParts<T> parts, String asked, long pageSize, boolean again) {
    this.parts = parts;
    this.asked = asked;
    this.pageSize = pageSize;
    this.again = again;
    this.staging = new Staging<>(parts.intake(), (collection, version) -> {});
    this.walk = new PageWalk<>(
        parts.settings().source(),
        parts.steps(),
        parts.settings().runtime(),
        parts.retries(),
        ListOptions.NONE.withResourceVersion(asked).withLimit(pageSize),
        /* fullListIfExpired= */ true,
        this);
    this.cancel = walk::cancel;
  }

  void start() {
    parts.status().listing();
    walk.start();
  }

  void cancel() {
    cancel.run();
  }

  /** Whether a list at version 0 came in pages: then the server has no watch cache to serve it from. */
  boolean isPaginatedAtZero() {
    return paginatedAtZero;
  }

  @Override
  public void requesting(ListOptions options) {
    if (parts.status().isBackingOff()) {
      parts.status().listing();
    }
    parts.listener().onRequest(RequestKind.LIST, options);
  }

  @Override
  public void retrying(SourceException cause, Duration delay) {
    parts.status().retrying(cause, delay);
  }

  @Override
  public void items(List<Item<T>> items) {
    staging.items(items);
  }

  @Override
  public void restarted(SourceException cause) {
    parts.status().report(cause, FailureLevel.RECOVERED);
    staging.clear();
  }

  @Override
  public void completed(String resourceVersion, boolean paginated) {
    paginatedAtZero = paginated && asked.equals("0");
    parts.loop().listed(staging, asked, resourceVersion);
  }

  @Override
  public void failed(SourceException cause) {
    if (again || !ReflectorPlan.isVersionUnavailable(cause)) {
      parts.loop().listFailed(cause);
      return;
    }
    parts.status().report(cause, FailureLevel.RECOVERED);
    parts.version().unavailable(cause.isTooLargeResourceVersion());
    ListRun<T> latest = new ListRun<>(parts, /* asked= */ "", pageSize, /* again= */ true);
    cancel = latest::cancel;
    latest.start();
  }
}
