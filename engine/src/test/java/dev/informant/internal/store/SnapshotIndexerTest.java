package dev.informant.internal.store;

import static dev.informant.internal.store.StoreAssert.assertThatStore;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.internal.store.RevisionStore.RevisionChange;
import dev.informant.internal.store.SnapshotIndexer.Change;
import dev.informant.object.ExplicitKey;
import dev.informant.object.KeyException;
import dev.informant.object.LabelSelector;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import dev.informant.store.IndexFunction;
import dev.informant.store.IndexedView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SnapshotIndexerTest {
  private final SnapshotIndexer<Widget> store = builder()
      .indexer("namespace", Widget.BY_NAMESPACE)
      .indexer("colour", Widget.BY_COLOUR)
      .build();

  /** In which form the store keeps objects. */
  ObjectForm<Widget> form() {
    return ObjectForm.shared(Widget.ACCESSOR);
  }

  private SnapshotIndexer.Builder<Widget> builder() {
    return SnapshotIndexer.builder(Widget.ACCESSOR).form(form());
  }

  @Test
  @Tag("client-go:TestCache")
  void whatWasWrittenIsRead() {
    Widget first = Widget.of("a/one", "1", "red");
    Widget second = Widget.of("a/one", "2", "red");
    store.add(first);
    assertThat(store.get("a/one")).isEqualTo(first);
    store.update(second);
    assertThat(store.get("a/one")).isEqualTo(second);
    assertThat(store.getSame(first)).isEqualTo(second);
    assertThat(store.contains("a/one")).isTrue();
    assertThat(store.list()).containsExactly(second);
    store.delete(first);
    assertThat(store.get("a/one")).isNull();
    assertThat(store.contains("a/one")).isFalse();
    assertThat(store.size()).isZero();
    assertThatStore(store).hasKeys().isConsistent();
  }

  @Test
  void anExplicitKeyDeletesWithoutTheObjectAndLeavesTheVersion() {
    store.add(Widget.of("a/one", "1", "red"));
    store.add(Widget.of("a/two", "2", "red"));
    store.delete(new ExplicitKey("a/one"));
    store.delete(new ExplicitKey("a/none"));
    assertThatStore(store).hasKeys("a/two").isConsistent();
    assertThat(store.lastStoreSyncResourceVersion()).isEqualTo("2");
  }

  @Test
  void aBookmarkOrADeleteWithoutAVersionBlanksItButTakesNothingFromThoseWhoWait() {
    store.add(Widget.of("a/one", "5"));
    store.bookmark("");
    assertThat(store.lastStoreSyncResourceVersion()).isEmpty();
    assertThat(store.awaitVersion("5", Duration.ofHours(1))).isCompleted();
    store.bookmark("6");
    store.delete(Widget.of("a/one", ""));
    assertThat(store.lastStoreSyncResourceVersion()).isEmpty();
    store.bookmark("7");
    store.transaction(List.of(new Change.Delete<>(Widget.of("a/one", ""))));
    assertThat(store.lastStoreSyncResourceVersion()).isEmpty();
    assertThat(store.awaitVersion("7", Duration.ofHours(1))).isCompleted();
    store.bookmark("8");
    store.revisionStore().apply(List.of(new RevisionChange.Remove<>("a/one", "")));
    assertThat(store.lastStoreSyncResourceVersion()).as("a tombstone has none").isEqualTo("8");
  }

  @Test
  @Tag("client-go:TestKeyError")
  void aKeyExceptionOfTheStoreCarriesTheObject() {
    Widget nameless = Widget.of("a/", "2");
    for (ThrowableAssert.ThrowingCallable write : List.<ThrowableAssert.ThrowingCallable>of(
        () -> store.add(nameless), () -> store.update(nameless), () -> store.delete(nameless))) {
      assertThatThrownBy(write)
          .isInstanceOfSatisfying(
              KeyException.class, failure -> assertThat(failure.object()).isSameAs(nameless));
    }
    assertThat(store.transaction(List.of(new Change.Add<>(nameless))))
        .singleElement()
        .satisfies(failure -> assertThat(failure.cause())
            .isInstanceOfSatisfying(
                KeyException.class, key -> assertThat(key.object()).isSameAs(nameless)));
  }

  @Test
  void deletingWhatIsNotThereIsNoError() {
    store.delete(Widget.of("a/one", "1"));
    assertThat(store.size()).isZero();
  }

  @Test
  void objectsWithoutANameAreRefusedAndNothingChanges() {
    store.add(Widget.of("a/one", "1"));
    assertThatThrownBy(() -> store.add(Widget.of("a/", "2")))
        .isInstanceOf(KeyException.class)
        .hasMessageContaining("no name in namespace a");
    assertThatThrownBy(() -> store.replace(List.of(Widget.of("", "2")), "3"))
        .isInstanceOf(KeyException.class);
    assertThatStore(store).hasKeys("a/one").hasVersion("1");
  }

  @Test
  @Tag("client-go:TestCache")
  void replaceLeavesExactlyTheNewObjects() {
    store.add(Widget.of("a/one", "1", "red"));
    store.add(Widget.of("a/two", "2", "red", "blue"));
    store.add(Widget.of("b/three", "3", "green"));
    store.replace(
        List.of(Widget.of("a/two", "4", "blue", "black"), Widget.of("c/four", "5", "red")), "10");
    assertThatStore(store).hasKeys("a/two", "c/four").hasVersion("10").isConsistent();
    assertThat(store.indexKeys("colour", "red")).containsExactly("c/four");
    assertThat(store.indexValues("colour")).containsExactlyInAnyOrder("blue", "black", "red");
    assertThat(store.indexValues("namespace")).containsExactlyInAnyOrder("a", "c");
    store.replace(List.of(), "11");
    assertThatStore(store).hasKeys().hasVersion("11").isConsistent();
    assertThat(store.indexValues("colour")).isEmpty();
  }

  @Test
  void ofTwoObjectsWithOneKeyInAListTheLastStays() {
    store.add(Widget.of("a/one", "1", "green"));
    Widget last = Widget.of("a/one", "3", "blue");
    store.replace(List.of(Widget.of("a/one", "2", "red"), last), "4");
    assertThat(store.list()).containsExactly(last);
    assertThat(store.indexValues("colour")).containsExactly("blue");
    assertThatStore(store).isConsistent();
  }

  @Test
  @Tag("client-go:TestThreadSafeStoreDeleteRemovesEmptySetsFromIndex")
  @Tag("client-go:TestThreadSafeStoreAddKeepsNonEmptySetPostDeleteFromIndex")
  void anIndexValueWithoutObjectsIsDropped() {
    store.add(Widget.of("a/one", "1", "red"));
    store.add(Widget.of("a/two", "1", "red"));
    store.delete(Widget.of("a/one", "1"));
    assertThat(store.indexValues("colour")).containsExactly("red");
    store.delete(Widget.of("a/two", "1"));
    assertThat(store.indexValues("colour")).isEmpty();
    assertThat(store.byIndex("colour", "red")).isEmpty();
    assertThat(store.indexKeys("colour", "red")).isEmpty();
  }

  @Test
  @Tag("client-go:TestMultiIndexKeys")
  @Tag("client-go:TestThreadSafeStoreIndexingFunctionsWithMultipleValues")
  void anObjectIsFoundUnderAllItsValuesAndMovesWithThem() {
    store.add(Widget.of("a/one", "1", "red", "blue"));
    store.add(Widget.of("a/two", "1", "red"));
    assertThat(store.indexKeys("colour", "red")).containsExactly("a/one", "a/two");
    assertThat(store.indexKeys("colour", "blue")).containsExactly("a/one");
    store.update(Widget.of("a/one", "2", "green", "blue"));
    assertThat(store.indexKeys("colour", "red")).containsExactly("a/two");
    assertThat(store.indexKeys("colour", "blue")).containsExactly("a/one");
    assertThat(store.indexKeys("colour", "green")).containsExactly("a/one");
    store.update(Widget.of("a/one", "3"));
    assertThat(store.indexValues("colour")).containsExactly("red");
    store.update(Widget.of("a/one", "4", "red", "red"));
    assertThat(store.indexKeys("colour", "red")).containsExactly("a/one", "a/two");
    assertThatStore(store).isConsistent();
  }

  @Test
  @Tag("client-go:TestGetIndexFuncValues")
  void indexValuesAreDistinct() {
    store.add(Widget.of("a/one", "1", "red"));
    store.add(Widget.of("a/two", "1", "red"));
    store.add(Widget.of("a/three", "1", "blue"));
    assertThat(store.indexValues("colour")).containsExactlyInAnyOrder("red", "blue");
  }

  @Test
  @Tag("client-go:TestIndex")
  void indexReturnsEveryObjectThatSharesAValueOnce() {
    Widget one = Widget.of("a/one", "1", "red", "blue");
    Widget two = Widget.of("a/two", "1", "blue", "red");
    Widget three = Widget.of("a/three", "1", "green");
    store.replace(List.of(one, two, three), "1");
    assertThat(store.index("colour", one)).containsExactlyInAnyOrder(one, two);
    assertThat(store.index("colour", three)).containsExactly(three);
    assertThat(store.index("colour", Widget.of("x", "1"))).isEmpty();
    assertThat(store.index("colour", Widget.of("x", "1", "black", "white"))).isEmpty();
  }

  @Test
  void indexKeysAreSorted() {
    for (int i = 99; i >= 10; i--) {
      store.add(Widget.of("a/" + i, "1", "red"));
    }
    assertThat(store.indexKeys("colour", "red")).hasSize(90).isSorted();
  }

  @Test
  void byIndexReturnsTheCurrentObjects() {
    for (int i = 0; i < 2000; i++) {
      store.add(Widget.of("ns-" + i % 3 + "/" + i, "1", "red"));
    }
    Widget newer = Widget.of("ns-1/1000", "2", "red");
    store.update(newer);
    assertThat(store.byIndex("namespace", "ns-1")).hasSize(667).contains(newer);
    assertThat(store.byIndex("colour", "red")).hasSize(2000);
    assertThat(store.byIndex("colour", "blue")).isEmpty();
  }

  @Test
  void selectorsFilterListsAndIndexes() {
    Widget one = Widget.of("a/one", "1", "red").labelled("app", "web");
    Widget two = Widget.of("a/two", "1", "red").labelled("app", "db");
    Widget three = Widget.of("b/three", "1", "red").labelled("app", "web");
    store.replace(List.of(one, two, three), "1");
    LabelSelector web = LabelSelector.parse("app=web");
    assertThat(store.list(web)).containsExactlyInAnyOrder(one, three);
    assertThat(store.list(LabelSelector.everything())).hasSize(3);
    assertThat(store.list(LabelSelector.nothing())).isEmpty();
    assertThat(store.byIndex("namespace", "a", web)).containsExactly(one);
    assertThat(store.byIndex("namespace", "a", LabelSelector.everything())).hasSize(2);
    assertThat(store.byIndex("namespace", "a", LabelSelector.nothing())).isEmpty();
    assertThat(store.byIndex("namespace", "none", web)).isEmpty();
  }

  @Test
  void forEachVisitsEachObjectOfOneStateEvenIfTheActionWrites() {
    store.replace(List.of(Widget.of("a", "1"), Widget.of("b", "1"), Widget.of("c", "1")), "1");
    List<String> seen = new ArrayList<>();
    store.forEach(widget -> {
      seen.add(widget.key());
      store.delete(widget);
      store.add(Widget.of("new-" + widget.key(), "2"));
    });
    assertThat(seen).containsExactlyInAnyOrder("a", "b", "c");
    assertThatStore(store).hasKeys("new-a", "new-b", "new-c");
  }

  @Test
  void unknownIndexesAreNamedTogetherWithTheKnownOnes() {
    assertThatThrownBy(() -> store.byIndex("size", "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no index named \"size\"; this store has [colour, namespace]");
    assertThatThrownBy(() -> store.byIndex("size", "1", LabelSelector.parse("a")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store.indexKeys("size", "1"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store.index("size", Widget.of("a", "1")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(store.indexValues("size")).isEmpty();
  }

  @Test
  @Tag("client-go:TestIndexer")
  void indexesCanBeAddedAtAnyTime() {
    store.add(Widget.of("a/one", "1", "red"));
    store.add(Widget.of("b/two", "2", "red"));
    IndexedView<Widget> before = store.snapshot();
    store.addIndexers(
        Map.of("version", widget -> List.of(widget.resourceVersion()), "none", w -> List.of()));
    store.add(Widget.of("b/three", "2", "red"));
    assertThat(store.indexNames())
        .containsExactlyInAnyOrder("namespace", "colour", "version", "none");
    assertThat(store.indexKeys("version", "2")).containsExactly("b/three", "b/two");
    assertThat(store.indexKeys("version", "1")).containsExactly("a/one");
    assertThat(store.indexValues("none")).isEmpty();
    assertThatStore(store).isConsistent();
    assertThat(before.indexNames()).containsExactlyInAnyOrder("namespace", "colour");
  }

  @Test
  void aTakenIndexNameIsNamedAndNoneIsAdded() {
    Map<String, IndexFunction<Widget>> indexers = new HashMap<>();
    indexers.put("colour", Widget.BY_COLOUR);
    indexers.put("another", Widget.BY_COLOUR);
    assertThatThrownBy(() -> store.addIndexers(indexers))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"colour\"");
    assertThat(store.indexNames()).containsExactlyInAnyOrder("namespace", "colour");
    store.addIndexers(Map.of());
  }

  @Test
  @Tag("client-go:TestCacheTransactionShouldIndexErrors")
  void aTransactionReportsExactlyTheFailingPositions() {
    store.add(Widget.of("a/gone", "1", "red"));
    List<SnapshotIndexer.Failure> failures = store.transaction(List.of(
        new Change.Add<>(Widget.of("a/one", "2", "red")),
        new Change.Add<>(Widget.of("a/", "3")),
        new Change.Update<>(Widget.of("a/two", "4", "red")),
        new Change.Delete<>(Widget.of("a/gone", "5")),
        new Change.Delete<>(Widget.of("", "6"))));
    assertThat(failures).extracting(SnapshotIndexer.Failure::position).containsExactly(1, 4);
    assertThat(failures).allSatisfy(f -> assertThat(f.cause()).isInstanceOf(KeyException.class));
    assertThatStore(store).hasKeys("a/one", "a/two").hasVersion("5").isConsistent();
    assertThat(store.transaction(List.of())).isEmpty();
  }

  @Test
  void ofATransactionReadersSeeAllOrNothing() {
    IndexedView<Widget> before = store.snapshot();
    store.transaction(List.of(
        new Change.Add<>(Widget.of("a/one", "1", "red")),
        new Change.Add<>(Widget.of("a/two", "2", "red")),
        new Change.Delete<>(Widget.of("a/one", "3"))));
    assertThat(before.size()).isZero();
    assertThatStore(store).hasKeys("a/two");
  }

  @Test
  void aSnapshotStaysAsItIs() {
    store.replace(List.of(Widget.of("a/one", "1", "red"), Widget.of("a/two", "2", "blue")), "2");
    IndexedView<Widget> snapshot = store.snapshot();
    assertThat(snapshot.snapshot()).isSameAs(snapshot);
    store.update(Widget.of("a/one", "3", "green"));
    store.delete(Widget.of("a/two", "4"));
    store.addIndexers(Map.of("version", widget -> List.of(widget.resourceVersion())));
    assertThatStore(snapshot).hasKeys("a/one", "a/two").hasVersion("2").isConsistent();
    assertThat(snapshot.get("a/one")).isEqualTo(Widget.of("a/one", "1", "red"));
    assertThat(snapshot.indexKeys("colour", "red")).containsExactly("a/one");
    assertThat(snapshot.indexKeys("colour", "blue")).containsExactly("a/two");
    assertThat(snapshot).hasToString("snapshot of 2 objects at version \"2\"");
  }

  @Test
  @Tag("client-go:TestThreadSafeStoreRV")
  void theVersionIsThatOfTheLastWrite() {
    assertThatStore(store).hasVersion("");
    store.add(Widget.of("a", "5"));
    assertThatStore(store).hasVersion("5");
    store.update(Widget.of("a", "3"));
    assertThatStore(store).hasVersion("3");
    store.delete(Widget.of("a", "7"));
    assertThatStore(store).hasVersion("7");
    store.add(Widget.of("b", ""));
    assertThatStore(store).hasVersion("");
    assertThat(store.current().version.server()).isEqualTo("7");
    store.bookmark("9");
    assertThatStore(store).hasVersion("9");
    store.bookmark("");
    assertThatStore(store).hasVersion("");
    store.replace(List.of(Widget.of("c", "100")), "10");
    assertThatStore(store).hasVersion("10");
  }

  @Test
  void revisionsCarryTheVersionTheServerSent() {
    RevisionStore<Widget> revisions = store.revisionStore();
    Widget stripped = Widget.of("a/one", "", "red");
    revisions.apply(List.of(
        new RevisionChange.Put<>(Revision.of("uid", "7", stripped, Widget.ACCESSOR)),
        new RevisionChange.Put<>(Revision.of("uid", "8", Widget.of("b", ""), Widget.ACCESSOR)),
        new RevisionChange.Remove<>("b", "")));
    assertThatStore(store).hasKeys("a/one").hasVersion("").isConsistent();
    assertThat(store.awaitVersion("8", Duration.ofMinutes(1))).isDone();
    assertThat(store.current().version.server()).isEqualTo("8");
    Revision<Widget> stored = revisions.get("a/one");
    assertThat(stored).isNotNull();
    assertThat(stored.resourceVersion()).isEqualTo("7");
    assertThat(stored.object()).isSameAs(stripped);
    assertThat(revisions.get("b")).isNull();
    revisions.apply(List.of(new RevisionChange.Remove<>("a/one", "9")));
    assertThatStore(store).hasKeys().hasVersion("9");
    revisions.bookmark("12");
    assertThatStore(store).hasVersion("12");
    revisions.apply(List.of());
  }

  @Test
  void replacingAllRevisionsKeepsTheOnesGivenAgain() {
    RevisionStore<Widget> revisions = store.revisionStore();
    Revision<Widget> one = Revision.of(Widget.of("a/one", "1", "red"), Widget.ACCESSOR);
    Revision<Widget> two = Revision.of(Widget.of("a/two", "2", "red"), Widget.ACCESSOR);
    revisions.replaceAll(List.of(one, two), "2");
    assertThat(revisions.state().iterator()).toIterable().containsExactlyInAnyOrder(one, two);
    revisions.replaceAll(List.of(two), "3");
    assertThat(revisions.state().iterator()).toIterable().containsExactly(two);
    assertThat(revisions.keys()).containsExactly("a/two");
    assertThatStore(store).hasKeys("a/two").hasVersion("3").isConsistent();
  }

  @Test
  void anUpdateThatMovesInNoIndexTouchesNone() {
    for (int i = 0; i < 100; i++) {
      store.add(Widget.of("a/" + i, "1", "red", "blue"));
    }
    Object[] before = store.current().buckets;
    store.update(Widget.of("a/7", "2", "blue", "red"));
    assertThat(store.current().buckets).isSameAs(before);
    List<Widget> again = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      again.add(Widget.of("a/" + i, "3", "red", "blue"));
    }
    store.replace(again, "4");
    assertThat(store.current().buckets).isSameAs(before);
    assertThatStore(store).isConsistent();
  }

  @Test
  void entriesWithEqualIndexValuesShareThem() {
    store.add(Widget.of("a/one", "1", "red", "blue"));
    store.add(Widget.of("a/two", "1", "blue", "red"));
    StoreSnapshot<Widget> state = store.current();
    assertThat(state.entry(Trie.find(state.entries, "a/one")).values)
        .isSameAs(state.entry(Trie.find(state.entries, "a/two")).values);
  }

  @Test
  @Tag("client-go:TestCacheWithTransformer")
  void theTransformIsAppliedToWhateverIsWritten() {
    SnapshotIndexer<Widget> transforming = builder()
        .indexer("colour", Widget.BY_COLOUR)
        .transform(widget -> Widget.of(widget.key(), "", "black"))
        .build();
    transforming.add(Widget.of("a", "1", "red"));
    transforming.update(Widget.of("b", "2", "red"));
    transforming.transaction(List.of(new Change.Add<>(Widget.of("c", "3", "red"))));
    assertThatStore(transforming).hasKeys("a", "b", "c").hasVersion("");
    assertThat(transforming.current().version.server()).isEqualTo("3");
    transforming.replace(List.of(Widget.of("d", "4", "red")), "5");
    assertThat(transforming.list()).containsExactly(Widget.of("d", "", "black"));
    assertThat(transforming.indexValues("colour")).containsExactly("black");
    assertThat(transforming.revisionStore().get("d").resourceVersion()).isEqualTo("4");
  }

  @Test
  void aTransformThatThrowsFailsItsWriteOnly() {
    SnapshotIndexer<Widget> transforming = builder()
        .transform(widget -> {
          if (widget.name().equals("bad")) {
            throw new IllegalStateException("cannot transform");
          }
          return widget;
        })
        .build();
    assertThatThrownBy(() -> transforming.add(Widget.of("bad", "1")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(transforming.transaction(List.of(
            new Change.Add<>(Widget.of("good", "1")), new Change.Add<>(Widget.of("bad", "2")))))
        .extracting(SnapshotIndexer.Failure::position)
        .containsExactly(1);
    assertThatStore(transforming).hasKeys("good").hasVersion("1");
  }

  @Test
  void randomWritesKeepIndexesAndSnapshotsRight() {
    Random random = new Random(11);
    Map<String, Widget> model = new HashMap<>();
    for (int step = 0; step < 600; step++) {
      List<Widget> some = new ArrayList<>();
      for (int i = random.nextInt(30); i >= 0; i--) {
        some.add(randomWidget(random, step));
      }
      IndexedView<Widget> before = store.snapshot();
      Map<String, Widget> modelBefore = Map.copyOf(model);
      switch (random.nextInt(4)) {
        case 0 -> {
          store.replace(some, "" + step);
          model.clear();
          some.forEach(widget -> model.put(widget.key(), widget));
        }
        case 1 -> {
          some.forEach(store::delete);
          some.forEach(widget -> model.remove(widget.key()));
        }
        default -> {
          store.transaction(
              some.stream().<Change<Widget>>map(Change.Update::new).toList());
          some.forEach(widget -> model.put(widget.key(), widget));
        }
      }
      assertThat(store.list()).containsExactlyInAnyOrderElementsOf(model.values());
      assertThatStore(store).isConsistent();
      assertThat(before.list()).containsExactlyInAnyOrderElementsOf(modelBefore.values());
      assertThatStore(before).isConsistent();
    }
  }

  private static Widget randomWidget(Random random, int version) {
    String[] colours = new String[random.nextInt(3)];
    for (int i = 0; i < colours.length; i++) {
      colours[i] = "colour-" + random.nextInt(5);
    }
    return Widget.of("ns-" + random.nextInt(3) + "/" + random.nextInt(60), "" + version, colours);
  }
}
