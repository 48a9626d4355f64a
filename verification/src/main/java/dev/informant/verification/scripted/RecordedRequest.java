package dev.informant.verification.scripted;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request as traces hold it.
 *
 * @param verb {@code list} or {@code watch}; for other methods the method in lower case
 * @param query every parameter, decoded, except {@code watch} and {@code timeout}; empty ones left out, booleans
 *     {@code true} or {@code false}, a {@code timeoutSeconds} from 300 to 600 as {@code 300..600}
 */
public record RecordedRequest(String verb, String path, Map<String, String> query) {

  static RecordedRequest of(String method, String target) {
    int mark = target.indexOf('?');
    String path = decode(mark < 0 ? target : target.substring(0, mark).replace("+", "%2B"));
    Map<String, String> raw = new TreeMap<>();
    if (mark >= 0) {
      for (String pair : target.substring(mark + 1).split("&", -1)) {
        int equals = pair.indexOf('=');
        String name = decode(equals < 0 ? pair : pair.substring(0, equals));
        raw.putIfAbsent(name, equals < 0 ? "" : decode(pair.substring(equals + 1)));
      }
    }
    raw.remove("timeout");
    String watch = raw.remove("watch");
    Map<String, String> query = new TreeMap<>();
    raw.forEach((name, value) -> {
      String kept = normalized(name, value);
      if (!kept.isEmpty()) {
        query.put(name, kept);
      }
    });
    String verb = watch != null && isTrue(watch) ? "watch" : "list";
    return new RecordedRequest(
        method.equals("GET") ? verb : method.toLowerCase(Locale.ROOT), path, query);
  }

  private static String normalized(String name, String value) {
    switch (name) {
      case "timeoutSeconds":
        return value.matches("[345][0-9]{2}|600") ? "300..600" : value;
      case "allowWatchBookmarks", "sendInitialEvents":
        return Boolean.toString(isTrue(value));
      default:
        return value;
    }
  }

  /** As an API server reads a boolean parameter: present is true. */
  private static boolean isTrue(String value) {
    return !value.equals("0") && !value.equalsIgnoreCase("false");
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException badEscape) {
      return text;
    }
  }
}
