package dev.informant.apiserver.internal.content;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One clause of an Accept header. Immutable. */
record Accept(String mediaType, Map<String, String> parameters, double quality) {

  /** All clauses that are wanted at all, best first. */
  static List<Accept> parse(String header) {
    List<Accept> clauses = new ArrayList<>();
    for (String clause : header.split(",")) {
      String[] parts = clause.split(";", -1);
      Map<String, String> parameters = new HashMap<>();
      for (int i = 1; i < parts.length; i++) {
        int equals = parts[i].indexOf('=');
        if (equals > 0) {
          parameters.put(
              parts[i].substring(0, equals).strip(),
              parts[i].substring(equals + 1).strip());
        }
      }
      String mediaType = parts[0].strip().toLowerCase(Locale.ROOT);
      double quality = qualityOf(parameters.get("q"));
      if (!mediaType.isEmpty()) {
        clauses.add(new Accept(mediaType, parameters, quality));
      }
    }
    clauses.sort(Comparator.comparingDouble(Accept::quality).reversed());
    return clauses;
  }

  private static double qualityOf(@org.jspecify.annotations.Nullable String text) {
    try {
      return text == null ? 1 : Double.parseDouble(text);
    } catch (NumberFormatException malformed) {
      return 1;
    }
  }

  boolean isExactly(String type) {
    return mediaType.equals(type);
  }

  /** Whether the clause names this type, by itself or with stars. */
  boolean covers(String type) {
    return isExactly(type)
        || mediaType.equals("*/*")
        || mediaType.equals(type.substring(0, type.indexOf('/')) + "/*");
  }

  /** Empty if it is absent. */
  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }
}
