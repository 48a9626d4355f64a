package dev.informant.internal.source;

import dev.informant.log.QuietLog;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.source.BlockingListerWatcher;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * A request to a blocking source. Each batch asked for is one step on a thread that may block, so that no
 * thread is held while nobody asks. Thread-safe.
 */
/*
 * Interruption. A thread of the pool is interrupted only while it runs a step of this call: it is noted
 * under the lock when a step begins and forgotten under the lock when it ends, and there a late interrupt
 * is cleared, so that it cannot hit whatever the thread does next.
 */
abstract class BlockingCall implements ListerWatcher.Exchange {
  private static final Logger LOG = QuietLog.of(BlockingListerWatcher.class);

  private final SerialQueue steps;
  private final Object lock = new Object();
  // all guarded by lock
  private @Nullable Thread runner;
  private @Nullable AutoCloseable resource;
  private boolean over;
  private boolean asked;

  BlockingCall(EngineRuntime runtime) {
    this.steps = runtime.callbackQueue(
        failure -> LOG.log(Level.ERROR, "a request to a blocking source failed", failure));
  }

  /** Blocks until the next batch, and delivers it. */
  abstract void step() throws Exception;

  abstract void failed(SourceException cause);

  void begin() {
    more();
  }

  @Override
  public final void more() {
    synchronized (lock) {
      if (asked || over) {
        return;
      }
      asked = true;
    }
    steps.execute(this::run);
  }

  @Override
  public final void cancel() {
    AutoCloseable open;
    synchronized (lock) {
      over = true;
      open = resource;
      resource = null;
      if (runner != null && runner != Thread.currentThread()) {
        runner.interrupt();
      }
    }
    close(open);
  }

  /** Closes this when the call is over, or now if it is. */
  final void closeOnEnd(AutoCloseable opened) {
    synchronized (lock) {
      if (!over) {
        resource = opened;
        return;
      }
    }
    close(opened);
  }

  /** Calls the receiver with something that is not a batch, unless the call is over. */
  final void announce(Runnable call) {
    synchronized (lock) {
      if (over) {
        return;
      }
    }
    call.run();
  }

  /** Calls the receiver with the batch it asked for, unless the call is over. */
  final void deliver(Runnable call) {
    synchronized (lock) {
      if (over) {
        return;
      }
      asked = false;
    }
    call.run();
  }

  /** Calls the receiver for the last time unless the call is over. */
  final void finish(Runnable call) {
    AutoCloseable open;
    synchronized (lock) {
      if (over) {
        return;
      }
      over = true;
      open = resource;
      resource = null;
    }
    close(open);
    call.run();
  }

  private void run() {
    synchronized (lock) {
      if (over) {
        return;
      }
      runner = Thread.currentThread();
    }
    try {
      step();
    } catch (Throwable failure) {
      finish(() -> failed(SourceDefects.from(failure)));
    } finally {
      synchronized (lock) {
        runner = null;
        Thread.interrupted();
      }
    }
  }

  private static void close(@Nullable AutoCloseable open) {
    if (open != null) {
      SourceDefects.close(open);
    }
  }
}
