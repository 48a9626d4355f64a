package dev.informant.verification.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Whether a figure keeps growing. The first quarter is warming up. Of the rest the slope is the median of the slopes
 * between any two points (Theil and Sen), which a few odd points do not move, with the bounds in which it lies in 95 of
 * 100 cases (Sen, by Kendall's statistic). Not thread-safe.
 */
/*
 * A leak has surely grown: the lower bound of the slope, over the time since the figure settled, makes more than a
 * twentieth of the figure. And it goes on: the second half of that time grows at least half as fast as the whole. What
 * fills up and then stays (a cache, or objects that begin alike and become different) grows too, but ever slower.
 */
final class Trend {
  private static final int ENOUGH = 10;
  private static final double TOLERATED = 0.05;
  private static final double CERTAINTY = 1.96; // standard deviations

  private final List<Point> points = new ArrayList<>();

  private record Point(double minute, double value) {}

  /** A slope and the bounds in which it lies, all in units a minute. */
  private record Slope(double least, double median, double most) {
    static Slope of(List<Point> points) {
      int n = points.size();
      double[] slopes = new double[n * (n - 1) / 2];
      int next = 0;
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          Point one = points.get(i);
          Point other = points.get(j);
          slopes[next++] = (other.value() - one.value()) / (other.minute() - one.minute());
        }
      }
      if (slopes.length == 0) {
        return new Slope(0, 0, 0);
      }
      Arrays.sort(slopes);
      double spread = CERTAINTY * Math.sqrt(n * (n - 1.0) * (2 * n + 5) / 18);
      int outside = Math.max(0, (int) Math.floor((slopes.length - spread) / 2));
      int middle = slopes.length / 2;
      double median =
          slopes.length % 2 == 1 ? slopes[middle] : (slopes[middle - 1] + slopes[middle]) / 2;
      return new Slope(slopes[outside], median, slopes[slopes.length - 1 - outside]);
    }
  }

  /** Points come in the order of time, no two at once. */
  void add(double minute, double value) {
    points.add(new Point(minute, value));
  }

  private List<Point> settled() {
    return points.subList(points.size() / 4, points.size());
  }

  private boolean areTooFew() {
    return points.size() < ENOUGH;
  }

  /** Whether the figure has surely grown since it settled, and goes on growing; too few points cannot tell. */
  boolean isLeak() {
    if (areTooFew()) {
      return false;
    }
    List<Point> settled = settled();
    Slope whole = Slope.of(settled);
    Slope later = Slope.of(settled.subList(settled.size() / 2, settled.size()));
    double minutes = settled.get(settled.size() - 1).minute() - settled.get(0).minute();
    return whole.least() * minutes > TOLERATED * settled.get(0).value()
        && later.median() > whole.median() / 2;
  }

  String describe() {
    if (points.isEmpty()) {
      return "never measured";
    }
    Slope slope = Slope.of(settled());
    return String.format(
        Locale.ROOT,
        "%.0f MB at the first check, %.0f MB at the last; after warming up %+.2f MB a minute (%+.2f to %+.2f)%s",
        points.get(0).value(),
        points.get(points.size() - 1).value(),
        slope.median(),
        slope.least(),
        slope.most(),
        areTooFew() ? ", too few checks to tell a leak" : "");
  }
}
