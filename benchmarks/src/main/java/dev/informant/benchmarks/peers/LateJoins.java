package dev.informant.benchmarks.peers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Handlers that join one after the other while events flow, and what the first handler notices: its longest silence in a window
 * that begins with the join, and in one as long without a join. There are many so that one collection cannot decide.
 */
final class LateJoins {
  private static final int WINDOW_MILLIS = 500;

  /** Until what came before, a join above all, is dealt with. */
  private static final int REST_MILLIS = 500;

  private static final int SPARE_SECONDS = 10;

  /** Waits until somebody who joined has had every object. */
  interface Joined {
    void await(Counters late) throws InterruptedException;
  }

  private LateJoins() {}

  /** How long events have to flow. */
  static int seconds(int joins) {
    return joins * 2 * (WINDOW_MILLIS + REST_MILLIS) / 1000 + SPARE_SECONDS;
  }

  /** Returns the figures by their names, in milliseconds. */
  static Map<String, Object> run(Peer peer, Counters first, int joins, Joined joined)
      throws InterruptedException {
    List<Double> took = new ArrayList<>();
    List<Double> during = new ArrayList<>();
    List<Double> usual = new ArrayList<>();
    Gaps gaps = first.timed();
    for (int i = 0; i < joins; i++) {
      Thread.sleep(REST_MILLIS);
      long began = System.nanoTime();
      gaps.next(began);
      Counters late = new Counters();
      peer.join(late);
      joined.await(late);
      double millis = millisSince(began);
      long window = (long) Math.max(WINDOW_MILLIS, millis);
      Thread.sleep(window - (long) millis);
      during.add(gaps.next(System.nanoTime()) / 1e6);
      took.add(millis);

      Thread.sleep(REST_MILLIS);
      gaps.next(System.nanoTime());
      Thread.sleep(window);
      usual.add(gaps.next(System.nanoTime()) / 1e6);
    }
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("joins", joins);
    figures.put("join_ms", median(took));
    figures.put("join_gap_ms", median(during));
    figures.put("usual_gap_ms", median(usual));
    figures.put("join_gap_most_ms", most(during));
    figures.put("usual_gap_most_ms", most(usual));
    return figures;
  }

  private static double millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e6;
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return rounded(
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2);
  }

  private static double most(List<Double> values) {
    return rounded(values.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
  }

  private static double rounded(double millis) {
    return Math.round(100 * millis) / 100.0;
  }
}
