package dev.informant.benchmarks;

import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * How long until a handler that joins late has been shown 100 000 objects? {@code walk} is the least it can
 * cost: one thread looks at all of them.
 *
 * <p>{@code benchmarks/engine LateJoinBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class LateJoinBenchmark {
  @Param("100000")
  public int size;

  private SharedIndexInformer<TestObject> informer;

  @Setup
  public void start() {
    informer = SharedIndexInformer.builder(new Feed(new Fleet(size).objects), TestObject.ACCESSOR)
        .build();
    informer.start();
    informer.synced().join();
  }

  @TearDown
  public void stop() {
    informer.close();
  }

  @Benchmark
  public void join(Blackhole sink) {
    Registration<TestObject> registration =
        informer.addHandler(new ResourceEventHandler<TestObject>() {
          @Override
          public void onAdd(TestObject object, boolean inInitialList) {
            sink.consume(object);
          }
        });
    registration.synced().join();
    registration.remove().join();
  }

  @Benchmark
  public void walk(Blackhole sink) {
    informer.indexer().forEach(sink::consume);
  }
}
