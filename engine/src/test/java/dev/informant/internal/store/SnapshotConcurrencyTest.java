package dev.informant.internal.store;

import static dev.informant.internal.store.StoreAssert.assertThatStore;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.internal.store.SnapshotIndexer.Change;
import dev.informant.runtime.EngineRuntime;
import dev.informant.store.IndexedView;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads: whatever the writer does, each snapshot is one of the states it has published. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SnapshotConcurrencyTest {
  private static final int OBJECTS = 60;
  private static final int BATCHES = 400;
  private static final int READERS = 3;

  private final SnapshotIndexer<Widget> store = SnapshotIndexer.builder(Widget.ACCESSOR)
      .indexer("namespace", Widget.BY_NAMESPACE)
      .indexer("colour", Widget.BY_COLOUR)
      .build();

  /**
   * Each write moves every object to the same generation, so a snapshot with two generations is
   * torn; names come and go, so indexes change too.
   */
  @Test
  void readersSeeWholeBatchesOnly() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger looked = new AtomicInteger();
    try (EngineRuntime threads = EngineRuntime.create("readers", 1)) {
      List<CompletableFuture<Void>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        readers.add(CompletableFuture.runAsync(
            () -> {
              do {
                checkOneGeneration(store.snapshot());
                looked.incrementAndGet();
              } while (!done.get());
            },
            threads.callbacks()));
      }
      try {
        Random random = new Random(5);
        for (int generation = 1; generation <= BATCHES; generation++) {
          write(random, generation);
        }
      } finally {
        done.set(true);
      }
      for (CompletableFuture<Void> reader : readers) {
        reader.get(60, TimeUnit.SECONDS);
      }
    }
    assertThat(looked.get()).isGreaterThanOrEqualTo(READERS);
    assertThatStore(store).isConsistent();
  }

  private void write(Random random, int generation) {
    List<Widget> present = new ArrayList<>();
    List<Change<Widget>> changes = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      Widget widget =
          Widget.of("ns-" + i % 4 + "/" + i, "" + generation, "c" + generation % 3, "c" + i % 5);
      if (random.nextInt(4) > 0) {
        present.add(widget);
        changes.add(new Change.Update<>(widget));
      } else {
        changes.add(new Change.Delete<>(widget));
      }
    }
    if (random.nextInt(5) == 0) {
      store.replace(present, "" + generation);
    } else {
      store.transaction(changes);
    }
  }

  private static void checkOneGeneration(IndexedView<Widget> snapshot) {
    String generation = snapshot.lastStoreSyncResourceVersion();
    snapshot.forEach(widget -> assertThat(widget.resourceVersion()).isEqualTo(generation));
    assertThatStore(snapshot).isConsistent();
  }

  @Test
  void concurrentWritersLoseNothing() throws Exception {
    int writers = 3;
    int each = 300;
    try (EngineRuntime threads = EngineRuntime.create("writers", 1)) {
      List<CompletableFuture<Void>> running = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        String namespace = "ns-" + writer;
        running.add(CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < each; i++) {
                store.add(Widget.of(namespace + "/" + i, "1", "red", "c" + i % 7));
              }
            },
            threads.callbacks()));
      }
      for (CompletableFuture<Void> writer : running) {
        writer.get(60, TimeUnit.SECONDS);
      }
    }
    assertThat(store.size()).isEqualTo(writers * each);
    assertThat(store.indexKeys("colour", "red")).hasSize(writers * each);
    assertThatStore(store).isConsistent();
  }

  @Test
  void aReaderIsNotHeldUpByAWriterInsideAnIndexFunction() throws Exception {
    CompletableFuture<Void> inside = new CompletableFuture<>();
    CompletableFuture<Void> release = new CompletableFuture<>();
    store.add(Widget.of("a/one", "1", "red"));
    store.addIndexers(java.util.Map.of("slow", widget -> {
      if (widget.name().equals("slow")) {
        inside.complete(null);
        release.join();
      }
      return List.of(widget.name());
    }));
    try (EngineRuntime threads = EngineRuntime.create("slow", 1)) {
      CompletableFuture<Void> writer = CompletableFuture.runAsync(
          () -> store.add(Widget.of("a/slow", "2")), threads.callbacks());
      inside.get(30, TimeUnit.SECONDS);
      assertThat(store.get("a/one")).isNotNull();
      assertThatStore(store.snapshot()).hasKeys("a/one");
      release.complete(null);
      writer.get(30, TimeUnit.SECONDS);
      assertThatStore(store).hasKeys("a/one", "a/slow").isConsistent();
    }
  }
}
