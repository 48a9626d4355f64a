package dev.informant.verification.differential;

import dev.informant.verification.differential.Served.Failure;
import dev.informant.verification.differential.Served.State;
import dev.informant.verification.differential.Trace.Call;
import dev.informant.verification.differential.Trace.WatchError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Holds what an informer showed against what the server told it, and names the promise that is broken. Where the
 * script leaves open what is right, it finds nothing. Stateless.
 */
final class Promises {
  private Promises() {}

  /** What a handler was told, and what the cache held of the same object at that moment. */
  record Told(Call call, @Nullable String cached) {}

  /** The cache of an informer that has had the time to hear everything. */
  static List<String> ofCache(Served served, SortedMap<String, String> cache) {
    List<String> broken = new ArrayList<>();
    if (!served.isAtRest()) {
      return broken;
    }
    Set<String> keys = new TreeSet<>(served.keys());
    keys.addAll(cache.keySet());
    for (String key : keys) {
      Set<State> possible = served.possible(key);
      String version = cache.get(key);
      boolean fits = possible.contains(State.ANYTHING)
          || (version == null && possible.contains(State.NOTHING))
          || possible.stream()
              .anyMatch(state -> state != State.NOTHING && state.version().equals(version));
      if (fits || (served.history(key).isEmpty() && !served.isComplete())) {
        continue;
      }
      if (version == null) {
        broken.add("G1: " + key + " is not cached, the server has it at " + versions(possible));
      } else if (!possible.equals(Set.of(State.NOTHING))) {
        broken.add("G1: " + key + " is cached at " + version + ", the server has it at "
            + versions(possible));
      } else if (served.history(key).isEmpty()) {
        broken.add("G2: " + key + " is cached, the server never had it");
      } else {
        broken.add("G3: " + key + " is still cached at " + version + ", it is gone at the server");
      }
    }
    return broken;
  }

  private static List<String> versions(Set<State> states) {
    return states.stream().map(State::version).toList();
  }

  /** What one handler knows by its calls, beside the part of the cache that it is meant to see. */
  static List<String> ofResult(
      String handler, SortedMap<String, String> told, SortedMap<String, String> cache) {
    List<String> broken = new ArrayList<>();
    Set<String> keys = new TreeSet<>(told.keySet());
    keys.addAll(cache.keySet());
    for (String key : keys) {
      String last = told.get(key);
      String cached = cache.get(key);
      if (cached == null) {
        broken.add("G3: " + handler + " was not told that " + key + " is gone");
      } else if (last == null) {
        broken.add("G5: " + handler + " was not told of " + key);
      } else if (!last.equals(cached)) {
        broken.add("G4: " + handler + " was told last of " + key + " at " + last
            + ", it is cached at " + cached);
      }
    }
    return broken;
  }

  /** The calls of one handler, whatever the server said: each must follow from those before it. */
  static List<String> ofCalls(String handler, List<Call> calls) {
    List<String> broken = new ArrayList<>();
    Map<String, String> known = new TreeMap<>();
    for (Call call : calls) {
      String had = known.get(call.key());
      if (call.op().equals("add") && had != null) {
        broken.add("G5: " + handler + " was told twice to add " + call.key());
      } else if (call.op().equals("delete") && had == null) {
        broken.add(
            "G3: " + handler + " was told to delete " + call.key() + ", which it did not have");
      } else if (call.op().equals("update") && had == null) {
        broken.add(
            "G5: " + handler + " was told to update " + call.key() + ", which it did not have");
      } else if (call.op().equals("update") && !Objects.equals(had, call.oldRv())) {
        broken.add("G4: " + handler + "'s update of " + call.key() + " skips from " + had
            + " to old " + call.oldRv());
      }
      if (call.op().equals("delete")) {
        known.remove(call.key());
      } else {
        known.put(call.key(), call.rv());
      }
    }
    return broken;
  }

  /** The states that one handler was shown: such as the server sent, in that order, after the cache had them. */
  static List<String> ofStates(Served served, String handler, List<Told> told) {
    List<String> broken = new ArrayList<>();
    Map<String, Integer> positions = new TreeMap<>();
    Map<String, String> shown = new TreeMap<>();
    for (Told one : told) {
      Call call = one.call();
      String key = call.key();
      List<State> history = served.history(key);
      boolean sent = history.stream().anyMatch(state -> state.version().equals(call.rv()));
      if (!sent) {
        if (served.isComplete()) {
          broken.add("G2: " + handler + " was shown " + key + " at " + call.rv()
              + ", the server never sent it");
        }
        continue;
      }
      if (call.op().equals("delete")) {
        shown.remove(key);
        continue;
      }
      String before = shown.put(key, call.rv());
      if (Objects.equals(before, call.rv())) {
        continue;
      }
      int next = indexOf(history, call.rv(), positions.getOrDefault(key, 0));
      if (isBackwards(served, key, before, call.rv()) || (next < 0 && served.isComplete())) {
        broken.add("G2: " + handler + " was shown " + key + " at " + call.rv() + " after " + before
            + ", against the order of the server");
      }
      positions.put(key, Math.max(next, 0));
      if (isBackwards(served, key, call.rv(), one.cached()) && isSteady(history)) {
        broken.add("G4: " + handler + " was told of " + key + " at " + call.rv()
            + " while the cache had it at " + one.cached());
      }
    }
    return broken;
  }

  private static int indexOf(List<State> history, String version, int from) {
    for (int i = from; i < history.size(); i++) {
      if (history.get(i).version().equals(version)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether the second is for certain an older state of the same object. */
  private static boolean isBackwards(
      Served served, String key, @Nullable String one, @Nullable String other) {
    if (one == null || other == null || served.mayGoBack()) {
      return false;
    }
    List<State> ones = withVersion(served, key, one);
    List<State> others = withVersion(served, key, other);
    return ones.size() == 1
        && others.size() == 1
        && others.get(0).isSameObjectAs(ones.get(0))
        && others.get(0).isOlderThan(ones.get(0));
  }

  private static List<State> withVersion(Served served, String key, String version) {
    return served.history(key).stream()
        .filter(state -> state.version().equals(version))
        .distinct()
        .toList();
  }

  private static boolean isSteady(List<State> history) {
    for (int i = 1; i < history.size(); i++) {
      if (history.get(i).isOlderThan(history.get(i - 1))) {
        return false;
      }
    }
    return true;
  }

  /** The failures that were reported, and why the informer says it is where it is. */
  static List<String> ofFailures(
      Served served, List<WatchError> reported, @Nullable Throwable cause) {
    List<String> broken = new ArrayList<>();
    for (Failure failure : served.failures()) {
      boolean told = reported.stream()
          .anyMatch(error ->
              error.errorClass().equals("status") && failure.codes().contains(error.code()));
      if (!failure.quiet() && failure.answered() && !told) {
        broken.add("G7: the server answered " + failure.codes() + " and nobody was told");
      }
    }
    if (served.isFailing() && cause == null) {
      broken.add("G7: the server refused the last request and the state names no cause");
    }
    return broken;
  }
}
