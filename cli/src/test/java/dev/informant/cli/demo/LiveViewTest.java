package dev.informant.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What keys do and what a page shows; {@code TerminalTest} has both in a real terminal. */
@Timeout(240)
class LiveViewTest {
  private static DemoCluster cluster;
  private static DemoFaults faults;

  @BeforeAll
  static void start() {
    cluster = Demos.start();
    faults = new DemoFaults(cluster, 1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static List<String> happened() {
    return cluster.happenings().last(100);
  }

  private static void press(int key) {
    Objects.requireNonNull(DemoKey.of(key)).press(faults);
  }

  private static String page(boolean colours) {
    return String.join(
        "\n",
        new DemoPage(cluster, faults, Demos.SMALL, colours)
            .lines(120, 50).stream().map(AttributedString::toAnsi).toList());
  }

  @Test
  void aKeyDoesWhatThePageSays() {
    for (String[] each : new String[][] {
      {"p", "poisoned"},
      {"c", "all watches cut"},
      {"x", "history compacted"},
      {"h", "take 100 ms per call"},
      {"s", "503 for all requests"}
    }) {
      assertThat(happened()).as(each[0]).noneMatch(line -> line.contains(each[1]));
      press(each[0].charAt(0));
      assertThat(happened()).as(each[0]).anyMatch(line -> line.contains(each[1]));
    }
    assertThat(faults.areHandlersSlow()).isTrue();
    assertThat(page(false)).contains("fast handlers");
    press('h');
    assertThat(faults.areHandlersSlow()).isFalse();
    assertThat(page(false)).contains("slow handlers");
  }

  @Test
  void keysPressedWhileTheClusterStartsAreHandledOnceItHasStarted() throws Exception {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    LineDisciplineTerminal terminal = terminal(shown);
    try (DemoCluster own = Demos.start();
        LiveView view = LiveView.on(terminal)) {
      terminal.processInputBytes("hq".getBytes(StandardCharsets.US_ASCII));
      DemoFaults wild = new DemoFaults(own, 1);
      DemoCluster started = view.await("creating 5 pods", () -> {
        while (!shown.toString(StandardCharsets.UTF_8).contains("quit")) {
          Thread.onSpinWait(); // until both keys have been read
        }
        return own;
      });
      assertThat(started).isSameAs(own);
      assertThat(wild.areHandlersSlow()).isFalse();
      DemoPage page = new DemoPage(own, wild, Demos.SMALL, /* colours= */ false);
      assertThat(view.show(page, wild, Duration.ZERO)).isEqualTo(LiveView.End.QUIT);
      assertThat(wild.areHandlersSlow()).isTrue();
    }
    assertThat(shown.toString(StandardCharsets.UTF_8)).contains("creating 5 pods");
  }

  @Test
  void aResizeThatIsUndoneBeforeTheNextFrameStillRepaintsTheScreen() throws Exception {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    LineDisciplineTerminal terminal = terminal(shown);
    String clear = "\u001b[H\u001b[2J";
    try (Screen screen = new Screen(terminal)) {
      Screen.Page page = (columns, rows) -> List.of(new AttributedString("a line"));
      screen.show(page);
      screen.show(page);
      shown.reset();
      screen.show(page);
      assertThat(shown.toString(StandardCharsets.UTF_8)).doesNotContain(clear);
      terminal.raise(Terminal.Signal.WINCH);
      screen.show(page);
      assertThat(shown.toString(StandardCharsets.UTF_8)).contains(clear, "a line");
    }
  }

  private static LineDisciplineTerminal terminal(ByteArrayOutputStream shown) throws IOException {
    LineDisciplineTerminal terminal =
        new LineDisciplineTerminal("test", "xterm", shown, StandardCharsets.UTF_8);
    terminal.setSize(Size.of(100, 30));
    return terminal;
  }

  @Test
  void afterACutTheViewSaysThatTheWatchesAreBack() throws InterruptedException {
    CountDownLatch back = new CountDownLatch(1);
    Happenings happenings = new Happenings(line -> {
      if (line.contains("all watches are back after")) {
        back.countDown();
      }
    });
    try (DemoCluster own = DemoCluster.start(Demos.SMALL, happenings)) {
      new DemoFaults(own, 1).cutWatches();
      assertThat(back.await(2, TimeUnit.MINUTES))
          .as("happened: " + happenings.last(9))
          .isTrue();
    }
  }

  @Test
  void aPoisonWaitsForAWatch() throws InterruptedException {
    try (DemoCluster stormy = Demos.start()) {
      DemoFaults wild = new DemoFaults(stormy, 1);
      wild.storm(Duration.ofSeconds(1));
      wild.poison();
      assertThat(stormy.happenings().last(100)) // the informers tell theirs beside it
          .anyMatch(line -> line.contains("when a watch of pods is open"));
      WatchedKind<?> pods = stormy.kinds().get(0);
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
      while (pods.informer().skippedCount() == 0
          || stormy.happenings().last(100).stream()
              .noneMatch(line -> line.contains("poisoned pod"))) {
        assertThat(System.nanoTime() - deadline)
            .as("happened: " + stormy.happenings().last(100))
            .isNegative();
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  }

  @Test
  void aPageSaysWhatItLeavesOut() {
    DemoPage page = new DemoPage(cluster, faults, Demos.SMALL, /* colours= */ false);
    assertThat(page.lines(80, 24)).anyMatch(line -> line.toString().contains("3 of 9 shown"));
    assertThat(page.lines(120, 50)).noneMatch(line -> line.toString().contains("shown"));
    assertThat(page.lines(70, 15).get(13).toString()).contains("enlarge the terminal");
    assertThat(page.lines(40, 50).get(0).toString()).endsWith("…");
  }

  @Test
  void withoutColoursNoneIsShown() {
    // Sequences that choose the colour of what is written.
    String colour = "\u001b\\[(?:[0-9]+;)*(?:3[0-9]|9[0-7])(?:;[0-9]+)*m";
    assertThat(page(true)).as("there are some to leave out").containsPattern(colour);
    assertThat(page(false)).doesNotContainPattern(colour);
  }

  @ParameterizedTest
  @CsvSource({"200, 60", "100, 40", "80, 24", "40, 12", "10, 3"})
  void aPageFitsItsTerminalAndEndsWithTheKeys(int width, int height) {
    List<AttributedString> lines =
        new DemoPage(cluster, faults, Demos.SMALL, true).lines(width, height);
    assertThat(lines).hasSize(height).allMatch(line -> line.columnLength() <= width);
    String keys = lines.get(height - 1).toString();
    assertThat(" c  cut  x  compact  s  503 storm  h  slow handlers  p  poison  q  quit ")
        .startsWith(keys.replace("quick", "slow"));
  }

  @Test
  void aPageHasEveryKindAndEveryHandler() {
    assertThat(page(false))
        .contains("pods", "nodes", "deployments", "replicasets", "events", "namespaces", "leases")
        .contains("pods/mirror", "pods/audit", "pods/dashboard", "leases/mirror")
        .contains("too few objects to measure", "for the informers of 7 kinds");
  }
}
