package dev.informant.verification.chaos;

import dev.informant.verification.controlplane.ControlPlane;
import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Does one thing after another to a control plane, the lines to it and the programs that use it, chosen by a
 * seed. A fault is whole: when {@link #pause()} has returned, all lines are open and all processes run.
 * Thread-safe; nobody else may touch the control plane meanwhile.
 */
public final class FaultSequence implements AutoCloseable {
  /** What can happen. */
  public enum Kind {
    /** Every connection breaks. */
    CUT_ALL,
    /** Two connections of each line break. */
    CUT_SOME,
    /** Every connection breaks, and new ones are refused for a while. */
    REFUSE,
    /** Nothing is carried for a while. */
    STALL,
    /** Everything is carried late for a while. */
    DELAY,
    /** Little is carried for a while. */
    THROTTLE,
    /** SIGSTOP to a program for a second. */
    STOP_CLIENT,
    /** SIGSTOP to kube-apiserver for up to two seconds. */
    STOP_SERVER,
    /** SIGSTOP to etcd for up to two seconds. */
    STOP_ETCD,
    /** SIGKILL to kube-apiserver, which is then started again. It has a clock of its own and is not drawn. */
    KILL_SERVER
  }

  private static final List<Kind> DRAWN =
      List.copyOf(EnumSet.complementOf(EnumSet.of(Kind.KILL_SERVER)));

  private static final long KILLS_APART_NANOS = 60_000_000_000L;

  private final ControlPlane plane;
  private final List<FaultProxy> lines;
  private final List<Long> clients;
  private final Random random;
  private final long gapMillis;
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class); // guarded by itself
  private final ReentrantLock turn = new ReentrantLock(/* fair= */ true);
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private final Thread thread;
  private long lastKill;
  private volatile boolean closed;

  /**
   * @param clients the processes that use the lines
   * @param gapMillis the mean time from one fault's end to the next one's beginning
   */
  public FaultSequence(
      ControlPlane plane, List<FaultProxy> lines, List<Long> clients, long seed, long gapMillis) {
    this.plane = plane;
    this.lines = List.copyOf(lines);
    this.clients = List.copyOf(clients);
    this.random = new Random(seed);
    this.gapMillis = gapMillis;
    this.lastKill = System.nanoTime() - KILLS_APART_NANOS * 3 / 4;
    this.thread = new Thread(this::run, "faults");
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Returns when the fault in progress is over; none begins until {@link #resume()}, by the same thread. */
  public void pause() {
    turn.lock();
  }

  public void resume() {
    turn.unlock();
  }

  /** How often each has happened. */
  public Map<Kind, Integer> counts() {
    synchronized (counts) {
      return new EnumMap<>(counts);
    }
  }

  /** What went wrong with the control plane itself; null if nothing. */
  public @Nullable Exception failure() {
    return failure.get();
  }

  private void run() {
    try {
      while (!closed) {
        Thread.sleep(gapMillis / 2 + random.nextInt((int) gapMillis + 1));
        turn.lock();
        try {
          Kind kind = next();
          synchronized (counts) {
            counts.merge(kind, 1, Integer::sum);
          }
          inflict(kind);
        } finally {
          turn.unlock();
        }
      }
    } catch (InterruptedException over) {
      // closed
    } catch (IOException | RuntimeException broken) {
      failure.set(broken);
    }
  }

  private Kind next() {
    if (System.nanoTime() - lastKill > KILLS_APART_NANOS) {
      lastKill = System.nanoTime();
      return Kind.KILL_SERVER;
    }
    return DRAWN.get(random.nextInt(DRAWN.size()));
  }

  private void inflict(Kind kind) throws IOException, InterruptedException {
    switch (kind) {
      case CUT_ALL -> lines.forEach(FaultProxy::cutAll);
      case CUT_SOME -> lines.forEach(line -> line.cutSome(2, random));
      case REFUSE ->
        during(
            500 + random.nextInt(2500),
            () -> lines.forEach(line -> {
              line.refuse(true);
              line.cutAll();
            }));
      case STALL ->
        during(500 + random.nextInt(4500), () -> lines.forEach(line -> line.stall(true)));
      case DELAY -> {
        long delay = 20 + random.nextInt(180);
        during(2000 + random.nextInt(3000), () -> lines.forEach(line -> line.delay(delay)));
      }
      case THROTTLE -> {
        long rate = 20_000L + random.nextInt(200_000);
        during(2000 + random.nextInt(3000), () -> lines.forEach(line -> line.throttle(rate)));
      }
      case STOP_CLIENT -> stop(clients.get(random.nextInt(clients.size())), 1000);
      case STOP_SERVER -> stop(plane.apiServerPid(0), 500 + random.nextInt(1500));
      case STOP_ETCD -> stop(plane.etcdPid(), 500 + random.nextInt(1500));
      case KILL_SERVER -> {
        plane.killApiServer(0);
        Thread.sleep(random.nextInt(1000));
        plane.restartApiServer(0);
      }
    }
  }

  private void during(long millis, Runnable begin) throws InterruptedException {
    try {
      begin.run();
      Thread.sleep(millis);
    } finally {
      lines.forEach(FaultProxy::mend);
    }
  }

  private static void stop(long pid, long millis) throws IOException, InterruptedException {
    Signals.suspend(pid);
    try {
      Thread.sleep(millis);
    } finally {
      Signals.resume(pid);
    }
  }

  @Override
  public void close() {
    closed = true;
    turn.lock();
    try {
      thread.interrupt();
    } finally {
      turn.unlock();
    }
  }
}
