package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.FailureLevel;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording shows of an informer. */
@Timeout(120)
final class FlightRecordingTest {
  @TempDir
  private Path folder;

  @Test
  void aRecordingShowsListsWatchesRelistsBatchesAndSlowHandlers() throws IOException {
    List<RecordedEvent> events = record(() -> {
      World world =
          World.of(QueueKind.IN_ORDER).with(options -> options.name("recorded")).holding("a", "b");
      world
          .informer()
          .addHandler(
              ResourceEventHandler.<dev.informant.testing.TestObject>builder()
                  .onUpdate((before, after) -> world.runtime.advance(Duration.ofSeconds(1)))
                  .build(),
              HandlerOptions.<dev.informant.testing.TestObject>defaults().withName("slow"));
      world.start();
      world.touch("a");
      world.settle();
      world.relist();
      world.informer().close();
      world.settle();
    });

    assertThat(of(events, "dev.informant.List"))
        .extracting(
            event -> event.getString("verb"),
            event -> event.getInt("items"),
            event -> event.getString("failure"))
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("list", 2, ""),
            org.assertj.core.groups.Tuple.tuple("list", 2, ""));
    assertThat(of(events, "dev.informant.Relist")).singleElement().satisfies(relist -> {
      assertThat(relist.getInt("items")).isEqualTo(2);
      assertThat(relist.getString("cause")).contains("too old resource version");
    });
    assertThat(of(events, "dev.informant.Watch"))
        .extracting(event -> event.getLong("events"), event -> event.getString("failure"))
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1L, "too old resource version"),
            org.assertj.core.groups.Tuple.tuple(0L, ""));
    assertThat(of(events, "dev.informant.Batch"))
        .isNotEmpty()
        .allSatisfy(batch -> assertThat(batch.getInt("changes")).isPositive());
    assertThat(of(events, "dev.informant.SlowHandler")).isNotEmpty().allSatisfy(slow -> {
      assertThat(slow.getString("handler")).isEqualTo("slow");
      assertThat(slow.getDuration("took")).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    });
  }

  @Test
  void aRecordingShowsAHandlerThatFallsBehind() throws IOException {
    List<RecordedEvent> events = record(() -> new FlightRecording("recorded")
        .onEvent(
            new InformerEvent.HandlerBehind("slow", new HandlerLag(1024, Duration.ofSeconds(3)))));
    assertThat(of(events, "dev.informant.HandlerBehind")).singleElement().satisfies(behind -> {
      assertThat(behind.getString("handler")).isEqualTo("slow");
      assertThat(behind.getLong("waiting")).isEqualTo(1024);
      assertThat(behind.getDuration("oldest")).hasSeconds(3);
    });
  }

  @Test
  void theRecorderSleepsUntilSomebodyUsesIt() throws Exception {
    ProcessBuilder other = new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        place(FlightRecording.class) + File.pathSeparator + place(Unrecorded.class),
        Unrecorded.class.getName());
    Process process = other.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("awake: false, then true: one watch of 1 events");
  }

  private static Path place(Class<?> of) throws URISyntaxException {
    return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** An informer in a process of its own, and a recording that begins while its watch is open. */
  static final class Unrecorded {
    private Unrecorded() {}

    public static void main(String[] arguments) throws IOException {
      FlightRecording informer = new FlightRecording("recorded");
      informer.onEvent(new InformerEvent.Requested("list", "0"));
      informer.onEvent(new InformerEvent.Listed(2, "7"));
      informer.onEvent(new InformerEvent.Requested("watch", "7"));
      informer.onEvent(new InformerEvent.Processed(1, Duration.ofMillis(1)));
      informer.onEvent(new InformerEvent.HandlerSlow(
          "slow", 1, Duration.ofSeconds(1), new HandlerLag(1, Duration.ZERO)));
      informer.onEvent(
          new InformerEvent.HandlerBehind("slow", new HandlerLag(1024, Duration.ofSeconds(3))));
      boolean before = FlightRecorder.isInitialized();
      Path file = Files.createTempFile("informer", ".jfr");
      try (Recording recording = new Recording()) {
        recording.enable("dev.informant.Watch").withoutThreshold();
        recording.start();
        informer.onEvent(new InformerEvent.Received(1));
        informer.onEvent(new InformerEvent.Failed(new IOException("gone"), FailureLevel.REPORTED));
        recording.stop();
        recording.dump(file);
      }
      List<RecordedEvent> events = of(RecordingFile.readAllEvents(file), "dev.informant.Watch");
      Files.delete(file);
      System.out.println("awake: " + before + ", then " + FlightRecorder.isInitialized() + ": "
          + (events.size() == 1 ? "one watch" : events.size() + " watches") + " of "
          + (events.isEmpty() ? "no" : events.get(0).getLong("events")) + " events");
    }
  }

  private List<RecordedEvent> record(Runnable action) throws IOException {
    Path file = folder.resolve("informer.jfr");
    try (Recording recording = new Recording()) {
      for (String name :
          List.of("List", "Relist", "Watch", "Batch", "SlowHandler", "HandlerBehind")) {
        recording.enable("dev.informant." + name).withoutThreshold();
      }
      recording.start();
      action.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().startsWith("dev.informant."))
        .filter(event -> event.getString("informer").equals("recorded"))
        .toList();
  }

  private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals(name))
        .sorted(java.util.Comparator.comparing(RecordedEvent::getEndTime))
        .toList();
  }
}
