package dev.informant.testing;

import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListerWatcher.Exchange;
import dev.informant.source.ListerWatcher.ListReceiver;
import dev.informant.source.SourceException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to one LIST, handed over in batches as the receiver asks for them. Thread-safe. */
final class FakeList<T> implements Exchange {
  private final EngineRuntime runtime;
  private final SerialQueue deliveries;
  private final ListReceiver<T> receiver;
  private final int batch;

  // guarded by this
  private List<Item<T>> items = List.of();
  private @Nullable ListMetadata metadata;
  private @Nullable SourceException failure;
  private boolean asked = true;
  private boolean over;
  private Timers.Timer timer = Timers.Timer.NONE;

  FakeList(EngineRuntime runtime, ListReceiver<T> receiver, int batch) {
    this.runtime = runtime;
    this.receiver = receiver;
    this.batch = batch;
    this.deliveries = runtime.callbackQueue(FakeWatch::rethrow);
  }

  synchronized void start(Duration latency, Runnable answer) {
    if (latency.isZero()) {
      deliveries.execute(answer);
    } else {
      timer = runtime.timers().schedule(latency, () -> deliveries.execute(answer));
    }
  }

  void complete(List<Item<T>> all, ListMetadata page) {
    synchronized (this) {
      items = all;
      metadata = page;
    }
    deliveries.execute(this::deliver);
  }

  void fail(SourceException cause) {
    synchronized (this) {
      failure = cause;
    }
    deliveries.execute(this::deliver);
  }

  @Override
  public void more() {
    synchronized (this) {
      asked = true;
    }
    deliveries.execute(this::deliver);
  }

  @Override
  public synchronized void cancel() {
    over = true;
    timer.cancel();
  }

  private void deliver() {
    List<Item<T>> next;
    ListMetadata page;
    SourceException cause;
    synchronized (this) {
      page = metadata;
      cause = failure;
      if (over || !asked || (page == null && cause == null)) {
        return;
      }
      int size = Math.min(batch, items.size());
      next = List.copyOf(items.subList(0, size));
      items = items.subList(size, items.size());
      asked = next.isEmpty();
      over = next.isEmpty();
    }
    if (!next.isEmpty()) {
      receiver.items(next);
    } else if (cause != null) {
      receiver.failed(cause);
    } else if (page != null) {
      receiver.completed(page);
    }
  }
}
