package dev.informant.benchmarks;

import dev.informant.queue.DeltaFifo;
import dev.informant.queue.InOrderQueue;
import dev.informant.queue.KnownObjects;
import dev.informant.queue.Queue;
import dev.informant.testing.TestObject;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does one change cost on its way through a queue, put in and taken out by one thread, a thousand
 * waiting? {@code linkedBlockingQueue} is a queue that does nothing else.
 *
 * <p>{@code benchmarks/engine QueueBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class QueueBenchmark {
  private static final int CHANGES = 1000;

  private final List<TestObject> objects = new Fleet(CHANGES).objects;
  private final InOrderQueue<TestObject> inOrder = new InOrderQueue<>(TestObject.ACCESSOR::key);
  private final DeltaFifo<TestObject> fifo =
      new DeltaFifo<>(TestObject.ACCESSOR::key, KnownObjects.none());
  private final LinkedBlockingQueue<TestObject> plain = new LinkedBlockingQueue<>();

  private void through(Queue<TestObject> queue, Blackhole sink) {
    objects.forEach(queue::update);
    while (queue.poll((deltas, initial) -> deltas.forEach(sink::consume))) {}
  }

  @Benchmark
  @OperationsPerInvocation(CHANGES)
  public void inOrder(Blackhole sink) {
    through(inOrder, sink);
  }

  @Benchmark
  @OperationsPerInvocation(CHANGES)
  public void deltaFifo(Blackhole sink) {
    through(fifo, sink);
  }

  @Benchmark
  @OperationsPerInvocation(CHANGES)
  public void linkedBlockingQueue(Blackhole sink) {
    for (TestObject object : objects) {
      plain.add(object);
    }
    for (TestObject object = plain.poll(); object != null; object = plain.poll()) {
      sink.consume(object);
    }
  }
}
