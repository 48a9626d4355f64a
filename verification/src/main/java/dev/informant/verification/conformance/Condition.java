package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Optional;

/**
 * What an {@code AWAIT} step waits for in the JSON of an answer. Immutable.
 *
 * @param pointer a JSON pointer
 * @param operand the text to compare with; empty for {@link Operator#EXISTS}
 */
record Condition(String pointer, Operator operator, String operand) {
  enum Operator {
    EQUALS("="),
    CONTAINS("contains"),
    LACKS("lacks"),
    EXISTS("exists");

    private final String word;

    Operator(String word) {
      this.word = word;
    }

    static Optional<Operator> of(String word) {
      return Arrays.stream(values())
          .filter(operator -> operator.word.equals(word))
          .findFirst();
    }
  }

  boolean holds(JsonNode answer) {
    JsonNode value = answer.at(pointer);
    return switch (operator) {
      case EQUALS -> value.asText().equals(operand);
      case CONTAINS -> value.toString().contains(operand);
      case LACKS -> !value.toString().contains(operand);
      case EXISTS -> !value.isMissingNode();
    };
  }
}
