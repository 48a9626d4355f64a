package dev.informant.benchmarks;

import dev.informant.informer.HandOff;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.runtime.EngineRuntime;
import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost until all handlers have been told of an event? {@code handOff} is the informer's last part
 * alone, given events 64 at a time, as they come from a socket; {@code informer} is the whole way, from the
 * source through queue and store to the handlers. {@code queues} is one thread that puts each event into a
 * LinkedBlockingQueue for each handler, and a thread for each handler that takes them. Bar: {@code handOff} to
 * ten handlers at most 0.2 times {@code queues}.
 *
 * <p>{@code benchmarks/engine HandOffBenchmark}; with JMH's own options: {@code benchmarks/engine --jmh
 * HandOffBenchmark -f 3}.
 */
@BenchmarkMode(Mode.AverageTime)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HandOffBenchmark {
  private static final int EVENTS = 8192;
  private static final int BATCH = 64;
  private static final int OBJECTS = 1000;

  /** Tells when it has heard all events of a round. */
  private static final class Counter implements ResourceEventHandler<TestObject> {
    private final Runnable done;
    private int left = EVENTS;

    Counter(Runnable done) {
      this.done = done;
    }

    @Override
    public void onUpdate(TestObject before, TestObject after) {
      if (--left == 0) {
        left = EVENTS;
        done.run();
      }
    }
  }

  /** The informer's last part and its handlers. */
  @State(Scope.Benchmark)
  public static class LastPart {
    @Param({"1", "10", "100"})
    public int handlers;

    private final Feed feed = new Feed(new Fleet(OBJECTS).objects);
    private final HandOff<TestObject> handOff =
        new HandOff<>(EngineRuntime.shared(), TestObject.ACCESSOR);
    private volatile CountDownLatch done = new CountDownLatch(0);

    @Setup
    public void start() {
      for (int i = 0; i < handlers; i++) {
        handOff.add(new Counter(() -> done.countDown()));
      }
    }

    @TearDown
    public void stop() {
      handOff.close();
    }
  }

  /** The informer and its handlers. */
  @State(Scope.Benchmark)
  public static class Informer {
    @Param({"1", "10", "100"})
    public int handlers;

    private final Feed feed = new Feed(new Fleet(OBJECTS).objects);
    private SharedIndexInformer<TestObject> informer;
    private volatile CountDownLatch done = new CountDownLatch(0);

    @Setup
    public void start() {
      informer = SharedIndexInformer.builder(feed, TestObject.ACCESSOR).build();
      for (int i = 0; i < handlers; i++) {
        informer.addHandler(new Counter(() -> done.countDown()));
      }
      informer.start();
      informer.synced().join();
    }

    @TearDown
    public void stop() {
      informer.close();
    }
  }

  /** A queue and a thread for each handler. */
  @State(Scope.Benchmark)
  public static class Queues {
    @Param({"1", "10", "100"})
    public int consumers;

    private final Feed feed = new Feed(new Fleet(OBJECTS).objects);
    private final List<LinkedBlockingQueue<TestObject>> queues = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile CountDownLatch done = new CountDownLatch(0);

    @Setup
    public void start() {
      for (int i = 0; i < consumers; i++) {
        LinkedBlockingQueue<TestObject> queue = new LinkedBlockingQueue<>();
        Thread thread = new Thread(() -> consume(queue));
        thread.setDaemon(true);
        queues.add(queue);
        threads.add(thread);
        thread.start();
      }
    }

    private void consume(LinkedBlockingQueue<TestObject> queue) {
      try {
        while (true) {
          for (int left = EVENTS; left > 0; left--) {
            queue.take();
          }
          done.countDown();
        }
      } catch (InterruptedException over) {
        Thread.currentThread().interrupt();
      }
    }

    @TearDown
    public void stop() {
      threads.forEach(Thread::interrupt);
    }
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void handOff(LastPart state) throws InterruptedException {
    state.done = new CountDownLatch(state.handlers);
    for (int sent = 0; sent < EVENTS; sent += BATCH) {
      List<TestObject> batch = new ArrayList<>(BATCH);
      for (int i = 0; i < BATCH; i++) {
        batch.add(state.feed.next());
      }
      state.handOff.distribute(batch);
    }
    state.done.await();
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void informer(Informer state) throws InterruptedException {
    state.done = new CountDownLatch(state.handlers);
    state.feed.send(EVENTS);
    state.done.await();
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void queues(Queues state) throws InterruptedException {
    state.done = new CountDownLatch(state.consumers);
    for (int i = 0; i < EVENTS; i++) {
      TestObject object = state.feed.next();
      for (LinkedBlockingQueue<TestObject> queue : state.queues) {
        queue.add(object);
      }
    }
    state.done.await();
  }
}
