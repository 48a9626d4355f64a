package dev.informant.verification.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Every state every object has had at the server, in the order of the writes. */
final class History {
  /**
   * One state of one object.
   *
   * @param position its place among all writes of the run
   * @param payload unlike any other state's
   * @param bulk shared by many states
   * @param deleted whether this is the object's end; then the payload is that of its last state
   * @param poison whether clients cannot take it in
   */
  record State(
      long position,
      String key,
      String uid,
      String version,
      String payload,
      String colour,
      String bulk,
      boolean deleted,
      boolean poison) {
    @Override
    public String toString() {
      return key + (deleted ? " ended" : "") + (poison ? " poisoned" : "") + " at position "
          + position + ", version " + version + " of " + uid;
    }
  }

  private final Map<String, List<State>> states = new HashMap<>();
  private final Set<String> keys = new TreeSet<>();
  private long position;

  State append(
      String key,
      String uid,
      String version,
      String payload,
      String colour,
      String bulk,
      boolean poison) {
    return append(new State(
        ++position, key, uid, version, payload, colour, bulk, /* deleted= */ false, poison));
  }

  /** The end of the object that {@code last} is the last state of. */
  State end(State last, String version) {
    return append(new State(
        ++position,
        last.key(),
        last.uid(),
        version,
        last.payload(),
        last.colour(),
        last.bulk(),
        /* deleted= */ true,
        last.poison()));
  }

  private State append(State state) {
    List<State> all = states.get(state.key());
    if (all == null) {
      all = new ArrayList<>();
      states.put(state.key(), all);
      keys.add(state.key());
    }
    all.add(state);
    return state;
  }

  long position() {
    return position;
  }

  /** Sorted. */
  Iterable<String> keys() {
    return keys;
  }

  List<State> of(String key) {
    return states.getOrDefault(key, List.of());
  }

  /** The present state; null if there has been none. */
  @Nullable
  State last(String key) {
    List<State> all = of(key);
    return all.isEmpty() ? null : all.get(all.size() - 1);
  }

  /** The present state; null if the object does not exist. */
  @Nullable
  State live(String key) {
    State state = last(key);
    return state == null || state.deleted() ? null : state;
  }

  /** The state that was present after so many writes; null if there had been none. */
  @Nullable
  State at(String key, long position) {
    List<State> all = of(key);
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).position() <= position) {
        return all.get(i);
      }
    }
    return null;
  }

  /** The latest state with this identity that is or is not an end; null if there was never one. */
  @Nullable
  State find(String key, String uid, String version, boolean deleted) {
    List<State> all = of(key);
    for (int i = all.size() - 1; i >= 0; i--) {
      State state = all.get(i);
      if (state.deleted() == deleted
          && state.version().equals(version)
          && state.uid().equals(uid)) {
        return state;
      }
    }
    return null;
  }

  /** The end of the object with this uid; null if it still exists. */
  @Nullable
  State end(String key, String uid) {
    List<State> all = of(key);
    for (int i = all.size() - 1; i >= 0; i--) {
      State state = all.get(i);
      if (state.deleted() && state.uid().equals(uid)) {
        return state;
      }
    }
    return null;
  }

  /** Whether this state or a later one of the object cannot be taken in: then an older one is kept. */
  boolean isPoisonedSince(State state) {
    for (State later : of(state.key())) {
      if (later.position() >= state.position() && later.poison()) {
        return true;
      }
    }
    return false;
  }
}
