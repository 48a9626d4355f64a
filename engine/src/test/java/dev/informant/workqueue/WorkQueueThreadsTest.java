package dev.informant.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.runtime.EngineRuntime;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The queue under real threads: waiting consumers, producers at once, memory. */
@Timeout(120)
class WorkQueueThreadsTest {
  private static final int PRODUCERS = 50;
  private static final int CONSUMERS = 10;

  private final EngineRuntime runtime = EngineRuntime.create("workqueue-test", 2);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final WorkQueue<String> queue = WorkQueue.create(runtime);

  @AfterEach
  void stop() {
    threads.shutdownNow();
    runtime.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("client-go:TestBasic")
  void fiftyProducersAndTenConsumers(boolean withDrain) throws Exception {
    Set<String> inside = ConcurrentHashMap.newKeySet();
    AtomicInteger overlaps = new AtomicInteger();
    Set<String> worked = ConcurrentHashMap.newKeySet();
    AtomicBoolean afterShutDown = new AtomicBoolean();
    List<Future<?>> consumers = new ArrayList<>();
    for (int i = 0; i < CONSUMERS; i++) {
      consumers.add(threads.submit(() -> {
        for (String item = queue.get(); item != null; item = queue.get()) {
          if (!inside.add(item)) {
            overlaps.incrementAndGet();
          }
          if (item.equals("added after shutdown")) {
            afterShutDown.set(true);
          }
          worked.add(item);
          inside.remove(item);
          queue.done(item);
        }
        return null;
      }));
    }
    List<Future<?>> producers = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      int producer = i;
      producers.add(threads.submit(() -> {
        for (int j = 0; j < 200; j++) {
          queue.add("own-" + producer + "-" + j);
          queue.add("shared-" + j % 7, j % 3);
          queue.addAfter("delayed-" + j % 5, Duration.ofNanos(1 + j));
        }
      }));
    }
    for (Future<?> producer : producers) {
      producer.get(30, TimeUnit.SECONDS);
    }
    if (withDrain) {
      assertThat(queue.shutDownWithDrain(Duration.ofSeconds(30))).isTrue();
      assertThat(queue.statistics().processing()).isZero();
    } else {
      queue.shutDown();
    }
    queue.add("added after shutdown");
    for (Future<?> consumer : consumers) {
      consumer.get(30, TimeUnit.SECONDS);
    }
    assertThat(overlaps).hasValue(0);
    assertThat(afterShutDown).isFalse();
    assertThat(queue.length()).isZero();
    assertThat(worked.stream().filter(item -> item.startsWith("own-"))).hasSize(PRODUCERS * 200);
    assertThat(worked.stream().filter(item -> item.startsWith("shared-"))).hasSize(7);
  }

