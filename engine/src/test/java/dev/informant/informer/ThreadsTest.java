package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.runtime.EngineRuntime;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Life cycles and registrations raced on real threads. */
@Timeout(60)
final class ThreadsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final EngineRuntime runtime = EngineRuntime.create("threads", 2);
  private final FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
  private final ExecutorService others = Executors.newFixedThreadPool(8);

  @AfterEach
  void stop() {
    others.shutdownNow();
    runtime.close();
  }

  private SharedIndexInformer<TestObject> informer(QueueKind queue) {
    return SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
        .deepCopy(TestObject::copy)
        .runtime(runtime)
        .queue(queue)
        .build();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aSilentInformerHearsThatItsRuntimeIsClosed(QueueKind queue) throws Exception {
    cluster.add(TestObject.named("a"));
    SharedIndexInformer<TestObject> informer = informer(queue);
    informer.start();
    informer.awaitSynced(PATIENCE);
    CompletableFuture<Void> waiting = informer.awaitVersion("99", Duration.ofHours(1));
    runtime.close();
    assertThat(informer.state()).isInstanceOf(InformerState.Closed.class);
    assertThat(informer.state().cause()).hasMessageContaining("was closed");
    informer.closed().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(waiting)
        .failsWithin(PATIENCE)
        .withThrowableThat()
        .withMessageContaining("was closed before it had reached version 99");
    assertThat(informer.indexer().get("default/a")).isNotNull();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestSharedInformerHandlerAbuse")
  void handlersComeAndGoUnderLoadWithoutGapOrDuplicate(QueueKind queue) throws Exception {
    for (int i = 0; i < 20; i++) {
      cluster.add(TestObject.named("k" + i));
    }
    try (SharedIndexInformer<TestObject> informer = informer(queue)) {
      informer.start();
      informer.awaitSynced(PATIENCE);
      List<Future<Recorder>> joins = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        boolean leaves = i % 2 == 0;
        joins.add(others.submit(() -> {
          Recorder recorder = new Recorder();
          Registration<TestObject> registration = informer.addHandler(recorder);
          if (leaves) {
            registration.awaitSynced(PATIENCE);
            assertThat(registration.removeAndAwait(PATIENCE)).isTrue();
            int heard = recorder.calls().size();
            assertThat(recorder.violations()).isEmpty();
            assertThat(recorder.calls()).hasSize(heard);
          }
          return recorder;
        }));
      }
      TestObject last = null;
      for (int i = 0; i < 10_000; i++) {
        last = cluster.modify(TestObject.named("k" + i % 20).withData("" + i));
      }
      List<Recorder> recorders = new ArrayList<>();
      for (Future<Recorder> join : joins) {
        recorders.add(join.get(30, TimeUnit.SECONDS));
      }
      informer.awaitVersion(last.resourceVersion(), PATIENCE).get(30, TimeUnit.SECONDS);
      informer.addHandler(new Recorder()).awaitSynced(PATIENCE);
      assertThat(recorders).allMatch(recorder -> recorder.violations().isEmpty());
      for (int i = 1; i < recorders.size(); i += 2) {
        Recorder stayed = recorders.get(i);
        String key = TestObject.ACCESSOR.key(last);
        String version = last.resourceVersion();
        await(() -> version.equals(stayed.state().get(key)));
      }
    }
  }

  /** Polls without sleeping; only for what the code under test is bound to do soon. */
  private static void await(java.util.function.BooleanSupplier condition) {
    long deadline = System.currentTimeMillis() + PATIENCE.toMillis();
    while (!condition.getAsBoolean()) {
      assertThat(System.currentTimeMillis()).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void nothingIsDeliveredAfterCloseReturns(QueueKind queue) throws Exception {
    cluster.add(TestObject.named("a"));
    for (int round = 0; round < 50; round++) {
      SharedIndexInformer<TestObject> informer = informer(queue);
      AtomicInteger inside = new AtomicInteger();
      AtomicInteger calls = new AtomicInteger();
      ResourceEventHandler<TestObject> handler = ResourceEventHandler.<TestObject>builder()
          .onUpdate((before, after) -> {
            inside.incrementAndGet();
            calls.incrementAndGet();
            inside.decrementAndGet();
          })
          .build();
      for (int i = 0; i < 5; i++) {
        informer.addHandler(handler);
      }
      informer.start();
      informer.awaitSynced(PATIENCE);
      Future<?> writer = others.submit(() -> {
        for (int i = 0; i < 200; i++) {
          cluster.modify(TestObject.named("a").withData("" + i));
        }
      });
      Future<?> joiner = others.submit(() -> {
        try {
          while (true) {
            informer.addHandler(handler);
          }
        } catch (IllegalStateException closed) {
          assertThat(closed).hasMessageContaining("is closed");
        }
      });
      informer.close();
      int heard = calls.get();
      assertThat(inside).hasValue(0);
      writer.get(30, TimeUnit.SECONDS);
      joiner.get(30, TimeUnit.SECONDS);
      assertThat(calls).hasValue(heard);
      informer.closed().get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void closeWaitsForTheCallInProgress() throws Exception {
    cluster.add(TestObject.named("a"));
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicReference<String> order = new AtomicReference<>("");
    SharedIndexInformer<TestObject> informer = informer(QueueKind.IN_ORDER);
    informer.addHandler(new Recorder().onCall(call -> {
      inside.countDown();
      try {
        release.await();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
      order.accumulateAndGet("returned ", String::concat);
    }));
    informer.start();
    assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
    Future<?> closing = others.submit(() -> {
      informer.close();
      order.accumulateAndGet("closed", String::concat);
    });
    await(informer::isClosed);
    assertThat(closing.isDone()).isFalse();
    release.countDown();
    closing.get(30, TimeUnit.SECONDS);
    assertThat(order).hasValue("returned closed");
  }

  @Test
  void twoHandlersThatCloseFromInsideDoNotWaitForEachOther() throws Exception {
    cluster.add(TestObject.named("a"));
    SharedIndexInformer<TestObject> informer = informer(QueueKind.IN_ORDER);
    CountDownLatch both = new CountDownLatch(2);
    CompletableFuture<Void> done = new CompletableFuture<>();
    for (int i = 0; i < 2; i++) {
      informer.addHandler(new Recorder().onCall(call -> {
        both.countDown();
        try {
          both.await();
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
        }
        informer.close();
      }));
    }
    informer.closed().thenRun(() -> done.complete(null));
    informer.start();
    done.get(30, TimeUnit.SECONDS);
  }

  @Test
  void closedRuntimeEndsTheInformerAndItSaysSo() throws Exception {
    EngineRuntime shortLived = EngineRuntime.create("short", 1);
    FakeCluster<TestObject> elsewhere = FakeCluster.create(shortLived);
    SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
            elsewhere, TestObject.ACCESSOR)
        .deepCopy(TestObject::copy)
        .runtime(shortLived)
        .build();
    Registration<TestObject> registration = informer.addHandler(new Recorder());
    shortLived.close();
    informer.start();
    registration.remove();
    await(() -> informer.state() instanceof InformerState.Closed);
    assertThat(informer.state().cause()).isNotNull();
    informer.close();
  }

  @Test
  void handlerAddedOnAClosedRuntimeIsToldThatItWillNotSync() {
    EngineRuntime shortLived = EngineRuntime.create("short", 1);
    SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
            FakeCluster.create(shortLived), TestObject.ACCESSOR)
        .runtime(shortLived)
        .build();
    shortLived.close();
    Registration<TestObject> registration = informer.addHandler(new Recorder());
    assertThat(registration.synced()).isCompletedExceptionally();
    assertThat(registration.isActive()).isFalse();
    assertThat(informer.state()).isInstanceOf(InformerState.Closed.class);
    assertThat(informer.lags()).isEmpty();
  }

  @Test
  void startAndCloseAtOnceLeaveNothingRunning() throws Exception {
    for (int round = 0; round < 200; round++) {
      SharedIndexInformer<TestObject> informer = informer(QueueKind.IN_ORDER);
      CountDownLatch go = new CountDownLatch(1);
      Future<?> start = others.submit(() -> {
        go.await();
        try {
          informer.start();
        } catch (IllegalStateException closed) {
          assertThat(closed).hasMessageContaining("is closed");
        }
        return null;
      });
      go.countDown();
      informer.close();
      start.get(30, TimeUnit.SECONDS);
      informer.closed().get(30, TimeUnit.SECONDS);
    }
    await(() -> cluster.openWatches() == 0);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestSharedInformerInitializationRace")
  void handlersAddedAroundTheStartSeeTheWholeListAndItIsListedOnce(QueueKind queue)
      throws Exception {
    for (int i = 0; i < 20; i++) {
      cluster.add(TestObject.named("k" + i));
    }
    for (int round = 0; round < 50; round++) {
      int requests = lists();
      try (SharedIndexInformer<TestObject> informer = informer(queue)) {
        CountDownLatch go = new CountDownLatch(1);
        List<Future<?>> starts = new ArrayList<>();
        List<Future<Recorder>> joins = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          starts.add(others.submit(() -> {
            go.await();
            informer.start();
            return null;
          }));
          joins.add(others.submit(() -> {
            Recorder recorder = new Recorder();
            go.await();
            informer.addHandler(recorder).awaitSynced(PATIENCE);
            return recorder;
          }));
        }
        go.countDown();
        for (Future<?> start : starts) {
          start.get(30, TimeUnit.SECONDS);
        }
        for (Future<Recorder> join : joins) {
          assertThat(join.get(30, TimeUnit.SECONDS).calls())
              .hasSize(20)
              .doesNotHaveDuplicates()
              .allMatch(call -> call.startsWith("add! "));
        }
        assertThat(lists() - requests).isEqualTo(1);
      }
    }
  }

  /** How often the collection was asked for, by a list or a stream. */
  private int lists() {
    return (int) cluster.requests().stream()
        .filter(request ->
            !request.watch() || Boolean.TRUE.equals(request.options().sendInitialEvents()))
        .count();
  }

  @Test
  void removalDoesNotWaitForTheCallInProgressUnlessAskedTo() throws Exception {
    cluster.add(TestObject.named("a"));
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (SharedIndexInformer<TestObject> informer = informer(QueueKind.IN_ORDER)) {
      Registration<TestObject> registration = informer.addHandler(new Recorder().onCall(call -> {
        inside.countDown();
        try {
          release.await();
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
        }
      }));
      informer.start();
      assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
      CompletableFuture<Void> quiet = registration.remove();
      assertThat(registration.isActive()).isFalse();
      assertThat(quiet).isNotDone();
      assertThat(registration.removeAndAwait(Duration.ofMillis(1))).isFalse();
      Future<Boolean> awaited = others.submit(() -> registration.removeAndAwait(PATIENCE));
      release.countDown();
      assertThat(awaited.get(30, TimeUnit.SECONDS)).isTrue();
      assertThat(quiet).isCompleted();
    }
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void closeFromAnObserverDoesNotWaitForAHandler(QueueKind queue) throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Void> returned = new CompletableFuture<>();
    try (EngineRuntime runtime = EngineRuntime.create("observer", 1)) {
      FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
      cluster.add(TestObject.named("a"));
      CompletableFuture<SharedIndexInformer<TestObject>> built = new CompletableFuture<>();
      SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
              cluster, TestObject.ACCESSOR)
          .deepCopy(TestObject::copy)
          .runtime(runtime)
          .queue(queue)
          .closeTimeout(Duration.ofDays(1))
          .observer(event -> {
            if (event instanceof InformerEvent.Received) {
              if (inside.getCount() == 0) {
                built.join().close();
                returned.complete(null);
              }
            }
          })
          .build();
      built.complete(informer);
      informer.addHandler(ResourceEventHandler.<TestObject>builder()
          .onAdd(object -> {
            inside.countDown();
            try {
              release.await();
            } catch (InterruptedException interrupted) {
              Thread.currentThread().interrupt();
            }
          })
          .build());
      informer.start();
      assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();
      // Events may still be those of a streaming list: change until it is heard.
      for (int i = 0; !informer.isClosed() && i < 1000; i++) {
        cluster.modify(TestObject.named("a").withData("" + i));
        returned.copy().completeOnTimeout(null, 20, TimeUnit.MILLISECONDS).join();
      }
      returned.get(20, TimeUnit.SECONDS);
      assertThat(informer.closed()).isNotDone();
      release.countDown();
      informer.closed().get(20, TimeUnit.SECONDS);
    } finally {
      release.countDown();
    }
  }
}
