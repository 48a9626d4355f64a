package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.NameForms;

/** How controllers put new pods into the place of old ones. Stateless. */
final class RolloutRules {
  private static final String SURGE = "maxSurge";
  private static final String UNAVAILABLE = "maxUnavailable";

  private RolloutRules() {}

  static void deployment(Checks spec) {
    Checks strategy = spec.at("strategy");
    Checks rolling = strategy.at("rollingUpdate");
    switch (type(strategy)) {
      case "Recreate" -> {
        if (strategy.present("rollingUpdate")) {
          strategy.forbidden(
              "rollingUpdate", "may not be specified when strategy `type` is 'Recreate'");
        }
      }
      case "RollingUpdate" -> {
        amount(rolling, UNAVAILABLE);
        amount(rolling, SURGE);
        if (nothing(rolling, UNAVAILABLE, false) && nothing(rolling, SURGE, false)) {
          rolling.invalid(
              UNAVAILABLE,
              rolling.get(UNAVAILABLE).toString(),
              "may not be 0 when `maxSurge` is 0");
        }
        notMoreThanAll(rolling, UNAVAILABLE);
      }
      default ->
        spec.add(new Cause(
            "FieldValueNotSupported",
            "Unsupported value: " + shown(strategy, UNAVAILABLE, SURGE)
                + ": supported values: \"Recreate\", \"RollingUpdate\"",
            strategy.here()));
    }
  }

  static void statefulSet(Checks spec) {
    Checks strategy = spec.at("updateStrategy");
    Checks rolling = strategy.at("rollingUpdate");
    switch (type(strategy)) {
      case "OnDelete" -> {
        if (strategy.present("rollingUpdate")) {
          strategy.invalid(
              "rollingUpdate",
              rolling(rolling, "partition", UNAVAILABLE),
              "only allowed for updateStrategy 'RollingUpdate'");
        }
      }
      case "RollingUpdate" -> {
        rolling.nonNegative("partition");
      }
      default ->
        spec.invalid(
            "updateStrategy",
            shown(strategy, "partition", UNAVAILABLE),
            "must be 'RollingUpdate' or 'OnDelete'");
    }
  }

  static void daemonSet(Checks spec) {
    Checks strategy = spec.at("updateStrategy");
    Checks rolling = strategy.at("rollingUpdate");
    switch (type(strategy)) {
      case "OnDelete" -> {}
      case "RollingUpdate" -> {
        amount(rolling, UNAVAILABLE);
        amount(rolling, SURGE);
        notMoreThanAll(rolling, UNAVAILABLE);
        notMoreThanAll(rolling, SURGE);
        boolean gone = nothing(rolling, UNAVAILABLE, /* absent= */ false);
        boolean more = nothing(rolling, SURGE, /* absent= */ true);
        if (!gone && !more) {
          rolling.invalid(
              SURGE,
              rolling.get(SURGE).toString(),
              "may not be set when maxUnavailable is non-zero");
        } else if (gone && more) {
          rolling.add(Cause.required(rolling.path(UNAVAILABLE), "cannot be 0 when maxSurge is 0"));
        }
      }
      default ->
        spec.add(new Cause(
            "FieldValueNotSupported",
            "Unsupported value: " + shown(strategy, UNAVAILABLE, SURGE)
                + ": supported values: \"RollingUpdate\", \"OnDelete\"",
            strategy.here()));
    }
  }

  private static String type(Checks strategy) {
    String type = strategy.text("type");
    return type.isEmpty() ? "RollingUpdate" : type;
  }

  /** As the structs without JSON names that the real server works on are printed. */
  private static String shown(Checks strategy, String first, String second) {
    return "{\"Type\":" + Checks.quoted(strategy.text("type")) + ",\"RollingUpdate\":"
        + (strategy.present("rollingUpdate")
            ? rolling(strategy.at("rollingUpdate"), first, second)
            : "null")
        + "}";
  }

  private static String rolling(Checks rolling, String first, String second) {
    return "{" + field(rolling, first) + "," + field(rolling, second) + "}";
  }

  private static String field(Checks rolling, String name) {
    String absent =
        rolling.path("").contains("updateStrategy") && name.equals(UNAVAILABLE) ? "null" : "0";
    return "\"" + Character.toUpperCase(name.charAt(0)) + name.substring(1) + "\":"
        + (rolling.present(name) ? rolling.get(name) : absent);
  }

  /** A number, or a part of all. */
  private static void amount(Checks rolling, String field) {
    JsonNode amount = rolling.get(field);
    if (amount.isTextual()) {
      NameForms.percent(amount.asText())
          .forEach(wrong -> rolling.invalid(field, amount.toString(), wrong));
    } else {
      rolling.nonNegative(field);
    }
  }

  private static void notMoreThanAll(Checks rolling, String field) {
    JsonNode amount = rolling.get(field);
    if (amount.isTextual()
        && NameForms.percent(amount.asText()).isEmpty()
        && number(amount) > 100) {
      rolling.invalid(field, amount.toString(), "must not be greater than 100%");
    }
  }

  private static boolean nothing(Checks rolling, String field, boolean absent) {
    return rolling.present(field) ? number(rolling.get(field)) == 0 : absent;
  }

  private static long number(JsonNode amount) {
    if (!amount.isTextual()) {
      return amount.asLong();
    }
    String digits = amount.asText();
    return NameForms.percent(digits).isEmpty()
        ? Long.parseLong(digits.substring(0, Math.min(digits.length() - 1, 9)))
        : 0;
  }
}
