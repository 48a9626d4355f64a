package dev.informant.apiserver.internal.values;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Values as a kube-apiserver shows them in its complaints. Stateless. */
public final class GoShown {
  private GoShown() {}

  /** Text in quotes, numbers and booleans bare, everything else as JSON. */
  public static String of(JsonNode value) {
    if (value.isTextual()) {
      return GoJson.quoted(value.asText());
    }
    return value.isNumber() && !whole(value) ? number(value.doubleValue()) : json(value);
  }

  /** Whether Go has read the number as an integer. */
  public static boolean whole(JsonNode value) {
    return value.isIntegralNumber() && value.canConvertToLong();
  }

  /** A floating point number in as few digits as tell it from all others, with an exponent if that is big. */
  public static String number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    return write(value, -4, 6);
  }

  /** The same in JSON. */
  private static String jsonNumber(double value) {
    return write(value, -6, 21).replaceFirst("e-0", "e-");
  }

  private static String write(double value, int least, int most) {
    if (value == 0) {
      return "0";
    }
    BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    if (exponent >= least && exponent < most) {
      return digits.toPlainString();
    }
    String mantissa = digits.scaleByPowerOfTen(-exponent).toPlainString();
    return mantissa + "e" + (exponent < 0 ? "-" : "+") + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }

  /** JSON as Go writes maps: sorted, and with the characters escaped that mean something in HTML. */
  public static String json(JsonNode value) {
    if (value.isObject()) {
      Map<String, String> members = new TreeMap<>();
      value.properties().forEach(member -> members.put(member.getKey(), json(member.getValue())));
      List<String> written = new ArrayList<>();
      members.forEach((name, member) -> written.add(text(name) + ":" + member));
      return "{" + String.join(",", written) + "}";
    }
    if (value.isArray()) {
      List<String> written = new ArrayList<>();
      value.forEach(element -> written.add(json(element)));
      return "[" + String.join(",", written) + "]";
    }
    if (value.isTextual()) {
      return text(value.asText());
    }
    if (value.isNumber() && !whole(value)) {
      return jsonNumber(value.doubleValue());
    }
    return value.isMissingNode() ? "null" : value.asText();
  }

  private static String text(String text) {
    StringBuilder result = new StringBuilder("\"");
    text.codePoints().forEach(point -> {
      switch (point) {
        case '"' -> result.append("\\\"");
        case '\\' -> result.append("\\\\");
        case '\n' -> result.append("\\n");
        case '\r' -> result.append("\\r");
        case '\t' -> result.append("\\t");
        case '\b' -> result.append("\\b");
        case '\f' -> result.append("\\f");
        default -> {
          boolean escaped = point < ' '
              || point == '<'
              || point == '>'
              || point == '&'
              || point == 0x2028
              || point == 0x2029;
          if (escaped) {
            result.append(String.format("\\u%04x", point));
          } else {
            result.appendCodePoint(point);
          }
        }
      }
    });
    return result.append('"').toString();
  }
}
