package dev.informant.queue;

import dev.informant.Lincheck;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever producers do while the one consumer takes a turn, the result is that of some order of whole
 * turns and whole operations, although the consumer stores without holding the queue's lock. ({@code
 * hasSynced} is left out on purpose: it turns true at the end of a turn, later than the rest.)
 *
 * <p>Tried with a planted bug: {@code take} that does not note what is in flight, so that a list which comes
 * in between taking and storing overlooks the object, is found by the first scenario.
 */
@Timeout(900)
class DeltaFifoLincheckTest {
  /**
   * In the small budget the checker does not switch threads inside of plain collections, which is where
   * most of the places to switch are; the large one trusts nothing.
   */
  @Test
  void isLinearizable() {
    ModelCheckingOptions options = Lincheck.modelChecking(25)
        .addCustomScenario(scenario(
            List.of("update 1"),
            List.of(List.of("poll"), List.of("replace 2")),
            List.of("poll", "poll")))
        .addCustomScenario(
            scenario(List.of(), List.of(List.of("update 1"), List.of("delete 1")), List.of("poll")))
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(2);
    if (!Lincheck.LONG) {
      options.addGuarantee(
          ManagedStrategyGuaranteeKt.forClasses(DeltaFifoLincheckTest::isPlainCollection)
              .allMethods()
              .ignore());
    }
    options.check(Operations.class);
  }

  private static boolean isPlainCollection(String className) {
    return className.startsWith("java.util.")
        && !className.startsWith("java.util.concurrent.locks.");
  }

  private static ExecutionScenario scenario(
      List<String> before, List<List<String>> parallel, List<String> after) {
    return Lincheck.scenario(Operations.class, before, parallel, after);
  }

  /** The object's number, by kind in another hundred: printing records is slow under the checker. */
  private static int describe(Delta.Keyed<Integer> delta) {
    int kind = delta instanceof Delta.Deleted<Integer> deleted
        ? (deleted.finalStateUnknown() ? 100 : 200)
        : delta instanceof Delta.Sync ? 300 : 400;
    return kind + delta.object();
  }

  /** What the threads may do. */
  @Param(name = "key", gen = IntGen.class, conf = "1:2")
  public static class Operations {
    private final Map<String, Integer> stored = new ConcurrentHashMap<>();
    private final DeltaFifo<Integer> queue = new DeltaFifo<>(
        number -> String.valueOf(Math.abs(number) % 10), new KnownObjects<Integer>() {
          @Override
          public Collection<String> keys() {
            List<String> keys = new ArrayList<>();
            for (String key : new String[] {"1", "2"}) {
              if (stored.containsKey(key)) {
                keys.add(key);
              }
            }
            return keys;
          }

          @Override
          public @Nullable Integer get(String key) {
            return stored.get(key);
          }
        });

    @Operation
    public void update(@Param(name = "key") int key) {
      queue.update(key);
    }

    @Operation
    public void delete(@Param(name = "key") int key) {
      queue.delete(10 + key);
    }

    @Operation
    public void replace(@Param(name = "key") int key) {
      queue.replace(List.of(20 + key), "1");
    }

    @Operation
    public void resync() {
      queue.resync();
    }

    @Operation(nonParallelGroup = "consumer")
    public String poll() {
      List<Integer> seen = new ArrayList<>();
      queue.poll((deltas, initial) -> {
        for (Delta<Integer> delta : deltas) {
          Delta.Keyed<Integer> keyed = (Delta.Keyed<Integer>) delta;
          seen.add(describe(keyed));
          if (keyed instanceof Delta.Deleted) {
            stored.remove(keyed.key());
          } else {
            stored.put(keyed.key(), keyed.object());
          }
        }
      });
      return seen.toString();
    }
  }
}
