package dev.informant.apiserver.core;

import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.values.GoJson;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The {@code timeout} of a request: a duration as Go reads it. Nothing here takes long, so only one that no answer could
 * meet matters. Stateless.
 */
final class RequestTimeout {
  private static final Pattern PART = Pattern.compile("(\\d*\\.?\\d*)([^\\d.]*)");

  /** A real server has not looked at the path by then. */
  private static final BigDecimal HOPELESS_NANOS = BigDecimal.valueOf(10_000);

  private static final Map<String, Long> NANOS = Map.of(
      "ns", 1L,
      "us", 1_000L,
      "\u00b5s", 1_000L,
      "\u03bcs", 1_000L,
      "ms", 1_000_000L,
      "s", 1_000_000_000L,
      "m", 60_000_000_000L,
      "h", 3_600_000_000_000L);

  private RequestTimeout() {}

  /** Whether it is over already; 400 if it is not a duration. Watches do not have one. */
  static boolean over(ApiRequest request) {
    String timeout = request.parameter("timeout");
    boolean watch = request.flag("watch") || request.path().contains("/watch/");
    if (timeout == null || timeout.isEmpty() || watch) {
      return false;
    }
    String complaint = complaint(timeout);
    if (complaint != null) {
      throw ApiStatusException.badRequest(
          "invalid timeout specified in the request URL - time: " + complaint);
    }
    BigDecimal nanos = nanos(timeout);
    return nanos.signum() > 0 && nanos.compareTo(HOPELESS_NANOS) <= 0;
  }

  /** Whole nanoseconds; zero, which is none at all, if it is negative. */
  private static BigDecimal nanos(String text) {
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = PART.matcher(text.replaceFirst("^[+-]", ""));
    while (!text.startsWith("-") && part.find() && !part.group(2).isEmpty()) {
      BigDecimal unit = BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L));
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit));
    }
    return nanos.setScale(0, RoundingMode.DOWN);
  }

  private static @Nullable String complaint(String text) {
    String body = text.replaceFirst("^[+-]", "");
    if (body.equals("0")) {
      return null;
    }
    if (body.isEmpty()) {
      return "invalid duration " + GoJson.quoted(text);
    }
    int at = 0;
    Matcher part = PART.matcher(body);
    while (at < body.length() && part.find(at)) {
      if (part.start() != at || !part.group(1).matches("\\d+\\.?\\d*|\\.\\d+")) {
        return "invalid duration " + GoJson.quoted(text);
      }
      String unit = part.group(2);
      if (unit.isEmpty()) {
        return "missing unit in duration " + GoJson.quoted(text);
      }
      if (!NANOS.containsKey(unit)) {
        return "unknown unit " + GoJson.quoted(unit) + " in duration " + GoJson.quoted(text);
      }
      at = part.end();
    }
    return null;
  }
}
