package dev.informant.verification.simulation;

import dev.informant.object.ObjectAccessor;
import dev.informant.store.IndexedView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
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
  private final Model<T> model;
  private final ObjectAccessor<T> accessor;
  private final IndexedView<T> view;
  private final Predicate<String> scope;
  private final Violations violations;
  private final Map<String, T> objects = new HashMap<>();
  private final Set<T> seen =
      Collections.newSetFromMap(new IdentityHashMap<>()); // the same objects
  private final Map<String, History.State> shown = new HashMap<>();
  private final Map<String, Long> floor = new HashMap<>();
  private @Nullable IndexedView<T> last;
  private long changes;

  CacheChecker(
      String name,
      History history,
      Model<T> model,
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
    // Most objects are those of the last look, and to see that, none needs to be asked for its key.
    int[] count = {0};
    List<T> others = new ArrayList<>();
    now.forEach(object -> {
      count[0]++;
      if (!seen.contains(object)) {
        others.add(object);
      }
    });
    for (T object : others) {
      String key = accessor.key(object);
      T before = objects.put(key, object);
      if (before != null) {
        seen.remove(before);
      }
      seen.add(object);
      show(key, object);
    }
    if (seen.size() > count[0]) {
      Set<String> gone = new TreeSet<>(objects.keySet());
      now.forEach(object -> gone.remove(accessor.key(object)));
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
    seen.remove(objects.remove(key));
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
    String payload = model.payload().apply(object);
    if (state == null || state.poison() || !payload.equals(Model.MARK + state.payload())) {
      violations.report(
          "G2",
          name,
          "a state of " + key + " that the server never had: version "
              + accessor.resourceVersion(object) + ", payload '" + payload + "'");
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
