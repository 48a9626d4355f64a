package dev.informant.verification.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The sections of the protocol, and the single items of the last one, with their titles: {@code sections.txt}. A script
 * names its section at the beginning of its id and further ones with {@code @also}. Immutable.
 */
public final class Sections {
  private final Map<String, String> titles;

  private Sections(Map<String, String> titles) {
    this.titles = titles;
  }

  public static Sections load() throws IOException {
    Map<String, String> titles = new LinkedHashMap<>();
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(
        Objects.requireNonNull(Sections.class.getResourceAsStream("sections.txt"), "sections.txt"),
        StandardCharsets.UTF_8))) {
      reader.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(line -> {
        String[] parts = line.split(" ", 2);
        titles.put(parts[0], parts[1].strip());
      });
    }
    return new Sections(titles);
  }

  /** By number, such as {@code 3.2}. */
  public Map<String, String> titles() {
    return titles;
  }

  /** The scripts about a section. */
  public static List<ConformanceScript> covering(String section, List<ConformanceScript> scripts) {
    return scripts.stream()
        .filter(script -> script.section().equals(section) || script.also().contains(section))
        .toList();
  }
}
