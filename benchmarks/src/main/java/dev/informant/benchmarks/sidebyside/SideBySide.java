package dev.informant.benchmarks.sidebyside;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs every client of every figure, round by round, so that what disturbs the machine disturbs all of them, and holds the medians
 * against the bars. Run by {@code benchmarks/side-by-side}, which says what the options are.
 */
public final class SideBySide {
  private static final String HEAP = "-Xmx12g";
  private static final int PATIENCE_SECONDS = 900;
  private static final int MOST_HEAP = 12_000;
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
    if (quick) {
      System.out.println("A quick run: names and bars speak of more objects than were there.");
    }
    System.out.println(report.markdown(figures));
    report.json(out, figures);
    String plots = System.getProperty("plots", "");
    if (!plots.isEmpty()) {
      Plots.write(Path.of(plots), results);
    }
  }

  private void measure(Figure figure) throws Exception {
    int objects = figure.objects(quick);
    List<Client> clients = figure.clients().stream()
        .filter(client -> only.isEmpty() || only.contains(client.name()))
        .toList();
    boolean made = figure.server().contains("--total");
    List<String> flags = new ArrayList<>(List.of("--pods", places.built("pods.ndjson")));
    flags.addAll(List.of("--n", "" + (made ? Math.min(objects, 1000) : objects)));
    if (made || !clients.contains(Client.CLIENT_GO_PROTOBUF)) {
      flags.addAll(List.of("--protobuf", "off"));
    }
    flags.addAll(figure.server());
    try (PodServer server = figure.name().equals(Figure.REAL)
        ? RealServer.start(objects)
        : ReplayServer.start(places, flags)) {
      for (Client client : clients) {
        List<String> driver = new ArrayList<>(server.driverFlags());
        driver.addAll(List.of("--expect", "" + objects));
        driver.addAll(figure.driver());
        String line = switch (figure.name()) {
          case Figure.LEAST_HEAP -> leastHeap(client, driver);
          case Figure.RESTART -> restart(client, driver);
          default -> run(client.command(places, HEAP, driver), PATIENCE_SECONDS);
        };
        if (line.isEmpty()) {
          System.err.println("FAILED: " + figure.name() + " " + client.label);
        } else {
          System.err.println(figure.name() + " " + client.label + " " + line);
          results.add(figure, client, line);
        }
      }
    }
  }

  /** A full sync that leaves its cache in a directory, then a start from there; the line is that of the second. */
  private String restart(Client client, List<String> driver) throws Exception {
    Path directory = Files.createTempDirectory("restart");
    try {
      List<String> flags = new ArrayList<>(driver);
      flags.addAll(List.of("--directory", directory.toString()));
      String full = run(client.command(places, HEAP, flags), PATIENCE_SECONDS);
      flags.add("--warm");
      String warm =
          full.isEmpty() ? "" : run(client.command(places, HEAP, flags), PATIENCE_SECONDS);
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

  /** Widens a range until its ends are too small a heap and one large enough, and halves it. */
  private String leastHeap(Client client, List<String> driver) throws Exception {
    double enough = switch (client) {
      case INFORMANT -> 300;
      case INFORMANT_COMPACT -> 120;
      default -> 3000;
    };
    while (!isEnough(client, enough, driver)) {
      enough *= 2;
      if (enough > MOST_HEAP) {
        return "";
      }
    }
    double tooSmall = enough / 2;
    while (isEnough(client, tooSmall, driver)) {
      enough = tooSmall;
      tooSmall /= 2;
    }
    while (enough / tooSmall > SEARCH_PRECISION) {
      double tried = Math.sqrt(enough * tooSmall);
      if (isEnough(client, tried, driver)) {
        enough = tried;
      } else {
        tooSmall = tried;
      }
    }
    return "{\"least_heap_mb\":" + Math.round(enough) + "}";
  }

  private boolean isEnough(Client client, double megabytes, List<String> driver) throws Exception {
    String heap = "-Xmx" + Math.round(megabytes) + "m";
    return !run(client.command(places, heap, driver), SEARCH_SECONDS).isEmpty();
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
