package dev.informant.verification.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which scripts ask about which section of the protocol's fact sheet: {@code coverage.txt}, lines of section, scripts
 * and words with bars between. Immutable.
 */
public final class Coverage {
  private final Map<String, Set<String>> scripts;

  private Coverage(Map<String, Set<String>> scripts) {
    this.scripts = scripts;
  }

  public static Coverage load() throws IOException {
    Map<String, Set<String>> scripts = new TreeMap<>();
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(
        Objects.requireNonNull(Coverage.class.getResourceAsStream("coverage.txt")),
        StandardCharsets.UTF_8))) {
      reader
          .lines()
          .filter(line -> line.indexOf('|') > 0 && !line.startsWith("#"))
          .forEach(line -> {
            String[] parts = line.split("\\|", 3);
            Set<String> named =
                scripts.computeIfAbsent(parts[0].strip(), section -> new TreeSet<>());
            for (String script : parts[1].split(";")) {
              named.add(script.strip());
            }
          });
    }
    return new Coverage(scripts);
  }

  /** The ids of the scripts about a section, or about an item such as {@code 16.3}. */
  public Set<String> of(String section) {
    return scripts.getOrDefault(section, Set.of());
  }

  /** The ids of all scripts that are named. */
  public List<String> named() {
    return scripts.values().stream().flatMap(Set::stream).distinct().sorted().toList();
  }
}
