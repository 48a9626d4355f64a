package dev.informant.benchmarks.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
  private static final String LINE =
      "{\"figure\":\"sync100k\",\"client\":\"informant\",\"n\":1000,\"cpu_ms_sync\":%d%s}";

  @TempDir
  private Path directory;

  private Path file;

  @BeforeEach
  void runsOfSeveralJdks() throws Exception {
    file = directory.resolve("some.runs");
    Files.write(
        file,
        List.of(
            LINE.formatted(900, ",\"jdk\":\"25\""),
            LINE.formatted(100, ",\"jdk\":\"17\""),
            LINE.formatted(300, ",\"jdk\":\"17\""),
            LINE.formatted(5, ",\"jdk\":\"8\"")));
  }

  @Test
  void runsOfTwoJdksAreNeverInOneMedian() throws Exception {
    Results results = new Results(file);
    assertThat(results.jdks()).containsExactly("8", "17", "25");
    assertThat(median(results.of("17"))).isEqualTo(200);
    assertThat(median(results.of("25"))).isEqualTo(900);
  }

  @Test
  void clientsWithoutAJvmCountBesideEveryJdk() throws Exception {
    String line = LINE.replace("informant", Client.CLIENT_GO_JSON.label);
    Files.writeString(
        file, line.formatted(50, ",\"jdk\":\"17\"") + "\n", StandardOpenOption.APPEND);
    for (String jdk : List.of("17", "25")) {
      Results results = new Results(file).of(jdk);
      assertThat(results.runs(Figure.SYNC, Client.CLIENT_GO_JSON)).isEqualTo(1);
    }
  }

  @Test
  void theReportHasItsTablesForEachJdk() throws Exception {
    String text = new Report(new Results(file)).markdown(Figure.all(/* quick= */ false));
    assertThat(text)
        .containsSubsequence("**JDK 17**", "| informant | 200", "**JDK 25**", "| informant | 900");
    assertThat(text).containsOnlyOnce("| bar | against |");
  }

  @Test
  void theTableOfEventsHasTheHeapAfterThem() throws Exception {
    Files.writeString(
        file,
        LINE.replace("sync100k", Figure.EVENTS_1)
                .formatted(1, ",\"jdk\":\"17\",\"heap_bytes_per_object_after\":4321")
            + "\n",
        StandardOpenOption.APPEND);
    String text = new Report(new Results(file)).markdown(Figure.all(/* quick= */ false));
    assertThat(text).contains("heap B/object after").contains("4,321");
  }

  @Test
  void aRunIsKeptWithTheJdkItWasTakenOn() throws Exception {
    Figure sync = Figure.all(/* quick= */ false).stream()
        .filter(figure -> figure.name().equals(Figure.SYNC))
        .findAny()
        .orElseThrow();
    new Results(file).add(sync, Client.KUBE_RS, "{\"n\":1000}");
    assertThat(new Results(file)
            .of(Results.thisJdk())
            .last(Figure.SYNC, Client.KUBE_RS)
            .orElseThrow()
            .path("java")
            .asText())
        .isEqualTo(Runtime.version().toString());
  }

  private static double median(Results results) {
    return results.median(Figure.SYNC, Client.INFORMANT, Metric.CPU_PER_OBJECT.of);
  }
}
