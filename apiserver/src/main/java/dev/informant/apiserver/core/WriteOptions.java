package dev.informant.apiserver.core;

import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.status.Cause;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The query parameters that all writes share. Immutable.
 *
 * @param fieldValidation {@code Ignore}, {@code Warn} or {@code Strict}
 */
record WriteOptions(boolean dryRun, String fieldValidation) {
  private static final int LONGEST_MANAGER = 128;
  private static final Set<String> MODES = Set.of("", "Ignore", "Warn", "Strict");

  /** {@code kind} is what errors call them, e.g. {@code CreateOptions}. */
  static WriteOptions read(ApiRequest request, String kind) {
    List<Cause> causes = new ArrayList<>();
    String manager = text(request, "fieldManager");
    if (manager.getBytes(StandardCharsets.UTF_8).length > LONGEST_MANAGER) {
      causes.add(Cause.tooLong("fieldManager", LONGEST_MANAGER));
    }
    String dryRun = text(request, "dryRun");
    if (!dryRun.isEmpty() && !dryRun.equals("All")) {
      causes.add(Cause.unsupportedList("dryRun", dryRun, "\"All\""));
    }
    String mode = text(request, "fieldValidation");
    if (!MODES.contains(mode)) {
      causes.add(
          Cause.unsupported("fieldValidation", mode, "\"\", \"Ignore\", \"Strict\", \"Warn\""));
    }
    if (!causes.isEmpty()) {
      throw ApiStatusException.invalid("meta.k8s.io", kind, "", causes);
    }
    return new WriteOptions(!dryRun.isEmpty(), mode.isEmpty() ? "Warn" : mode);
  }

  private static String text(ApiRequest request, String name) {
    String value = request.parameter(name);
    return value == null ? "" : value;
  }
}
