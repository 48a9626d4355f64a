package dev.informant.apiserver.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.values.GoShown;
import java.math.BigDecimal;

/** Whether a number is within the bounds that a schema sets. Integers are compared as such. Stateless. */
final class NumberBounds {
  private static final String IN_BODY = " in body ";

  private NumberBounds() {}

  static void check(JsonNode value, JsonNode schema, Where path, Findings findings) {
    String type = Schemas.intOrString(schema) ? "" : schema.path("type").asText("");
    String format = type.equals("integer") || type.equals("number") ? Formats.of(schema) : "";
    range(value, type, format, "Checked", path, findings);
    Findings bounds = new Findings();
    if (schema.hasNonNull("multipleOf")) {
      JsonNode factor = schema.get("multipleOf");
      boolean exact = range(factor, type, format, "MultipleOf", path, bounds);
      multiple(value, factor, exact && GoShown.whole(value), path, bounds);
    }
    if (schema.hasNonNull("minimum")) {
      JsonNode bound = schema.get("minimum");
      boolean exact = range(bound, type, format, "Minimum boundary", path, bounds);
      boolean exclusive = schema.path("exclusiveMinimum").asBoolean();
      bound(value, bound, exact && GoShown.whole(value), exclusive, 1, path, bounds);
    }
    if (schema.hasNonNull("maximum")) {
      JsonNode bound = schema.get("maximum");
      boolean exact = range(bound, type, format, "Maximum boundary", path, bounds);
      boolean exclusive = schema.path("exclusiveMaximum").asBoolean();
      bound(value, bound, exact && GoShown.whole(value), exclusive, -1, path, bounds);
    }
    findings.merge(bounds);
    findings.pass();
  }

  /** {@code side} is 1 for a bound below the value, -1 for one above it. */
  private static void bound(
      JsonNode value,
      JsonNode bound,
      boolean integers,
      boolean exclusive,
      int side,
      Where path,
      Findings findings) {
    long limit = truncated(bound.doubleValue());
    int order = side
        * (integers
            ? Long.compare(value.longValue(), limit)
            : Double.compare(value.doubleValue(), bound.doubleValue()));
    if (order < 0 || exclusive && order == 0) {
      findings.invalid(
          path,
          shown(value, integers),
          path + IN_BODY + "should be " + (side > 0 ? "greater" : "less") + " than "
              + (exclusive ? "" : "or equal to ")
              + (integers ? Long.toString(limit) : GoShown.number(bound.doubleValue())));
    }
  }

  private static void multiple(
      JsonNode value, JsonNode factor, boolean integers, Where path, Findings findings) {
    long whole = truncated(factor.doubleValue());
    boolean positive = integers ? whole > 0 : factor.doubleValue() > 0;
    String shown = integers ? Long.toString(whole) : GoShown.number(factor.doubleValue());
    if (!positive) {
      findings.invalid(
          path, shown, "factor MultipleOf declared for " + path + " must be positive: " + shown);
      return;
    }
    boolean fits;
    if (integers) {
      fits = value.longValue() % whole == 0;
    } else {
      double by = factor.doubleValue();
      double times = by < 1 ? 1 / by * value.doubleValue() : value.doubleValue() / by;
      fits = closeToWhole(times);
    }
    if (!fits) {
      findings.invalid(
          path, shown(value, integers), path + IN_BODY + "should be a multiple of " + shown);
    }
  }

  private static boolean closeToWhole(double value) {
    double nearest = Math.rint(value);
    return Math.abs(value) <= 9007199254740991.0
        && (value == nearest
            || Math.abs(value - nearest) / (Math.abs(value) + Math.abs(nearest)) < 1e-9);
  }

  /** As a kube-apiserver's processor does it: what is too big becomes the least of all. */
  private static long truncated(double value) {
    return Math.abs(value) < 0x1p63 ? (long) value : Long.MIN_VALUE;
  }

  private static String shown(JsonNode value, boolean integers) {
    return integers ? Long.toString(value.longValue()) : GoShown.number(value.doubleValue());
  }

  /** Whether a number, or a bound of it, can be of the type and format at all. */
  private static boolean range(
      JsonNode number, String type, String format, String what, Where path, Findings findings) {
    boolean fits = switch (type.equals("integer") ? format : type + format) {
      case "int32" -> integer(number) && number.canConvertToInt();
      case "numberfloat" -> !Float.isInfinite((float) number.doubleValue());
      default -> !type.equals("integer") || integer(number) && number.canConvertToLong();
    };
    if (!fits) {
      findings.elsewhere(what + " value must be of type " + type
          + (format.isEmpty() ? " (default format)" : " with format " + format) + " in " + path);
    }
    return fits;
  }

  private static boolean integer(JsonNode number) {
    if (number.isIntegralNumber()) {
      return true;
    }
    BigDecimal decimal = number.decimalValue();
    return decimal.signum() == 0
        || decimal.scale() <= 0
        || decimal.stripTrailingZeros().scale() <= 0;
  }
}
