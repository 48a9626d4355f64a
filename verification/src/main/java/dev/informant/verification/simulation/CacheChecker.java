package dev.informant.verification.simulation;

import dev.informant.object.ObjectAccessor;
import dev.informant.object.Revision;
import dev.informant.store.IndexedView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Holds one informer's cache against the history: what it shows of an object are states the object has
 * had, in order, and it drops only what has ended.
 */
final class CacheChecker<T> {
  private final String name;
  private final History history;
  private final ObjectModel<T> model;
  private final ObjectAccessor<T> accessor;
  private final IndexedView<T> view;
  private final Predicate<String> scope;
  private final Violations violations;
  private final Map<String, Revision<T>> revisions = new HashMap<>();
  private final Map<String, History.State> shown = new HashMap<>();
  private final Map<String, Long> floor = new HashMap<>();
  private @Nullable IndexedView<T> last;
  private long changes;

  CacheChecker(
      String name,
      History history,
      ObjectModel<T> model,
      IndexedView<T> view,
      Predicate<String> scope,
      Violations violations) {
    this.name = name;
    this.history = history;
    this.model = model;
    this.accessor = model.codec().accessor();
    this.view = view;
    this.scope = scope;
    this.violations = violations;
  }

  /** Looks whether the cache has changed and, if so, whether it may have. */
  void refresh() {
    IndexedView<T> now = view.snapshot();
    if (now == last) {
      return;
    }
    last = now;
    // By their revisions: of these a compact cache, too, has the same as before.
    List<String> keys = now.keys();
    for (String key : keys) {
      Revision<T> revision = now.revision(key);
      if (revision != null && revisions.put(key, revision) != revision) {
        show(key, revision.object());
      }
    }
    if (revisions.size() > keys.size()) {
      Set<String> gone = new TreeSet<>(revisions.keySet());
      keys.forEach(gone::remove);
      gone.forEach(this::drop);
    }
  }

  private void show(String key, T object) {
    History.State state = resolve(object);
    if (state == null) {
      return;
    }
    changes++;
    History.State before = shown.put(key, state);
    Long least = floor.put(key, state.position());
    boolean again = before != null && before.position() == state.position();
    if (least != null && !again && state.position() <= least) {
      violations.report("G2", name, "the cache went back to " + state + " from position " + least);
    }
  }

  private void drop(String key) {
    changes++;
    revisions.remove(key);
    History.State state = shown.remove(key);
    if (state == null) {
      return;
    }
    History.State end = history.end(key, state.uid());
    if (end == null) {
      violations.report("G3", name, "the cache dropped an object that still exists: " + state);
    } else {
      floor.merge(key, end.position(), Math::max);
    }
  }

  /** The state an object shows; null, and a violation, if the server never had it. */
  History.@Nullable State resolve(T object) {
    String key = accessor.key(object);
    History.State state =
        history.find(key, accessor.uid(object), accessor.resourceVersion(object), false);
    if (state == null || state.poison() || !model.shows(object, state)) {
      violations.report(
          "G2",
          name,
          "a state of " + key + " that the server never had: version "
              + accessor.resourceVersion(object) + ", payload '"
              + model.payload().apply(object) + "', " + model.colour().apply(object) + " for "
              + state);
      return null;
    }
    return state;
  }

  /** Whether the cache has come to this state, or past it. */
  boolean hasReached(History.State state) {
    refresh();
    Long reached = floor.get(state.key());
    if (reached != null && reached >= state.position()) {
      return true;
    }
    // One step may have taken it in and out again.
    return !shown.containsKey(state.key()) && history.end(state.key(), state.uid()) != null;
  }

  /** A state that was there after so many writes and that the cache has not come to; null if there is none. */
  History.@Nullable State lacking(long position) {
    for (String key : history.keys()) {
      History.State state = scope.test(key) ? history.at(key, position) : null;
      if (state != null && !history.isPoisonedSince(state) && !hasReached(state)) {
        return state;
      }
    }
    return null;
  }

  /** Nobody may have changed an object since it came. */
  void checkContents() {
    view.forEach(this::resolve);
  }

  /** In no order; the order of a run is the same every time all the same. */
  Map<String, History.State> shown() {
    return shown;
  }

  /** How often it has changed. */
  long changes() {
    return changes;
  }

  Predicate<String> scope() {
    return scope;
  }

  /** What is missing for the cache to equal the server; empty if nothing is. */
  List<String> differences() {
    refresh();
    List<String> differences = new ArrayList<>();
    for (String key : history.keys()) {
      if (!scope.test(key)) {
        continue;
      }
      History.State live = history.live(key);
      History.State cached = shown.get(key);
      if (live == null ? cached != null : !isRight(live, cached)) {
        differences.add(key + ": the server has " + live + ", the cache " + cached);
      }
    }
    return differences;
  }

  /** Of an object that cannot be taken in an older state may be shown, but of no other object. */
  private static boolean isRight(History.State live, History.@Nullable State cached) {
    return live.poison() ? cached == null || cached.uid().equals(live.uid()) : live.equals(cached);
  }

  /** Objects of the collection that clients cannot take in now. */
  Set<String> poisoned() {
    Set<String> poisoned = new TreeSet<>();
    for (String key : history.keys()) {
      History.State live = history.live(key);
      if (scope.test(key) && live != null && live.poison()) {
        poisoned.add(key);
      }
    }
    return poisoned;
  }

  /** The index must show what the objects say. */
  void checkIndex(String index) {
    Map<String, Set<String>> expected = new TreeMap<>();
    view.forEach(object -> expected
        .computeIfAbsent(model.colour().apply(object), absent -> new TreeSet<>())
        .add(accessor.key(object)));
    Map<String, Set<String>> actual = new TreeMap<>();
    for (String value : view.indexValues(index)) {
      actual.put(value, new TreeSet<>(view.indexKeys(index, value)));
    }
    if (!expected.equals(actual)) {
      violations.report("G2", name, "index " + index + " shows " + actual + " for " + expected);
    }
  }
}
