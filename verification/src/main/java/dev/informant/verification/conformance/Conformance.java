package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Compares one server's answers to a script with another's. Thread-safe. */
public final class Conformance {
  private static final Unfilled UNFILLED = new Unfilled();

  private Conformance() {}

  /** The scripts of all {@code .http} files by the names of the files; those for a fresh cluster first. */
  public static List<ConformanceScript> scripts() throws IOException {
    Path directory = Path.of(URI.create(
        Objects.requireNonNull(Conformance.class.getResource("exchanges"), "no directory exchanges")
            .toString()));
    List<Path> files;
    try (Stream<Path> entries = Files.list(directory)) {
      files = entries.filter(file -> file.toString().endsWith(".http")).sorted().toList();
    }
    List<ConformanceScript> scripts = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Path file : files) {
      String name = Objects.requireNonNull(file.getFileName()).toString();
      for (ConformanceScript script : ScriptParser.parse(name, Files.readAllLines(file))) {
        if (!ids.add(script.id())) {
          throw new IllegalStateException(
              name + ": there are two scripts \"" + script.id() + "\"; rename one of them");
        }
        scripts.add(script);
      }
    }
    scripts.sort(Comparator.comparing(script -> !script.fresh()));
    return scripts;
  }

  public static Map<String, JsonNode> ask(Target target, ConformanceScript script)
      throws InterruptedException {
    return ScriptRun.of(target, script);
  }

  /** By step, for the steps of {@code actual} that are not as recorded. */
  public static Map<String, List<String>> same(
      Map<String, JsonNode> recorded, Map<String, JsonNode> actual) {
    Renumbering numbers = new Renumbering();
    Map<String, List<String>> differences = new LinkedHashMap<>();
    actual.forEach((step, result) -> {
      JsonNode before = recorded.get(step);
      List<String> found = before == null
          ? List.of("not recorded")
          : AnswerComparison.differences(before, numbers.apply(before, result), "recorded", "now");
      if (!found.isEmpty()) {
        differences.put(step, found);
      }
    });
    return differences;
  }

  /** By step, for the steps that differ, except for the defaults that are listed as not filled in. */
  public static Map<String, AnswerDifference> differences(
      Map<String, JsonNode> expected, Map<String, JsonNode> actual) {
    Renumbering numbers = new Renumbering();
    Map<String, AnswerDifference> differences = new LinkedHashMap<>();
    actual.forEach((step, result) -> {
      JsonNode wanted = expected.get(step);
      if (wanted == null) {
        differences.put(
            step,
            new AnswerDifference(
                Grade.EXACT, List.of("not recorded; run verification/conformance/run --record")));
        return;
      }
      JsonNode answer = numbers.apply(wanted, result);
      JsonNode filled = UNFILLED.without(wanted, answer);
      for (Grade grade : Grade.values()) {
        List<String> places =
            AnswerComparison.differences(grade.of(filled), grade.of(answer), "real", "embedded");
        if (!places.isEmpty()) {
          differences.put(step, new AnswerDifference(grade, places));
          return;
        }
      }
    });
    return differences;
  }
}