  @Test
  void noAdditionIsOverlookedAndNoWorkOverlaps() throws Exception {
    // Each addition raises a counter first; the last work on an item must see its last value.
    int items = 4;
    int rounds = 20_000;
    AtomicInteger[] written = new AtomicInteger[items];
    int[] seen = new int[items];
    for (int i = 0; i < items; i++) {
      written[i] = new AtomicInteger();
    }
    List<Future<?>> producers = new ArrayList<>();
    for (int producer = 0; producer < 4; producer++) {
      producers.add(threads.submit(() -> {
        for (int round = 0; round < rounds; round++) {
          int item = round % items;
          written[item].incrementAndGet();
          queue.add(Integer.toString(item), round % 2);
        }
      }));
    }
    List<Future<?>> consumers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      consumers.add(threads.submit(() -> {
        for (String item = queue.get(); item != null; item = queue.get()) {
          int index = Integer.parseInt(item);
          // Not atomic: safe only because the queue hands an item to one worker at a time.
          seen[index] = written[index].get();
          queue.done(item);
        }
        return null;
      }));
    }
    for (Future<?> producer : producers) {
      producer.get(30, TimeUnit.SECONDS);
    }
    assertThat(queue.shutDownWithDrain(Duration.ofSeconds(30))).isTrue();
    for (Future<?> consumer : consumers) {
      consumer.get(30, TimeUnit.SECONDS);
    }
    for (int i = 0; i < items; i++) {
      assertThat(seen[i]).as("item %d", i).isEqualTo(4 * rounds / items);
    }
  }

  @Test
  void aWaitingConsumerIsWokenByAnAddition() throws Exception {
    Future<String> taken = threads.submit(queue::get);
    queue.add("foo");
    assertThat(taken.get(20, TimeUnit.SECONDS)).isEqualTo("foo");
  }

  @Test
  void aWaitingConsumerIsWokenWhenADelayHasPassed() throws Exception {
    Future<String> taken = threads.submit(queue::get);
    queue.addAfter("foo", Duration.ofMillis(1));
    assertThat(taken.get(20, TimeUnit.SECONDS)).isEqualTo("foo");
  }

  @Test
  void aSecondConsumerWaitsForDone() throws Exception {
    queue.add("foo");
    assertThat(queue.get()).isEqualTo("foo");
    queue.add("foo");
    CountDownLatch about = new CountDownLatch(1);
    Future<String> second = threads.submit(() -> {
      about.countDown();
      return queue.get();
    });
    assertThat(about.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(second.isDone()).isFalse();
    queue.done("foo");
    assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo("foo");
  }

  @Test
  void shuttingDownWakesAllWhoWait() throws Exception {
    List<Future<String>> waiting = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      waiting.add(threads.submit(queue::get));
    }
    queue.shutDown();
    for (Future<String> consumer : waiting) {
      assertThat(consumer.get(20, TimeUnit.SECONDS)).isNull();
    }
  }

  @Test
  void aWaitingConsumerCanBeInterrupted() {
    CompletableFuture<Thread> waiter = new CompletableFuture<>();
    Future<String> taken = threads.submit(() -> {
      waiter.complete(Thread.currentThread());
      return queue.get();
    });
    waiter.join().interrupt();
    assertThatThrownBy(() -> taken.get(20, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    queue.add("foo");
    assertThat(queue.poll()).as("nothing was taken by the interrupted one").isEqualTo("foo");
  }

  @Test
  void aBlockingDrainReturnsWhenAnotherThreadFinishes() throws Exception {
    queue.add("foo");
    assertThat(queue.get()).isEqualTo("foo");
    Future<Boolean> drained = threads.submit(() -> queue.shutDownWithDrain(Duration.ofSeconds(60)));
    queue.done("foo");
    assertThat(drained.get(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aClosedRuntimeFreezesDelaysAndNothingElse() {
    runtime.close();
    queue.addAfter("delayed", Duration.ofNanos(1));
    queue.add("plain");
    assertThat(queue.statistics().delayed()).isEqualTo(1);
    assertThat(queue.poll()).isEqualTo("plain");
    assertThat(queue.cancel("delayed")).isTrue();
  }

  @Test
  @Tag("client-go:TestGarbageCollection")
  void itemsThatWereTakenAndDoneAreCollectable() throws Exception {
    WorkQueue<Object> objects = WorkQueue.create(runtime);
    objects.add("keeps the queue in use");
    List<WeakReference<Object>> gone = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      gone.add(passThrough(objects, new Object(), i));
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (gone.stream().anyMatch(item -> item.get() != null) && System.nanoTime() < deadline) {
      System.gc();
      Thread.onSpinWait();
    }
    assertThat(gone).allMatch(item -> item.get() == null);
    assertThat(objects.length()).isEqualTo(1);
  }

  private static WeakReference<Object> passThrough(
      WorkQueue<Object> objects, Object item, int priority) {
    objects.addAfter(item, Duration.ofHours(1));
    assertThat(objects.cancel(item)).isTrue();
    objects.add(item, priority + 1);
    objects.add(item, priority + 2);
    assertThat(objects.poll() == item).isTrue();
    objects.add(item, 5);
    objects.done(item);
    assertThat(objects.poll() == item).isTrue();
    objects.done(item);
    return new WeakReference<>(item);
  }
}
