package dev.informant.verification.differential;

import dev.informant.verification.differential.Trace.Call;
import dev.informant.verification.differential.Trace.Check;
import dev.informant.verification.differential.Trace.HandlerTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Says where a trace differs from a recorded one. Requests, handler calls, results and checks must be
 * equal (calls of a group in any order, but those of one key in theirs); of the error reports the
 * recorded ones must occur in order, and more may.
 */
final class TraceComparer {
  private TraceComparer() {}

  /** One line or block per difference; none means the traces match. */
  static List<String> differences(Trace golden, Trace actual) {
    List<String> found = new ArrayList<>();
    section(found, "outcome", List.of(golden.outcome()), List.of(actual.outcome()));
    section(found, "requests", lines(golden.requests()), lines(actual.requests()));
    section(found, "results", lines(golden.results()), lines(actual.results()));
    errors(found, golden, actual);
    for (String name : union(golden.handlers().keySet(), actual.handlers().keySet())) {
      HandlerTrace expected = golden.handlers().get(name);
      HandlerTrace got = actual.handlers().get(name);
      if (expected == null || got == null) {
        found.add("handler " + name + (got == null ? ": missing" : ": not in the golden trace"));
      } else {
        handler(found, name, expected, got);
      }
    }
    checks(found, golden.checks(), actual.checks());
    return found;
  }

  private static void errors(List<String> found, Trace golden, Trace actual) {
    List<String> expected = lines(golden.watchErrors());
    List<String> got = lines(actual.watchErrors());
    int next = 0;
    for (String error : got) {
      if (next < expected.size() && expected.get(next).equals(error)) {
        next++;
      }
    }
    if (next < expected.size()) {
      found.add("watchErrors: not reported: " + expected.subList(next, expected.size())
          + ", reported: " + got);
    }
  }

  private static void handler(
      List<String> found, String name, HandlerTrace expected, HandlerTrace got) {
    List<Call> calls = got.calls().stream().flatMap(List::stream).toList();
    section(
        found,
        "handler " + name,
        lines(ordered(expected.calls(), flat(expected.calls()))),
        lines(ordered(expected.calls(), calls)));
    if (expected.fold() != null && !expected.fold().equals(got.fold())) {
      found.add("handler " + name + " fold\n  - " + expected.fold() + "\n  + " + got.fold());
    }
    if (got.violations().size() > expected.violations().size()) {
      found.add("handler " + name + " violations: " + got.violations());
    }
  }

  private static List<Call> flat(List<List<Call>> groups) {
    return groups.stream().flatMap(List::stream).toList();
  }

  /** The calls, with those that stand where {@code groups} has a group sorted by key (stably). */
  private static List<Call> ordered(List<List<Call>> groups, List<Call> calls) {
    List<Call> result = new ArrayList<>(calls);
    int position = 0;
    for (List<Call> group : groups) {
      int end = Math.min(position + group.size(), result.size());
      if (group.size() > 1 && sameMembers(group, result.subList(position, end))) {
        result.subList(position, end).sort(Comparator.comparing(Call::key));
      }
      position = end;
    }
    return result;
  }

  private static boolean sameMembers(List<Call> a, List<Call> b) {
    return lines(a).stream().sorted().toList().equals(lines(b).stream().sorted().toList());
  }

  private static void checks(List<String> found, List<Check> golden, List<Check> actual) {
    for (int i = 0; i < Math.max(golden.size(), actual.size()); i++) {
      if (i >= golden.size()) {
        found.add("check " + actual.get(i).name() + ": not in the golden trace");
      } else if (i >= actual.size()) {
        found.add("check " + golden.get(i).name() + ": missing");
      } else {
        boolean versions = golden.get(i).storeResourceVersion() != null
            && actual.get(i).storeResourceVersion() != null;
        section(
            found,
            "check " + golden.get(i).name(),
            checkLines(golden.get(i), versions),
            checkLines(actual.get(i), versions));
      }
    }
  }

  private static List<String> checkLines(Check check, boolean withStoreVersion) {
    List<String> lines = new ArrayList<>();
    lines.add("name " + check.name());
    lines.add("lastSyncResourceVersion " + check.lastSyncResourceVersion());
    if (withStoreVersion) {
      lines.add("storeResourceVersion " + check.storeResourceVersion());
    }
    check.synced().forEach((who, synced) -> lines.add("synced " + who + " " + synced));
    check.callbacks().forEach((who, count) -> lines.add("callbacks " + who + " " + count));
    check
        .store()
        .forEach((key, version) -> lines.add(
            "store " + key + " rv=" + version + " " + check.storedFields().get(key)));
    check
        .indices()
        .forEach((index, values) -> values.forEach((value, keys) -> lines.add(
            "index " + index + " \"" + value + "\" " + keys.stream().sorted().toList())));
    return lines;
  }

  private static List<String> lines(List<?> values) {
    return values.stream().map(String::valueOf).toList();
  }

  private static Set<String> union(Set<String> a, Set<String> b) {
    Set<String> all = new TreeSet<>(a);
    all.addAll(b);
    return all;
  }

  private static void section(
      List<String> found, String name, List<String> golden, List<String> actual) {
    if (!golden.equals(actual)) {
      found.add(Stream.concat(
              Stream.of(name + " differ (- golden, + actual)"), diff(golden, actual).stream())
          .reduce((a, b) -> a + "\n" + b)
          .orElseThrow());
    }
  }

  /** A line diff by longest common subsequence. */
  private static List<String> diff(List<String> a, List<String> b) {
    int[][] common = new int[a.size() + 1][b.size() + 1];
    for (int i = a.size() - 1; i >= 0; i--) {
      for (int j = b.size() - 1; j >= 0; j--) {
        common[i][j] = a.get(i).equals(b.get(j))
            ? common[i + 1][j + 1] + 1
            : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    List<String> lines = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < a.size() || j < b.size()) {
      if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
        lines.add("    " + a.get(i++));
        j++;
      } else if (i < a.size() && (j == b.size() || common[i + 1][j] >= common[i][j + 1])) {
        lines.add("  - " + a.get(i++));
      } else {
        lines.add("  + " + b.get(j++));
      }
    }
    return lines;
  }
}
