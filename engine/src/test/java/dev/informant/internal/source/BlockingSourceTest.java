package dev.informant.internal.source;

import static dev.informant.internal.source.ReflectorBench.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.runtime.EngineRuntime;
import dev.informant.source.BlockingListerWatcher;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.ListWatch;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BlockingSourceTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);

  /** Events that are there already, so that nothing has to wait on the test's only thread. */
  private static final class Ready implements BlockingListerWatcher.Watch<TestObject> {
    private final ArrayDeque<WatchEvent<TestObject>> events;
    int closed;

    Ready(List<WatchEvent<TestObject>> events) {
      this.events = new ArrayDeque<>(events);
    }

    @Override
    public @Nullable WatchEvent<TestObject> next() {
      return events.poll();
    }

    @Override
    public void close() {
      closed++;
    }
  }

  @Test
  void aReflectorRunsOnABlockingSource() {
    List<ListOptions> requests = new ArrayList<>();
    List<Ready> watches = new ArrayList<>();
    BlockingListerWatcher<TestObject> source = new BlockingListerWatcher<>() {
      @Override
      public Page<TestObject> list(ListOptions options) throws Exception {
        requests.add(options);
        if (requests.size() == 1) {
          throw new java.io.IOException("no route");
        }
        return Page.of("10", List.of(object("a", 4)));
      }

      @Override
      public Watch<TestObject> watch(ListOptions options) {
        requests.add(options);
        Ready watch = new Ready(
            watches.isEmpty()
                ? List.of(
                    new WatchEvent.Modified<>(new Item.Good<>(object("a", 11))),
                    new WatchEvent.Deleted<>(new Item.Good<>(object("a", 12))))
                : List.of(new WatchEvent.Error<>(SourceException.status(429, "", "wait"))));
        watches.add(watch);
        return watch;
      }
    };
    RecordingQueue queue = new RecordingQueue();
    Reflector<TestObject> reflector = Reflector.builder(
            ListerWatcher.blocking(source, runtime), TestObject.ACCESSOR, queue, runtime)
        .build();
    reflector.start();
    assertThat(runtime.runUntil(() -> requests.size() == 4, Duration.ofMinutes(1)))
        .isTrue();
    assertThat(queue.drain())
        .containsExactly(
            "replace [default/a@4] at 10", "update default/a@11", "delete default/a@12");
    assertThat(requests.get(0).resourceVersion()).as("no watch-list by default").isEqualTo("0");
    assertThat(requests.get(3).resourceVersion()).isEqualTo("12");
    assertThat(watches.get(0).closed).isEqualTo(1);
    reflector.close();
    runtime.runUntilIdle();
    assertThat(watches).allMatch(watch -> watch.closed == 1);
  }

  @Test
  void theNextEventIsTakenOnlyWhenAskedFor() {
    Ready watch = new Ready(List.of(
        new WatchEvent.Added<>(new Item.Good<>(object("a", 1))),
        new WatchEvent.Added<>(new Item.Good<>(object("b", 2)))));
    BlockingListerWatcher<TestObject> source = new BlockingListerWatcher<>() {
      @Override
      public Page<TestObject> list(ListOptions options) {
        return Page.of("1", List.of());
      }

      @Override
      public Watch<TestObject> watch(ListOptions options) {
        return watch;
      }
    };
    List<String> heard = new ArrayList<>();
    ListerWatcher.Exchange exchange =
        ListerWatcher.blocking(source, runtime).watch(ListOptions.NONE, new Heard(heard));
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("opened", "events 1");
    assertThat(watch.events).hasSize(1);
    exchange.more();
    exchange.more();
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("opened", "events 1", "events 1");
    exchange.more();
    runtime.runUntilIdle();
    assertThat(heard).endsWith("closed");
    assertThat(watch.closed).isEqualTo(1);
  }

  @Test
  void cancellingInterruptsAThreadThatWaitsAndNothingIsDelivered() throws Exception {
    CountDownLatch waiting = new CountDownLatch(2);
    CountDownLatch interrupted = new CountDownLatch(2);
    CountDownLatch never = new CountDownLatch(1);
    BlockingListerWatcher<TestObject> source = new BlockingListerWatcher<>() {
      private void waitForEver() throws InterruptedException {
        waiting.countDown();
        try {
          never.await();
        } finally {
          interrupted.countDown();
        }
      }

      @Override
      public Page<TestObject> list(ListOptions options) throws InterruptedException {
        waitForEver();
        return Page.of("1", List.of());
      }

      @Override
      public Watch<TestObject> watch(ListOptions options) {
        return new Watch<>() {
          @Override
          public @Nullable WatchEvent<TestObject> next() throws InterruptedException {
            waitForEver();
            return null;
          }

          @Override
          public void close() {}
        };
      }
    };
    try (EngineRuntime real = EngineRuntime.create("blocking-test", 1)) {
      List<String> heard = new ArrayList<>();
      ListerWatcher<TestObject> adapted = ListerWatcher.blocking(source, real);
      ListerWatcher.Exchange list = adapted.list(ListOptions.NONE, new HeardList(heard));
      ListerWatcher.Exchange watch = adapted.watch(ListOptions.NONE, new Heard(new ArrayList<>()));
      assertThat(waiting.await(10, TimeUnit.SECONDS)).isTrue();
      list.cancel();
      watch.cancel();
      assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(heard).isEmpty();
    }
  }

  @Test
  @Tag("client-go:TestToListWatcherWithWatchListSemantics")
  void optionsAreModifiedForListsAndWatches() {
    List<ListOptions> seen = new ArrayList<>();
    ListWatch<TestObject> source = ListWatch.<TestObject>of(
            (options, receiver) -> {
              seen.add(options);
              return SourceDefects.NO_EXCHANGE;
            },
            (options, receiver) -> {
              seen.add(options);
              return SourceDefects.NO_EXCHANGE;
            })
        .with(options -> options.withLabelSelector("app=web"))
        .with(options -> options.withFieldSelector("spec.nodeName=n1"));
    source.list(ListOptions.NONE.withLimit(5), new HeardList(new ArrayList<>()));
    source.watch(ListOptions.NONE, new Heard(new ArrayList<>()));
    ListOptions both =
        ListOptions.NONE.withLabelSelector("app=web").withFieldSelector("spec.nodeName=n1");
    assertThat(seen).containsExactly(both.withLimit(5), both);
    assertThat(source.supportsWatchList()).isTrue();
    assertThat(source.withoutWatchList().supportsWatchList()).isFalse();
    assertThat(ListWatch.of(source.withoutWatchList()).supportsWatchList()).isFalse();
  }

  private record Heard(List<String> heard) implements ListerWatcher.WatchReceiver<TestObject> {
    @Override
    public void opened() {
      heard.add("opened");
    }

    @Override
    public void events(List<WatchEvent<TestObject>> events) {
      heard.add("events " + events.size());
    }

    @Override
    public void closed() {
      heard.add("closed");
    }

    @Override
    public void failed(SourceException cause) {
      heard.add("failed");
    }
  }

  private record HeardList(List<String> heard) implements ListerWatcher.ListReceiver<TestObject> {
    @Override
    public void items(List<Item<TestObject>> items) {
      heard.add("items");
    }

    @Override
    public void completed(ListMetadata metadata) {
      heard.add("completed");
    }

    @Override
    public void failed(SourceException cause) {
      heard.add("failed");
    }
  }
}
