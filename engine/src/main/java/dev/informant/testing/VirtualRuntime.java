package dev.informant.testing;

import dev.informant.internal.runtime.CloseListeners;
import dev.informant.runtime.Clock;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * A runtime with virtual time and without threads: the calling thread runs the tasks, so a run is determined by its
 * seed. In {@link #inOrder} mode ready tasks run in order. In {@link #shuffled} mode the seed selects the next ready
 * task, which explores the possible interleavings of the serial queues.
 *
 * <p>Not thread-safe: one thread builds, drives and observes everything that runs on it.
 */
public final class VirtualRuntime implements EngineRuntime, Clock, Timers {
  private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

  private final RandomGenerator random;
  private final boolean shuffle;
  private final List<Runnable> ready = new ArrayList<>();
  private final PriorityQueue<Alarm> alarms = new PriorityQueue<>(
      Comparator.<Alarm>comparingLong(alarm -> alarm.at).thenComparingLong(alarm -> alarm.order));
  private final CloseListeners closeListeners = new CloseListeners();
  private long nanos;
  private long order;
  private long steps;

  private static final class Alarm {
    final long at;
    final long order;
    final Runnable task;
    boolean cancelled;

    Alarm(long at, long order, Runnable task) {
      this.at = at;
      this.order = order;
      this.task = task;
    }
  }

  private VirtualRuntime(long seed, boolean shuffle) {
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    this.shuffle = shuffle;
  }

  public static VirtualRuntime inOrder(long seed) {
    return new VirtualRuntime(seed, /* shuffle= */ false);
  }

  public static VirtualRuntime shuffled(long seed) {
    return new VirtualRuntime(seed, /* shuffle= */ true);
  }

  /** Runs one ready task; returns false if there is none. Time does not advance. */
  public boolean step() {
    if (ready.isEmpty()) {
      return false;
    }
    int next = shuffle ? random.nextInt(ready.size()) : 0;
    Runnable task = ready.remove(next);
    steps++;
    task.run();
    return true;
  }

  /** Runs tasks until none is ready. Time does not advance. */
  public void runUntilIdle() {
    while (step()) {
      // each step may make more ready
    }
  }

  /** Moves time to the next timer and makes its task ready; returns false if there is no timer. */
  public boolean skipToNextTimer() {
    while (!alarms.isEmpty()) {
      Alarm alarm = alarms.remove();
      if (!alarm.cancelled) {
        nanos = Math.max(nanos, alarm.at);
        ready.add(alarm.task);
        return true;
      }
    }
    return false;
  }

  /** Advances time by {@code duration} and runs ready tasks and due timers, in order. */
  public void advance(Duration duration) {
    long end = later(duration);
    runUntilIdle();
    while (nextTimerAt() <= end) {
      skipToNextTimer();
      runUntilIdle();
    }
    nanos = Math.max(nanos, end); // a task may have waited longer than that
  }

  /** Advances time until {@code condition} is true; returns false if {@code limit} has passed. */
  public boolean runUntil(BooleanSupplier condition, Duration limit) {
    long end = later(limit);
    while (!condition.getAsBoolean()) {
      if (step()) {
        continue;
      }
      if (nextTimerAt() > end) {
        nanos = Math.max(nanos, end);
        return false;
      }
      skipToNextTimer();
    }
    return true;
  }

  /**
   * Runs other tasks, and lets time pass, until {@code future} is done. Tasks nest: a task that waits continues after those
   * that began to wait later.
   *
   * @throws IllegalStateException if nothing is left that could complete it
   */
  @Override
  public <V> V await(CompletableFuture<V> future) throws InterruptedException, ExecutionException {
    while (!future.isDone()) {
      if (!step() && !skipToNextTimer()) {
        throw new IllegalStateException(
            "a task waits for a future, and no task or timer is left that could complete it");
      }
    }
    return future.get();
  }

  /** Tasks run so far. */
  public long steps() {
    return steps;
  }

  /** Returns the time after {@code delay}, limited so that it does not overflow. */
  private long later(Duration delay) {
    Duration longest = Duration.ofNanos(Long.MAX_VALUE - 1 - nanos);
    if (delay.isNegative()) {
      return nanos;
    }
    return nanos + (delay.compareTo(longest) > 0 ? longest : delay).toNanos();
  }

  private long nextTimerAt() {
    while (!alarms.isEmpty() && alarms.peek().cancelled) {
      alarms.remove();
    }
    return alarms.isEmpty() ? Long.MAX_VALUE : alarms.peek().at;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public Instant now() {
    return EPOCH.plusNanos(nanos);
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    Alarm alarm = new Alarm(later(delay), order++, task);
    alarms.add(alarm);
    return () -> alarm.cancelled = true;
  }

  @Override
  public Clock clock() {
    return this;
  }

  @Override
  public Timers timers() {
    return this;
  }

  @Override
  public Executor pipeline() {
    return ready::add;
  }

  @Override
  public Executor callbacks() {
    return ready::add;
  }

  @Override
  public Executor background() {
    return ready::add;
  }

  @Override
  public SerialQueue pipelineQueue(Consumer<Throwable> failures) {
    return new SerialQueue(pipeline(), failures, /* batch= */ 1);
  }

  @Override
  public SerialQueue callbackQueue(Consumer<Throwable> failures) {
    return new SerialQueue(callbacks(), failures, /* batch= */ 1);
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public int pipelineThreads() {
    return 0;
  }

  @Override
  public Runnable onClose(Runnable listener) {
    return closeListeners.add(listener);
  }

  @Override
  public void close() {
    closeListeners.closed();
    ready.clear();
    alarms.clear();
  }
}
