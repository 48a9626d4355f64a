package dev.informant.verification.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * How many answers of a real server are recorded, and how many of them the embedded server gives: {@code numbers.txt},
 * which {@code verification/conformance/run} writes. Immutable.
 *
 * @param recorded with those of deleted steps
 * @param exact equal in the exact grade
 * @param wording equal in the wording, too
 */
public record ConformanceNumbers(int recorded, int deleted, int exact, int wording) {
  private static final String FILE = "numbers.txt";

  static ConformanceNumbers of(int answers, int deleted, List<AnswerDifference> differences) {
    int exact = (int) differences.stream().filter(AnswerDifference::isExact).count();
    return new ConformanceNumbers(
        answers + deleted, deleted, answers - exact, answers - differences.size());
  }

  public static ConformanceNumbers load() throws IOException {
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(
        Objects.requireNonNull(ConformanceNumbers.class.getResourceAsStream(FILE), FILE),
        StandardCharsets.UTF_8))) {
      Map<String, Integer> numbers = reader
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" = "))
          .collect(Collectors.toMap(parts -> parts[0], parts -> Integer.valueOf(parts[1])));
      return new ConformanceNumbers(
          number(numbers, "recorded"),
          number(numbers, "deleted"),
          number(numbers, "exact"),
          number(numbers, "wording"));
    }
  }

  private static int number(Map<String, Integer> numbers, String name) throws IOException {
    Integer number = numbers.get(name);
    if (number == null) {
      throw new IOException(
          FILE + " has no line \"" + name + " = …\"; check it out again from version control");
    }
    return number;
  }

  /** Whether fewer answers are equal in the exact grade; those of deleted steps do not count as lost. */
  boolean isWorseThan(ConformanceNumbers before) {
    return exact + deleted < before.exact + before.deleted;
  }

  void write(Path directory) throws IOException {
    Files.write(
        directory.resolve(FILE),
        List.of(
            "# Answers recorded of a real server, those of deleted steps, and those that the embedded server gives, by grade.",
            "# verification/conformance/run writes this file. ConformanceTest fails if it is out of date.",
            "recorded = " + recorded,
            "deleted = " + deleted,
            "exact = " + exact,
            "wording = " + wording));
  }

  @Override
  public String toString() {
    return "%d answers recorded, %d of them of deleted steps; of %d compared %d are equal, %d also in their wording"
        .formatted(recorded, deleted, recorded - deleted, exact, wording);
  }
}
