package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.Health.Impact;
import dev.informant.informer.Health.Problem;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.SourceException;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ready means synced, live means not stuck, and the answer says why it is not. */
@Timeout(120)
final class HealthCheckTest {
  private static HealthCheck checkOf(World world) {
    return HealthCheck.of(() -> List.of(world.informer()));
  }

  @Test
  void anInformerThatWasNotStartedIsNotReadyButLive() {
    World world = World.of(QueueKind.IN_ORDER);
    Health health = checkOf(world).look();
    assertThat(health.isReady()).isFalse();
    assertThat(health.isLive()).isTrue();
    assertThat(health).hasToString("informer test has not synced: not started");
  }

  @Test
  void aSyncedInformerIsReadyAndLive() {
    World world = World.of(QueueKind.IN_ORDER).holding("a").start();
    Health health = checkOf(world).look();
    assertThat(health.isReady()).isTrue();
    assertThat(health.isLive()).isTrue();
    assertThat(health).hasToString("ok");
  }

  @Test
  void aRefusedListIsNotReadyAndTheAnswerNamesTheCause() {
    World world = World.of(QueueKind.IN_ORDER);
    HealthCheck check = checkOf(world);
    for (int round = 0; round < 40; round++) {
      world.cluster.failNextList(SourceException.status(403, "Forbidden", "tests is forbidden"));
    }
    world.start();
    world.runtime.advance(Duration.ofSeconds(10));
    Health health = check.look();
    assertThat(health.isReady()).isFalse();
    assertThat(health.toString()).contains("has not synced").contains("tests is forbidden");
    assertThat(health.problems()).singleElement().satisfies(problem -> {
      assertThat(problem.impact()).isEqualTo(Impact.NOT_READY);
      assertThat(problem.cause()).isInstanceOf(SourceException.class);
    });
  }

  @Test
  void aServerThatIsGoneForHoursIsNoReasonToRestart() {
    World world = World.of(QueueKind.IN_ORDER).holding("a").start();
    HealthCheck check = checkOf(world);
    check.look();
    for (int round = 0; round < 1000; round++) {
      world.cluster.failNextWatch(
          SourceException.of(SourceException.Kind.CONNECTION_REFUSED, "refused", null));
      world.cluster.failNextList(
          SourceException.of(SourceException.Kind.CONNECTION_REFUSED, "refused", null));
    }
    world.cluster.resetWatches();
    for (int minute = 0; minute < 120; minute++) {
      world.runtime.advance(Duration.ofMinutes(1));
      Health health = check.look();
      assertThat(health.isLive()).as(health.toString()).isTrue();
      assertThat(health.isReady()).isTrue();
    }
  }

  @Test
  void anInformerThatMayListButNotWatchIsNotReadyAndTheAnswerNamesTheCause() {
    World world = World.of(QueueKind.IN_ORDER).holding("a");
    HealthCheck check = checkOf(world);
    refuseWatches(world, 1000);
    Instant begin = world.runtime.clock().now();
    world.runtime.advance(Duration.ofNanos(123_456_789)); // not shown
    world.start();
    for (int minute = 0; minute < 10; minute++) {
      world.runtime.advance(Duration.ofMinutes(1));
      Health health = check.look();
      assertThat(world.informer().isSynced()).isTrue();
      assertThat(health.isReady()).as(health.toString()).isFalse();
      assertThat(health.isLive()).isTrue();
      assertThat(health.toString())
          .startsWith("informer test has listed but could not watch: "
              + world.informer().state().failures() + " failed attempts since " + begin)
          .endsWith(": 403 Forbidden: cannot watch");
    }
  }

  @Test
  void anInformerThatMayWatchNoMoreStaysReadyAndTheAnswerNamesTheCause() {
    World world = World.of(QueueKind.IN_ORDER).holding("a").start();
    HealthCheck check = checkOf(world);
    refuseWatches(world, 1000);
    world.cluster.resetWatches();
    world.runtime.advance(Duration.ofMinutes(10));
    Health health = check.look();
    assertThat(health.isReady()).isTrue();
    assertThat(health.isLive()).isTrue();
    assertThat(health.problems()).singleElement().satisfies(problem -> {
      assertThat(problem.impact()).isEqualTo(Impact.DEGRADED);
      assertThat(problem.toString())
          .startsWith("informer test is not watching: ")
          .contains(" failed attempts since ")
          .endsWith(": 403 Forbidden: cannot watch");
    });
  }

  private static void refuseWatches(World world, int times) {
    for (int round = 0; round < times; round++) {
      world.cluster.failNextWatch(SourceException.status(403, "Forbidden", "cannot watch"));
    }
  }

