package dev.informant.verification.simulation;

import dev.informant.runtime.Clock;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The runtime of one client: its clocks may jump, its pipeline may be kept waiting for a processor, and
 * each handler's calls come at that handler's pace.
 */
final class ClientRuntime implements EngineRuntime, Clock {
  private static final Pace STEADY = new Pace();
  private static final int OWN_QUEUES =
      4; // the informer's come first; later ones belong to requests

  private final VirtualRuntime base;
  private final RandomGenerator random;
  private final double starvation;
  private Duration wallSkew = Duration.ZERO;
  private long jumps;
  private long nanosSkew;
  private int late;
  private final List<Pace> queues = new ArrayList<>();
  private @Nullable Pace next;

  /** How fast one handler, or one queue of the pipeline, works: its turns begin no earlier than it allows. */
  static final class Pace {
    private Duration pause = Duration.ZERO;
    private long blockedUntil;

    /** Pauses up to so long before each turn. */
    void pause(Duration longest) {
      pause = longest;
    }

    void blockUntil(long nanos) {
      blockedUntil = nanos;
    }

    void clear() {
      pause = Duration.ZERO;
      blockedUntil = 0;
    }

    boolean isSteady() {
      return pause.isZero() && blockedUntil == 0;
    }
  }

  /**
   * @param starvation the share of the pipeline's steps that begin late
   */
  ClientRuntime(VirtualRuntime base, RandomGenerator random, double starvation) {
    this.base = base;
    this.random = random;
    this.starvation = starvation;
  }

  /** The time of day jumps, in either direction. */
  void jumpWall(Duration by) {
    wallSkew = wallSkew.plus(by);
    jumps++;
  }

  /** How often the time of day has jumped. */
  long jumps() {
    return jumps;
  }

  /** The monotonic clock jumps forward, as after a suspension. */
  void jumpNanos(long by) {
    nanosSkew += by;
  }

  /** The next callback queue asked for works at this pace. */
  void expect(Pace pace) {
    next = pace;
  }

  /** Some of the pipeline's queues get no processor until then; the others go on. */
  void holdUp(long nanos) {
    for (Pace queue : queues) {
      if (random.nextBoolean()) {
        queue.blockUntil(nanos);
      }
    }
  }

  /** All of the pipeline's queues get processors again. */
  void letGo() {
    queues.forEach(Pace::clear);
  }

  /** Whether some step has been kept waiting and has not begun. */
  boolean isStarving() {
    return late > 0;
  }

  @Override
  public SerialQueue callbackQueue(Consumer<Throwable> failures) {
    Pace pace = next;
    next = null;
    return new SerialQueue(
        pace == null ? base.callbacks() : task -> paced(pace, task), failures, /* batch= */ 1);
  }

  private void paced(Pace pace, Runnable task) {
    long wait = Math.max(0, pace.blockedUntil - base.nanos());
    if (!pace.pause.isZero()) {
      wait += random.nextLong(pace.pause.toNanos());
    }
    if (wait == 0) {
      base.callbacks().execute(task);
    } else {
      base.schedule(Duration.ofNanos(wait), () -> base.callbacks().execute(task));
    }
  }

  @Override
  public Executor pipeline() {
    return task -> step(STEADY, task);
  }

  @Override
  public SerialQueue pipelineQueue(Consumer<Throwable> failures) {
    Pace pace = new Pace();
    if (queues.size() < OWN_QUEUES) {
      queues.add(pace);
    }
    return new SerialQueue(task -> step(pace, task), failures, /* batch= */ 1);
  }

  private void step(Pace pace, Runnable task) {
    long wait = Math.max(0, pace.blockedUntil - base.nanos());
    if (starvation > 0 && random.nextDouble() < starvation) {
      wait += random.nextLong(20_000_000);
    }
    if (wait == 0) {
      base.pipeline().execute(task);
      return;
    }
    late++;
    base.schedule(Duration.ofNanos(wait), () -> {
      late--;
      base.pipeline().execute(task);
    });
  }

  @Override
  public long nanos() {
    return base.nanos() + nanosSkew;
  }

  @Override
  public Instant now() {
    return base.now().plus(wallSkew);
  }

  @Override
  public Clock clock() {
    return this;
  }

  @Override
  public Timers timers() {
    return base;
  }

  @Override
  public Executor callbacks() {
    return base.callbacks();
  }

  @Override
  public RandomGenerator random() {
    return base.random();
  }

  @Override
  public int pipelineThreads() {
    return 0;
  }

  @Override
  public void close() {}
}
