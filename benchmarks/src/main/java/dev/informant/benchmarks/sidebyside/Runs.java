package dev.informant.benchmarks.sidebyside;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Takes the figures: starts servers and clients and keeps the lines they print. One at a time. */
final class Runs {
  private static final String HEAP = "-Xmx12g";
  private static final int PATIENCE_SECONDS = 1_800;
  private static final int LEAST_SEARCH_SECONDS = 100;

  private final BuiltPeers built;
  private final Results results;
  private final boolean quick;

  Runs(BuiltPeers built, Results results, boolean quick) {
    this.built = built;
    this.results = results;
    this.quick = quick;
  }

  /** Returns how many of the clients failed. What fails is said and passed over: the rest is worth having. */
  int measure(Figure figure) throws InterruptedException {
    int failures = 0;
    try (PodServer server = server(figure)) {
      for (Client client : figure.clients()) {
        long began = System.nanoTime();
        String line = "";
        try {
          line = line(figure, client, server);
          if (!line.isEmpty()) {
            results.add(figure, client, line);
          }
        } catch (IOException | RuntimeException failure) {
          SideBySide.say(failure.toString());
          line = "";
        }
        failures += line.isEmpty() ? 1 : 0;
        SideBySide.say(String.format(
            Locale.ROOT,
            "%s %s, %.0f s: %s",
            figure.name(),
            client.label,
            (System.nanoTime() - began) / 1e9,
            line.isEmpty() ? "FAILED" : line));
      }
    } catch (IOException | RuntimeException failure) {
      SideBySide.say(figure.name() + " FAILED: " + failure);
      failures++;
    }
    return failures;
  }

  private PodServer server(Figure figure) throws IOException, InterruptedException {
    int objects = figure.objects(quick);
    if (figure.way() == Way.REAL) {
      return RealServer.start(objects);
    }
    boolean generated = figure.way() == Way.GENERATED;
    List<String> flags = new ArrayList<>(List.of("--pods", built.path("pods.ndjson")));
    flags.addAll(List.of("--n", "" + (generated ? Math.min(objects, 1000) : objects)));
    if (generated) {
      flags.addAll(List.of("--total", "" + objects));
    }
    if (generated || !figure.clients().contains(Client.CLIENT_GO_PROTOBUF)) {
      flags.addAll(List.of("--protobuf", "off"));
    }
    flags.addAll(figure.server());
    return ReplayServer.start(built, flags);
  }

  /** Empty if it failed. */
  private String line(Figure figure, Client client, PodServer server)
      throws IOException, InterruptedException {
    List<String> driver = new ArrayList<>(server.driverFlags());
    driver.addAll(List.of("--expect", "" + figure.objects(quick)));
    driver.addAll(figure.driver());
    return switch (figure.way()) {
      case LEAST_HEAP -> leastHeap(figure, client, driver);
      case RESTART -> restart(client, driver);
      case ONCE, GENERATED, REAL ->
        run(client.command(built, jvm(figure, client), driver), PATIENCE_SECONDS);
    };
  }

  private static List<String> jvm(Figure figure, Client client) {
    String profiles = System.getProperty("profile", "");
    if (profiles.isEmpty()) {
      return List.of(HEAP);
    }
    Path file =
        Path.of(profiles, figure.name() + "-" + client.name().toLowerCase(Locale.ROOT) + ".jfr");
    return List.of(
        HEAP, "-Dprofiled=true", "-XX:StartFlightRecording=settings=profile,filename=" + file);
  }

  /** A full sync that leaves its cache in a directory, then a start from there; the line is that of the second. */
  private String restart(Client client, List<String> driver)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("restart");
    try {
      List<String> flags = new ArrayList<>(driver);
      flags.addAll(List.of("--directory", directory.toString()));
      String full = run(client.command(built, List.of(HEAP), flags), PATIENCE_SECONDS);
      flags.add("--warm");
      String warm =
          full.isEmpty() ? "" : run(client.command(built, List.of(HEAP), flags), PATIENCE_SECONDS);
      return warm.isEmpty() ? "" : Results.withFull(warm, full);
    } finally {
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
  }

  /** A heap in which it takes many times as long as in one that is ample is not enough. */
  private String leastHeap(Figure figure, Client client, List<String> driver)
      throws IOException, InterruptedException {
    // What an earlier search with this JDK found is where this one begins; its run with an ample
    // heap counts here, too.
    Optional<JsonNode> earlier = results.of(Results.thisJdk()).last(figure.name(), client);
    double ample = earlier.map(line -> line.path("ample_seconds").asDouble()).orElse(0.0);
    if (ample == 0) {
      long began = System.nanoTime();
      if (run(client.command(built, List.of(HEAP), driver), PATIENCE_SECONDS).isEmpty()) {
        return "";
      }
      ample = (System.nanoTime() - began) / 1e9;
    }
    int limit = Math.max(LEAST_SEARCH_SECONDS, (int) (5 * ample));
    OptionalInt known =
        earlier.stream().mapToInt(line -> line.path("least_heap_mb").asInt()).findAny();
    OptionalInt least =
        HeapSearch.smallest(known.orElse(client.rough.heapMb()), known.isPresent(), megabytes -> {
          String heap = "-Xmx" + megabytes + "m";
          long from = System.nanoTime();
          boolean enough =
              !run(client.command(built, List.of(heap), driver), limit).isEmpty();
          SideBySide.say(String.format(
              Locale.ROOT,
              "  %s %s %s, %.0f s",
              client.label,
              heap,
              enough ? "is enough" : "is not enough",
              (System.nanoTime() - from) / 1e9));
          return enough;
        });
    return least.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT, "{\"least_heap_mb\":%d,\"ample_seconds\":%.1f}", least.getAsInt(), ample);
  }

  /** The line a driver prints; empty if it fails or takes too long. */
  private static String run(List<String> command, int seconds)
      throws IOException, InterruptedException {
    File line = File.createTempFile("line", ".json");
    try {
      Process process = new ProcessBuilder(command)
          .redirectOutput(line)
          .redirectError(ProcessBuilder.Redirect.appendTo(new File(System.getProperty("log"))))
          .start();
      Thread orphanless = new Thread(process::destroyForcibly);
      Runtime.getRuntime().addShutdownHook(orphanless);
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly().waitFor();
      }
      Runtime.getRuntime().removeShutdownHook(orphanless);
      String text = Files.readString(line.toPath()).strip();
      return ended && process.exitValue() == 0 ? text.substring(text.lastIndexOf('\n') + 1) : "";
    } finally {
      Files.delete(line.toPath());
    }
  }
}
