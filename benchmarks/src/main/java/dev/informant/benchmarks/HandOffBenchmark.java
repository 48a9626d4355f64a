package dev.informant.benchmarks;

import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
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
 * What does it cost until all handlers have been told of an event? {@code informer} is the whole way, from the
 * source through queue and store to the handlers; without handlers it is the way without the hand-off, which
 * can be taken off. {@code queues} is one thread that puts each event into a LinkedBlockingQueue for each
 * handler, and a thread for each handler that takes them. Bar: the hand-off to ten handlers at most 0.2 times
 * {@code queues}.
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
  private static final int OBJECTS = 1000;

  /** The informer and its handlers. */
  @State(Scope.Benchmark)
  public static class Informer {
    @Param({"0", "1", "10", "100"})
    public int handlers;

    private final Feed feed = new Feed(new Fleet(OBJECTS).objects);
    private SharedIndexInformer<TestObject> informer;
    private volatile CountDownLatch done = new CountDownLatch(0);

    @Setup
    public void start() {
      informer = SharedIndexInformer.builder(feed, TestObject.ACCESSOR).build();
      for (int i = 0; i < handlers; i++) {
        informer.addHandler(new ResourceEventHandler<TestObject>() {
          private int left = EVENTS;

          @Override
          public void onUpdate(TestObject before, TestObject after) {
            if (--left == 0) {
              left = EVENTS;
              done.countDown();
            }
          }
        });
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
  public void informer(Informer state) throws InterruptedException {
    state.done = new CountDownLatch(state.handlers);
    state.feed.send(EVENTS);
    if (state.handlers == 0) {
      state
          .informer
          .awaitVersion(String.valueOf(state.feed.lastVersion()), java.time.Duration.ofMinutes(1))
          .join();
    }
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
