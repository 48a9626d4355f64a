package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.informer.Deleted;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.SharedInformerRegistry;
import dev.informant.object.LabelSelector;
import dev.informant.source.SourceException;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  private SharedInformerRegistry<String>.Lease<TestObject> lease(String namespace) {
    return registry.lease(
        namespace,
        () -> SharedIndexInformer.builder(cluster(namespace), TestObject.ACCESSOR)
            .runtime(runtime)
            .name("things in " + namespace)
            .build());
  }

  private NamespaceSetInformer<TestObject> set(String... namespaces) {
    return new NamespaceSetInformer<>(
        "things", TestObject.ACCESSOR, this::lease, runtime, List.of(namespaces));
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
    NamespaceSetInformer<TestObject> things = set("a", "b");
    things.addIndexer("name", object -> List.of(TestObject.ACCESSOR.name(object)));
    NamespaceSetRegistration<TestObject> registration = things.addHandler(recorder());
    assertThat(things.hasSynced()).isFalse();
    registry.start();
    runtime.runUntilIdle();

    assertThat(things.hasSynced()).isTrue();
    assertThat(registration.isSynced()).isTrue();
    assertThat(registration.synced()).isCompleted();
    assertThat(heard).containsExactlyInAnyOrder("add a/one", "add b/two");
    assertThat(things.lister().namespace("b").get("two")).isNotNull();
    assertThat(things.lister().list(LabelSelector.everything())).hasSize(2);
    assertThat(things.indexer().indexKeys("name", "one")).containsExactly("a/one");
    assertThat(things.indexer().get("c/one")).isNull();
    var before = things.indexer().snapshot();
    cluster("b").delete("b/two");
    runtime.runUntilIdle();
    assertThat(heard).last().isEqualTo("delete b/two");
    assertThat(before.keys()).containsExactlyInAnyOrder("a/one", "b/two");
    assertThat(things.indexer().keys()).containsExactly("a/one");
  }

  @Test
  void indexKeysOfSeveralNamespacesAreSortedInWhateverOrderTheNamespacesWereAdded() {
    for (String namespace : List.of("b", "a", "a-b", "c")) {
      cluster(namespace).add(TestObject.of(namespace, "two"));
      cluster(namespace).add(TestObject.of(namespace, "one"));
    }
    NamespaceSetInformer<TestObject> things = set("b", "a", "c");
    things.addIndexer("all", object -> List.of("x"));
    registry.start();
    runtime.runUntilIdle();
    things.addNamespace("a-b");
    runtime.runUntilIdle();
    List<String> sorted =
        List.of("a-b/one", "a-b/two", "a/one", "a/two", "b/one", "b/two", "c/one", "c/two");
    assertThat(things.indexer().indexKeys("all", "x")).isEqualTo(sorted);
    assertThat(things.indexer().snapshot().indexKeys("all", "x")).isEqualTo(sorted);
  }

  @Test
  void aNamespaceAddedLaterIsFollowedWithHandlersAndIndexes() {
    cluster("b").add(TestObject.of("b", "two"));
    NamespaceSetInformer<TestObject> things = set("a");
    things.addIndexer("name", object -> List.of(TestObject.ACCESSOR.name(object)));
    things.addHandler(recorder());
    registry.start();
    runtime.runUntilIdle();
    things.addNamespace("b");
    assertThat(things.hasSynced()).isFalse();
    runtime.runUntilIdle();
    assertThat(things.hasSynced()).isTrue();
    assertThat(heard).containsExactly("add b/two");
    assertThat(things.indexer().byIndex("name", "two")).hasSize(1);
  }

  @Test
  void aNamespaceThatLeavesIsDeletedOnceForEveryHandlerThatSawIt() {
    cluster("a").add(TestObject.of("a", "one"));
    cluster("b").add(TestObject.of("b", "two"));
    NamespaceSetInformer<TestObject> things = set("a", "b");
    things.addHandler(recorder());
    registry.start();
    runtime.runUntilIdle();
    heard.clear();
    var told = things.removeNamespace("b");
    assertThat(things.indexer().keys()).containsExactly("a/one");
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
    var own = lease("b");
    NamespaceSetInformer<TestObject> things = set("a", "b");
    registry.start();
    runtime.runUntilIdle();
    things.removeNamespace("b");
    runtime.runUntilIdle();
    assertThat(own.informer().isClosed()).isFalse();
    assertThat(own.informer().indexer().keys()).containsExactly("b/two");
    things.close();
    assertThat(own.informer().isClosed()).isFalse();
    own.close();
    assertThat(own.informer().isClosed()).isTrue();
  }

  @Test
  void aNamespaceThatComesBackAtOnceIsDeletedFirst() {
    cluster("b").add(TestObject.of("b", "two"));
    NamespaceSetInformer<TestObject> things = set("a", "b");
    things.addHandler(recorder());
    registry.start();
    runtime.runUntilIdle();
    things.removeNamespace("b");
    things.addNamespace("b");
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("add b/two", "delete b/two unknown", "add b/two");
    assertThat(things.hasSynced()).isTrue();
  }

  @Test
  void theSetCanBeReplacedAsAWhole() {
    NamespaceSetInformer<TestObject> things = set("a", "b");
    registry.start();
    runtime.runUntilIdle();
    things.setNamespaces(List.of("b", "c"));
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
    NamespaceSetInformer<TestObject> things = set("a", "b");
    registry.start();
    runtime.runUntilIdle();
    assertThat(things.hasSynced()).isFalse();
    assertThat(things.states().get("a").cause()).isNull();
    assertThat(things.states().get("b").cause()).hasMessageContaining("forbidden");
    assertThat(things.indexer().keys()).containsExactly("a/one");
  }

  @Test
  void aRemovedHandlerHearsNothingOfNamespacesToCome() {
    cluster("b").add(TestObject.of("b", "two"));
    NamespaceSetInformer<TestObject> things = set("a");
    NamespaceSetRegistration<TestObject> registration = things.addHandler(recorder());
    registry.start();
    runtime.runUntilIdle();
    registration.remove();
    things.addNamespace("b");
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
        new NamespaceSetInformer<>("things", TestObject.ACCESSOR, this::lease, runtime, set);
    assertThatThrownBy(() -> set.add("a")).hasMessage("no informer of a");
    assertThatThrownBy(() -> set.set(List.of("b", "c"))).hasMessageContaining("no informer of");
    broken.close();
    set.set(List.of("b", "c"));
    assertThat(things.namespaces()).containsExactlyInAnyOrder("b", "c");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    NamespaceSetInformer<TestObject> things = set("a");
    assertThatThrownBy(() -> things.addNamespace("")).hasMessageContaining("needs names");
    things.addIndexer("i", object -> List.of());
    assertThatThrownBy(() -> things.addIndexer("i", object -> List.of()))
        .hasMessageContaining("\"i\"");
    things.close();
    things.close();
    assertThatThrownBy(() -> things.addNamespace("b")).hasMessageContaining("closed");
    assertThatThrownBy(() -> things.addHandler(recorder())).hasMessageContaining("closed");
  }
}
