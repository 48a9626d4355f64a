package dev.informant.queue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever producers do while the one consumer takes a turn, the result is that of some order of whole
 * turns and whole operations, although the consumer stores without holding the queue's lock. ({@code
 * hasSynced} is left out on purpose: it turns true at the end of a turn, later than the rest.) The larger
 * budget: {@code -Dinformant.lincheck=long}.
 */
@Timeout(900)
class DeltaFifoLincheckTest {
  @Test
  void isLinearizable() {
    boolean large = "long".equals(System.getProperty("informant.lincheck"));
    new ModelCheckingOptions()
        .iterations(large ? 100 : 2)
        .invocationsPerIteration(large ? 3000 : 50)
        .minimizeFailedScenario(false)
        .threads(2)
        .actorsPerThread(large ? 3 : 2)
        .actorsBefore(2)
        .actorsAfter(2)
        .check(Operations.class);
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
