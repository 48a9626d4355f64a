package dev.informant.queue;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What both queues promise to their consumer, with real threads where the claim is about them. */
@Timeout(60)
class QueueConsumerTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  static Stream<Queue<Item>> queues() {
    return Stream.of(
        new DeltaFifo<>(Item::name, KnownObjects.none()), new InOrderQueue<>(Item::name));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  /** Runs {@code pop} on a thread of its own and returns once that thread waits in it. */
  private Future<String> waitingPop(Queue<Item> queue) throws InterruptedException {
    CompletableFuture<Thread> popper = new CompletableFuture<>();
    Future<String> result = threads.submit(() -> {
      popper.complete(Thread.currentThread());
      List<String> seen = new ArrayList<>();
      queue.pop((deltas, initial) -> seen.add(QueueScript.describe(deltas, initial)));
      return String.join("; ", seen);
    });
    Thread thread = popper.join();
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return result;
  }

  @ParameterizedTest
  @MethodSource("queues")
  void pollOfAnEmptyQueueGivesFalseAndCallsNobody(Queue<Item> queue) {
    assertThat(queue.poll((deltas, initial) -> {
          throw new AssertionError("nothing was there");
        }))
        .isFalse();
  }

  @ParameterizedTest
  @MethodSource("queues")
  void popWaitsForAChange(Queue<Item> queue) throws Exception {
    Future<String> popped = waitingPop(queue);
    assertThat(popped.isDone()).isFalse();
    queue.add(Item.of("a:1"));
    assertThat(popped.get(20, SECONDS)).isEqualTo("Added a:1");
  }

  @ParameterizedTest
  @MethodSource("queues")
  void popTakesWhatIsThereWithoutWaiting(Queue<Item> queue) throws Exception {
    queue.replace(List.of(Item.of("a:1")), "10");
    List<Boolean> initials = new ArrayList<>();
    queue.pop((deltas, initial) -> initials.add(initial));
    assertThat(initials).containsExactly(true);
    assertThat(queue.hasSynced()).isTrue();
    assertThat(queue.depth()).isZero();
  }

