package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A name in a stack trace, a page or a search leads to one class: no two files of main code have the same name. */
@Timeout(120)
class ClassNamesTest {
  private static final Path ROOT = Path.of("..");
  private static final List<String> MODULES = List.of(
      "engine",
      "kubernetes",
      "apiserver",
      "controller",
      "controller-test",
      "metrics",
      "cli",
      "examples",
      "verification",
      "benchmarks");

  /** Names that may occur twice, and why. */
  private static final Map<String, String> ALLOWED = Map.of(
      "Entry",
      "each is private to its package: a stored revision with its index values, and an item of the work queue");

  @Test
  void noNameOccursTwice() throws IOException {
    Map<String, Set<Path>> places = places();
    assertThat(places).hasSizeGreaterThan(800);
    places.values().removeIf(files -> files.size() == 1);
    places.keySet().removeAll(ALLOWED.keySet());
    assertThat(places).as("give one of them a name of its own, by its role").isEmpty();
  }

  @Test
  void everyExceptionIsNeeded() throws IOException {
    Map<String, Set<Path>> places = places();
    assertThat(ALLOWED.keySet())
        .allMatch(name -> places.getOrDefault(name, Set.of()).size() > 1);
  }

  /** Where the classes of each name are. */
  private static Map<String, Set<Path>> places() throws IOException {
    Map<String, Set<Path>> places = new TreeMap<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> !file.toString().endsWith("-info.java"))
            .forEach(file -> places
                .computeIfAbsent(
                    file.getFileName().toString().replace(".java", ""), name -> new TreeSet<>())
                .add(file));
      }
    }
    return places;
  }
}
