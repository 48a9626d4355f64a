package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Gives the uids and versions of a run the numbers that they have in the recording. {@link Normaliser} numbers them by
 * appearance, so a step that was deleted since the recording, or a message that omits a uid, shifts the numbers that
 * follow. A number of the run stands for the number at the same place of the recording, from its first appearance on
 * and for no other. One for each run of a script; used by one thread.
 */
final class Renumbering {
  private static final Pattern NUMBERED = Pattern.compile("\\buid-\\d+\\b|^version \\d+$");

  private final Map<String, String> recordedNumbers = new HashMap<>();
  private final Set<String> taken = new HashSet<>();

  /** Returns {@code actual} with the numbers of {@code recorded}, the answer to the same step. */
  JsonNode apply(JsonNode recorded, JsonNode actual) {
    if (actual instanceof ObjectNode object) {
      ObjectNode result = JsonNodeFactory.instance.objectNode();
      object
          .properties()
          .forEach(property -> result.set(
              property.getKey(), apply(recorded.path(property.getKey()), property.getValue())));
      return result;
    }
    if (actual instanceof ArrayNode array) {
      ArrayNode result = JsonNodeFactory.instance.arrayNode();
      for (int i = 0; i < array.size(); i++) {
        result.add(apply(recorded.path(i), array.get(i)));
      }
      return result;
    }
    return actual.isTextual()
        ? TextNode.valueOf(text(recorded.isTextual() ? recorded.asText() : "", actual.asText()))
        : actual;
  }

  private String text(String recorded, String actual) {
    List<String> numbers = numbers(actual);
    if (numbers.isEmpty()) {
      return actual;
    }
    if (NUMBERED
        .matcher(recorded)
        .replaceAll("")
        .equals(NUMBERED.matcher(actual).replaceAll(""))) {
      List<String> wanted = numbers(recorded);
      for (int i = 0; i < numbers.size() && i < wanted.size(); i++) {
        if (!recordedNumbers.containsKey(numbers.get(i)) && taken.add(wanted.get(i))) {
          recordedNumbers.put(numbers.get(i), wanted.get(i));
        }
      }
    }
    return NUMBERED
        .matcher(actual)
        .replaceAll(
            match -> recordedNumbers.getOrDefault(match.group(), match.group() + " of this run"));
  }

  private static List<String> numbers(String text) {
    return NUMBERED.matcher(text).results().map(MatchResult::group).toList();
  }
}
