package dev.informant.benchmarks;

import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.WatchEvent;
import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/**
 * A source that lists a fleet and then sends what it is told, in batches, as a socket that is read in pieces
 * would, and no faster than it is asked. {@link #send} is for one thread.
 */
final class Feed implements ListerWatcher<TestObject> {
  private static final int BATCH = 64;

  private final List<TestObject> objects;
  private final Semaphore demand = new Semaphore(1);
  private final CompletableFuture<WatchReceiver<TestObject>> watch = new CompletableFuture<>();
  private long version;

  Feed(List<TestObject> objects) {
    this.objects = objects;
    this.version = objects.size();
  }

  /** A new state of one of the objects. */
  TestObject next() {
    long number = ++version;
    return objects.get((int) (number % objects.size())).withResourceVersion(String.valueOf(number));
  }

  /** Sends {@code count} changes. */
  void send(int count) {
    WatchReceiver<TestObject> receiver = watch.join();
    for (int sent = 0; sent < count; sent += BATCH) {
      List<WatchEvent<TestObject>> batch = new ArrayList<>(BATCH);
      for (int i = 0; i < Math.min(BATCH, count - sent); i++) {
        batch.add(new WatchEvent.Modified<>(new Item.Good<>(next())));
      }
      demand.acquireUninterruptibly();
      receiver.events(batch);
    }
  }

  @Override
  public boolean supportsWatchList() {
    return false;
  }

  @Override
  public Exchange list(ListOptions options, ListReceiver<TestObject> receiver) {
    List<Item<TestObject>> items = new ArrayList<>(objects.size());
    objects.forEach(object -> items.add(new Item.Good<>(object)));
    CompletableFuture.runAsync(() -> {
      receiver.opened();
      receiver.items(items);
      receiver.completed(new ListMetadata(String.valueOf(version), "", 0));
    });
    return new Ask(new Semaphore(0));
  }

  @Override
  public Exchange watch(ListOptions options, WatchReceiver<TestObject> receiver) {
    CompletableFuture.runAsync(() -> {
      receiver.opened();
      watch.complete(receiver);
    });
    return new Ask(demand);
  }

  private record Ask(Semaphore demand) implements Exchange {
    @Override
    public void more() {
      if (demand.availablePermits() == 0) {
        demand.release();
      }
    }

    @Override
    public void cancel() {
      // The benchmark is over.
    }
  }
}
