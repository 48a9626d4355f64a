package dev.informant.verification.differential;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What a run of a scenario shows to the outside. */
record Trace(
    String outcome,
    List<Request> requests,
    Map<String, HandlerTrace> handlers,
    List<WatchError> watchErrors,
    List<Result> results,
    List<Check> checks) {

  /** The outcome of a script that was played to its end. */
  static final String COMPLETED = "completed";

  record Request(String verb, String path, SortedMap<String, String> query) {
    @Override
    public String toString() {
      StringBuilder line =
          new StringBuilder(verb.toUpperCase(java.util.Locale.ROOT)).append(' ').append(path);
      query.forEach((name, value) -> line.append(' ').append(name).append('=').append(value));
      return line.toString();
    }
  }

  /**
   * The calls one handler got, or their folded result.
   *
   * @param calls each entry is one call, or several that may come in any order
   * @param fold key to version; null where calls are compared
   */
  record HandlerTrace(
      List<List<Call>> calls, @Nullable SortedMap<String, String> fold, List<String> violations) {}

  /** One call of a handler. */
  record Call(
      String op,
      String key,
      @Nullable String oldRv,
      String rv,
      @Nullable Boolean initial,
      boolean finalStateUnknown,
      Map<String, String> oldFields,
      Map<String, String> fields) {
    @Override
    public String toString() {
      StringBuilder line = new StringBuilder(op).append(' ').append(key).append(' ');
      if (oldRv != null) {
        line.append(oldRv).append("->");
      }
      line.append(rv);
      if (initial != null) {
        line.append(initial ? " initial" : " later");
      }
      if (finalStateUnknown) {
        line.append(" final-state-unknown");
      }
      if (!oldFields.isEmpty() || !fields.isEmpty()) {
        line.append(' ').append(oldFields).append(fields);
      }
      return line.toString();
    }
  }

  record WatchError(String errorClass, int code, String reason) {
    @Override
    public String toString() {
      return (errorClass + " " + code + " " + reason).strip();
    }
  }

  record Result(String step, boolean ok) {}

  /** The informer's state at a point of the script. */
  record Check(
      String name,
      SortedMap<String, Boolean> synced,
      String lastSyncResourceVersion,
      @Nullable String storeResourceVersion,
      SortedMap<String, String> store,
      SortedMap<String, SortedMap<String, String>> storedFields,
      SortedMap<String, SortedMap<String, List<String>>> indices,
      SortedMap<String, Integer> callbacks) {}
}
