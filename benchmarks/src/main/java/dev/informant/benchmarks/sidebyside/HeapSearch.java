package dev.informant.benchmarks.sidebyside;

import java.io.IOException;
import java.util.OptionalInt;

/** Finds the smallest heap that is enough, by trying. */
final class HeapSearch {
  private static final int MOST_MB = 12_000;
  private static final int LEAST_MB = 8;
  private static final double PRECISION = 1.08;

  private HeapSearch() {}

  /** Tries a heap of so many megabytes. */
  interface Trial {
    boolean isEnough(int megabytes) throws IOException, InterruptedException;
  }

  /**
   * Widens a range until its ends are too small a heap and one large enough, and halves it.
   *
   * @param likely where to begin
   * @return a heap that was enough, at most 8 % larger than one that was not; empty if none is
   */
  static OptionalInt smallest(int likely, Trial trial) throws IOException, InterruptedException {
    int enough = likely;
    int tooSmall = 0;
    while (!trial.isEnough(enough)) {
      tooSmall = enough;
      if (enough == MOST_MB) {
        return OptionalInt.empty();
      }
      enough = Math.min(MOST_MB, enough * 2);
    }
    while (tooSmall == 0) {
      int half = enough / 2;
      if (half >= LEAST_MB && trial.isEnough(half)) {
        enough = half;
      } else {
        tooSmall = half;
      }
    }
    while (enough > tooSmall * PRECISION && enough - tooSmall > 1) {
      int middle = (int) Math.round(Math.sqrt((double) enough * tooSmall));
      int tried = Math.max(tooSmall + 1, Math.min(enough - 1, middle));
      if (trial.isEnough(tried)) {
        enough = tried;
      } else {
        tooSmall = tried;
      }
    }
    return OptionalInt.of(enough);
  }
}
