package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoRunes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The query parameters that all writes share. Immutable.
 *
 * @param dryRuns {@code All}, as often as it was asked for
 * @param fieldValidation {@code Ignore}, {@code Warn} or {@code Strict}
 */
record WriteOptions(List<String> dryRuns, String fieldValidation) {
  private static final int LONGEST_MANAGER = 128;
  private static final Set<String> MODES = Set.of("", "Ignore", "Warn", "Strict");

  /** {@code kind} is what errors call them, e.g. {@code CreateOptions}. */
  static WriteOptions read(ApiRequest request, String kind) {
    List<Cause> causes = new ArrayList<>();
    String manager = text(request, "fieldManager");
    if (manager.getBytes(StandardCharsets.UTF_8).length > LONGEST_MANAGER) {
      causes.add(Cause.tooLong("fieldManager", LONGEST_MANAGER));
    }
    causes.addAll(unprintable(manager));
    List<String> dryRun = request.query().getOrDefault("dryRun", List.of());
    if (!dryRun.stream().allMatch("All"::equals)) {
      causes.add(Cause.unsupportedList("dryRun", ObjectRules.quoted(dryRun), "\"All\""));
    }
    String mode = text(request, "fieldValidation");
    if (!MODES.contains(mode)) {
      causes.add(
          Cause.unsupported("fieldValidation", mode, "\"\", \"Ignore\", \"Strict\", \"Warn\""));
    }
    if (!causes.isEmpty()) {
      throw ApiStatusException.invalid("meta.k8s.io", kind, "", causes);
    }
    return new WriteOptions(dryRun, mode.isEmpty() ? "Warn" : mode);
  }

  /** What is wrong with the characters of a manager's name; positions count bytes. */
  private static List<Cause> unprintable(String manager) {
    List<Cause> causes = new ArrayList<>();
    int position = 0;
    for (int character : manager.codePoints().toArray()) {
      if (!GoRunes.printable(character)) {
        causes.add(Cause.invalid(
            "fieldManager",
            ObjectRules.quoted(manager),
            String.format("invalid character U+%04X (at position %d)", character, position)));
      }
      position += Character.toString(character).getBytes(StandardCharsets.UTF_8).length;
    }
    return causes;
  }

  boolean dryRun() {
    return !dryRuns.isEmpty();
  }

  private static String text(ApiRequest request, String name) {
    String value = request.parameter(name);
    return value == null ? "" : value;
  }
}
