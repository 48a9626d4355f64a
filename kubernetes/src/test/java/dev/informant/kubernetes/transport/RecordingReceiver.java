package dev.informant.kubernetes.transport;

import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListerWatcher.Exchange;
import dev.informant.source.ListerWatcher.ListReceiver;
import dev.informant.source.ListerWatcher.WatchReceiver;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps what it hears, asks for more by itself unless told not to, and waits with a limit. */
final class RecordingReceiver<T> {
  final List<Item<T>> items = new CopyOnWriteArrayList<>();
  final BlockingQueue<WatchEvent<T>> events = new LinkedBlockingQueue<>();
  final CompletableFuture<String> opened = new CompletableFuture<>();
  final CompletableFuture<Object> end = new CompletableFuture<>();
  final List<String> threads = new CopyOnWriteArrayList<>();
  final BlockingQueue<Integer> batches = new LinkedBlockingQueue<>();
  volatile boolean greedy = true;
  private final CompletableFuture<Exchange> exchange = new CompletableFuture<>();

  Exchange begun(Exchange value) {
    exchange.complete(value);
    return value;
  }

  private void batch(int size) {
    threads.add(Thread.currentThread().getName());
    batches.add(size);
    if (greedy) {
      exchange.thenAccept(Exchange::more);
    }
  }

  ListReceiver<T> list() {
    return list(/* wantsItems= */ true);
  }

  /** One to whom only the version counts. */
  ListReceiver<T> probe() {
    return list(/* wantsItems= */ false);
  }

  private ListReceiver<T> list(boolean wantsItems) {
    return new ListReceiver<>() {
      @Override
      public boolean wantsItems() {
        return wantsItems;
      }

      @Override
      public void opened() {
        opened.complete("opened");
      }

      @Override
      public void items(List<Item<T>> batch) {
        items.addAll(batch);
        RecordingReceiver.this.batch(batch.size());
      }

      @Override
      public void completed(ListMetadata metadata) {
        end.complete(metadata);
      }

      @Override
      public void failed(SourceException cause) {
        end.complete(cause);
      }
    };
  }

  WatchReceiver<T> watch() {
    return new WatchReceiver<>() {
      @Override
      public void opened() {
        opened.complete("opened");
      }

      @Override
      public void events(List<WatchEvent<T>> batch) {
        events.addAll(batch);
        RecordingReceiver.this.batch(batch.size());
      }

      @Override
      public void closed() {
        end.complete("closed");
      }

      @Override
      public void failed(SourceException cause) {
        end.complete(cause);
      }
    };
  }

  Object awaitEnd() throws Exception {
    return end.get(60, TimeUnit.SECONDS);
  }

  SourceException awaitFailure() throws Exception {
    return (SourceException) awaitEnd();
  }

  WatchEvent<T> takeEvent() throws InterruptedException {
    WatchEvent<T> event = events.poll(60, TimeUnit.SECONDS);
    if (event == null) {
      throw new AssertionError("no event came; end: " + end);
    }
    return event;
  }
}
