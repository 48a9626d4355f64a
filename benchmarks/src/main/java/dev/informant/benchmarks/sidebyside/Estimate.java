package dev.informant.benchmarks.sidebyside;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Roughly how long figures take on two quiet processors, servers included. No figure is made of it. */
final class Estimate {
  private static final double LIST_OF_PODS_PER_SECOND = 5_000;
  private static final double REAL_PODS_PER_SECOND = 60;
  private static final double REAL_EVENTS_PER_SECOND = 200;

  private final boolean quick;

  Estimate(boolean quick) {
    this.quick = quick;
  }

  /** Says it of each figure and of all rounds. A search for the smallest heap is shorter where an earlier one is known. */
  String text(List<Figure> figures, int rounds, Results results) {
    double first = 0;
    double later = 0;
    StringBuilder text = new StringBuilder("Roughly, on two quiet processors, the first round:");
    for (Figure figure : figures) {
      double seconds =
          seconds(figure, client -> results.last(figure.name(), client).isPresent());
      first += seconds;
      later += seconds(figure, client -> true);
      text.append(String.format(Locale.ROOT, "%n  %-15s %5.1f min", figure.name(), seconds / 60));
    }
    text.append(String.format(
        Locale.ROOT,
        "%n  together %.0f min; %d rounds %.0f min",
        first / 60,
        rounds,
        (first + (rounds - 1) * later) / 60));
    return text.toString();
  }

  /**
   * One round.
   *
   * @param isKnown whose smallest heap an earlier round has found
   */
  double seconds(Figure figure, Predicate<Client> isKnown) {
    int count = figure.objects(quick);
    double server = figure.way() == Way.REAL
        ? 60 + count / REAL_PODS_PER_SECOND
        : 1 + Math.min(count, 100_000) / LIST_OF_PODS_PER_SECOND;
    return server
        + figure.clients().stream()
            .mapToDouble(
                client -> runs(figure, isKnown.test(client)) * seconds(figure, client.rough, count))
            .sum();
  }

  /** In runs with an ample heap: one that is not enough may take five times as long, or end at once. */
  private static double runs(Figure figure, boolean isKnown) {
    return switch (figure.way()) {
      case LEAST_HEAP -> isKnown ? 5 : 12;
      case RESTART -> 2;
      case ONCE, GENERATED, REAL -> 1;
    };
  }

  private static double seconds(Figure figure, Rough rough, int count) {
    double objects = count * rough.objectMicros() / 1e6;
    int events = figure.number("--events");
    double seconds = rough.startSeconds() + objects + 2;
    seconds += figure.way() == Way.REAL
        ? events / REAL_EVENTS_PER_SECOND
        : events * rough.eventMicros() / 1e6;
    if (figure.number("--join") > 0) {
      seconds += 10 + 2 * figure.number("--joins");
    }
    if (figure.driver().contains("--relist")) {
      seconds += 3 + objects;
    }
    if (figure.driver().contains("--relist-heap")) {
      seconds += 5 + 4 * objects;
    }
    return seconds;
  }
}
