package dev.informant.apiserver.core;

import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.values.GoJson;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The {@code timeout} of a request: a duration as Go reads it. Nothing here takes that long. Stateless. */
final class RequestTimeout {
  private static final Pattern PART = Pattern.compile("(\\d*\\.?\\d*)([^\\d.]*)");

  private RequestTimeout() {}

  /** 400 if it is not a duration; watches do not have one. */
  static void check(ApiRequest request) {
    String timeout = request.parameter("timeout");
    boolean watch = request.flag("watch") || request.path().contains("/watch/");
    if (timeout == null || timeout.isEmpty() || watch) {
      return;
    }
    String complaint = complaint(timeout);
    if (complaint != null) {
      throw ApiStatusException.badRequest(
          "invalid timeout specified in the request URL - time: " + complaint);
    }
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
      switch (part.group(2)) {
        case "" -> {
          return "missing unit in duration " + GoJson.quoted(text);
        }
        case "ns", "us", "\u00b5s", "\u03bcs", "ms", "s", "m", "h" -> at = part.end();
        default -> {
          return "unknown unit " + GoJson.quoted(part.group(2)) + " in duration "
              + GoJson.quoted(text);
        }
      }
    }
    return null;
  }
}
