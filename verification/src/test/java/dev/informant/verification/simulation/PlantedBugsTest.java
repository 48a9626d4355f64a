package dev.informant.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The checker is worth something only if it sees what it should. */
@Timeout(1800)
class PlantedBugsTest {
  private static final Logger ENGINE = Logger.getLogger("dev.informant");
  private static final Path TOP = Path.of("..");

  @BeforeAll
  static void silenceTheEngine() {
    ENGINE.setLevel(Level.OFF);
  }

  @AfterAll
  static void letTheEngineSpeak() {
    ENGINE.setLevel(null);
  }

  /** Every sixth, or with the system property all of them, as {@code simulate --planted} does. */
  static Stream<PlantedBug> bugs() {
    List<PlantedBug> all = PlantedBugs.all();
    boolean every = "all".equals(System.getProperty("informant.planted"));
    return IntStream.range(0, all.size()).filter(i -> every || i % 6 == 0).mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void aPlantedBugIsFound(PlantedBug bug) throws IOException {
    assertThat(PlantedRun.find(bug, TOP)).as(bug.name()).isNotNull();
  }

  @Test
  void everyBugCanStillBePlanted() throws IOException {
    List<String> gone = new ArrayList<>();
    for (PlantedBug bug : PlantedBugs.all()) {
      try {
        bug.sources(TOP);
      } catch (IllegalStateException moved) {
        gone.add(moved.getMessage());
      }
    }
    assertThat(gone).isEmpty();
  }

  @Test
  void thereAreAtLeastTwentyBugsAndEachHasItsOwnName() {
    assertThat(PlantedBugs.all()).hasSizeGreaterThanOrEqualTo(20);
    assertThat(PlantedBugs.all()).extracting(PlantedBug::name).doesNotHaveDuplicates();
  }

  @Test
  void theMinimalTraceIsShortAndEndsWithTheViolation() throws IOException {
    PlantedBug bug = PlantedBugs.all().get(0);
    PlantedRun.Found found = PlantedRun.find(bug, TOP);
    assertThat(found).isNotNull();
    List<?> trace = PlantedRun.of(bug, TOP).minimalTrace(found.seed(), /* hours= */ 1);
    assertThat(trace).hasSizeLessThan(100);
    assertThat((String) trace.get(0)).contains("faults are needed");
    assertThat((String) trace.get(trace.size() - 1)).contains("broken");
  }

  @Test
  void aBuildWithoutABugHasNoViolation() throws IOException {
    PlantedBug none =
        PlantedBug.engine("nothing", "queue/DeltaFifo", "class DeltaFifo<E>", "class DeltaFifo<E>");
    assertThat(PlantedRun.of(none, TOP).run(1, 1)).isNull();
  }

  @Test
  void editsOfOneFileAddUpAndAPieceThatIsGoneIsNamed(@TempDir Path top) throws IOException {
    Files.writeString(top.resolve("a.java"), "int x = 1; int y = 1;");
    Files.writeString(top.resolve("b.java"), "int z = 1;");
    List<PlantedBug.Edit> edits = List.of(
        new PlantedBug.Edit("a.java", "x = 1", "x = 2"),
        new PlantedBug.Edit("b.java", "z = 1", "z = 2"),
        new PlantedBug.Edit("a.java", "y = 1", "y = 2"));
    assertThat(new PlantedBug("found", edits).sources(top))
        .containsExactly(
            Map.entry("a.java", "int x = 2; int y = 2;"), Map.entry("b.java", "int z = 2;"));
    PlantedBug lost = new PlantedBug("lost", List.of(new PlantedBug.Edit("b.java", "x = 1", "")));
    assertThatThrownBy(() -> lost.sources(top))
        .hasMessageContaining("lost")
        .hasMessageContaining("b.java")
        .hasMessageContaining("x = 1");
    PlantedBug twice = new PlantedBug("twice", List.of(new PlantedBug.Edit("a.java", "= 1", "")));
    assertThatThrownBy(() -> twice.sources(top)).hasMessageContaining("exactly once");
  }
}
