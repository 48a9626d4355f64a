package dev.informant.internal.source;

import dev.informant.object.Revision;
import dev.informant.source.Item;
import dev.informant.source.WatchEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The collection while it arrives, from a list or a streaming list, in order of arrival and one entry a
 * key. An object that could not be understood keeps its last good state, here or in the cache. Not
 * thread-safe.
 */
final class Staging<T> implements EventTarget<T> {
  private final Intake<T> intake;
  private final End<T> onEnd;
  private final Map<String, Revision<T>> revisions = new LinkedHashMap<>();

  /** Hears that a streaming list has reached its end. */
  @FunctionalInterface
  interface End<T> {
    void reached(Staging<T> collection, String resourceVersion);
  }

  Staging(Intake<T> intake, End<T> onEnd) {
    this.intake = intake;
    this.onEnd = onEnd;
    intake.listBegins();
  }

  /** Items of a list. */
  void items(List<Item<T>> items) {
    items.forEach(this::put);
  }

  /** Begins anew. */
  void clear() {
    revisions.clear();
    intake.listBegins();
  }

  /** The collection, complete. */
  List<Revision<T>> complete() {
    intake.listComplete();
    return new ArrayList<>(revisions.values());
  }

  /** Only the end of the initial state has a version worth remembering. */
  @Override
  public void accept(WatchEvent<T> event, boolean ordered) {
    if (event instanceof WatchEvent.Bookmark<T> bookmark) {
      if (bookmark.initialEventsEnd()) {
        onEnd.reached(this, bookmark.resourceVersion());
      }
    } else if (event instanceof WatchEvent.Deleted<T> deleted) {
      Intake.Result<T> result = intake.listed(deleted.item());
      revisions.remove(result.key());
      intake.gone(result);
    } else {
      put(Intake.item(event));
    }
  }

  private void put(@Nullable Item<T> item) {
    Intake.Result<T> result = intake.listed(item);
    if (result instanceof Intake.Result.Accepted<T> accepted) {
      revisions.put(accepted.revision().key(), accepted.revision());
      return;
    }
    Intake.Result.Skipped<T> skipped = (Intake.Result.Skipped<T>) result;
    Revision<T> lastGood = intake.lastGood(skipped);
    if (lastGood != null) {
      revisions.putIfAbsent(skipped.key(), lastGood);
    }
  }
}
