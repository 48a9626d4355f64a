package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.informer.Deleted;
import dev.informant.informer.Index;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerState;
import dev.informant.informer.Informers;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.SharedInformerRegistry;
import dev.informant.object.LabelSelector;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.SourceException;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NamespaceSetInformerTest {
  private final VirtualRuntime runtime = VirtualRuntime.shuffled(7);
  private final Map<String, FakeCluster<TestObject>> clusters = new HashMap<>();
  private final SharedInformerRegistry<String> registry = new SharedInformerRegistry<>();
  private final List<String> heard = new ArrayList<>();

  private FakeCluster<TestObject> cluster(String namespace) {
    return clusters.computeIfAbsent(namespace, absent -> FakeCluster.create(runtime));
  }

  private Informer<TestObject> open(String namespace) {
    return registry.open(
        namespace,
        () -> SharedIndexInformer.builder(cluster(namespace), TestObject.ACCESSOR)
            .runtime(runtime)
            .name("things in " + namespace)
            .build());
  }

  private NamespaceSetInformer<TestObject> follow(NamespaceSet set) {
    return new NamespaceSetInformer<>("things", TestObject.ACCESSOR, this::open, runtime, set);
  }

  private ResourceEventHandler<TestObject> recorder() {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(TestObject object, boolean initial) {
        heard.add("add " + TestObject.ACCESSOR.key(object));
      }

      @Override
      public void onUpdate(TestObject before, TestObject after) {
        heard.add("update " + TestObject.ACCESSOR.key(after));
      }

      @Override
      public void onDelete(Deleted<TestObject> deleted) {
        heard.add("delete " + deleted.key() + (deleted.finalStateUnknown() ? " unknown" : ""));
      }
    };
  }

  @Test
  void severalNamespacesAreReadAndHeardAsOne() {
    cluster("a").add(TestObject.of("a", "one").withLabels(Map.of("x", "1")));
    cluster("b").add(TestObject.of("b", "two"));
    NamespaceSet set = NamespaceSet.of("a", "b");
    NamespaceSetInformer<TestObject> things = follow(set);
    Index<TestObject> byName = things.index("name", TestObject::name);
    Registration<TestObject> registration = things.addHandler(recorder());
    assertThat(things.isSynced()).isFalse();
    registry.start();
    runtime.runUntilIdle();

    assertThat(things.isSynced()).isTrue();
    assertThat(registration.isSynced()).isTrue();
    assertThat(registration.synced()).isCompleted();
    assertThat(heard).containsExactlyInAnyOrder("add a/one", "add b/two");
    assertThat(things.lister().namespace("b").get("two")).isNotNull();
    assertThat(things.lister().list(LabelSelector.everything())).hasSize(2);
    assertThat(byName.keys("one")).containsExactly("a/one");
    assertThat(things.snapshot().get("c/one")).isNull();
    var before = things.snapshot();
    cluster("b").delete("b/two");
    runtime.runUntilIdle();
    assertThat(heard).last().isEqualTo("delete b/two");
    assertThat(before.keys()).containsExactlyInAnyOrder("a/one", "b/two");
    assertThat(things.snapshot().keys()).containsExactly("a/one");
  }

  @Test
  void indexKeysOfSeveralNamespacesAreSortedInWhateverOrderTheNamespacesWereAdded() {
    for (String namespace : List.of("b", "a", "a-b", "c")) {
      cluster(namespace).add(TestObject.of(namespace, "two"));
      cluster(namespace).add(TestObject.of(namespace, "one"));
    }
    NamespaceSet set = NamespaceSet.of("b", "a", "c");
    NamespaceSetInformer<TestObject> things = follow(set);
    Index<TestObject> all = things.index("all", object -> "x");
    registry.start();
    runtime.runUntilIdle();
    set.add("a-b");
    runtime.runUntilIdle();
    List<String> sorted =
        List.of("a-b/one", "a-b/two", "a/one", "a/two", "b/one", "b/two", "c/one", "c/two");
    assertThat(all.keys("x")).isEqualTo(sorted);
  }

  @Test
  void aNamespaceAddedLaterIsFollowedWithHandlersAndIndexes() {
    cluster("b").add(TestObject.of("b", "two"));
    NamespaceSet set = NamespaceSet.of("a");
    NamespaceSetInformer<TestObject> things = follow(set);
    Index<TestObject> byName = things.index("name", TestObject::name);
    things.addHandler(recorder());
    registry.start();
    runtime.runUntilIdle();
    set.add("b");
    assertThat(things.isSynced()).isFalse();
    runtime.runUntilIdle();
    assertThat(things.isSynced()).isTrue();
    assertThat(heard).containsExactly("add b/two");
    assertThat(byName.get("two")).hasSize(1);
  }

  @Test
  void aNamespaceThatLeavesIsDeletedOnceForEveryHandlerThatSawIt() {
    cluster("a").add(TestObject.of("a", "one"));
    cluster("b").add(TestObject.of("b", "two"));
    NamespaceSet set = NamespaceSet.of("a", "b");
    NamespaceSetInformer<TestObject> things = follow(set);
    things.addHandler(recorder());
    registry.start();
    runtime.runUntilIdle();
    heard.clear();
    var told = set.remove("b");
    assertThat(things.snapshot().keys()).containsExactly("a/one");
    runtime.runUntilIdle();
    assertThat(told).isCompleted();
    assertThat(heard).containsExactly("delete b/two unknown");
    assertThat(registry.find("b")).isNull();
    assertThat(cluster("b").openWatches()).isZero();
    cluster("b").add(TestObject.of("b", "three"));
    cluster("a").delete("a/one");
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("delete b/two unknown", "delete a/one");
  }

  @Test
  void whoSharesANamespaceKeepsItWhenItLeavesTheSet() {
    cluster("b").add(TestObject.of("b", "two"));
    Informer<TestObject> own = open("b");
    NamespaceSet set = NamespaceSet.of("a", "b");
    NamespaceSetInformer<TestObject> things = follow(set);
    registry.start();
    runtime.runUntilIdle();
    set.remove("b");
    runtime.runUntilIdle();
    assertThat(own.isClosed()).isFalse();
    assertThat(own.snapshot().keys()).containsExactly("b/two");
    things.close();
    assertThat(own.isClosed()).isFalse();
    own.close();
    assertThat(own.isClosed()).isTrue();
  }

  @Test
  void aNamespaceThatComesBackAtOnceIsDeletedFirst() {
    cluster("b").add(TestObject.of("b", "two"));
    NamespaceSet set = NamespaceSet.of("a", "b");
    NamespaceSetInformer<TestObject> things = follow(set);
    things.addHandler(recorder());
    registry.start();
    runtime.runUntilIdle();
    set.remove("b");
    set.add("b");
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("add b/two", "delete b/two unknown", "add b/two");
    assertThat(things.isSynced()).isTrue();
  }

  @Test
  void theSetCanBeReplacedAsAWhole() {
    NamespaceSet set = NamespaceSet.of("a", "b");
    NamespaceSetInformer<TestObject> things = follow(set);
    registry.start();
    runtime.runUntilIdle();
    set.set(List.of("b", "c"));
    runtime.runUntilIdle();
    assertThat(things.namespaces()).containsExactlyInAnyOrder("b", "c");
    assertThat(registry.informers().keySet()).containsExactlyInAnyOrder("b", "c");
  }

  @Test
  void aForbiddenNamespaceIsNamedAndHarmsNoOther() {
    cluster("a").add(TestObject.of("a", "one"));
    for (int i = 0; i < 4; i++) {
      cluster("b")
          .failNextList(
              SourceException.status(403, "Forbidden", "things is forbidden: User \"x\""));
      cluster("b").failNextWatch(SourceException.status(403, "Forbidden", "things is forbidden"));
    }
    NamespaceSet set = NamespaceSet.of("a", "b");
    NamespaceSetInformer<TestObject> things = follow(set);
    registry.start();
    runtime.runUntilIdle();
    assertThat(things.isSynced()).isFalse();
    assertThat(things.states().get("a").cause()).isNull();
    assertThat(things.states().get("b").cause()).hasMessageContaining("forbidden");
    assertThat(things.snapshot().keys()).containsExactly("a/one");
  }

  @Test
  void aRemovedHandlerHearsNothingOfNamespacesToCome() {
    cluster("b").add(TestObject.of("b", "two"));
    NamespaceSet set = NamespaceSet.of("a");
    NamespaceSetInformer<TestObject> things = follow(set);
    Registration<TestObject> registration = things.addHandler(recorder());
    registry.start();
    runtime.runUntilIdle();
    registration.remove();
    set.add("b");
    runtime.runUntilIdle();
    assertThat(heard).isEmpty();
    assertThat(registration.isActive()).isFalse();
  }

  @Test
  void oneWhoCannotFollowKeepsNoOtherFromIt() {
    NamespaceSet set = NamespaceSet.of();
    NamespaceSetInformer<TestObject> broken = new NamespaceSetInformer<>(
        "broken",
        TestObject.ACCESSOR,
        namespace -> {
          throw new IllegalStateException("no informer of " + namespace);
        },
        runtime,
        set);
    NamespaceSetInformer<TestObject> things =
        new NamespaceSetInformer<>("things", TestObject.ACCESSOR, this::open, runtime, set);
    assertThatThrownBy(() -> set.add("a")).hasMessage("no informer of a");
    assertThatThrownBy(() -> set.set(List.of("b", "c"))).hasMessageContaining("no informer of");
    broken.close();
    set.set(List.of("b", "c"));
    assertThat(things.namespaces()).containsExactlyInAnyOrder("b", "c");
  }

  @Test
  void aClosedSetRefusesReadsAndHandlersAndFollowsNoMore() {
    NamespaceSet set = NamespaceSet.of("a");
    NamespaceSetInformer<TestObject> things = follow(set);
    Index<TestObject> byName = things.index("name", TestObject::name);
    var lister = things.lister();
    things.close();
    things.close();
    set.add("b");
    assertThat(registry.informers()).isEmpty();
    assertThatThrownBy(() -> things.addHandler(recorder())).hasMessageContaining("closed");
    assertThatThrownBy(lister::list).hasMessageContaining("things is closed");
    assertThatThrownBy(() -> byName.get("x")).hasMessageContaining("things is closed");
    assertThat(things.state()).isInstanceOf(InformerState.Closed.class);
    assertThat(things.isSynced()).isFalse();
    assertThat(things.synced()).isCompletedExceptionally();
    assertThatThrownBy(() -> things.awaitSynced(Duration.ofSeconds(1)))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("things is closed");
    assertThatThrownBy(() -> Informers.awaitSynced(Duration.ofSeconds(1), things))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("things is closed");
    runtime.runUntilIdle();
    assertThat(things.closed()).isCompleted();
  }

  @Test
  void indexesOfOneNameAreIndependentAndCanBeRemoved() {
    cluster("a").add(TestObject.of("a", "one"));
    NamespaceSet set = NamespaceSet.of("a");
    NamespaceSetInformer<TestObject> things = follow(set);
    Index<TestObject> byName = things.index("by", TestObject::name);
    Index<TestObject> byNamespace = things.index("by", TestObject::namespace);
    registry.start();
    runtime.runUntilIdle();
    byName.close();
    set.add("b");
    runtime.runUntilIdle();
    assertThat(byNamespace.values()).containsExactly("a");
    assertThatThrownBy(byName::values).hasMessage("index by is closed");
  }

  @Test
  void theStateIsThatOfTheNamespaceThatNeedsAttentionMost() {
    cluster("b").failNextList(SourceException.status(403, "Forbidden", "things is forbidden"));
    cluster("b").failNextWatch(SourceException.status(403, "Forbidden", "things is forbidden"));
    NamespaceSetInformer<TestObject> things = follow(NamespaceSet.of("a", "b"));
    registry.start();
    runtime.runUntilIdle();
    assertThat(things.state().cause()).hasMessageContaining("forbidden");
    runtime.advance(Duration.ofMinutes(5));
    assertThat(things.state()).isInstanceOf(InformerState.Watching.class);
  }

  @Test
  void aNamespaceThatGaveUpClosesTheInformerUntilItLeavesTheSet() {
    SourceException forbidden = SourceException.status(403, "Forbidden", "not for you");
    cluster("b").watchListOffered(false);
    cluster("b").failNextList(forbidden);
    NamespaceSet set = NamespaceSet.of("a", "b");
    NamespaceSetInformer<TestObject> things = new NamespaceSetInformer<>(
        "things",
        TestObject.ACCESSOR,
        namespace -> registry.open(
            namespace,
            () -> SharedIndexInformer.builder(cluster(namespace), TestObject.ACCESSOR)
                .runtime(runtime)
                .name("things in " + namespace)
                .giveUpIf(cause -> true)
                .build()),
        runtime,
        set);
    registry.start();
    runtime.runUntilIdle();
    assertThat(things.isClosed()).isTrue();
    assertThat(things.state()).isInstanceOf(InformerState.Closed.class);
    assertThat(things.state().cause()).isSameAs(forbidden);
    assertThatThrownBy(() -> things.awaitSynced(Duration.ofSeconds(1)))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("things in b")
        .cause()
        .isSameAs(forbidden);
    set.remove("b");
    runtime.runUntilIdle();
    assertThat(things.isClosed()).isFalse();
    assertThat(things.state()).isInstanceOf(InformerState.Watching.class);
    things.awaitSynced(Duration.ZERO);
  }

  @Test
  void aTimeoutIsReportedAsItWasRequested() {
    NamespaceSetInformer<TestObject> things = new NamespaceSetInformer<>(
        "things",
        TestObject.ACCESSOR,
        this::open,
        EngineRuntime.shared(), // whose clock moves
        NamespaceSet.of("a", "b"));
    Registration<TestObject> registration = things.addHandler(recorder());
    things.start();
    assertThatThrownBy(() -> things.awaitSynced(Duration.ofMillis(10)))
        .hasMessageContaining("not synced after 10 ms");
    assertThatThrownBy(() -> registration.awaitSynced(Duration.ofMillis(10)))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining(" is not synced: ");
  }

  @Test
  void aVersionIsReachedWhenEveryNamespaceHasReachedIt() {
    cluster("a").add(TestObject.of("a", "one"));
    NamespaceSet set = NamespaceSet.of("a", "b");
    NamespaceSetInformer<TestObject> things = follow(set);
    registry.start();
    runtime.runUntilIdle();
    things.storedResourceVersion();
    CompletableFuture<Void> reached = things.awaitVersion("2", Duration.ofHours(1));
    cluster("a").add(TestObject.of("a", "two"));
    runtime.runUntilIdle();
    assertThat(reached).isNotDone();
    cluster("b").add(TestObject.of("b", "one"));
    cluster("b").add(TestObject.of("b", "two"));
    runtime.runUntilIdle();
    assertThat(reached).isCompleted();
    assertThat(things.storedResourceVersion()).isEqualTo("2");
  }

  @Test
  void whoWaitsForANamespaceThatLeavesWaitsForTheOthersOnly() {
    NamespaceSet set = NamespaceSet.of("a", "b");
    NamespaceSetInformer<TestObject> things = follow(set);
    CompletableFuture<Void> synced = things.synced();
    open("a").start();
    runtime.runUntilIdle();
    assertThat(synced).isNotDone();
    set.remove("b");
    runtime.runUntilIdle();
    assertThat(synced).isCompleted();
  }
}
