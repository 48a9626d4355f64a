package dev.informant.workqueue;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The queue's core is linearizable. A small budget by default; {@code -Dinformant.lincheck=long} for a
 * large one.
 */
@Timeout(1200)
class WorkQueueLincheckTest {
  private static final boolean LONG = "long".equals(System.getProperty("informant.lincheck"));

  /** What is checked. Items are few, so that threads meet on them; time stands still. */
  @Param(name = "item", gen = IntGen.class, conf = "1:3")
  @Param(name = "priority", gen = IntGen.class, conf = "0:1")
  public static class Core {
    private final WorkQueue<Integer> queue = WorkQueue.create(new StillRuntime());

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
    new ModelCheckingOptions()
        .iterations(LONG ? 100 : 3)
        .invocationsPerIteration(LONG ? 10_000 : 60)
        .threads(LONG ? 3 : 2)
        .actorsPerThread(3)
        .check(Core.class);
  }

  @Test
  void stress() {
    new StressOptions()
        .iterations(LONG ? 100 : 3)
        .invocationsPerIteration(LONG ? 20_000 : 300)
        .threads(3)
        .actorsPerThread(3)
        .check(Core.class);
  }
}
