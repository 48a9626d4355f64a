package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.cli.demo.DemoSummary;
import dev.informant.cli.demo.Demos;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class DemoCommandTest {
  @Test
  void cacheAndServerAreEqualAfterEveryFault() throws Exception {
    Run run = Run.of(
        "demo",
        "--headless",
        "--seconds",
        "4",
        "--pods",
        "40",
        "--rate",
        "60",
        "--seed",
        "7",
        "-o",
        "json");
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    JsonNode summary = new ObjectMapper().readTree(run.out());
    assertThat(summary.path("equal").asBoolean()).isTrue();
    assertThat(summary.path("changes").asLong()).isPositive();
    assertThat(summary.path("kinds")).hasSize(7);
    for (JsonNode kind : summary.path("kinds")) {
      assertThat(kind.path("differences")).as(kind.toString()).isEmpty();
      assertThat(kind.path("server").asInt()).isPositive();
      assertThat(kind.path("cache").asInt()).isEqualTo(kind.path("server").asInt());
      assertThat(kind.path("handler").asInt()).isEqualTo(kind.path("server").asInt());
    }
    // A watch that got an event between the compaction and its end can resume: not every kind must.
    assertThat(summary.path("kinds").findValues("relists"))
        .anySatisfy(relists -> assertThat(relists.asInt()).isPositive());
    assertThat(run.err())
        .contains("all watches cut", "history compacted", "503", "poisoned pod", "100 ms per call");
  }

  @Test
  void aDifferenceBetweenCacheAndServerIsExitCode1() {
    DemoSummary differing = Demos.differing();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DemoCommand demo = new DemoCommand(new Output(Sink.utf8(out), Sink.utf8(out), Terminals.NONE));
    assertThat(demo.end(differing)).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("nodes: ", "the cache and the server have different states", "DIFFER");
  }
}
