package dev.informant.benchmarks.sidebyside;

import static dev.informant.benchmarks.sidebyside.Client.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the pages show is what the runs kept beside them give. After other runs: {@code benchmarks/side-by-side --report --runs
 * docs/performance/runs.jsonl} prints the tables and draws the plots.
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

  @Test
  void theCellsOfTheReadmeAreThoseOfTheRuns() throws Exception {
    List<String> readme = Files.readAllLines(TOP.resolve("README.md"));
    assertThat(cells(readme, "heap of an object in the cache"))
        .containsExactlyElementsOf(cells(
            Figure.SYNC,
            Metric.HEAP_PER_OBJECT,
            FiguresPageTest::kilobytes,
            List.of(
                INFORMANT, INFORMANT_COMPACT, CLIENT_GO_PROTOBUF, KUBE_RS, FABRIC8, CLIENT_JAVA)));
    List<String> sync = cells(
        Figure.SYNC,
        Metric.CPU_PER_OBJECT,
        FiguresPageTest::micros,
        List.of(INFORMANT, INFORMANT_COMPACT, CLIENT_GO_PROTOBUF, KUBE_RS, FABRIC8, CLIENT_JAVA));
    double json = median(Figure.SYNC, Metric.CPU_PER_OBJECT, CLIENT_GO_JSON);
    sync.set(2, "protobuf " + sync.get(2) + ", JSON " + micros(json));
    assertThat(cells(readme, "CPU of the first sync, an object")).containsExactlyElementsOf(sync);
    List<String> events = cells(
        Figure.EVENTS_1,
        Metric.CPU_PER_EVENT,
        FiguresPageTest::micros,
        List.of(INFORMANT, INFORMANT_COMPACT, CLIENT_GO_PROTOBUF, KUBE_RS, FABRIC8, CLIENT_JAVA));
    events.set(2, "protobuf " + events.get(2));
    assertThat(cells(readme, "CPU of an event (20 000 pods), one handler"))
        .containsExactlyElementsOf(events);
    assertThat(cells(readme, "smallest heap that completes a sync (50 000 pods)"))
        .contains(
            "%.0f MB".formatted(median(Figure.LEAST_HEAP, Metric.LEAST_HEAP, INFORMANT)),
            "%.0f MB".formatted(median(Figure.LEAST_HEAP, Metric.LEAST_HEAP, INFORMANT_COMPACT)),
            "%.0f MB".formatted(median(Figure.LEAST_HEAP, Metric.LEAST_HEAP, FABRIC8_PAGED)));
    assertThat(cells(readme, "CPU of a start from disk, part of a full one"))
        .startsWith(
            Metric.text(median(Figure.RESTART, Metric.RESTART_CPU, INFORMANT)),
            Metric.text(median(Figure.RESTART, Metric.RESTART_CPU, INFORMANT_COMPACT))
                + "; handlers of keys "
                + Metric.text(median(Figure.RESTART, Metric.RESTART_CPU, INFORMANT_COMPACT_KEYS)));
  }

  /** The cells of the row that begins so, without that one and the command at the end. */
  private static List<String> cells(List<String> page, String first) {
    String row = page.stream()
        .filter(line -> line.startsWith("| " + first + " |"))
        .findAny()
        .orElseThrow();
    List<String> cells = Stream.of(row.split("\\|")).map(String::strip).toList();
    return cells.subList(2, cells.size() - 1);
  }

  private List<String> cells(
      String figure, Metric metric, DoubleFunction<String> form, List<Client> clients) {
    List<String> cells = new ArrayList<>();
    for (Client client : clients) {
      double median = median(figure, metric, client);
      cells.add(Double.isNaN(median) ? "–" : form.apply(median));
    }
    return cells;
  }

  private double median(String figure, Metric metric, Client client) {
    return results.of(results.jdks().get(0)).median(figure, client, metric.of);
  }

  private static String kilobytes(double bytes) {
    return String.format(Locale.ROOT, bytes < 1000 ? "%.2f KB" : "%.1f KB", bytes / 1000);
  }

  private static String micros(double micros) {
    return String.format(Locale.ROOT, "%,.0f µs", micros).replace(',', ' ');
  }
}
