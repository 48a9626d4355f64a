package dev.informant.apiserver.yaml;

import dev.informant.apiserver.values.GoJson;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values as Go prints them in messages and numbers. Stateless. */
final class GoSyntax {
  private GoSyntax() {}

  static String of(@Nullable Object value) {
    if (value instanceof String text) {
      return GoJson.quoted(text);
    }
    if (value instanceof Double number) {
      return shortest(number);
    }
    if (value instanceof BigInteger whole) {
      return "0x" + whole.toString(16);
    }
    if (value instanceof List<?> items) {
      return items.stream()
          .map(GoSyntax::inside)
          .collect(Collectors.joining(", ", "[]interface {}{", "}"));
    }
    if (value instanceof Map<?, ?> members) {
      return members.entrySet().stream()
          .map(member -> of(member.getKey()) + ":" + inside(member.getValue()))
          .sorted()
          .collect(Collectors.joining(", ", "map[interface {}]interface {}{", "}"));
    }
    return value == null ? "<nil>" : value.toString();
  }

  private static String inside(@Nullable Object value) {
    return value == null ? "interface {}(nil)" : of(value);
  }

  /** The fewest digits that tell the number from others; from a million on, and below 0.0001, with an exponent. */
  static String shortest(double number) {
    return special(number, Double.toString(number));
  }

  static String shortest(float number) {
    return special(number, Float.toString(number));
  }

  private static String special(double number, String digits) {
    if (Double.isNaN(number)) {
      return ".nan";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? ".inf" : "-.inf";
    }
    BigDecimal exact = new BigDecimal(digits).stripTrailingZeros();
    if (exact.signum() == 0) {
      return digits.startsWith("-") ? "-0" : "0";
    }
    String all = exact.unscaledValue().abs().toString();
    int exponent = all.length() - 1 - exact.scale();
    String sign = exact.signum() < 0 ? "-" : "";
    if (exponent >= -4 && exponent < 6) {
      return exact.toPlainString();
    }
    String fraction = all.length() > 1 ? "." + all.substring(1) : "";
    String size = Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : "" + Math.abs(exponent);
    return sign + all.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + size;
  }
}
