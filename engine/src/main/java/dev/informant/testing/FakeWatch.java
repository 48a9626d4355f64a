package dev.informant.testing;

import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher.Exchange;
import dev.informant.source.ListerWatcher.WatchReceiver;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One open watch: a buffer that is handed over in batches as the receiver asks for them. Its state is
 * guarded by the lock of the cluster; the receiver is called without it.
 */
final class FakeWatch<T> implements Exchange {
  private final EngineRuntime runtime;
  private final SerialQueue deliveries;
  private final Object lock;
  private final ListOptions options;
  private final WatchReceiver<T> receiver;
  private final int batch;
  private final Consumer<FakeWatch<T>> onCancel;

  // guarded by lock
  private final ArrayDeque<WatchEvent<T>> buffer = new ArrayDeque<>();
  private boolean asked = true;
  private boolean ended;
  private boolean over;
  private boolean opened;
  private boolean openReported;
  private @Nullable SourceException failure;
  private Timers.Timer timer = Timers.Timer.NONE;

  FakeWatch(
      EngineRuntime runtime,
      Object lock,
      ListOptions options,
      WatchReceiver<T> receiver,
      int batch,
      Consumer<FakeWatch<T>> onCancel) {
    this.runtime = runtime;
    this.lock = lock;
    this.options = options;
    this.receiver = receiver;
    this.batch = batch;
    this.onCancel = onCancel;
    this.deliveries = runtime.callbackQueue(FakeWatch::rethrow);
  }

  ListOptions options() {
    return options;
  }

  boolean isOver() {
    return over;
  }

  void start(Duration latency, Runnable open) {
    if (latency.isZero()) {
      deliveries.execute(open);
    } else {
      timer = runtime.timers().schedule(latency, () -> deliveries.execute(open));
    }
  }

  void open() {
    opened = true;
    deliveries.execute(this::deliver);
  }

  void send(WatchEvent<T> event) {
    buffer.add(event);
    deliveries.execute(this::deliver);
  }

  /** Ends the stream behind what was sent; properly if there is no cause. */
  void end(@Nullable SourceException cause) {
    ended = true;
    failure = cause;
    timer.cancel();
    deliveries.execute(this::deliver);
  }

  void endAfter(Duration timeout, Runnable close) {
    timer = runtime.timers().schedule(timeout, close);
  }

  @Override
  public void more() {
    synchronized (lock) {
      asked = true;
    }
    deliveries.execute(this::deliver);
  }

  @Override
  public void cancel() {
    synchronized (lock) {
      over = true;
      timer.cancel();
      buffer.clear();
      onCancel.accept(this);
    }
  }

  private void deliver() {
    List<WatchEvent<T>> next = new ArrayList<>();
    boolean reportOpen;
    boolean reportEnd;
    SourceException cause;
    synchronized (lock) {
      if (over) {
        return;
      }
      reportOpen = opened && !openReported;
      openReported |= reportOpen;
      if (asked) {
        while (next.size() < batch && !buffer.isEmpty()) {
          next.add(buffer.remove());
        }
        asked = next.isEmpty();
      }
      reportEnd = ended && buffer.isEmpty();
      over = reportEnd;
      cause = failure;
    }
    if (reportOpen) {
      receiver.opened();
    }
    if (!next.isEmpty()) {
      receiver.events(next);
    }
    if (reportEnd && cause != null) {
      receiver.failed(cause);
    } else if (reportEnd) {
      receiver.closed();
    }
  }

  /** What a receiver throws is a defect of the code under test: the test must see it. */
  static void rethrow(Throwable failure) {
    if (failure instanceof RejectedExecutionException) {
      return; // the runtime was closed: nobody is listening any more
    }
    throw new AssertionError("a receiver threw", failure);
  }
}
