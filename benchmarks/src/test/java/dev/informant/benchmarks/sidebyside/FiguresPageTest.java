package dev.informant.benchmarks.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The generated parts of the pages of figures, and the plots, are those of the runs kept beside them. After other runs:
 * {@code benchmarks/side-by-side --report --runs docs/performance/runs.jsonl} prints the tables and draws the plots.
 */
class FiguresPageTest {
  private static final Path TOP = Path.of("..");
  private static final Path PLOTS = TOP.resolve("docs/performance");

  private Results results;

  @BeforeEach
  void read() throws Exception {
    results = new Results(PLOTS.resolve("runs.jsonl"));
  }

  @Test
  void everyFigureOfTheRunsIsOnThePage() throws Exception {
    String report = new Report(results).markdown(Figure.all(/* quick= */ false));
    assertThat(Files.readString(PLOTS.resolve("figures.md")).lines())
        .containsSubsequence(report.lines().filter(line -> !line.isEmpty()).toList());
  }

  @Test
  void theBarsAreThoseOfTheRuns() throws Exception {
    assertThat(Files.readString(TOP.resolve("docs/performance.md")))
        .contains(new Report(results).bars());
  }

  @Test
  void thePlotsAreDrawnFromTheRuns(@TempDir Path directory) throws Exception {
    String jdk = results.jdks().get(0);
    Plots.write(directory, results.of(jdk), jdk);
    try (Stream<Path> drawn = Files.list(directory)) {
      List<Path> all = drawn.toList();
      assertThat(all).isNotEmpty();
      for (Path plot : all) {
        assertThat(PLOTS.resolve(plot.getFileName())).hasSameTextualContentAs(plot);
      }
    }
  }
}
