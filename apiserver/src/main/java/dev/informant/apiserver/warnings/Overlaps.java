package dev.informant.apiserver.warnings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which paths lie over one another: the same ones, and one within another. Finds them in sorted order, without comparing
 * each with each. Used by one thread.
 */
final class Overlaps {
  /** By path with a slash at its end: what lies within one follows it at once. */
  private final TreeMap<String, List<Integer>> places = new TreeMap<>();

  private int count;

  /** Adds a path; the numbers of those before it that overlap it, lowest first. */
  TreeSet<Integer> add(String path) {
    TreeSet<Integer> found = new TreeSet<>();
    int own = count++;
    if (path.isEmpty()) {
      return found;
    }
    String key = path + "/";
    for (Map.Entry<String, List<Integer>> within : places.tailMap(key, true).entrySet()) {
      if (!within.getKey().startsWith(key)) {
        break;
      }
      found.addAll(within.getValue());
    }
    for (String around = places.lowerKey(key); around != null; ) {
      if (key.startsWith(around)) {
        found.addAll(places.getOrDefault(around, List.of()));
        around = places.lowerKey(around);
      } else {
        around = places.floorKey(shared(key, around));
      }
    }
    places.computeIfAbsent(key, absent -> new ArrayList<>()).add(own);
    return found;
  }

  /** The directories that two paths have in common; empty if there are none. */
  private static String shared(String key, String other) {
    int same = 0;
    while (same < other.length() && key.charAt(same) == other.charAt(same)) {
      same++;
    }
    return key.substring(0, key.lastIndexOf('/', same - 1) + 1);
  }
}
