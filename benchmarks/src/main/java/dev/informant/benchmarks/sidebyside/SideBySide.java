package dev.informant.benchmarks.sidebyside;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs every client of every figure, round by round, so that what disturbs the machine disturbs all of them, and holds the medians
 * against the bars. Run by {@code benchmarks/side-by-side}, which says what the options are.
 */
public final class SideBySide {
  private static final String HEAP = "-Xmx12g";
  private static final int PATIENCE_SECONDS = 900;
  private static final int SEARCH_SECONDS = 100;
  private static final double SEARCH_PRECISION = 1.08;

  private final Places places;
  private final Results results;
  private final boolean quick;
  private final List<String> only;

  private SideBySide(Places places, Results results, boolean quick, List<String> only) {
    this.places = places;
    this.results = results;
    this.quick = quick;
    this.only = only;
  }

  public static void main(String[] arguments) throws Exception {
    boolean quick = Boolean.getBoolean("quick");
    Path out = Path.of(System.getProperty("out"));
    Path runs = Path.of(System.getProperty("runs"));
    int rounds = Integer.getInteger("rounds", quick ? 1 : 3);
    List<String> wanted = Arrays.asList(arguments);
    Results results = new Results(runs);
    List<Figure> figures =
        Figure.all(quick).stream().filter(f -> f.objects(quick) > 0).toList();
    SideBySide run = new SideBySide(
        Places.fromProperties(),
        results,
        quick,
        Arrays.stream(System.getProperty("clients", "").split(","))
            .filter(c -> !c.isBlank())
            .toList());
    for (int round = 0; round < rounds; round++) {
      for (Figure figure : figures) {
        if (wanted.isEmpty() || wanted.contains(figure.name())) {
          run.measure(figure);
        }
      }
    }
    Report report = new Report(results);
    System.out.println(report.markdown(figures));
    report.json(out, figures);
    String plots = System.getProperty("plots", "");
    if (!plots.isEmpty()) {
      Plots.write(Path.of(plots), results);
    }
  }

  private void measure(Figure figure) throws Exception {
    int objects = figure.objects(quick);
    boolean made = figure.server().contains("--total");
    List<String> flags = new ArrayList<>(List.of("--pods", places.built("pods.ndjson")));
    flags.addAll(List.of("--n", "" + (made ? Math.min(objects, 1000) : objects)));
    if (made || !figure.clients().contains(Client.CLIENT_GO_PROTOBUF)) {
      flags.addAll(List.of("--protobuf", "off"));
    }
    flags.addAll(figure.server());
    try (ReplayServer server = ReplayServer.start(places, flags)) {
      for (Client client : figure.clients()) {
        if (!only.isEmpty() && !only.contains(client.name())) {
          continue;
        }
        List<String> driver =
            new ArrayList<>(List.of("--server", server.url(), "--expect", "" + objects));
        driver.addAll(figure.driver());
        String line = figure.name().equals(Figure.LEAST_HEAP)
            ? leastHeap(client, driver)
            : run(client.command(places, HEAP, driver), PATIENCE_SECONDS);
        if (line.isEmpty()) {
          System.err.println("FAILED: " + figure.name() + " " + client.label);
        } else {
          System.err.println(figure.name() + " " + client.label + " " + line);
          results.add(figure, client, line);
        }
      }
    }
  }

  /** Halves the range between a heap that is too small and one that is large enough. */
  private String leastHeap(Client client, List<String> driver) throws Exception {
    double tooSmall = client == Client.INFORMANT ? 100 : 1000;
    double enough = client == Client.INFORMANT ? 800 : 4000;
    while (enough / tooSmall > SEARCH_PRECISION) {
      double tried = Math.sqrt(enough * tooSmall);
      String heap = "-Xmx" + Math.round(tried) + "m";
      if (run(client.command(places, heap, driver), SEARCH_SECONDS).isEmpty()) {
        tooSmall = tried;
      } else {
        enough = tried;
      }
    }
    return "{\"least_heap_mb\":" + Math.round(enough) + "}";
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
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly().waitFor();
      }
      String text = Files.readString(line.toPath()).strip();
      return ended && process.exitValue() == 0 ? text.substring(text.lastIndexOf('\n') + 1) : "";
    } finally {
      Files.delete(line.toPath());
    }
  }
}
