package dev.informant.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.informant.BrokenLog;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.ForwardingRuntime;
import dev.informant.testing.VirtualRuntime;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@SuppressWarnings("try") // the workers are there to be closed
class WorkersTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final WorkQueue<String> queue = WorkQueue.create(runtime);
  private final List<String> worked = new ArrayList<>();

  @Test
  void itemsQueuedBeforeAndAfterTheStartAreWorkedOff() {
    queue.add("before-1");
    queue.add("before-2");
    try (Workers<String> workers = Workers.run(queue, 1, worked::add)) {
      runtime.runUntilIdle();
      queue.add("after");
      runtime.runUntilIdle();
    }
    assertThat(worked).containsExactly("before-1", "before-2", "after");
    assertThat(queue.statistics().processing()).isZero();
  }

  @Test
  void nothingIsScheduledWhileTheQueueIsEmpty() {
    try (Workers<String> workers = Workers.run(queue, 8, worked::add)) {
      assertThat(runtime.step()).isFalse();
      queue.add("item");
      runtime.runUntilIdle();
      assertThat(runtime.step()).isFalse();
      assertThat(runtime.skipToNextTimer()).isFalse();
    }
  }

  @Test
  void workThatThrowsIsReportedAndTriedAgainRateLimited() {
    List<String> reports = new ArrayList<>();
    List<Duration> times = new ArrayList<>();
    Workers.Work<String> work = item -> {
      times.add(Duration.ofNanos(runtime.nanos()));
      if (times.size() < 4) {
        throw new Exception("attempt " + times.size());
      }
    };
    try (Workers<String> workers = Workers.run(
        queue, 1, work, (item, failure) -> reports.add(item + ": " + failure.getMessage()))) {
      queue.add("item", 3);
      runtime.runUntilIdle();
      assertThat(queue.retries("item")).isEqualTo(1);
      assertThat(queue.priority("item")).as("kept for the retry").isEqualTo(3);
      runtime.advance(Duration.ofSeconds(1));
    }
    assertThat(reports).containsExactly("item: attempt 1", "item: attempt 2", "item: attempt 3");
    assertThat(times)
        .containsExactly(
            Duration.ZERO, Duration.ofMillis(5), Duration.ofMillis(15), Duration.ofMillis(35));
    assertThat(queue.retries("item")).as("success forgets").isZero();
  }

  @Test
  void anItemThatFailsForEverIsLoggedAtTheFirstFailureAndWheneverTheirNumberHasDoubled() {
    List<String> lines = new ArrayList<>();
    Map<String, Integer> attempts = new HashMap<>();
    Workers.Work<String> work = item -> {
      if (attempts.merge(item, 1, Integer::sum) <= 10) {
        throw new Exception("planted");
      }
    };
    try (Workers<String> workers = Workers.run(
        queue,
        1,
        work,
        Workers.logged(queue, (line, failure) -> lines.add(line + ", " + failure.getMessage())))) {
      queue.add("item");
      runtime.advance(Duration.ofHours(1));
      assertThat(attempts).containsEntry("item", 11);
      assertThat(lines)
          .hasSize(4)
          .allSatisfy(
              line -> assertThat(line).startsWith("work on item failed").contains("planted"))
          .element(3)
          .asString()
          .contains("consecutive failures: 8");
      attempts.clear();
      queue.add("item");
      runtime.advance(Duration.ofHours(1));
      assertThat(lines).as("after a success, it begins again").hasSize(8);
    }
  }

  @Test
  void workThatFailsInADrainIsNotAnnouncedAsRetried() {
    List<String> lines = new ArrayList<>();
    Workers.Work<String> work = item -> {
      throw new IllegalStateException("planted");
    };
    try (Workers<String> workers =
        Workers.run(queue, 1, work, Workers.logged(queue, (line, failure) -> lines.add(line)))) {
      queue.add("a");
      queue.add("b");
      CompletableFuture<Boolean> drained = queue.shutDownWithDrain();
      runtime.advance(Duration.ofHours(1));
      assertThat(drained).isCompletedWithValue(false);
      assertThat(lines)
          .containsExactly(
              "work on a failed, and will not be retried: the queue is shutting down",
              "work on b failed, and will not be retried: the queue is shutting down");
    }
  }

  @Test
  void errorsAndFailingListenersHarmNeitherTheItemNorTheOthers() {
    Map<String, Integer> attempts = new HashMap<>();
    Workers.Work<String> work = item -> {
      if (attempts.merge(item, 1, Integer::sum) == 1) {
        throw new AssertionError("planted in work");
      }
    };
    try (Workers<String> workers = Workers.run(queue, 2, work, (item, failure) -> {
      throw new IllegalStateException("planted in the listener");
    })) {
      queue.add("a");
      queue.add("b");
      runtime.advance(Duration.ofSeconds(1));
    }
    assertThat(attempts).containsEntry("a", 2).containsEntry("b", 2);
  }

  @Test
  void aRateLimiterThatThrowsDoesNotLoseTheItem() {
    RateLimiter<String> broken = new RateLimiter<>() {
      @Override
      public Duration when(String item) {
        throw new IllegalStateException("planted in when");
      }

      @Override
      public void forget(String item) {
        throw new IllegalStateException("planted in forget");
      }

      @Override
      public int retries(String item) {
        return 0;
      }
    };
    WorkQueue<String> unlucky =
        WorkQueue.<String>builder(runtime).rateLimiter(broken).build();
    try (Workers<String> workers = Workers.run(unlucky, 1, item -> {
      worked.add(item);
      if (worked.size() == 1) {
        throw new IllegalStateException("planted in work");
      }
    })) {
      unlucky.add("item", 4);
      runtime.runUntilIdle();
      assertThat(unlucky.priority("item")).isEqualTo(4);
      runtime.advance(Duration.ofSeconds(1));
    }
    assertThat(worked).containsExactly("item", "item");
    assertThat(unlucky.statistics().processing()).isZero();
  }

  @Test
  @SuppressWarnings("unchecked")
  void anItemAddedJustAfterAPollThatFoundNothingIsNotOverlooked() {
    AtomicInteger emptyPolls = new AtomicInteger();
    WorkQueue<String> racing = (WorkQueue<String>) Proxy.newProxyInstance(
        WorkQueue.class.getClassLoader(),
        new Class<?>[] {WorkQueue.class},
        (self, method, args) -> {
          Object result = method.invoke(queue, args);
          if (method.getName().equals("poll")
              && result == null
              && emptyPolls.incrementAndGet() == 1) {
            queue.add("late"); // its signal finds every slot taken
          }
          return result;
        });
    try (Workers<String> workers = Workers.run(racing, 1, worked::add)) {
      queue.add("early");
      runtime.runUntilIdle();
    }
    assertThat(worked).containsExactly("early", "late");
  }

  @Test
  void aWorkerForWhichThereIsNoThreadIsTriedAgainAndNotLost() {
    AtomicInteger failures = new AtomicInteger(3);
    WorkQueue<String> starved = WorkQueue.create(new OutOfThreads(runtime, failures));
    List<String> done = new ArrayList<>();
    try (Workers<String> workers = Workers.run(starved, 1, done::add)) {
      starved.add("a");
      runtime.advance(Duration.ofSeconds(10));
      starved.add("b");
      runtime.runUntilIdle();
      assertThat(failures.get()).isNotPositive();
      assertThat(runtime.skipToNextTimer())
          .as("nothing is tried again any more")
          .isFalse();
      assertThat(done).containsExactly("a", "b");
    }
  }

  /** Fails to run callbacks for want of a thread, so many times. */
  private static final class OutOfThreads extends ForwardingRuntime {
    private final VirtualRuntime runtime;
    private final AtomicInteger failures;

    OutOfThreads(VirtualRuntime runtime, AtomicInteger failures) {
      super(runtime);
      this.runtime = runtime;
      this.failures = failures;
    }

    @Override
    public Executor callbacks() {
      return task -> {
        if (failures.getAndDecrement() > 0) {
          throw new OutOfMemoryError("planted: no native thread");
        }
        runtime.callbacks().execute(task);
      };
    }
  }

  @Test
  void afterCloseNothingMoreIsTaken() {
    Workers<String> workers = Workers.run(queue, 2, worked::add);
    queue.add("scheduled, not begun");
    workers.close();
    workers.close();
    assertThat(workers.stopped()).isCompleted();
    queue.add("later");
    runtime.runUntilIdle();

    assertThat(worked).isEmpty();
    assertThat(queue.length()).as("the queue is its owner's").isEqualTo(2);
  }

  @Test
  void workMayCloseTheWorkers() {
    List<Workers<String>> self = new ArrayList<>();
    self.add(Workers.run(queue, 1, item -> {
      worked.add(item);
      self.get(0).close();
    }));
    queue.add("a");
    queue.add("b");
    runtime.runUntilIdle();

    assertThat(worked).containsExactly("a");
    assertThat(self.get(0).stopped()).isCompleted();
    assertThat(queue.length()).isEqualTo(1);
  }

  @Test
  void aDrainIsCompletedByTheWorkersEvenIfWorkFails() {
    for (String item : List.of("a", "b", "c")) {
      queue.add(item);
    }
    try (Workers<String> workers = Workers.run(
        queue,
        2,
        item -> {
          worked.add(item);
          throw new IllegalStateException("planted");
        },
        (item, failure) -> {})) {
      CompletableFuture<Boolean> drained = queue.shutDownWithDrain();
      assertThat(drained).isNotDone();
      runtime.runUntilIdle();
      assertThat(drained).as("completed, but not with success").isCompletedWithValue(false);
    }
    assertThat(worked).containsExactly("a", "b", "c");
  }

  @Test
  void noWorkerAtAllIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Workers.run(queue, 0, worked::add));
  }

  @Test
  void everyInterleavingWorksOffEverything() {
    for (int seed = 0; seed < 200; seed++) {
      VirtualRuntime shuffled = VirtualRuntime.shuffled(seed);
      WorkQueue<Integer> numbers = WorkQueue.create(shuffled);
      Map<Integer, Integer> attempts = new HashMap<>();
      try (Workers<Integer> workers = Workers.run(
          numbers,
          3,
          item -> {
            if (attempts.merge(item, 1, Integer::sum) == 1) {
              numbers.add(item);
              if (item % 3 == 0) {
                throw new Exception("planted");
              }
            }
          },
          (item, failure) -> {})) {
        for (int i = 0; i < 20; i++) {
          int item = i;
          shuffled.callbacks().execute(() -> numbers.add(item, item % 4));
        }
        shuffled.advance(Duration.ofSeconds(5));
      }
      assertThat(attempts).as("seed %d", seed).hasSize(20);
      assertThat(attempts.values()).as("seed %d", seed).allMatch(count -> count >= 2);
      assertThat(numbers.length()).as("seed %d", seed).isZero();
      assertThat(numbers.statistics().processing()).as("seed %d", seed).isZero();
    }
  }

  @Test
  void onRealThreadsWorkersRunSideBySideButNeverTwoOnOneItem() throws Exception {
    try (EngineRuntime threads = EngineRuntime.create("workers-test", 2)) {
      WorkQueue<Integer> numbers = WorkQueue.create(threads);
      Set<Integer> inside = ConcurrentHashMap.newKeySet();
      AtomicInteger twice = new AtomicInteger();
      AtomicInteger ran = new AtomicInteger();
      CountDownLatch together = new CountDownLatch(4);
      try (Workers<Integer> workers = Workers.run(numbers, 4, item -> {
        if (!inside.add(item)) {
          twice.incrementAndGet();
        }
        together.countDown();
        assertThat(together.await(20, TimeUnit.SECONDS)).as("four at once").isTrue();
        ran.incrementAndGet();
        inside.remove(item);
      })) {
        for (int round = 0; round < 500; round++) {
          for (int item = 0; item < 10; item++) {
            numbers.add(item);
          }
        }
        assertThat(numbers.shutDownWithDrain(Duration.ofSeconds(30))).isTrue();
      }
      assertThat(twice).hasValue(0);
      assertThat(ran.get()).isGreaterThanOrEqualTo(10);
    }
  }

  @Test
  void noSignalIsLostBetweenRealProducersAndWorkersThatRunDry() throws Exception {
    // Items come one at a time, so that workers keep finding the queue empty as the next one is
    // added.
    try (EngineRuntime threads = EngineRuntime.create("workers-test", 2)) {
      WorkQueue<Integer> numbers = WorkQueue.create(threads);
      int count = 20_000;
      CountDownLatch all = new CountDownLatch(count);
      try (Workers<Integer> workers = Workers.run(numbers, 2, item -> all.countDown())) {
        List<CompletableFuture<Void>> producers = new ArrayList<>();
        for (int producer = 0; producer < 2; producer++) {
          int offset = producer;
          producers.add(CompletableFuture.runAsync(() -> {
            for (int i = offset; i < count; i += 2) {
              numbers.add(i);
              while (numbers.length() > 2) {
                Thread.onSpinWait();
              }
            }
          }));
        }
        assertThat(all.await(40, TimeUnit.SECONDS))
            .as("%d left", all.getCount())
            .isTrue();
        for (CompletableFuture<Void> producer : producers) {
          producer.get(1, TimeUnit.SECONDS);
        }
      }
      assertThat(numbers.length()).isZero();
    }
  }

  @Test
  void closeWaitsForWorkThatRuns() throws Exception {
    try (EngineRuntime threads = EngineRuntime.create("workers-test", 2)) {
      WorkQueue<String> blocked = WorkQueue.create(threads);
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      Workers<String> workers = Workers.run(blocked, 1, item -> {
        begun.countDown();
        release.await();
      });
      blocked.add("item");
      assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
      CompletableFuture<Void> closing = CompletableFuture.runAsync(workers::close);
      assertThat(workers.stopped()).isNotDone();
      assertThat(closing).isNotDone();
      release.countDown();
      closing.get(20, TimeUnit.SECONDS);
      assertThat(blocked.statistics().processing()).isZero();
    }
  }

  @Test
  void aClosedRuntimeStopsTheWorkersWithoutLosingTheItem() {
    EngineRuntime threads = EngineRuntime.create("workers-test", 1);
    WorkQueue<String> orphaned = WorkQueue.create(threads);
    Workers<String> workers = Workers.run(orphaned, 1, item -> {});
    threads.close();
    orphaned.add("item");
    assertThat(orphaned.length()).isEqualTo(1);
    assertThat(workers.stopped()).isCompleted();
    workers.close();
  }

  @Test
  void anItemIsTriedAgainThoughListenerAndLogThrow() {
    AtomicInteger tries = new AtomicInteger();
    try (BrokenLog broken = new BrokenLog(Workers.class);
        Workers<String> workers = Workers.run(
            queue,
            1,
            item -> {
              if (tries.incrementAndGet() == 1) {
                throw new IllegalStateException("planted in the work");
              }
            },
            (item, failure) -> {
              throw (IllegalStateException) failure;
            })) {
      queue.add("x");
      runtime.advance(Duration.ofMinutes(1));
      assertThat(tries).hasValue(2);
      assertThat(broken.thrown()).isEqualTo(1);
    }
  }
}
