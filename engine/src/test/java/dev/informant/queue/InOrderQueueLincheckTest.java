package dev.informant.queue;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every change is handed over once, in one order that all agree on; room and depth go with it. The
 * larger budget: {@code -Dinformant.lincheck=long}.
 */
@Timeout(900)
class InOrderQueueLincheckTest {
  @Test
  void isLinearizable() {
    boolean large = "long".equals(System.getProperty("informant.lincheck"));
    new ModelCheckingOptions()
        .iterations(large ? 100 : 2)
        .invocationsPerIteration(large ? 3000 : 50)
        .minimizeFailedScenario(false)
        .threads(2)
        .actorsPerThread(large ? 3 : 2)
        .actorsBefore(1)
        .actorsAfter(2)
        .check(Operations.class);
  }

  /** The object's number, by kind in another hundred: printing records is slow under the checker. */
  private static int describe(Delta<Integer> delta) {
    if (delta instanceof Delta.Updated<Integer> updated) {
      return updated.object();
    }
    return delta instanceof Delta.ReplacedAll<Integer> all ? 100 + all.objects().get(0) : 200;
  }

  /** What the threads may do. */
  @Param(name = "key", gen = IntGen.class, conf = "1:3")
  public static class Operations {
    private final InOrderQueue<Integer> queue =
        InOrderQueue.<Integer>builder(String::valueOf).bound(2).build();

    @Operation
    public void update(@Param(name = "key") int key) {
      queue.update(key);
    }

    @Operation
    public void replace(@Param(name = "key") int key) {
      queue.replace(List.of(key), "1");
    }

    @Operation
    public void resync() {
      queue.resync();
    }

    @Operation
    public boolean hasRoom() {
      return queue.hasRoom();
    }

    @Operation
    public int depth() {
      return queue.depth();
    }

    @Operation(nonParallelGroup = "consumer")
    public String poll() {
      List<Integer> seen = new ArrayList<>();
      queue.poll((deltas, initial) -> deltas.forEach(delta -> seen.add(describe(delta))));
      return seen.toString();
    }
  }
}
