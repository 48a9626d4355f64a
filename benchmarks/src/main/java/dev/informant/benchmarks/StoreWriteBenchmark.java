package dev.informant.benchmarks;

import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.testing.TestObject;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does an update with two indexes cost beside the same done by hand on three maps? {@code update}
 * moves in no index, as nearly all updates do; {@code move} changes the node. Bar: {@code update} at most
 * three times {@code mapUpdate}.
 *
 * <p>{@code benchmarks/engine StoreWriteBenchmark}; with JMH's own options: {@code benchmarks/engine --jmh
 * StoreWriteBenchmark -f 3}.
 */
@BenchmarkMode(Mode.AverageTime)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StoreWriteBenchmark {
  @Param({"1000", "10000", "100000"})
  public int size;

  private Fleet fleet;
  private int[] walk;
  private SnapshotIndexer<TestObject> store;
  private ByHand byHand;
  private int at;

  @Setup
  public void fill() {
    fleet = new Fleet(size);
    walk = fleet.walk();
    store = fleet.store();
    byHand = new ByHand(fleet.objects);
  }

  /** Every state is another object, as it is when decoded. */
  private TestObject next(boolean moving) {
    TestObject object = fleet.objects.get(walk[++at & 0xFFFF]);
    return moving ? object.withData(Fleet.node(at)) : object.withResourceVersion("7");
  }

  @Benchmark
  public void update() {
    store.update(next(/* moving= */ false));
  }

  @Benchmark
  public void mapUpdate() {
    byHand.update(next(/* moving= */ false));
  }

  @Benchmark
  public void move() {
    store.update(next(/* moving= */ true));
  }

  @Benchmark
  public void mapMove() {
    byHand.update(next(/* moving= */ true));
  }
}
