package dev.informant.benchmarks.sidebyside;

import java.nio.file.Path;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Runs every client of every figure, round by round, so that what disturbs the machine disturbs all of them, and holds the medians
 * against the bars. Run by {@code benchmarks/side-by-side}, which says what the options are.
 */
public final class SideBySide {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private SideBySide() {}

  public static void main(String[] arguments) throws Exception {
    boolean quick = Boolean.getBoolean("quick");
    List<String> clients = Arrays.stream(System.getProperty("clients", "").split(","))
        .filter(client -> !client.isBlank())
        .toList();
    refuse("figure", Arrays.asList(arguments), names(Figure.all(quick)));
    refuse("client", clients, Arrays.stream(Client.values()).map(Client::name).toList());
    List<Figure> all =
        Figure.all(quick).stream().filter(f -> f.objects(quick) > 0).toList();
    List<Figure> wanted = all.stream()
        .filter(f -> arguments.length == 0 || Arrays.asList(arguments).contains(f.name()))
        .map(f -> f.of(f.clients().stream()
            .filter(client -> clients.isEmpty() || clients.contains(client.name()))
            .toList()))
        .filter(f -> !f.clients().isEmpty())
        .toList();
    int rounds = Integer.getInteger("rounds", quick ? 1 : 3);
    if (rounds > 0) {
      announce(wanted, rounds, quick);
    }
    if (Boolean.getBoolean("check")) {
      return;
    }

    Results results = new Results(Path.of(System.getProperty("runs")));
    Runs runs = new Runs(BuiltPeers.fromProperties(), results, quick);
    int failures = 0;
    for (int round = 1; round <= rounds; round++) {
      for (Figure figure : wanted) {
        say("round " + round + " of " + rounds + ": " + figure.name());
        failures += runs.measure(figure);
      }
      report(all, results, quick, round == rounds);
    }
    if (rounds == 0) {
      report(all, results, quick, /* print= */ true);
    }
    if (failures > 0) {
      say(failures + " runs FAILED; " + System.getProperty("log") + " has what they said");
      System.exit(1);
    }
  }

  /** After each round, so that what there is outlives an interruption; printed at the end. */
  private static void report(List<Figure> figures, Results results, boolean quick, boolean print)
      throws Exception {
    Report report = new Report(results);
    report.json(Path.of(System.getProperty("out")), figures);
    if (print) {
      if (quick || Integer.getInteger("objects") != null) {
        System.out.println("A short run: names and bars speak of more objects than were there.");
      }
      System.out.println(report.markdown(figures));
    }
    String plots = System.getProperty("plots", "");
    if (!plots.isEmpty()) {
      String links = Plots.write(Path.of(plots), results);
      if (print) {
        System.out.println(links);
      }
    }
  }

  /** An unknown name would measure nothing, after minutes of building. */
  private static void refuse(String what, List<String> given, List<String> known) {
    List<String> unknown = given.stream().filter(name -> !known.contains(name)).toList();
    if (!unknown.isEmpty()) {
      System.err.println("no " + what + " is called " + String.join(" or ", unknown)
          + "; there are " + String.join(", ", known));
      System.exit(2);
    }
  }

  private static List<String> names(List<Figure> figures) {
    return figures.stream().map(Figure::name).toList();
  }

  private static void announce(List<Figure> figures, int rounds, boolean quick) {
    double sum = 0;
    StringBuilder text = new StringBuilder("Roughly, on two quiet processors, one round:");
    for (Figure figure : figures) {
      double seconds = figure.roughSeconds(quick);
      sum += seconds;
      text.append(String.format(Locale.ROOT, "%n  %-15s %5.1f min", figure.name(), seconds / 60));
    }
    text.append(String.format(
        Locale.ROOT,
        "%n  together %.0f min; %d rounds %.0f min",
        sum / 60,
        rounds,
        rounds * sum / 60));
    say(text.toString());
  }

  static void say(String text) {
    System.err.println(LocalTime.now().format(TIME) + " " + text);
  }
}
