package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The written list of what a real server fills in and the embedded one does not: {@code unfilled.txt}, one path a
 * line. A path ends with the names it lists, from anywhere in an answer. What is listed may be missing; if it is
 * there it must be equal. Immutable.
 */
final class Unfilled {
  private final List<String> paths = new ArrayList<>();

  Unfilled() {
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(
        Objects.requireNonNull(Unfilled.class.getResourceAsStream("unfilled.txt")),
        StandardCharsets.UTF_8))) {
      reader
          .lines()
          .map(line -> line.replaceAll("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .forEach(line -> paths.add("." + line));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Removes from {@code expected} what is listed and {@code actual} lacks. */
  JsonNode without(JsonNode expected, JsonNode actual) {
    JsonNode copy = expected.deepCopy();
    remove(copy, actual, "");
    return copy;
  }

  private void remove(JsonNode expected, JsonNode actual, String path) {
    if (expected instanceof ObjectNode object) {
      List<String> gone = new ArrayList<>();
      object.properties().forEach(property -> {
        String here = path + "." + property.getKey();
        if (!actual.has(property.getKey()) && listed(here)) {
          gone.add(property.getKey());
        } else {
          remove(property.getValue(), actual.path(property.getKey()), here);
        }
      });
      object.remove(gone);
      return;
    }
    for (int i = 0; i < expected.size(); i++) {
      remove(expected.path(i), actual.path(i), path);
    }
  }

  private boolean listed(String path) {
    return paths.stream().anyMatch(path::endsWith);
  }
}
