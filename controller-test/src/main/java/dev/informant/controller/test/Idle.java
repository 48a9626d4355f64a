package dev.informant.controller.test;

import dev.informant.controller.ControllerHandle;
import dev.informant.workqueue.WorkQueueStatistics;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Waits in real time until controllers have nothing to do: for reconcilers with a client of their own. Stateless. */
public final class Idle {
  private static final long POLL_MILLIS = 10;
  private static final int QUIET_LOOKS = 10;

  private Idle() {}

  /** As {@link #runUntilIdle(Duration, Collection)}. */
  public static void runUntilIdle(Duration limit, ControllerHandle... controllers)
      throws InterruptedException {
    runUntilIdle(limit, List.of(controllers));
  }

  /**
   * Waits until no key of any of the controllers waits or runs, for a tenth of a second: events on their way count only as far
   * as they arrive in that time. Delayed keys do not count.
   *
   * @throws AssertionError if it takes longer than {@code limit}
   */
  public static void runUntilIdle(
      Duration limit, Collection<? extends ControllerHandle> controllers)
      throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    int quiet = 0;
    while (quiet < QUIET_LOOKS) {
      quiet = controllers.stream().allMatch(Idle::isIdle) ? quiet + 1 : 0;
      if (System.nanoTime() - end > 0) {
        throw new AssertionError(
            "still busy after " + limit.toMillis() + " ms: " + describe(controllers));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static boolean isIdle(ControllerHandle controller) {
    WorkQueueStatistics queue = controller.queue();
    return queue != null && queue.depth() == 0 && queue.processing() == 0;
  }

  private static String describe(Collection<? extends ControllerHandle> controllers) {
    return Arrays.toString(controllers.stream()
        .map(controller -> controller.name() + " " + controller.queue())
        .toArray());
  }
}
