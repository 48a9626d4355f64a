package dev.informant.apiserver.internal.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoShown;
import java.util.List;
import java.util.Set;

/** CEL rules as texts: that they are there, and have messages on one line. Stateless. */
final class RuleTexts {
  private static final Set<String> REASONS = Set.of(
      "FieldValueRequired", "FieldValueForbidden", "FieldValueInvalid", "FieldValueDuplicate");

  private RuleTexts() {}

  static void check(JsonNode schema, String path, List<Cause> causes) {
    int index = 0;
    for (JsonNode rule : schema.path("x-kubernetes-validations")) {
      check(rule, schema, path + ".x-kubernetes-validations[" + index++ + "]", causes);
    }
  }

  private static void check(JsonNode rule, JsonNode schema, String path, List<Cause> causes) {
    String text = rule.path("rule").asText("").strip();
    JsonNode message = rule.path("message");
    String stripped = message.asText("").strip();
    if (text.isEmpty()) {
      causes.add(Cause.required(path + ".rule", "rule is not specified"));
    } else if (!message.asText("").isEmpty() && stripped.isEmpty()) {
      causes.add(
          Cause.invalid(path + ".message", GoShown.of(message), "must be non-empty if specified"));
    } else if (broken(stripped)) {
      causes.add(
          Cause.invalid(path + ".message", GoShown.of(message), "must not contain line breaks"));
    } else if (broken(text) && stripped.isEmpty()) {
      causes.add(Cause.required(
          path + ".message", "message must be specified if rule contains line breaks"));
    }
    String expression = rule.path("messageExpression").asText("");
    if (!expression.isEmpty() && expression.isBlank()) {
      causes.add(Cause.required(
          path + ".messageExpression", "messageExpression must be non-empty if specified"));
    }
    if (rule.hasNonNull("reason") && !REASONS.contains(rule.get("reason").asText())) {
      causes.add(Cause.unsupported(
          path + ".reason",
          rule.get("reason").asText(),
          "\"FieldValueDuplicate\", \"FieldValueForbidden\", \"FieldValueInvalid\","
              + " \"FieldValueRequired\""));
    }
    JsonNode field = rule.path("fieldPath");
    String fieldPath = field.asText("");
    if (!fieldPath.isEmpty()) {
      if (fieldPath.isBlank()) {
        causes.add(Cause.invalid(
            path + ".fieldPath", GoShown.of(field), "must be non-empty if specified"));
      }
      if (broken(fieldPath)) {
        causes.add(
            Cause.invalid(path + ".fieldPath", GoShown.of(field), "must not contain line breaks"));
      }
      if (FieldPath.of(fieldPath, schema, /* brackets= */ true).complaint() != null) {
        causes.add(Cause.invalid(path + ".fieldPath", GoShown.of(field), "must be a valid path"));
      }
    }
  }

  private static boolean broken(String text) {
    return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
  }
}