  @Test
  void anInformerWhoseRuntimeWasClosedIsStuckAndSaysSo() {
    EngineRuntime runtime = EngineRuntime.create("health", 2);
    SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
            FakeCluster.create(runtime), TestObject.ACCESSOR)
        .runtime(runtime)
        .name("orphan")
        .build();
    informer.start();
    informer.awaitSynced(Duration.ofSeconds(60));
    HealthCheck check = HealthCheck.of(() -> List.of(informer));
    assertThat(check.look().isLive()).isTrue();
    runtime.close();
    Health health = check.look();
    while (health.isLive()) { // its ping is refused, which is how it notices
      health = check.look();
    }
    assertThat(health.isReady()).isFalse();
    assertThat(health.toString()).contains("informer orphan ended without being closed");
  }

  @Test
  void aHandlerWhoseCallDoesNotReturnIsStuckOnlyAfterTheGivenTime() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch inside = new CountDownLatch(1);
    try (EngineRuntime runtime = EngineRuntime.create("health", 2)) {
      FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
      cluster.add(TestObject.named("a"));
      try (SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
              cluster, TestObject.ACCESSOR)
          .runtime(runtime)
          .name("held")
          .watchList(WatchListPolicy.NEVER)
          .build()) {
        informer.addHandler(
            ResourceEventHandler.<TestObject>builder()
                .onAdd((object, initial) -> {
                  inside.countDown();
                  await(release);
                })
                .build(),
            HandlerOptions.<TestObject>defaults().withName("stuck-one"));
        informer.start();
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        HealthCheck patient = HealthCheck.of(() -> List.of(informer));
        HealthCheck hasty = patient.stuckAfter(Duration.ofNanos(1));
        assertThat(problemsOfHandlers(patient.look())).isEmpty();
        hasty.look();
        assertThat(problemsOfHandlers(hasty.look()))
            .singleElement()
            .satisfies(problem -> assertThat(problem.toString())
                .contains("held waits for handler stuck-one, whose call has not returned"));
        assertThat(problemsOfHandlers(patient.look())).isEmpty();
        release.countDown();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(HandlerOptions.Buffer.class)
  void aHandlerWhoseCallsReturnIsNotStuckThoughItsBacklogStaysTheSame(
      HandlerOptions.Buffer buffer) {
    World world = World.of(QueueKind.IN_ORDER).holding("a");
    HealthCheck check = checkOf(world);
    List<Long> backlogs = new ArrayList<>();
    List<String> health = new ArrayList<>();
    Recorder slow = new Recorder().onCall(call -> {
      if (backlogs.size() < 5) {
        world.touch("a"); // before this call returns, the next one waits
        world.runtime.advance(HealthCheck.STUCK_AFTER.plusSeconds(1));
        backlogs.add(world.informer().lags().get("slow").depth());
        health.add(check.look().toString());
      }
    });
    world
        .informer()
        .addHandler(
            slow, HandlerOptions.<TestObject>defaults().withName("slow").withBuffer(buffer));
    world.start();
    assertThat(backlogs).containsExactly(2L, 2L, 2L, 2L, 2L);
    assertThat(health).hasSize(5).containsOnly("ok");
  }

  @Test
  void aHandlerThatIsThroughWithOneOfSeveralChangesOfTheSameInstantIsNotStuck() {
    World world = World.of(QueueKind.IN_ORDER).holding("a").start();
    HealthCheck check = checkOf(world);
    List<String> health = new ArrayList<>();
    Recorder slow = world.record();
    world.settle();
    slow.onCall(call -> {
      if (health.isEmpty()) {
        for (int change = 0; change < 4; change++) {
          world.touch("a");
          world.runtime.runUntilIdle(); // each comes by itself
        }
      }
      world.runtime.advance(HealthCheck.STUCK_AFTER.plusSeconds(1));
      health.add(check.look().toString());
    });
    world.touch("a");
    world.settle();
    assertThat(health).hasSize(5).containsOnly("ok");
  }

  private static List<Problem> problemsOfHandlers(Health health) {
    return health.problems().stream()
        .filter(problem -> problem.what().contains("handler"))
        .toList();
  }

  @Test
  void aTransformThatBlocksIsFoundBecauseNoStepAnswers() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch inside = new CountDownLatch(1);
    try (EngineRuntime runtime = EngineRuntime.create("health", 3)) {
      FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
      cluster.add(TestObject.named("a"));
      try (SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
              cluster, TestObject.ACCESSOR)
          .runtime(runtime)
          .name("held")
          .transform(object -> {
            inside.countDown();
            await(release);
            return object;
          })
          .build()) {
        informer.start();
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        HealthCheck hasty = HealthCheck.of(() -> List.of(informer)).stuckAfter(Duration.ofNanos(1));
        hasty.look();
        assertThat(hasty.look().toString()).contains("held has run no step for");
        release.countDown();
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void patienceAndPausesWithoutEndAreLive() {
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    World world = World.of(QueueKind.IN_ORDER);
    HealthCheck check = checkOf(world).stuckAfter(forEver);
    world.cluster.failNextList(SourceException.status(
        429, "TooManyRequests", "busy", /* tooLargeResourceVersion= */ false, forEver));
    world.start();
    world.runtime.advance(Duration.ofDays(1));
    assertThat(world.informer().state()).isInstanceOf(InformerState.BackingOff.class);
    assertThat(check.look().isLive()).isTrue();
    world.runtime.advance(Duration.ofDays(1));
    assertThat(check.look().isLive()).isTrue();
    assertThat(world.cluster.requests()).hasSize(1);
  }
}
