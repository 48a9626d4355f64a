package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Where two normalised answers differ, in words. Stateless. */
final class AnswerComparison {
  private static final int SHOWN = 300;

  private AnswerComparison() {}

  /** {@code one} and {@code other} are what the two are called. */
  static List<String> differences(JsonNode expected, JsonNode actual, String one, String other) {
    List<String> differences = new ArrayList<>();
    compare(
        expected,
        actual,
        "",
        (path, here, there) -> differences.add((path.isEmpty() ? "all" : path.substring(1)) + ": "
            + one + " " + shown(here) + ", " + other + " " + shown(there)));
    return differences;
  }

  @FunctionalInterface
  private interface Found {
    void at(String path, JsonNode expected, JsonNode actual);
  }

  private static void compare(JsonNode expected, JsonNode actual, String path, Found out) {
    if (expected.equals(actual)) {
      return;
    }
    if (expected.isObject() && actual.isObject()) {
      Set<String> names = new LinkedHashSet<>();
      expected.fieldNames().forEachRemaining(names::add);
      actual.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        compare(expected.path(name), actual.path(name), path + "." + name, out);
      }
    } else if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
      for (int i = 0; i < expected.size(); i++) {
        compare(expected.get(i), actual.get(i), path + "[" + i + "]", out);
      }
    } else {
      out.at(path, expected, actual);
    }
  }

  private static String shown(JsonNode node) {
    String text = node.isMissingNode() ? "nothing" : node.toString();
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }
}
