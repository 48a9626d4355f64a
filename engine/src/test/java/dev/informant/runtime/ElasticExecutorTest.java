package dev.informant.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Real workers; the timer that adds workers is driven by hand, so growth is exact. */
@Timeout(60)
class ElasticExecutorTest {
  private static final int PROMPT = ElasticExecutor.PROMPT_THREADS;

  private final VirtualRuntime timers = VirtualRuntime.inOrder(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final Set<Thread> used = ConcurrentHashMap.newKeySet();
  private final ElasticExecutor executor =
      ElasticExecutor.onPlatformThreads("elastic", timers, Duration.ofSeconds(30));

  @AfterEach
  void releaseAll() {
    release.countDown();
    executor.shutdown();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  /** Blocks {@code count} workers for as long as the test lasts; returns when all of them are. */
  private void block(int count) {
    for (int i = 0; i < count; i++) {
      CountDownLatch begun = new CountDownLatch(1);
      executor.execute(() -> {
        used.add(Thread.currentThread());
        begun.countDown();
        await(release);
      });
      if (used.size() >= PROMPT) {
        // The check under way may have seen the task before being taken up; the next one has not.
        timers.advance(ElasticExecutor.STUCK.multipliedBy(2));
      }
      await(begun);
    }
  }

  @Test
  void aThousandPromptTasksShareAFewThreads() {
    CountDownLatch done = new CountDownLatch(1000);
    for (int i = 0; i < 1000; i++) {
      executor.execute(() -> {
        used.add(Thread.currentThread());
        done.countDown();
      });
    }
    await(done);
    assertThat(used.size()).isLessThanOrEqualTo(PROMPT);
  }

  @Test
  void aHundredTasksBlockedForEverKeepNobodyElseFromRunning() {
    block(100);
    assertThat(used).hasSize(100);
    CountDownLatch others = new CountDownLatch(50);
    for (int i = 0; i < 50; i++) {
      executor.execute(others::countDown);
    }
    timers.advance(ElasticExecutor.STUCK.multipliedBy(2));
    await(others);
  }

  @Test
  void aThreadIsAddedOnlyWhenNothingWasTakenUpForAMoment() {
    block(PROMPT);
    timers.advance(ElasticExecutor.STUCK); // no check is under way any more
    CountDownLatch ran = new CountDownLatch(1);
    executor.execute(ran::countDown);
    timers.advance(ElasticExecutor.STUCK.minusNanos(1));
    assertThat(ran.getCount()).isEqualTo(1);
    timers.advance(Duration.ofNanos(1));
    await(ran);
  }

  @Test
  void aTaskThatThrowsHarmsNobody() {
    CountDownLatch after = new CountDownLatch(PROMPT * 2);
    for (int i = 0; i < PROMPT * 2; i++) {
      executor.execute(() -> {
        throw new IllegalStateException("planted");
      });
      executor.execute(() -> {
        used.add(Thread.currentThread());
        after.countDown();
      });
    }
    await(after);
    assertThat(used.size()).isLessThanOrEqualTo(PROMPT);
  }

  @Test
  void anInterruptLeftBehindDoesNotMeetTheNextTask() throws Exception {
    block(PROMPT - 1); // one worker is left
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    CountDownLatch bothQueued = new CountDownLatch(1);
    executor.execute(() -> {
      await(bothQueued);
      Thread.currentThread().interrupt();
    });
    executor.execute(() -> interrupted.complete(Thread.currentThread().isInterrupted()));
    bothQueued.countDown();
    assertThat(interrupted.get(30, SECONDS)).isFalse();
  }

  @Test
  void threadsAreDaemonsNamedAfterTheirRole() {
    block(2);
    assertThat(used)
        .allMatch(Thread::isDaemon)
        .allMatch(thread -> thread.getName().startsWith("elastic-"));
  }

  @Test
  void aThreadWithoutWorkEnds() throws Exception {
    ElasticExecutor shortLived =
        ElasticExecutor.onPlatformThreads("short", timers, Duration.ofMillis(1));
    CompletableFuture<Thread> worker = new CompletableFuture<>();
    shortLived.execute(() -> worker.complete(Thread.currentThread()));
    Thread thread = worker.get(30, SECONDS);
    thread.join(30_000);
    assertThat(thread.isAlive()).isFalse();
    CompletableFuture<Thread> again = new CompletableFuture<>();
    shortLived.execute(() -> again.complete(Thread.currentThread()));
    assertThat(again.get(30, SECONDS)).isNotSameAs(thread);
    shortLived.shutdown();
  }

  @Test
  void afterShutdownNothingIsTakenAndThreadsEnd() throws Exception {
    CompletableFuture<Thread> worker = new CompletableFuture<>();
    executor.execute(() -> worker.complete(Thread.currentThread()));
    Thread thread = worker.get(30, SECONDS);
    executor.shutdown();
    assertThatThrownBy(() -> executor.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("the runtime is closed");
    thread.join(30_000);
    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  void whatWasTakenBeforeShutdownStillRuns() {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(PROMPT * 3);
    for (int i = 0; i < PROMPT * 3; i++) {
      executor.execute(() -> {
        await(gate);
        done.countDown();
      });
    }
    executor.shutdown();
    gate.countDown();
    await(done);
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_23)
  void whereAMonitorPinsItsCarrierNoTaskGetsAVirtualThread() throws Exception {
    ElasticExecutor platform = new ElasticExecutor("platform-role", timers);
    CompletableFuture<Thread> one = new CompletableFuture<>();
    platform.execute(() -> one.complete(Thread.currentThread()));
    Thread thread = one.get(30, SECONDS);
    assertThat((boolean) Thread.class.getMethod("isVirtual").invoke(thread)).isFalse();
    platform.shutdown();
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_24)
  void eachTaskGetsAVirtualThreadOfItsOwnWhereTheyDoNotPin() throws Exception {
    ElasticExecutor virtual = new ElasticExecutor("virtual-role", timers);
    CountDownLatch allInside = new CountDownLatch(200);
    CompletableFuture<Thread> one = new CompletableFuture<>();
    for (int i = 0; i < 200; i++) {
      virtual.execute(() -> {
        one.complete(Thread.currentThread());
        allInside.countDown();
        ElasticExecutorTest.await(release);
      });
    }
    await(allInside);
    assertThat(one.get().getName()).startsWith("virtual-role-");
    assertThat((boolean) Thread.class.getMethod("isVirtual").invoke(one.get())).isTrue();
    virtual.shutdown();
    assertThatThrownBy(() -> virtual.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }
}
