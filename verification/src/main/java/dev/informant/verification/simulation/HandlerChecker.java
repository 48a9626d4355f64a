package dev.informant.verification.simulation;

import dev.informant.informer.Deleted;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A handler that knows what it may be told: each call follows from the one before, tells a state that the
 * object has had and that the cache has reached, never goes back, and comes only while it is registered.
 */
final class HandlerChecker<T> implements ResourceEventHandler<T> {
  /** A call that told something new. */
  record Told(char kind, String key, long position) {}

  /**
   * How a handler behaves.
   *
   * @param filtered whether it sees red objects only
   * @param conflating whether its buffer merges changes
   * @param sensitive whether unchanged objects of a relist, and another object under the same key, are
   *     not to be told as updates
   * @param resyncing whether everything is shown again at times
   */
  record Manner(boolean filtered, boolean conflating, boolean sensitive, boolean resyncing) {}

  final ClientRuntime.Pace pace = new ClientRuntime.Pace();
  private final String name;
  private final Manner manner;
  private final History history;
  private final ObjectModel<T> model;
  private final CacheChecker<T> cache;
  private final Violations violations;
  private final RunTrace trace;
  private final Map<String, History.State> shown = new HashMap<>();
  private final Map<String, Long> floor = new HashMap<>();
  private final Map<String, Long> seenAgain = new HashMap<>();
  private final List<Told> told = new ArrayList<>();
  private @Nullable Registration<T> registration;
  private Runnable afterCall = () -> {};
  private boolean synced;
  private boolean inside;
  private boolean ended;
  private boolean throwing;
  private long calls;

  HandlerChecker(
      String name,
      Manner manner,
      History history,
      ObjectModel<T> model,
      CacheChecker<T> cache,
      Violations violations,
      RunTrace trace) {
    this.name = name;
    this.manner = manner;
    this.history = history;
    this.model = model;
    this.cache = cache;
    this.violations = violations;
    this.trace = trace;
  }

  String name() {
    return name;
  }

  Manner manner() {
    return manner;
  }

  List<Told> told() {
    return told;
  }

  void registered(Registration<T> value) {
    registration = value;
  }

  @Nullable
  Registration<T> registration() {
    return registration;
  }

  void throwing(boolean on) {
    throwing = on;
  }

  /** Runs at the end of the next call, inside of it. */
  void once(Runnable action) {
    afterCall = action;
  }

  /** From now on no call may come. */
  void end() {
    ended = true;
  }

  /** Synced means that the handler has returned from all of the initial list. */
  void checkSynced(boolean informerSynced) {
    Registration<T> place = registration;
    if (!synced && place != null && place.isSynced()) {
      synced = true;
      if (!informerSynced) {
        broken("G8", "is synced before its informer");
      }
      if (inside) {
        broken("G8", "is synced while a call runs");
      }
    }
  }

  boolean isSynced() {
    return synced;
  }

  @Override
  public void onAdd(T object, boolean inInitialList) {
    begin();
    History.State state = cache.resolve(object);
    if (state != null) {
      trace.note(name, inInitialList ? "add (initial)" : "add", state.key(), state.position());
      History.State before = shown.put(state.key(), state);
      if (before != null) {
        broken("G5", "an add of what it was shown already: " + state + " after " + before);
      }
      if (inInitialList && synced) {
        broken("G8", "an object of the initial list after it was synced: " + state);
      }
      rise(state, 'a', /* again= */ false);
    }
    finish();
  }

  @Override
  public void onUpdate(T before, T after) {
    begin();
    History.State from = cache.resolve(before);
    History.State to = cache.resolve(after);
    if (from != null && to != null) {
      trace.note(name, "update", to.key(), to.position());
      History.State known = shown.put(to.key(), to);
      if (known == null) {
        broken("G5", "an update of what it was never shown: " + to);
      } else if (known.position() != from.position()) {
        broken("G5", "an update from " + from + " where it was shown " + known);
      }
      boolean again = from.position() == to.position();
      if (again) {
        seenAgain.put(to.key(), to.position());
        if (manner.sensitive() && !manner.resyncing()) {
          broken("G5", "a change that is none: " + to);
        }
      } else if (manner.sensitive() && !from.uid().equals(to.uid())) {
        broken("G3", "another object told as an update: " + from + " to " + to);
      }
      rise(to, 'u', again);
    }
    finish();
  }

