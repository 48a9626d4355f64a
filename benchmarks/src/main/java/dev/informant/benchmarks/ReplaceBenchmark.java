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
 * What does a list of 100 000 objects cost the store: the first one, and one that changes nothing? {@code
 * mapFill} is the first one by hand.
 *
 * <p>{@code benchmarks/engine ReplaceBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ReplaceBenchmark {
  @Param("100000")
  public int size;

  private Fleet fleet;
  private SnapshotIndexer<TestObject> store;

  @Setup
  public void fill() {
    fleet = new Fleet(size);
    store = fleet.store();
  }

  @Benchmark
  public Object first() {
    return fleet.store();
  }

  @Benchmark
  public void again() {
    store.replace(fleet.objects, "2");
  }

  @Benchmark
  public Object mapFill() {
    return new ByHand(fleet.objects);
  }
}
