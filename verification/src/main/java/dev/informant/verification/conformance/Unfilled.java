package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The written list of what a real server fills in and the embedded one does not: {@code unfilled.txt}, one path a
 * line, with a value if only that one is a default. A path may begin anywhere in an answer. What is listed may be missing; if it is
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
      Map<String, JsonNode> replaced = new HashMap<>();
      object.properties().forEach(property -> {
        String here = path + "." + property.getKey();
        JsonNode there = actual.path(property.getKey());
        boolean empty =
            there.isMissingNode() || (there.isTextual() && there.asText().isEmpty());
        if (empty && listed(here, property.getValue())) {
          gone.add(property.getKey());
          if (!there.isMissingNode()) {
            replaced.put(property.getKey(), there);
          }
        } else {
          boolean had = property.getValue().size() > 0;
          remove(property.getValue(), there, here);
          if (had && there.isMissingNode() && property.getValue().isEmpty()) {
            gone.add(property.getKey());
          }
        }
      });
      object.remove(gone);
      object.setAll(replaced);
      return;
    }
    for (int i = 0; i < expected.size(); i++) {
      remove(expected.path(i), actual.path(i), path);
    }
  }

  private boolean listed(String path, JsonNode value) {
    String filled = path + " = " + value;
    return paths.stream().anyMatch(line -> path.endsWith(line) || filled.endsWith(line));
  }
}