  @Override
  public void onDelete(Deleted<T> deleted) {
    begin();
    History.State known = shown.remove(deleted.key());
    T object = deleted.object();
    if (known == null) {
      broken("G3", "a delete of what it was not shown: " + deleted.key());
    } else if (object == null) {
      broken("G3", "a delete without the last known state: " + deleted.key());
    } else {
      trace.note(name, "delete", deleted.key(), deleted.finalStateUnknown() ? 1 : 0);
      // Where another object under the same key is an update, the object that ends may be another.
      String uid = manner.sensitive() ? known.uid() : model.codec().accessor().uid(object);
      History.State end = history.end(known.key(), uid);
      if (end == null) {
        if (!manner.filtered()) {
          broken("G3", "a delete of what still exists: " + known);
        }
      } else {
        if (!manner.filtered()) {
          checkEnd(deleted.finalStateUnknown(), object, known, end);
        }
        floor.merge(known.key(), manner.filtered() ? known.position() : end.position(), Math::max);
      }
      told.add(new Told('d', deleted.key(), end == null ? 0 : end.position()));
    }
    finish();
  }

  private void checkEnd(
      boolean finalStateUnknown, T object, History.State known, History.State end) {
    String version = model.codec().accessor().resourceVersion(object);
    if (!finalStateUnknown) {
      // The final state is that of the deletion, unless clients could not take that in.
      if (!end.poison() && !(version.equals(end.version()) && model.hasPayload(object, end))) {
        broken("G3", "a final state that is not final: version " + version + " for " + end);
      }
    } else {
      History.State last =
          history.find(known.key(), model.codec().accessor().uid(object), version, false);
      if (last == null || last.position() < known.position()) {
        broken("G3", "a delete with an older state than it was shown: " + known);
      }
    }
    if (!cache.hasReached(end)) {
      broken("G4", "a delete before the cache has it: " + end);
    }
  }

  private void rise(History.State state, char kind, boolean again) {
    Long least = floor.put(state.key(), state.position());
    if (least != null && (again ? state.position() < least : state.position() <= least)) {
      broken("G2", "told " + state + " after position " + least);
    }
    if (!cache.hasReached(state)) {
      broken("G4", "told before the cache has it: " + state);
    }
    if (!again) {
      told.add(new Told(kind, state.key(), state.position()));
    }
  }

  private void begin() {
    calls++;
    if (ended) {
      broken("G4", "a call after it was removed or its informer closed");
    }
    if (inside) {
      broken("G4", "two calls at once");
    }
    inside = true;
    checkNotYetSynced();
  }

  /** The mark must not be set while what it vouches for is still under way. */
  private void checkNotYetSynced() {
    Registration<T> place = registration;
    if (!synced && place != null && place.isSynced()) {
      synced = true;
    }
  }

  private void finish() {
    Runnable action = afterCall;
    afterCall = () -> {};
    action.run();
    inside = false;
    if (throwing && calls % 2 == 0) {
      throw new IllegalStateException("a handler that throws");
    }
  }

  private void broken(String promise, String what) {
    violations.report(promise, name, what);
  }

  // ---- at rest

  /** What it was shown must be what the cache holds. */
  boolean agrees(Predicate<History.State> filter) {
    int expected = 0;
    for (History.State state : cache.shown().values()) {
      if (filter.test(state)) {
        expected++;
        if (!state.equals(shown.get(state.key()))) {
          return false;
        }
      }
    }
    return expected == shown.size();
  }

  Map<String, History.State> shown() {
    return shown;
  }

  void forgetWhatWasSeenAgain() {
    seenAgain.clear();
  }

  boolean hasSeenAllAgain() {
    return seenAgain.keySet().containsAll(shown.keySet());
  }

  /**
   * Whether this handler, having joined at some time, was told exactly what {@code witness} was from then
   * on, after exactly what {@code witness} knew at that time.
   */
  boolean follows(HandlerChecker<T> witness) {
    List<Told> all = witness.told;
    int common = 0;
    while (common < all.size()
        && common < told.size()
        && all.get(all.size() - 1 - common).equals(told.get(told.size() - 1 - common))) {
      common++;
    }
    Map<String, Long> fold = new HashMap<>();
    for (int cut = 0; cut <= all.size(); cut++) {
      if (cut > 0) {
        apply(all.get(cut - 1), fold);
      }
      int initial = told.size() - (all.size() - cut);
      if (all.size() - cut <= common && initial == fold.size() && beginsWith(fold, initial)) {
        return true;
      }
    }
    return false;
  }

  private static void apply(Told event, Map<String, Long> fold) {
    if (event.kind() == 'd') {
      fold.remove(event.key());
    } else {
      fold.put(event.key(), event.position());
    }
  }

  private boolean beginsWith(Map<String, Long> fold, int initial) {
    for (Told first : told.subList(0, initial)) {
      Long position = fold.get(first.key());
      if (first.kind() != 'a' || position == null || position != first.position()) {
        return false;
      }
    }
    return true;
  }
}
