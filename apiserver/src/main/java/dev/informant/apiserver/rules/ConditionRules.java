package dev.informant.apiserver.rules;

import dev.informant.apiserver.status.Cause;
import java.util.Set;

/** What conditions of the common form must be like. Stateless. */
final class ConditionRules {
  private static final String REASON = "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?";

  private ConditionRules() {}

  static void check(Checks status) {
    Set<String> types = status.seen();
    status.each("conditions", condition -> {
      String type = condition.text("type");
      if (!types.add(type)) {
        condition.add(new Cause(
            "FieldValueDuplicate",
            "Duplicate value: " + Checks.quoted(type),
            condition.path("type")));
      }
      condition.qualified("type", type);
      if (!Set.of("True", "False", "Unknown").contains(condition.text("status"))) {
        condition.add(Cause.unsupported(
            condition.path("status"),
            condition.text("status"),
            "\"False\", \"True\", \"Unknown\""));
      }
      long generation = condition.get("observedGeneration").asLong();
      if (generation < 0) {
        condition.invalid(
            "observedGeneration",
            Long.toString(generation),
            "must be greater than or equal to zero");
      }
      condition.required("lastTransitionTime").required("reason");
      String reason = condition.text("reason");
      if (!reason.isEmpty() && !reason.matches(REASON)) {
        condition.invalid(
            "reason",
            Checks.quoted(reason),
            "a condition reason must start with alphabetic character, optionally followed by a string"
                + " of alphanumeric characters or '_,:', and must end with an alphanumeric character or"
                + " '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or"
                + " 'ReasonA:ReasonB', regex used for validation is '" + REASON + "')");
      }
    });
  }
}
