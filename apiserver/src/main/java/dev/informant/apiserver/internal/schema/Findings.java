package dev.informant.apiserver.internal.schema;

import dev.informant.apiserver.internal.status.Cause;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a check against a schema has found, each complaint once, and how many checks have passed: of several
 * schemas that all fail, the one that came closest is told of. Used by one thread.
 */
final class Findings {
  /**
   * One complaint.
   *
   * @param place the path from where the check began; null if the complaint does not know it
   */
  private record Finding(@Nullable Where place, String reason, String message) {}

  /** In characters. */
  private static final int LARGEST = 1 << 22;

  private final Map<String, Finding> found = new LinkedHashMap<>();
  private int room = LARGEST;
  private int passed;

  void pass() {
    passed++;
  }

  int passed() {
    return passed;
  }

  /** Whether more would not be kept. */
  boolean full() {
    return room <= 0;
  }

  boolean none() {
    return found.isEmpty();
  }

  /**
   * Adds a complaint of {@code reason}.
   *
   * @param text what tells it from others
   * @param message as the cause has it
   */
  void add(Where place, String reason, String text, String message) {
    put(text, new Finding(place, reason, message));
  }

  /** What nobody would read any more is not kept; the first complaint always is. */
  private void put(String text, Finding finding) {
    if (room > 0 && found.putIfAbsent(text, finding) == null) {
      room -= text.length() + finding.message().length();
    }
  }

  /** Adds a complaint about a value: {@code Invalid value: shown: text}. */
  void invalid(Where place, String shown, String text) {
    add(place, "FieldValueInvalid", text, "Invalid value: " + shown + ": " + text);
  }

  /** Adds a complaint that names its place only in its text. */
  void elsewhere(String text) {
    put(text, new Finding(null, "FieldValueInvalid", "Invalid value: \"\": " + text));
  }

  Findings merge(Findings other) {
    other.found.forEach(this::put);
    passed += other.passed;
    return this;
  }

  /** The checks that passed, without the complaints. */
  Findings forgiven() {
    Findings forgiven = new Findings();
    forgiven.passed = passed;
    return forgiven;
  }

  List<Cause> causes(String base) {
    List<Cause> causes = new ArrayList<>();
    for (Finding finding : found.values()) {
      String place = finding.place() == null ? "" : finding.place().toString();
      String relative = place.startsWith(".") ? place.substring(1) : place;
      String field = relative.isEmpty() ? base : base.isEmpty() ? relative : base + "." + relative;
      causes.add(new Cause(finding.reason(), finding.message(), field.isEmpty() ? "<nil>" : field));
    }
    return causes;
  }
}
