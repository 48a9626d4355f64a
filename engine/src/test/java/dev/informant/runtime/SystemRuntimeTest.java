package dev.informant.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SystemRuntimeTest {
  private final EngineRuntime runtime = EngineRuntime.create("test-runtime", 2);

  @AfterEach
  void close() {
    runtime.close();
  }

  private Thread threadOf(java.util.concurrent.Executor executor) throws Exception {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    executor.execute(() -> thread.complete(Thread.currentThread()));
    return thread.get(30, SECONDS);
  }

  @Test
  void threadsAreNamedAfterRuntimeAndRole() throws Exception {
    assertThat(threadOf(runtime.pipeline()).getName()).startsWith("test-runtime/pipeline-");
    assertThat(threadOf(runtime.callbacks()).getName()).startsWith("test-runtime/callbacks-");
    assertThat(threadOf(task -> runtime.timers().schedule(Duration.ZERO, task)).getName())
        .startsWith("test-runtime/timers-");
    assertThat(threadOf(runtime.pipeline()).isDaemon()).isTrue();
  }

  @Test
  void thePipelineNeverUsesMoreThreadsThanItSays() throws Exception {
    Set<Thread> used = ConcurrentHashMap.newKeySet();
    CountDownLatch done = new CountDownLatch(1000);
    for (int i = 0; i < 1000; i++) {
      runtime.pipeline().execute(() -> {
        used.add(Thread.currentThread());
        done.countDown();
      });
    }
    assertThat(done.await(30, SECONDS)).isTrue();
    assertThat(used.size()).isLessThanOrEqualTo(2);
    assertThat(runtime.pipelineThreads()).isEqualTo(3); // with the timer thread
  }

  @Test
  void whatTakesLongHasAFewPlatformThreadsOfItsOwn() throws Exception {
    Set<Thread> used = ConcurrentHashMap.newKeySet();
    CountDownLatch done = new CountDownLatch(1000);
    for (int i = 0; i < 1000; i++) {
      runtime.background().execute(() -> {
        used.add(Thread.currentThread());
        done.countDown();
        throw new IllegalStateException("planted");
      });
    }
    assertThat(done.await(30, SECONDS)).isTrue();
    assertThat(used.size()).isLessThanOrEqualTo(SystemRuntime.BACKGROUND_THREADS);
    assertThat(used)
        .allMatch(thread -> thread.getName().startsWith("test-runtime/background-"))
        .allMatch(Thread::isDaemon)
        .noneMatch(thread -> thread.getClass().getName().contains("Virtual"));
  }

  @Test
  void aTimerRunsOnceItsDelayHasPassed() throws Exception {
    long before = runtime.clock().nanos();
    CompletableFuture<Long> fired = new CompletableFuture<>();
    runtime
        .timers()
        .schedule(Duration.ofMillis(5), () -> fired.complete(runtime.clock().nanos()));
    assertThat(fired.get(30, SECONDS) - before)
        .isGreaterThanOrEqualTo(Duration.ofMillis(5).toNanos());
  }

  @Test
  void aCancelledTimerDoesNotRunAndAThrowingOneHarmsNobody() throws Exception {
    List<String> ran = new ArrayList<>();
    CompletableFuture<Void> last = new CompletableFuture<>();
    Timers.Timer cancelled =
        runtime.timers().schedule(Duration.ofMillis(20), () -> ran.add("cancelled"));
    cancelled.cancel();
    cancelled.cancel();
    runtime.timers().schedule(Duration.ZERO, () -> {
      throw new IllegalStateException("planted");
    });
    runtime.timers().schedule(Duration.ofMillis(40), () -> last.complete(null));
    last.get(30, SECONDS);
    assertThat(ran).isEmpty();
    Timers.Timer.NONE.cancel();
  }

  @Test
  void aDelayBeyondAllMeasureIsAccepted() {
    runtime.timers().schedule(Duration.ofSeconds(Long.MAX_VALUE), () -> {}).cancel();
  }

  @Test
  void aNegativeDelayRunsAtOnceButNotOnThisCall() throws Exception {
    assertThat(threadOf(task -> runtime.timers().schedule(Duration.ofDays(-1), task)))
        .isNotSameAs(Thread.currentThread());
  }

  @Test
  void theStoredGeneratorGivesEachThreadItsOwnNumbers() throws Exception {
    RandomGenerator random = runtime.random();
    Set<Long> drawn = ConcurrentHashMap.newKeySet();
    drawn.add(random.nextLong());
    for (int i = 0; i < 8; i++) {
      try (EngineRuntime other = EngineRuntime.create("other", 1)) {
        CompletableFuture<Long> number = new CompletableFuture<>();
        other.pipeline().execute(() -> number.complete(random.nextLong()));
        drawn.add(number.get(30, SECONDS));
      }
    }
    assertThat(drawn).hasSize(9);
  }

  @Test
  void afterCloseEverythingIsRefused() throws Exception {
    Thread pipeline = threadOf(runtime.pipeline());
    runtime.close();
    runtime.close();
    assertThatThrownBy(() -> runtime.pipeline().execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> runtime.callbacks().execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> runtime.background().execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> runtime.timers().schedule(Duration.ZERO, () -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    List<Throwable> failures = new ArrayList<>();
    runtime.pipelineQueue(failures::add).execute(() -> {});
    runtime.callbackQueue(failures::add).execute(() -> {});
    assertThat(failures).hasSize(2).allMatch(RejectedExecutionException.class::isInstance);
    pipeline.join(30_000);
    assertThat(pipeline.isAlive()).isFalse();
  }

  @Test
  void theSharedRuntimeIgnoresClose() throws Exception {
    EngineRuntime shared = EngineRuntime.shared();
    shared.close();
    assertThat(threadOf(shared.pipeline()).getName()).startsWith("informant/pipeline-");
    assertThat(EngineRuntime.shared()).isSameAs(shared);
  }

  @Test
  void aPipelineWithoutThreadsIsRefused() {
    assertThatThrownBy(() -> EngineRuntime.create("none", 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pipelineThreads must be at least 1");
  }

  @Test
  void theSystemClockGoesOn() {
    long first = Clock.system().nanos();
    assertThat(Clock.system().nanos()).isGreaterThanOrEqualTo(first);
    assertThat(Clock.system().now()).isAfter(Instant.EPOCH);
  }
}
