package dev.informant.verification.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which scripts ask about which section of the protocol: {@code coverage.txt}, lines of section, scripts and words with
 * bars between. Its first lines say what the sections are. Immutable.
 */
public final class Coverage {
  private static final Pattern TITLE = Pattern.compile("# +([0-9.]+)  (.+)");

  private final Map<String, String> titles;
  private final Map<String, Set<String>> scripts;

  private Coverage(Map<String, String> titles, Map<String, Set<String>> scripts) {
    this.titles = titles;
    this.scripts = scripts;
  }

  public static Coverage load() throws IOException {
    Map<String, String> titles = new LinkedHashMap<>();
    Map<String, Set<String>> scripts = new TreeMap<>();
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(
        Objects.requireNonNull(Coverage.class.getResourceAsStream("coverage.txt")),
        StandardCharsets.UTF_8))) {
      reader.lines().filter(line -> !line.isEmpty()).forEach(line -> {
        if (line.startsWith("#")) {
          Matcher title = TITLE.matcher(line);
          if (title.matches()) {
            titles.put(title.group(1), title.group(2));
          }
          return;
        }
        String[] parts = line.split("\\|", 3);
        Set<String> named = scripts.computeIfAbsent(parts[0].strip(), section -> new TreeSet<>());
        for (String script : parts[1].split(";")) {
          named.add(script.strip());
        }
      });
    }
    return new Coverage(titles, scripts);
  }

  /** The sections of the protocol, and what each is about. */
  public Map<String, String> titles() {
    return titles;
  }

  /** The sections and items that are asked about. */
  public Set<String> sections() {
    return scripts.keySet();
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
