package dev.informant.verification.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** A resource with lines of script, step and reason, with bars between; lines that begin with # are comments. Stateless. */
final class ListedSteps {
  private ListedSteps() {}

  /** The reasons by {@code script | step}. */
  static Map<String, String> read(String resource) throws IOException {
    Map<String, String> reasons = new LinkedHashMap<>();
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(
        Objects.requireNonNull(ListedSteps.class.getResourceAsStream(resource), resource),
        StandardCharsets.UTF_8))) {
      int number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        String[] parts = line.split("\\|", 3);
        if (parts.length < 3 || parts[2].isBlank()) {
          throw new IOException(
              resource + ":" + number + ": a column is missing; write \"script | step | reason\"");
        }
        if (reasons.put(key(parts[0].strip(), parts[1].strip()), parts[2].strip()) != null) {
          throw new IOException(
              resource + ":" + number + ": the step is listed already; remove one of the lines");
        }
      }
    }
    return reasons;
  }

  static String key(String script, String step) {
    return script + " | " + step;
  }
}
