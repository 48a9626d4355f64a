package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How much of an answer must be equal. Exact is all but the wording: status, headers, bodies of successful requests,
 * watch events; of a refusal its reason, its details, and field and type of its causes. Wording is what people read:
 * messages of a refusal and the order of its causes, refusals in plain text, {@code Warning} headers.
 */
public enum Grade {
  EXACT,
  WORDING;

  private static final Pattern PROTOBUF_MESSAGES = Pattern.compile("(?m)^(?:3| {4}2): \".*\"\\n?");

  /** Returns a copy of an answer with what this grade compares. */
  JsonNode of(JsonNode answer) {
    JsonNode copy = answer.deepCopy();
    if (this == EXACT) {
      if (copy.path("headers") instanceof ObjectNode headers) {
        headers.remove("warning");
      }
      if (copy instanceof ObjectNode object && copy.path("status").asInt() >= 400) {
        object.remove("text");
        if (!copy.path("body").isContainerNode()) {
          object.remove("body");
        }
        String protobuf = copy.path("protobuf").asText();
        if (protobuf.contains("2: \"Status\"")) {
          object.put("protobuf", PROTOBUF_MESSAGES.matcher(protobuf).replaceAll(""));
        }
      }
      removeMessages(copy);
    }
    return copy;
  }

  private static void removeMessages(JsonNode node) {
    if (node instanceof ObjectNode object
        && object.path("kind").asText("Status").equals("Status") // a timeout has no kind
        && object.path("status").asText().equals("Failure")) {
      object.remove("message");
      if (object.at("/details/causes") instanceof ArrayNode causes) {
        causes.forEach(cause -> ((ObjectNode) cause).remove("message"));
        List<JsonNode> sorted = new ArrayList<>();
        causes.forEach(sorted::add);
        sorted.sort(Comparator.comparing(JsonNode::toString));
        causes.removeAll().addAll(sorted);
      }
    }
    node.forEach(Grade::removeMessages);
  }
}