  @ParameterizedTest
  @MethodSource("queues")
  @Tag("client-go:TestDeltaFIFO_PopShouldUnblockWhenClosed")
  @Tag("client-go:TestRealFIFO_PopShouldUnblockWhenClosed")
  void closeUnblocksTenPoppers(Queue<Item> queue) throws Exception {
    List<Future<String>> poppers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      poppers.add(waitingPop(queue));
    }
    queue.close();
    queue.close();
    for (Future<String> popper : poppers) {
      assertThatThrownBy(() -> popper.get(20, SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(QueueClosedException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("queues")
  void whatWasQueuedIsStillHandedOverAfterClose(Queue<Item> queue) throws Exception {
    queue.add(Item.of("a:1"));
    queue.close();
    queue.add(Item.of("a:2"));
    List<String> seen = new ArrayList<>();
    while (queue.depth() > 0) {
      queue.pop((deltas, initial) ->
          deltas.forEach(delta -> seen.add(String.valueOf(((Delta.Keyed<Item>) delta).object()))));
    }
    assertThat(seen).containsExactly("a:1", "a:2");
    assertThatThrownBy(() -> queue.pop((deltas, initial) -> {}))
        .isInstanceOf(QueueClosedException.class)
        .hasMessage("the queue is closed");
    assertThat(queue.poll((deltas, initial) -> {})).isFalse();
  }

  @ParameterizedTest
  @MethodSource("queues")
  void anInterruptedPopEndsAndTakesNothing(Queue<Item> queue) throws Exception {
    CompletableFuture<Thread> popper = new CompletableFuture<>();
    Future<?> popped = threads.submit(() -> {
      popper.complete(Thread.currentThread());
      queue.pop((deltas, initial) -> {});
      return null;
    });
    popper.join().interrupt();
    assertThatThrownBy(() -> popped.get(20, SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    queue.add(Item.of("a:1"));
    assertThat(queue.depth()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("queues")
  void aSecondPollDuringATurnIsAClearError(Queue<Item> queue) throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    queue.add(Item.of("a:1"));
    Future<?> first = threads.submit(() -> queue.poll((deltas, initial) -> {
      inside.countDown();
      await(leave);
    }));
    await(inside);
    queue.add(Item.of("b:1")); // the producer is not held up
    assertThatThrownBy(() -> queue.poll((deltas, initial) -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("one consumer at a time");
    leave.countDown();
    first.get(20, SECONDS);
    assertThat(queue.poll((deltas, initial) -> {})).isTrue();
  }

  @ParameterizedTest
  @MethodSource("queues")
  void aPopDuringATurnWaitsForItsEnd(Queue<Item> queue) throws Exception {
    queue.add(Item.of("a:1"));
    List<Future<String>> second = new ArrayList<>();
    queue.poll((deltas, initial) -> {
      queue.add(Item.of("b:1"));
      try {
        second.add(waitingPop(queue));
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException(interrupted);
      }
      assertThat(queue.depth()).isEqualTo(1);
    });
    assertThat(second.get(0).get(20, SECONDS)).isEqualTo("Added b:1");
  }

  @ParameterizedTest
  @MethodSource("queues")
  void aConsumerCannotConsumeFromInside(Queue<Item> queue) {
    queue.add(Item.of("a:1"));
    queue.add(Item.of("b:1"));
    AtomicInteger refused = new AtomicInteger();
    queue.poll((deltas, initial) -> {
      assertThatThrownBy(() -> queue.poll((more, again) -> {}))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> queue.pop((more, again) -> {}))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(Thread.currentThread().getName());
      refused.incrementAndGet();
    });
    assertThat(refused).hasValue(1);
  }

  @ParameterizedTest
  @MethodSource("queues")
  void whatTheConsumerThrowsIsThrownOnAndOnlyAnotherListCanSync(Queue<Item> queue) {
    IllegalStateException planted = new IllegalStateException("planted");
    queue.replace(List.of(Item.of("a:1")), "10");
    assertThatThrownBy(() -> queue.poll((deltas, initial) -> {
          throw planted;
        }))
        .isSameAs(planted);
    assertThat(queue.hasSynced()).isFalse();
    assertThat(queue.depth()).isZero();
    queue.add(Item.of("a:2"));
    assertThat(queue.poll((deltas, initial) -> {})).isTrue();
    assertThat(queue.hasSynced()).isFalse();
    queue.add(Item.of("b:2"));
    queue.add(Item.of("c:2"));
    queue.replace(List.of(Item.of("a:2"), Item.of("b:2"), Item.of("c:2")), "11");
    assertThat(queue.hasSynced()).isFalse();
    List<Boolean> initials = new ArrayList<>();
    while (queue.poll((deltas, initial) -> initials.add(initial))) {
      assertThat(queue.hasSynced()).isEqualTo(queue.depth() == 0);
    }
    assertThat(queue.hasSynced()).isTrue();
    assertThat(initials).containsOnly(true);
  }

  @ParameterizedTest
  @MethodSource("queues")
  void theSignalComesWhenTheQueueStopsBeingEmpty(Queue<Item> queue) {
    AtomicInteger signals = new AtomicInteger();
    queue.onAvailable(signals::incrementAndGet);
    assertThat(signals).hasValue(0);
    queue.add(Item.of("a:1"));
    assertThat(signals).hasValue(1);
    queue.add(Item.of("b:1"));
    assertThat(signals).hasValue(1);
    while (queue.poll((deltas, initial) -> {})) {
      // until empty
    }
    queue.replace(List.of(Item.of("a:1")), "10");
    assertThat(signals).hasValue(2);
  }

  @ParameterizedTest
  @MethodSource("queues")
  void aTurnThatWasTakenBeforeTheListThatMendsTheFirstIsNoPartOfIt(Queue<Item> queue) {
    List<Item> list = List.of(Item.of("a:1"), Item.of("b:1"));
    queue.replace(list, "10");
    queue.add(Item.of("x:1"));
    queue.add(Item.of("x:2"));
    Queue.Consumer<Item> failing = (deltas, initial) -> {
      throw new IllegalStateException("full");
    };
    assertThatThrownBy(() -> queue.poll(failing)).hasMessage("full");
    queue.poll((deltas, initial) -> queue.replace(list, "20"));
    int waiting = queue.depth();
    List<Boolean> synced = new ArrayList<>();
    while (queue.poll((deltas, initial) -> {})) {
      synced.add(queue.hasSynced());
    }
    assertThat(synced).hasSize(waiting).endsWith(true);
    assertThat(synced.subList(0, waiting - 1)).containsOnly(false);
  }

  @ParameterizedTest
  @MethodSource("queues")
  void aTurnDuringWhichTheListWasHeldAndReplacedIsNoPartOfTheNewOne(Queue<Item> queue) {
    queue.replace(List.of(Item.of("a:1")), "10");
    queue.poll((deltas, initial) -> {
      queue.holdSync();
      queue.replace(List.of(Item.of("a:2")), "20");
    });
    assertThat(queue.hasSynced()).isFalse();
    queue.poll((deltas, initial) -> {});
    assertThat(queue.hasSynced()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("queues")
  void whoAsksForTheSignalLateIsToldAtOnce(Queue<Item> queue) {
    queue.add(Item.of("a:1"));
    AtomicInteger signals = new AtomicInteger();
    queue.onAvailable(signals::incrementAndGet);
    assertThat(signals).hasValue(1);
  }

  @ParameterizedTest
  @MethodSource("queues")
  @Tag("client-go:TestDeltaFIFO_basic")
  @Tag("client-go:TestRealFIFO_basic")
  void theOrderOfEachProducerIsKeptAndNothingIsLost(Queue<Item> queue) throws Exception {
    int producers = 3;
    int changes = 2000;
    List<Future<?>> running = new ArrayList<>();
    for (int producer = 0; producer < producers; producer++) {
      String name = "p" + producer;
      running.add(threads.submit(() -> {
        for (int version = 1; version <= changes; version++) {
          queue.update(new Item(name, version));
        }
      }));
    }
    List<Item> seen = Collections.synchronizedList(new ArrayList<>());
    while (seen.size() < producers * changes) {
      queue.pop((deltas, initial) ->
          deltas.forEach(delta -> seen.add(((Delta.Keyed<Item>) delta).object())));
    }
    for (Future<?> producer : running) {
      producer.get(20, SECONDS);
    }
    for (int producer = 0; producer < producers; producer++) {
      String name = "p" + producer;
      assertThat(seen.stream().filter(item -> item.name().equals(name)).map(Item::version))
          .isSorted()
          .doesNotHaveDuplicates()
          .hasSize(changes);
    }
    assertThat(queue.depth()).isZero();
  }

  @ParameterizedTest
  @MethodSource("queues")
  void theFirstListIsSyncedOnlyOnceItsConsumerHasReturned(Queue<Item> queue) {
    queue.replace(List.of(Item.of("a:1")), "10");
    List<Boolean> inside = new ArrayList<>();
    queue.poll((deltas, initial) -> inside.add(queue.hasSynced()));
    assertThat(inside).containsExactly(false);
    assertThat(queue.hasSynced()).isTrue();
  }

  static Stream<Function<UnaryOperator<Item>, Queue<Item>>> transforming() {
    return Stream.of(
        transform -> DeltaFifo.builder(Item::name, KnownObjects.<Item>none())
            .transform(transform)
            .build(),
        transform -> InOrderQueue.<Item>builder(Item::name).transform(transform).build());
  }

  @ParameterizedTest
  @MethodSource("transforming")
  void theTransformHoldsUpNobody(Function<UnaryOperator<Item>, Queue<Item>> make) {
    List<Queue<Item>> made = new ArrayList<>();
    List<Integer> depths = new ArrayList<>();
    made.add(make.apply(item -> {
      try {
        depths.add(threads.submit(() -> made.get(0).depth()).get(20, SECONDS));
      } catch (Exception heldUp) {
        throw new IllegalStateException(heldUp);
      }
      return item;
    }));
    made.get(0).add(Item.of("a:1"));
    made.get(0).replace(List.of(Item.of("a:2")), "10");
    assertThat(depths).containsExactly(0, 1);
  }
}
