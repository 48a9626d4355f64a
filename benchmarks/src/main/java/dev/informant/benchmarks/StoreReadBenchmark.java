package dev.informant.benchmarks;

import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.store.IndexedView;
import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a read of the store cost beside a plain map, alone and while somebody writes? Bar: {@code get}
 * at most three times {@code mapGet}.
 *
 * <p>{@code benchmarks/engine StoreReadBenchmark}; with JMH's own options: {@code benchmarks/engine --jmh
 * StoreReadBenchmark -f 3}.
 */
@BenchmarkMode(Mode.AverageTime)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StoreReadBenchmark {
  @Param("100000")
  public int size;

  private Fleet fleet;
  private int[] walk;
  private SnapshotIndexer<TestObject> store;
  private ByHand byHand;

  /** Where a thread is on its walk. */
  @State(Scope.Thread)
  public static class Place {
    private int at;

    int next() {
      return at++ & 0xFFFF;
    }
  }

  @Setup
  public void fill() {
    fleet = new Fleet(size);
    walk = fleet.walk();
    store = fleet.store();
    byHand = new ByHand(fleet.objects);
  }

  private String key(Place place) {
    return fleet.keys.get(walk[place.next()]);
  }

  @Benchmark
  public TestObject get(Place place) {
    return store.get(key(place));
  }

  @Benchmark
  public TestObject mapGet(Place place) {
    return byHand.objects.get(key(place));
  }

  @Benchmark
  @Group("contended")
  @GroupThreads(1)
  public TestObject contendedGet(Place place) {
    return store.get(key(place));
  }

  @Benchmark
  @Group("contended")
  @GroupThreads(1)
  public void contendedWriter(Place place) {
    store.update(fleet.objects.get(walk[place.next()]));
  }

  @Benchmark
  @Group("mapContended")
  @GroupThreads(1)
  public TestObject mapContendedGet(Place place) {
    return byHand.objects.get(key(place));
  }

  @Benchmark
  @Group("mapContended")
  @GroupThreads(1)
  public void mapContendedWriter(Place place) {
    byHand.update(fleet.objects.get(walk[place.next()]));
  }

  @Benchmark
  public IndexedView<TestObject> snapshot() {
    return store.snapshot();
  }

  @Benchmark
  public List<TestObject> byIndex(Place place) {
    return store.byIndex(Fleet.BY_NODE, Fleet.node(place.next()));
  }

  @Benchmark
  public List<TestObject> mapByIndex(Place place) {
    return new ArrayList<>(byHand.onNode(Fleet.node(place.next())));
  }
}
