package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Indexes as their users hold them. */
final class IndexTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
  private final SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
          cluster, TestObject.ACCESSOR)
      .runtime(runtime)
      .name("pods")
      .build();

  @BeforeEach
  void start() {
    informer.start();
    cluster.add(TestObject.of("a", "one").withLabels(Map.of("node", "n1")));
    cluster.add(TestObject.of("a", "two").withLabels(Map.of("node", "n2")));
    cluster.add(TestObject.of("b", "three"));
    runtime.runUntilIdle();
  }

  private List<String> keys(List<TestObject> objects) {
    return objects.stream().map(informer::keyOf).sorted().toList();
  }

  @Test
  void anObjectWithoutAValueIsInNoEntry() {
    Index<TestObject> byNode = informer.index("node", object -> object.labels().get("node"));
    assertThat(keys(byNode.get("n1"))).containsExactly("a/one");
    assertThat(byNode.get("elsewhere")).isEmpty();
    assertThat(byNode.values()).containsExactlyInAnyOrder("n1", "n2");
    assertThat(byNode.name()).isEqualTo("node");
  }

  @Test
  void anIndexFollowsChanges() {
    Index<TestObject> byNode = informer.index("node", object -> object.labels().get("node"));
    cluster.modify(TestObject.of("b", "three").withLabels(Map.of("node", "n1")));
    cluster.delete("a/two");
    runtime.runUntilIdle();
    assertThat(byNode.keys("n1")).containsExactly("a/one", "b/three");
    assertThat(byNode.values()).containsExactly("n1");
  }

  @Test
  void anObjectMayHaveSeveralValues() {
    Index<TestObject> parts =
        informer.indexAll("parts", object -> List.of(object.namespace(), object.name()));
    assertThat(keys(parts.get("a"))).containsExactly("a/one", "a/two");
    assertThat(keys(parts.get("three"))).containsExactly("b/three");
  }

  @Test
  void twoIndexesOfOneNameDoNotSeeEachOthersResults() {
    Index<TestObject> byNode = informer.index("by", object -> object.labels().get("node"));
    Index<TestObject> byNamespace = informer.index("by", TestObject::namespace);
    assertThat(byNode.values()).containsExactlyInAnyOrder("n1", "n2");
    assertThat(byNamespace.values()).containsExactlyInAnyOrder("a", "b");
    byNode.close();
    assertThat(keys(byNamespace.get("a"))).containsExactly("a/one", "a/two");
  }

  @Test
  void aClosedIndexIsGoneFromTheStoreAndRefusesReads() {
    Index<TestObject> byNode = informer.index("node", object -> object.labels().get("node"));
    byNode.close();
    byNode.close();
    assertThat(informer.indexer().indexNames()).isEmpty();
    assertThatThrownBy(() -> byNode.get("n1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("index node is closed");
  }

  @Test
  void theOthersStayRightWhenAnIndexBetweenThemIsRemoved() {
    Index<TestObject> first = informer.index("first", TestObject::namespace);
    Index<TestObject> second =
        informer.index("second", object -> object.labels().get("node"));
    Index<TestObject> third = informer.index("third", TestObject::name);
    second.close();
    cluster.add(TestObject.of("a", "four"));
    cluster.delete("a/one");
    runtime.runUntilIdle();
    assertThat(first.keys("a")).containsExactly("a/four", "a/two");
    assertThat(third.values()).containsExactlyInAnyOrder("two", "three", "four");
    assertThat(informer.index("late", TestObject::name).keys("two")).containsExactly("a/two");
  }

  @Test
  void aSnapshotTakenBeforeStillHasTheIndex() {
    informer.addIndexer("node", object -> List.of(object.namespace()));
    var before = informer.snapshot();
    ((SnapshotIndexer<TestObject>) informer.indexer()).removeIndexers(Set.of("node", "unknown"));
    assertThat(before.indexKeys("node", "b")).containsExactly("b/three");
    assertThat(informer.indexer().indexNames()).isEmpty();
  }
}
