package dev.informant.benchmarks.sidebyside;

import java.nio.file.Path;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs every client of every figure, round by round, so that what disturbs the machine disturbs all of them, and holds the medians
 * against the bars. Run by {@code benchmarks/side-by-side}, which says what the options are.
 */
public final class SideBySide {
  /** A name for all figures that bars are made of, with the clients in them. */
  private static final String BARS = "bars";

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private SideBySide() {}

  public static void main(String[] arguments) throws Exception {
    boolean quick = Boolean.getBoolean("quick");
    List<String> clients = Arrays.stream(System.getProperty("clients", "").split(","))
        .filter(client -> !client.isBlank())
        .toList();
    List<Figure> all =
        Figure.all(quick).stream().filter(f -> f.objects(quick) > 0).toList();
    refuse("figure", Arrays.asList(arguments), names(Figure.all(quick)));
    refuse("client", clients, Arrays.stream(Client.values()).map(Client::name).toList());
    List<Figure> wanted = all.stream()
        .map(figure -> wanted(figure, Arrays.asList(arguments)))
        .map(f -> f.of(f.clients().stream()
            .filter(client -> clients.isEmpty() || clients.contains(client.name()))
            .toList()))
        .filter(f -> !f.clients().isEmpty())
        .toList();
    int rounds = Integer.getInteger("rounds", quick ? 1 : 3);
    Results results = new Results(Path.of(System.getProperty("runs")));
    if (rounds > 0) {
      say(new Estimate(quick).text(wanted, rounds, results.of(Results.thisJdk())));
    }
    if (Boolean.getBoolean("check")) {
      return;
    }

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
    if (!plots.isEmpty() && !results.jdks().isEmpty()) {
      String jdk = results.jdks().get(0);
      String links = Plots.write(Path.of(plots), results.of(jdk), jdk);
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
    return Stream.concat(figures.stream().map(Figure::name), Stream.of(BARS, Figure.GROWTH))
        .toList();
  }

  /** The figure with the clients that were asked for by these names; with none if it was not. */
  static Figure wanted(Figure figure, List<String> names) {
    boolean isNamed = names.isEmpty()
        || names.contains(figure.name())
        || names.contains(Figure.GROWTH) && figure.name().startsWith(Figure.GROWTH);
    return isNamed ? figure : names.contains(BARS) ? figure.ofBars() : figure.of(List.of());
  }

  static void say(String text) {
    System.err.println(LocalTime.now().format(TIME) + " " + text);
  }
}
