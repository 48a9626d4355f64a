package dev.informant.verification.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Steps where the embedded server is known to answer otherwise: {@code known-differences.txt}, lines of script,
 * step and reason with bars between. A step that has become equal must leave the list. Immutable.
 */
public final class KnownDifferences {
  private final Map<String, String> reasons;

  private KnownDifferences(Map<String, String> reasons) {
    this.reasons = reasons;
  }

  public static KnownDifferences load() throws IOException {
    Map<String, String> reasons = new LinkedHashMap<>();
    InputStream stream = KnownDifferences.class.getResourceAsStream("known-differences.txt");
    if (stream != null) {
      try (BufferedReader reader =
          new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
        reader
            .lines()
            .filter(line -> line.indexOf('|') > 0 && !line.startsWith("#"))
            .forEach(line -> {
              String[] parts = line.split("\\|", 3);
              reasons.put(
                  key(parts[0].strip(), parts[1].strip()),
                  parts.length > 2 ? parts[2].strip() : "");
            });
      }
    }
    return new KnownDifferences(Collections.unmodifiableMap(reasons));
  }

  public boolean contains(ConformanceScript script, String step) {
    return reasons.containsKey(key(script.id(), step));
  }

  /** Why, by script and step as they are listed. */
  public Map<String, String> reasons() {
    return reasons;
  }

  private static String key(String script, String step) {
    return script + " | " + step;
  }
}
