package dev.informant.workqueue;

import dev.informant.Lincheck;
import dev.informant.runtime.StillRuntime;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The queue's core is linearizable.
 *
 * <p>Tried with a planted bug: {@code poll} without the lock, which hands one item to two workers, is found
 * by the first scenario.
 */
@Timeout(1200)
class WorkQueueLincheckTest {
  /** What is checked. Items are few, so that threads meet on them; time stands still. */
  @Param(name = "item", gen = IntGen.class, conf = "1:3")
  @Param(name = "priority", gen = IntGen.class, conf = "0:1")
  public static class Core {
    private final WorkQueue<Integer> queue = WorkQueue.create(StillRuntime.idle());

    @Operation
    public void add(@Param(name = "item") int item, @Param(name = "priority") int priority) {
      queue.add(item, priority);
    }

    @Operation
    public @Nullable Integer poll() {
      return queue.poll();
    }

    @Operation
    public void done(@Param(name = "item") int item) {
      queue.done(item);
    }

    @Operation
    public int length() {
      return queue.length();
    }

    @Operation
    public void shutDown() {
      queue.shutDown();
    }
  }

  @Test
  void modelChecking() {
    Lincheck.modelChecking(30)
        .addCustomScenario(Lincheck.scenario(
            Core.class,
            List.of("add 1 0"),
            List.of(List.of("poll"), List.of("poll")),
            List.of("length")))
        .addCustomScenario(Lincheck.scenario(
            Core.class,
            List.of("add 1 0", "poll"),
            List.of(List.of("add 1 1"), List.of("done 1")),
            List.of("poll", "length")))
        .threads(3)
        .actorsPerThread(3)
        .check(Core.class);
  }

  /** Real threads, in the large budget only. */
  @Test
  @EnabledIfSystemProperty(named = "informant.lincheck", matches = "long")
  void stress() {
    new StressOptions()
        .iterations(100)
        .invocationsPerIteration(20_000)
        .threads(3)
        .actorsPerThread(3)
        .check(Core.class);
  }
}
