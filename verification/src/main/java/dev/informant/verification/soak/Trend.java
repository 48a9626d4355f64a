package dev.informant.verification.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether a figure keeps growing. The first fifth is warming up; of the rest, the lowest of the second half is
 * compared with the lowest of the first, and the slope is that of the line of least squares. Not thread-safe.
 */
final class Trend {
  private static final int ENOUGH = 8;
  private static final double TOLERATED = 0.10;

  private final List<double[]> points = new ArrayList<>();

  void add(double minute, double value) {
    points.add(new double[] {minute, value});
  }

  private List<double[]> settled() {
    return points.subList(points.size() / 5, points.size());
  }

  /** Whether the figure has grown by more than a tenth since it settled; too few points cannot tell. */
  boolean isLeak() {
    if (points.size() < ENOUGH) {
      return false;
    }
    List<double[]> settled = settled();
    int half = settled.size() / 2;
    double early = lowest(settled.subList(0, half));
    double late = lowest(settled.subList(half, settled.size()));
    return late > early * (1 + TOLERATED);
  }

  private static double lowest(List<double[]> some) {
    return some.stream().mapToDouble(point -> point[1]).min().orElse(0);
  }

  private double slope() {
    List<double[]> settled = settled();
    double x = settled.stream().mapToDouble(point -> point[0]).average().orElse(0);
    double y = settled.stream().mapToDouble(point -> point[1]).average().orElse(0);
    double products = 0;
    double squares = 0;
    for (double[] point : settled) {
      products += (point[0] - x) * (point[1] - y);
      squares += (point[0] - x) * (point[0] - x);
    }
    return squares == 0 ? 0 : products / squares;
  }

  String describe() {
    if (points.isEmpty()) {
      return "never measured";
    }
    return String.format(
        Locale.ROOT,
        "%.0f MB at the first check, %.0f MB at the last, %.2f MB a minute%s",
        points.get(0)[1],
        points.get(points.size() - 1)[1],
        slope(),
        points.size() < ENOUGH ? " (too few checks to tell a leak)" : "");
  }
}
