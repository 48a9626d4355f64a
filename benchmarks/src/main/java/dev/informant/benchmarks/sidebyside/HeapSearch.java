package dev.informant.benchmarks.sidebyside;

import java.io.IOException;
import java.util.OptionalInt;

/** Finds the smallest heap that is enough, by trying. */
final class HeapSearch {
  private static final int MOST_MB = 12_000;
  private static final int LEAST_MB = 8;
  private static final double PRECISION = 1.08;
  private static final double FIRST_STEP = 1.2;

  private HeapSearch() {}

  /** Tries a heap of so many megabytes. */
  interface Trial {
    boolean isEnough(int megabytes) throws IOException, InterruptedException;
  }

  /**
   * Goes on from a guess in steps that grow until one heap was too small and one large enough, and halves what is between them.
   *
   * @param likely where to begin
   * @param isClose whether that is what an earlier search found, so that two trials may do
   * @return a heap that was enough, at most 8 % larger than one that was not; empty if none is
   */
  static OptionalInt smallest(int likely, boolean isClose, Trial trial)
      throws IOException, InterruptedException {
    int enough = 0;
    int tooSmall = 0;
    int tried = likely;
    for (double step = isClose ? PRECISION : FIRST_STEP;
        enough == 0 || tooSmall == 0;
        step *= step) {
      if (tried >= LEAST_MB && trial.isEnough(tried)) {
        enough = tried;
        tried = Math.min(tried - 1, (int) Math.ceil(tried / step));
      } else if (tried == MOST_MB) {
        return OptionalInt.empty();
      } else {
        tooSmall = tried;
        tried = (int) Math.min(MOST_MB, Math.max(tried + 1, tried * step));
      }
    }
    while (enough > tooSmall * PRECISION && enough - tooSmall > 1) {
      int middle = (int) Math.round(Math.sqrt((double) enough * tooSmall));
      tried = Math.max(tooSmall + 1, Math.min(enough - 1, middle));
      if (trial.isEnough(tried)) {
        enough = tried;
      } else {
        tooSmall = tried;
      }
    }
    return OptionalInt.of(enough);
  }
}
