package dev.informant.runtime;

import dev.informant.Lincheck;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Under every interleaving of givers and of the pool's threads: no two tasks at once, none lost, none
 * twice, each giver's tasks in its order. Memory that tasks share is plain on purpose.
 *
 * <p>Tried with a planted bug: {@code pending} read and then written, instead of raised in one step, is
 * found by the first scenario.
 */
@Timeout(900)
class SerialQueueLincheckTest {
  @Test
  void runsEveryTaskOnceInOrderOneAtATime() {
    Lincheck.modelChecking(60)
        .addCustomScenario(Lincheck.scenario(
            Operations.class,
            List.of(),
            List.of(List.of("giveFirst", "work"), List.of("giveSecond", "work")),
            List.of()))
        .addCustomScenario(Lincheck.scenario(
            Operations.class,
            List.of("giveFirst"),
            List.of(List.of("giveFirst"), List.of("work"), List.of("giveSecond")),
            List.of()))
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .check(Operations.class);
  }

  /** What the threads may do. */
  public static class Operations {
    private final ConcurrentLinkedQueue<Runnable> pool = new ConcurrentLinkedQueue<>();
    private final List<String> problems = new ArrayList<>();
    private final SerialQueue queue =
        new SerialQueue(pool::add, failure -> problems.add(failure.toString()), /* batch= */ 2);
    private final int[] given = new int[2];
    private final int[] lastRun = new int[2];
    private boolean running;

    private void give(int giver) {
      int number = ++given[giver];
      queue.execute(() -> {
        if (running) {
          problems.add("two tasks at once");
        }
        running = true;
        if (number != lastRun[giver] + 1) {
          problems.add("task " + number + " of giver " + giver + " after " + lastRun[giver]);
        }
        lastRun[giver] = number;
        running = false;
      });
    }

    @Operation(nonParallelGroup = "first")
    public void giveFirst() {
      give(0);
    }

    @Operation(nonParallelGroup = "second")
    public void giveSecond() {
      give(1);
    }

    /** What a thread of the pool does: takes a task if there is one. */
    @Operation
    public void work() {
      Runnable task = pool.poll();
      if (task != null) {
        task.run();
      }
    }

    @Validate
    public void everythingRuns() {
      for (Runnable task = pool.poll(); task != null; task = pool.poll()) {
        task.run();
      }
      if (lastRun[0] != given[0] || lastRun[1] != given[1]) {
        throw new IllegalStateException("tasks lost");
      }
      if (!problems.isEmpty() || queue.depth() != 0) {
        throw new IllegalStateException("depth " + queue.depth() + ", problems " + problems);
      }
    }
  }
}
