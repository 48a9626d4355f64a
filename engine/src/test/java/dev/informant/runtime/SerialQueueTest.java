package dev.informant.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.BrokenLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SerialQueueTest {
  private final ArrayDeque<Runnable> pool = new ArrayDeque<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final List<String> ran = new ArrayList<>();
  private final SerialQueue queue = new SerialQueue(pool::add, failures::add);

  private void runPool() {
    while (!pool.isEmpty()) {
      pool.remove().run();
    }
  }

  @Test
  void tasksRunInTheOrderGiven() {
    for (String name : List.of("a", "b", "c")) {
      queue.execute(() -> ran.add(name));
    }
    assertThat(ran).isEmpty();
    assertThat(queue.depth()).isEqualTo(3);
    runPool();
    assertThat(ran).containsExactly("a", "b", "c");
    assertThat(queue.depth()).isZero();
  }

  @Test
  void thePoolIsAskedForOneThreadHoweverManyTasksWait() {
    queue.execute(() -> {});
    queue.execute(() -> {});
    assertThat(pool).hasSize(1);
  }

  @Test
  void anExecutorThatFailsKeepsTheTasksForTheNextTry() {
    OutOfMemoryError planted = new OutOfMemoryError("unable to create native thread");
    AtomicInteger failuresLeft = new AtomicInteger(2);
    List<Runnable> later = new ArrayList<>();
    SerialQueue failing = new SerialQueue(
        task -> {
          if (failuresLeft.getAndDecrement() > 0) {
            throw planted;
          }
          pool.add(task);
        },
        failures::add,
        64,
        later::add);
    failing.execute(() -> ran.add("a"));
    failing.execute(() -> ran.add("b"));
    assertThat(failures).containsExactly(planted, planted);
    assertThat(pool).isEmpty();
    failing.execute(() -> ran.add("c"));
    runPool();
    assertThat(ran).containsExactly("a", "b", "c");

    failuresLeft.set(1);
    failing.execute(() -> ran.add("d"));
    assertThat(later).hasSize(3);
    later.forEach(Runnable::run);
    assertThat(pool).hasSize(1);
    runPool();
    assertThat(ran).endsWith("d");
    assertThat(failing.depth()).isZero();
  }

  @Test
  void anExecutorThatFailsAndRunsTheTaskAllTheSameDoesNotLeadToTwoDrains() {
    AtomicInteger failuresLeft = new AtomicInteger(1);
    SerialQueue failing = new SerialQueue(
        task -> {
          pool.add(task);
          if (failuresLeft.getAndDecrement() > 0) {
            throw new OutOfMemoryError("planted");
          }
        },
        failures::add);
    failing.execute(() -> ran.add("a"));
    failing.execute(() -> ran.add("b"));
    assertThat(pool).hasSize(2);
    runPool();
    assertThat(ran).containsExactly("a", "b");
    assertThat(failing.depth()).isZero();
  }

  @Test
  void aDrainThatCannotGiveItsThreadBackGoesOn() {
    AtomicInteger given = new AtomicInteger();
    SerialQueue failing = new SerialQueue(
        task -> {
          if (given.getAndIncrement() > 0) {
            throw new OutOfMemoryError("planted");
          }
          pool.add(task);
        },
        failures::add,
        1);
    failing.execute(() -> ran.add("a"));
    failing.execute(() -> ran.add("b"));
    failing.execute(() -> ran.add("c"));
    runPool();
    assertThat(ran).containsExactly("a", "b", "c");
    assertThat(failures).hasSize(2);
  }

  @Test
  void anEmptyQueueAsksForNothing() {
    queue.execute(() -> {});
    runPool();
    assertThat(pool).isEmpty();
    queue.execute(() -> ran.add("again"));
    runPool();
    assertThat(ran).containsExactly("again");
  }

  @Test
  void aTaskGivenFromInsideRunsAfterTheOneThatGaveIt() {
    queue.execute(() -> {
      queue.execute(() -> ran.add("inner"));
      assertThat(queue.depth()).isEqualTo(2);
      ran.add("outer");
    });
    runPool();
    assertThat(ran).containsExactly("outer", "inner");
    assertThat(failures).isEmpty();
  }

  @Test
  void aTaskThatThrowsIsReportedAndTheNextRuns() {
    AssertionError planted = new AssertionError("planted");
    queue.execute(() -> {
      throw planted;
    });
    queue.execute(() -> ran.add("next"));
    runPool();
    assertThat(failures).containsExactly(planted);
    assertThat(ran).containsExactly("next");
    assertThat(queue.depth()).isZero();
  }

  @Test
  void aListenerThatThrowsDoesNotStopTheQueue() {
    SerialQueue fragile = new SerialQueue(pool::add, failure -> {
      throw new IllegalStateException("planted in the listener");
    });
    fragile.execute(() -> {
      throw new IllegalStateException("planted");
    });
    fragile.execute(() -> ran.add("next"));
    runPool();
    assertThat(ran).containsExactly("next");
    assertThat(fragile.depth()).isZero();
  }

  @Test
  void aBusyQueueGivesItsThreadBackAfterEachBatch() {
    SerialQueue busy = new SerialQueue(pool::add, failures::add, /* batch= */ 2);
    SerialQueue other = new SerialQueue(pool::add, failures::add, /* batch= */ 2);
    for (int i = 1; i <= 5; i++) {
      String name = "busy" + i;
      busy.execute(() -> ran.add(name));
    }
    other.execute(() -> ran.add("other"));
    runPool();
    assertThat(ran).containsExactly("busy1", "busy2", "other", "busy3", "busy4", "busy5");
  }

  @Test
  void callbacksOfOthersHaveTheirTurnAfterEachTask() {
    EngineRuntime runtime = new StillRuntime(pool::add);
    SerialQueue busy = runtime.callbackQueue(failures::add);
    SerialQueue other = runtime.callbackQueue(failures::add);
    busy.execute(() -> ran.add("busy"));
    busy.execute(() -> ran.add("busy again"));
    other.execute(() -> ran.add("other"));
    runPool();
    assertThat(ran).containsExactly("busy", "other", "busy again");
  }

  @Test
  void aBatchThatEndsWithTheQueueAsksForNoFurtherThread() {
    SerialQueue two = new SerialQueue(pool::add, failures::add, /* batch= */ 2);
    two.execute(() -> {});
    two.execute(() -> {});
    pool.remove().run();
    assertThat(pool).isEmpty();
  }

  @Test
  void aBatchBelowOneIsRefused() {
    assertThatThrownBy(() -> new SerialQueue(pool::add, failures::add, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("batch");
  }

  @Test
  void aTaskTheExecutorRefusesIsReported() {
    RejectedExecutionException refusal = new RejectedExecutionException("closed");
    SerialQueue refused = new SerialQueue(
        task -> {
          throw refusal;
        },
        failures::add);
    refused.execute(() -> ran.add("never"));
    refused.execute(() -> ran.add("never"));
    assertThat(failures).containsExactly(refusal, refusal);
    assertThat(ran).isEmpty();
    assertThat(refused.depth()).isZero();
  }

  @Test
  void whatStillWaitsWhenTheExecutorClosesIsReportedTaskByTask() {
    boolean[] closed = {false};
    SerialQueue closing = new SerialQueue(
        task -> {
          if (closed[0]) {
            throw new RejectedExecutionException("closed");
          }
          pool.add(task);
        },
        failures::add,
        /* batch= */ 1);
    closing.execute(() -> ran.add("first"));
    closing.execute(() -> ran.add("second"));
    closing.execute(() -> ran.add("third"));
    closed[0] = true;
    runPool();
    assertThat(ran).containsExactly("first");
    assertThat(failures).hasSize(2).allMatch(RejectedExecutionException.class::isInstance);
    assertThat(closing.depth()).isZero();
  }

  @Test
  void withManyGiversOnRealThreadsNothingIsLostOrReorderedOrRunAtOnce() throws Exception {
    int givers = 4;
    int each = 5000;
    try (EngineRuntime runtime = EngineRuntime.create("serial-test", 3)) {
      List<Throwable> thrown = new ArrayList<>();
      SerialQueue shared = runtime.pipelineQueue(thrown::add);
      int[] last = new int[givers]; // plain memory: the queue orders the accesses
      int[] inside = {0};
      CountDownLatch done = new CountDownLatch(givers * each);
      for (int giver = 0; giver < givers; giver++) {
        int me = giver;
        runtime.callbacks().execute(() -> {
          for (int number = 1; number <= each; number++) {
            int mine = number;
            shared.execute(() -> {
              inside[0]++;
              assertThat(inside[0]).isEqualTo(1);
              assertThat(mine).isEqualTo(last[me] + 1);
              last[me] = mine;
              inside[0]--;
              done.countDown();
            });
          }
        });
      }
      assertThat(done.await(40, SECONDS)).isTrue();
      assertThat(thrown).isEmpty();
      assertThat(last).containsOnly(each);
    }
  }

  @Test
  void aListenerAndALogThatThrowDoNotStopTheQueue() {
    SerialQueue unheard = new SerialQueue(pool::add, failure -> {
      throw new IllegalStateException("planted in the listener");
    });
    try (BrokenLog broken = new BrokenLog(SerialQueue.class)) {
      unheard.execute(() -> {
        throw new IllegalStateException("planted in the task");
      });
      unheard.execute(() -> ran.add("next"));
      runPool();
      assertThat(broken.thrown()).isEqualTo(1);
    }
    unheard.execute(() -> ran.add("later"));
    runPool();
    assertThat(ran).containsExactly("next", "later");
    assertThat(unheard.depth()).isZero();
  }

  @Test
  void aListenerThatThrowsWhatItIsToldDoesNotStopTheQueue() {
    SerialQueue rethrowing = new SerialQueue(pool::add, failure -> {
      throw (IllegalStateException) failure;
    });
    rethrowing.execute(() -> {
      throw new IllegalStateException("planted");
    });
    rethrowing.execute(() -> ran.add("next"));
    runPool();
    assertThat(ran).containsExactly("next");
    assertThat(rethrowing.depth()).isZero();
  }

  @Test
  void aDirectExecutorNeedsNoDeeperStackForMoreTasks() {
    AtomicInteger done = new AtomicInteger();
    SerialQueue direct = new SerialQueue(Runnable::run, failures::add);
    direct.execute(() -> {
      for (int i = 0; i < 1_000_000; i++) {
        direct.execute(done::incrementAndGet);
      }
    });
    assertThat(failures).isEmpty();
    assertThat(done).hasValue(1_000_000);
    assertThat(direct.depth()).isZero();
  }

  @Test
  void aHandoverThatIsKeptForTheSameThreadIsRunByIt() {
    SerialQueue small = new SerialQueue(pool::add, failures::add, /* batch= */ 1);
    for (int i = 0; i < 3; i++) {
      small.execute(() -> ran.add("task"));
    }
    for (int i = 1; i <= 3; i++) {
      pool.remove().run();
      assertThat(ran).hasSize(i);
    }
    assertThat(pool).isEmpty();
  }
}
