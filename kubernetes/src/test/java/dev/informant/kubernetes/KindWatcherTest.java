package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.Deleted;
import dev.informant.informer.InformerState;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.SharedIndexInformerBuilder;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.store.CacheArchive;
import dev.informant.store.SavedCache;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class KindWatcherTest {
  private static final Resource WIDGETS =
      new Resource("example.com", "v1", "widgets", "Widget", true);

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(3);
  private final FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
  private final List<String> heard = new ArrayList<>();
  private final List<Duration> confirmations = new ArrayList<>();
  private boolean served = true;
  private boolean discovered = true;
  private boolean discoveryWorks = true;

  /** The cluster, as long as the kind is served. */
  private final class Kind implements ListerWatcher<TestObject> {
    @Override
    public Exchange list(ListOptions options, ListReceiver<TestObject> receiver) {
      if (served) {
        return cluster.list(options, receiver);
      }
      runtime.pipeline().execute(() -> receiver.failed(notFound()));
      return new Refused();
    }

    @Override
    public Exchange watch(ListOptions options, WatchReceiver<TestObject> receiver) {
      if (served) {
        return cluster.watch(options, receiver);
      }
      runtime.pipeline().execute(() -> receiver.failed(notFound()));
      return new Refused();
    }

    @Override
    public boolean supportsWatchList() {
      return cluster.supportsWatchList();
    }
  }

  private record Refused() implements ListerWatcher.Exchange {
    @Override
    public void more() {}

    @Override
    public void cancel() {}
  }

  private static SourceException notFound() {
    return SourceException.status(404, "NotFound", "404 page not found");
  }

  private CompletableFuture<Boolean> absence() {
    if (!discoveryWorks) {
      return CompletableFuture.failedFuture(new IllegalStateException("discovery is down"));
    }
    if (!discovered) {
      confirmations.add(Duration.ofNanos(runtime.nanos()));
    }
    return CompletableFuture.completedFuture(!discovered);
  }

  private KindWatcher<TestObject> watcher() {
    return new KindWatcher<>(
        new Kind(), WIDGETS, "https://api:6443/", this::absence, runtime.clock());
  }

  private SharedIndexInformer<TestObject> started() {
    return started(builder -> {});
  }

  private SharedIndexInformer<TestObject> started(
      Consumer<SharedIndexInformerBuilder<TestObject>> more) {
    SharedIndexInformerBuilder<TestObject> builder = SharedIndexInformer.builder(
            watcher(), TestObject.ACCESSOR)
        .runtime(runtime)
        .name("widgets");
    more.accept(builder);
    SharedIndexInformer<TestObject> informer = builder.build();
    informer.addHandler(new ResourceEventHandler<>() {
      @Override
      public void onAdd(TestObject object, boolean initial) {
        heard.add("add " + TestObject.ACCESSOR.key(object));
      }

      @Override
      public void onDelete(Deleted<TestObject> deleted) {
        heard.add("delete " + deleted.key() + (deleted.finalStateUnknown() ? " unknown" : ""));
      }
    });
    informer.start();
    runtime.runUntilIdle();
    return informer;
  }

  private void kindIs(boolean there) {
    served = there;
    discovered = there;
    if (!there) {
      cluster.closeWatches();
    }
  }

  private static String causeOf(SharedIndexInformer<?> informer) {
    InformerState state = informer.state();
    return state.cause() == null ? "" : state.cause().getMessage();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aKindThatIsNotThereSaysSoAndSyncsWhenItIs(boolean streams) {
    cluster.watchListOffered(streams);
    kindIs(false);
    cluster.add(TestObject.of("a", "one"));
    SharedIndexInformer<TestObject> informer = started();
    runtime.advance(Duration.ofMinutes(5));
    assertThat(informer.isSynced()).isFalse();
    assertThat(causeOf(informer))
        .startsWith("no such kind: widgets.example.com/v1 is not served by https://api:6443/");
    kindIs(true);
    assertThat(runtime.runUntil(informer::isSynced, Duration.ofMinutes(2))).isTrue();
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("add a/one");
    assertThat(causeOf(informer)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aKindThatVanishesIsDeletedAfterTwoConfirmationsThirtySecondsApart(boolean streams) {
    cluster.watchListOffered(streams);
    cluster.add(TestObject.of("a", "one"));
    cluster.add(TestObject.of("b", "two"));
    SharedIndexInformer<TestObject> informer = started();
    heard.clear();
    kindIs(false);
    assertThat(runtime.runUntil(() -> !confirmations.isEmpty(), Duration.ofMinutes(1)))
        .isTrue();
    runtime.runUntilIdle();
    assertThat(causeOf(informer)).startsWith("kind missing: widgets.example.com/v1");
    Duration first = confirmations.get(0);
    runtime.advance(
        Duration.ofSeconds(29).minus(Duration.ofNanos(runtime.nanos()).minus(first)));
    assertThat(heard).isEmpty();
    assertThat(informer.indexer().size()).isEqualTo(2);

    assertThat(runtime.runUntil(() -> heard.size() == 2, Duration.ofMinutes(2))).isTrue();
    assertThat(confirmations.get(confirmations.size() - 1).minus(first))
        .isGreaterThanOrEqualTo(KindWatcher.CONFIRMATION);
    assertThat(heard).containsExactlyInAnyOrder("delete a/one unknown", "delete b/two unknown");
    runtime.advance(Duration.ofMinutes(10));
    assertThat(heard).hasSize(2);
    assertThat(informer.indexer().size()).isZero();
    assertThat(causeOf(informer)).startsWith("kind gone: widgets.example.com/v1");
    assertThat(informer.isSynced()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aKindThatReturnsIsFollowedAgain(boolean streams) {
    cluster.watchListOffered(streams);
    cluster.add(TestObject.of("a", "one"));
    SharedIndexInformer<TestObject> informer = started();
    kindIs(false);
    runtime.advance(Duration.ofMinutes(3));
    assertThat(informer.indexer().size()).isZero();
    cluster.deleteUnwatched("a/one");
    cluster.addUnwatched(TestObject.of("a", "three"));
    kindIs(true);
    runtime.advance(Duration.ofMinutes(2));
    assertThat(heard).containsExactly("add a/one", "delete a/one unknown", "add a/three");
    assertThat(causeOf(informer)).isEmpty();
    cluster.add(TestObject.of("a", "four"));
    runtime.runUntilIdle();
    assertThat(heard).last().isEqualTo("add a/four");
    // and a second time
    kindIs(false);
    runtime.advance(Duration.ofMinutes(3));
    assertThat(informer.indexer().size()).isZero();
  }

  @Test
  void aServerThatForgetsItsKindsForAWhileDeletesNothing() {
    cluster.add(TestObject.of("a", "one"));
    SharedIndexInformer<TestObject> informer = started();
    kindIs(false);
    runtime.advance(Duration.ofSeconds(20));
    assertThat(confirmations).isNotEmpty();
    kindIs(true);
    runtime.advance(Duration.ofMinutes(2));
    confirmations.clear();
    kindIs(false);
    assertThat(runtime.runUntil(() -> !confirmations.isEmpty(), Duration.ofMinutes(1)))
        .isTrue();
    runtime.runUntilIdle();
    // The first confirmation of the time before does not count.
    assertThat(heard).containsExactly("add a/one");
    assertThat(informer.indexer().size()).isEqualTo(1);
  }

  @Test
  void notFoundWithoutDiscoverysWordDeletesNothing() {
    cluster.add(TestObject.of("a", "one"));
    SharedIndexInformer<TestObject> informer = started();
    served = false;
    cluster.closeWatches();
    runtime.advance(Duration.ofMinutes(10));
    discoveryWorks = false;
    runtime.advance(Duration.ofMinutes(10));
    assertThat(heard).containsExactly("add a/one");
    assertThat(causeOf(informer)).isEqualTo("404 page not found");
  }

  /** Keeps what one run saves for the next. */
  private static final class Saved implements CacheArchive<TestObject> {
    private Optional<SavedCache<TestObject>> saved = Optional.empty();

    @Override
    public CompletableFuture<Optional<SavedCache<TestObject>>> load() {
      return CompletableFuture.completedFuture(saved);
    }

    @Override
    public void save(SavedCache<TestObject> cache) {
      saved = Optional.of(cache);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aKindThatVanishedWhileNobodyWatchedIsDeletedAfterAWarmStart(boolean streams) {
    cluster.watchListOffered(streams);
    cluster.add(TestObject.of("a", "one"));
    Saved archive = new Saved();
    started(builder -> builder.archive(archive, Duration.ofMinutes(5))).close();
    cluster.deleteUnwatched("a/one");
    kindIs(false);
    heard.clear();
    SharedIndexInformer<TestObject> informer =
        started(builder -> builder.archive(archive, Duration.ofMinutes(5)));
    assertThat(runtime.runUntil(() -> !confirmations.isEmpty(), Duration.ofMinutes(1)))
        .isTrue();
    assertThat(heard).containsExactly("add a/one");
    runtime.advance(Duration.ofSeconds(25));
    assertThat(heard).as("confirmed once").hasSize(1);
    assertThat(causeOf(informer)).startsWith("kind missing: widgets.example.com/v1");
    assertThat(runtime.runUntil(() -> heard.size() == 2, Duration.ofMinutes(2))).isTrue();
    assertThat(heard).last().isEqualTo("delete a/one unknown");
    runtime.advance(Duration.ofMinutes(3));
    assertThat(causeOf(informer)).startsWith("kind gone: widgets.example.com/v1");
    assertThat(informer.indexer().size()).isZero();
    cluster.add(TestObject.of("a", "two"));
    kindIs(true);
    runtime.advance(Duration.ofMinutes(2));
    assertThat(heard).containsExactly("add a/one", "delete a/one unknown", "add a/two");
    assertThat(causeOf(informer)).isEmpty();
  }

  @Test
  void aProbeOfTheVersionDoesNotTakeTheListThatDeletes() {
    cluster.add(TestObject.of("a", "one"));
    KindWatcher<TestObject> watcher = watcher();
    List<String> answers = new ArrayList<>();
    ask(watcher, ListOptions.NONE, answers);
    kindIs(false);
    probe(watcher, answers);
    runtime.advance(Duration.ofMinutes(1));
    probe(watcher, answers);
    ask(watcher, ListOptions.NONE, answers);
    ask(watcher, ListOptions.NONE, answers);
    assertThat(answers)
        .containsExactly("a list", "kind missing", "kind missing", "a list", "kind gone");
  }

  private void probe(KindWatcher<TestObject> watcher, List<String> answers) {
    ask(watcher, ListOptions.NONE.withLimit(1), /* wantsItems= */ false, answers);
  }

  private void ask(KindWatcher<TestObject> watcher, ListOptions options, List<String> answers) {
    ask(watcher, options, /* wantsItems= */ true, answers);
  }

  private void ask(
      KindWatcher<TestObject> watcher,
      ListOptions options,
      boolean wantsItems,
      List<String> answers) {
    List<ListerWatcher.Exchange> asked = new ArrayList<>();
    asked.add(watcher.list(options, new ListerWatcher.ListReceiver<>() {
      @Override
      public boolean wantsItems() {
        return wantsItems;
      }

      @Override
      public void items(List<Item<TestObject>> items) {
        asked.get(0).more();
      }

      @Override
      public void completed(ListMetadata metadata) {
        answers.add("a list");
      }

      @Override
      public void failed(SourceException cause) {
        answers.add(cause.getMessage().substring(0, cause.getMessage().indexOf(':')));
      }
    }));
    runtime.runUntilIdle();
  }
}
