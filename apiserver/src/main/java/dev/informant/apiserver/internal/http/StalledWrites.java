package dev.informant.apiserver.internal.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Knows every response and WebSocket that is being written, and gives up those whose client does not take it. An idle time
 * would not do: it would end quiet watches, too. Thread-safe.
 */
final class StalledWrites extends AbstractLifeCycle {
  /** A response that may have a write out. */
  interface Writer {
    /** When the write that is out began, in nanoseconds; 0 if none is. */
    long writingSince();

    void giveUp(TimeoutException timeout);
  }

  private final Set<Writer> writers = ConcurrentHashMap.newKeySet();
  private final Scheduler scheduler;
  private final long limitMillis;

  StalledWrites(Scheduler scheduler, long limitMillis) {
    this.scheduler = scheduler;
    this.limitMillis = limitMillis;
  }

  void add(Writer writer) {
    writers.add(writer);
  }

  void remove(Writer writer) {
    writers.remove(writer);
    if (writers.isEmpty()) {
      synchronized (writers) {
        writers.notifyAll();
      }
    }
  }

  /** Waits until no response is being written, or the time is over. */
  void awaitNone(Duration limit) throws InterruptedException {
    long begun = NanoTime.now();
    synchronized (writers) {
      while (!writers.isEmpty()) {
        long left = limit.toMillis() - NanoTime.millisSince(begun);
        if (left <= 0) {
          return;
        }
        writers.wait(left);
      }
    }
  }

  /** Now, for {@link Writer#writingSince}; never 0. */
  static long now() {
    long now = NanoTime.now();
    return now == 0 ? 1 : now;
  }

  @Override
  protected void doStart() {
    schedule();
  }

  private void schedule() {
    scheduler.schedule(this::check, Math.max(1, limitMillis / 2), TimeUnit.MILLISECONDS);
  }

  private void check() {
    if (!isStarting() && !isStarted()) {
      return;
    }
    for (Writer writer : writers) {
      long since = writer.writingSince();
      if (since != 0 && NanoTime.millisSince(since) > limitMillis) {
        writer.giveUp(new TimeoutException("the client has not read for " + limitMillis + " ms"));
      }
    }
    schedule();
  }
}
