package dev.informant.queue;

import dev.informant.Lincheck;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every change is handed over once, in one order that all agree on; room and depth go with it.
 *
 * <p>Tried with a planted bug: a change made without the lock is found by the first scenario.
 */
@Timeout(900)
class InOrderQueueLincheckTest {
  @Test
  void isLinearizable() {
    Lincheck.modelChecking(25)
        .addCustomScenario(scenario(
            List.of(), List.of(List.of("update 1"), List.of("update 2")), List.of("depth", "poll")))
        .addCustomScenario(scenario(
            List.of("update 1"),
            List.of(List.of("poll"), List.of("replace 2", "hasRoom")),
            List.of("poll")))
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(2)
        .check(Operations.class);
  }

  private static ExecutionScenario scenario(
      List<String> before, List<List<String>> parallel, List<String> after) {
    return Lincheck.scenario(Operations.class, before, parallel, after);
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
