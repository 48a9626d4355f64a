package dev.informant.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The view in a terminal that is none: keys come from memory, and so goes what is shown. */
@Timeout(240)
class LiveViewTest {
  /** A sequence that chooses colours. */
  private static final Pattern COLOUR =
      Pattern.compile("\u001b\\[(?:[0-9]+;)*(?:3[0-9]|4[0-9]|9[0-7])(?:;[0-9]+)*m");

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

  private record Shown(LiveView.End end, String screen) {}

  private static Shown press(String keys, boolean colours) throws Exception {
    ByteArrayOutputStream screen = new ByteArrayOutputStream();
    // A pipe that stays open: at the end of its input, a terminal of streams closes itself.
    PipedOutputStream fingers = new PipedOutputStream();
    PipedInputStream typed = new PipedInputStream(fingers);
    fingers.write(keys.getBytes(StandardCharsets.UTF_8));
    fingers.flush();
    try (fingers;
        Terminal terminal = TerminalBuilder.builder()
        .system(false)
        .type("xterm")
        .encoding(StandardCharsets.UTF_8)
        .streams(typed, screen)
        .build()) {
      terminal.setSize(Size.of(120, 40));
      LiveView.End end =
          new LiveView(cluster, faults, Demos.SMALL, colours).run(terminal, Duration.ZERO);
      return new Shown(end, screen.toString(StandardCharsets.UTF_8));
    }
  }

  private static List<String> happened() {
    return cluster.happenings().last(20);
  }

  @ParameterizedTest
  @CsvSource({
    "c, all watches cut",
    "x, history compacted",
    "h, take 100 ms a call",
    "h, are quick",
    "p, poisoned pod",
    "s, 503 for everything"
  })
  void aKeyDoesWhatThePageSays(String key, String said) throws Exception {
    assertThat(press(key + "q", true).end()).isEqualTo(LiveView.End.QUIT);
    assertThat(happened()).anyMatch(line -> line.contains(said));
  }

  @Test
  void otherKeysDoNothing() throws Exception {
    List<String> before = happened().stream().filter(line -> line.contains("fault")).toList();
    assertThat(press("zZ !q", true).end()).isEqualTo(LiveView.End.QUIT);
    assertThat(happened().stream().filter(line -> line.contains("fault: ")
            && !line.contains("is over")))
        .isSubsetOf(before);
  }

  @Test
  void controlCInterrupts() throws Exception {
    assertThat(press("\u0003", true).end()).isEqualTo(LiveView.End.INTERRUPTED);
  }

  @Test
  void theScreenIsGivenBackAtTheEnd() throws Exception {
    String screen = press("q", true).screen();
    int begun = screen.indexOf("\u001b[?1049h");
    assertThat(begun).isGreaterThanOrEqualTo(0);
    assertThat(screen.indexOf("\u001b[?1049l")).isGreaterThan(begun);
    assertThat(screen.lastIndexOf("\u001b[?25h")).isGreaterThan(screen.lastIndexOf("\u001b[?25l"));
    assertThat(screen).contains("informant demo", "HANDLER", "pods/dashboard");
  }

  @Test
  void withoutColoursNoneIsShown() throws Exception {
    Matcher coloured = COLOUR.matcher(press("q", true).screen());
    assertThat(coloured.find()).as("there are some to leave out").isTrue();
    Matcher plain = COLOUR.matcher(press("q", false).screen());
    assertThat(plain.find()).isFalse();
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
    String page = String.join(
        "\n",
        new DemoPage(cluster, faults, Demos.SMALL, false)
            .lines(120, 50).stream().map(AttributedString::toString).toList());
    assertThat(page)
        .contains("pods", "nodes", "deployments", "replicasets", "events", "namespaces", "leases")
        .contains("pods/mirror", "pods/audit", "pods/dashboard", "leases/mirror")
        .contains("too few objects to size one", "of the informers for 7 kinds");
  }
}
