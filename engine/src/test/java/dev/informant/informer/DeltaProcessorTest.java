package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.object.Revision;
import dev.informant.queue.Delta;
import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules by which deltas become store changes and notifications, one by one. */
@Timeout(10)
final class DeltaProcessorTest implements DeltaProcessor.Output<TestObject> {
  private final SnapshotIndexer<TestObject> indexer =
      new SnapshotIndexer<>(TestObject.ACCESSOR, (index, key, cause) -> {});
  private final List<String> told = new ArrayList<>();
  private final List<String> storedAtNotice = new ArrayList<>();

  private DeltaProcessor<TestObject> processor(Parity parity) {
    return new DeltaProcessor<>(
        indexer.revisionStore(), parity, new ResyncSchedule<>(java.time.Duration.ZERO), this);
  }

  private final DeltaProcessor<TestObject> repaired = processor(Parity.REPAIRED);
  private final DeltaProcessor<TestObject> exact = processor(Parity.EXACT);

  @Override
  public void notify(Notification<TestObject> notification) {
    storedAtNotice.add(indexer.keys().stream().sorted().toList().toString());
    if (notification instanceof Notification.Add<TestObject> add) {
      told.add((add.initial() ? "add! " : "add ") + add.revision());
    } else if (notification instanceof Notification.Update<TestObject> update) {
      told.add("update " + update.before() + ">" + update.after().resourceVersion());
    } else if (notification instanceof Notification.Delete<TestObject> delete) {
      told.add((delete.finalStateUnknown() ? "delete? " : "delete ") + delete.last());
    }
  }

  @Override
  public void resync(Set<ProcessorListener<TestObject>> audience) {
    told.add("resync");
  }

  @Override
  public void stale(String key, String stored, String stale) {
    told.add("stale " + key + " " + stored + ">" + stale);
  }

  private static Revision<TestObject> at(String name, int version, String uid) {
    return Revision.of(
        TestObject.of("", name).withResourceVersion(Integer.toString(version)).withUid(uid),
        TestObject.ACCESSOR);
  }

  private static Revision<TestObject> at(String name, int version) {
    return at(name, version, name);
  }

  private static Delta<Revision<TestObject>> updated(Revision<TestObject> revision) {
    return new Delta.Updated<>(revision.key(), revision);
  }

  private static Delta<Revision<TestObject>> deleted(Revision<TestObject> revision) {
    return new Delta.Deleted<>(revision.key(), revision, false);
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // only read
  private static Delta<Revision<TestObject>> all(String version, Revision<TestObject>... listed) {
    return new Delta.ReplacedAll<>(version, List.of(listed), false);
  }

  @ParameterizedTest
  @EnumSource(Parity.class)
  void aLateEventOfThePredecessorDoesNotReplaceItsSuccessor(Parity parity) {
    DeltaProcessor<TestObject> processor = processor(parity);
    processor.process(List.of(updated(at("a", 7, "new"))), false);
    processor.process(List.of(updated(at("a", 5, "old"))), false);
    processor.process(List.of(all("6", at("a", 6, "old"))), false);
    assertThat(told).containsExactly("add a@7", "stale a 7>5", "stale a 7>6");
    assertThat(indexer.get("a").uid()).isEqualTo("new");

    processor.process(
        List.of(new Delta.ReplacedAll<>("6", List.of(at("a", 6, "old")), true)), false);
    assertThat(indexer.get("a").uid()).as("an authoritative list").isEqualTo("old");
  }

  @Test
  void aDeleteWithAnUnknownFinalStateCarriesTheNewestKnownState() {
    repaired.process(List.of(updated(at("a", 4))), false);
    repaired.process(
        List.of(updated(at("a", 6)), new Delta.Deleted<>("a", at("a", 4), true)), false);
    assertThat(told).containsExactly("add a@4", "update a@4>6", "delete? a@6");
  }

  @Test
  void severalChangesOfOneKeyInOneBatchAreToldOneByOne() {
    repaired.process(
        List.of(
            updated(at("a", 1)),
            updated(at("a", 2)),
            deleted(at("a", 3)),
            updated(at("a", 4)),
            updated(at("b", 5))),
        /* inInitialList= */ false);
    assertThat(told).containsExactly("add a@1", "update a@1>2", "delete a@3", "add a@4", "add b@5");
    assertThat(indexer.keys()).containsExactlyInAnyOrder("a", "b");
    assertThat(indexer.lastStoreSyncResourceVersion()).isEqualTo("5");
  }

  @Test
  @Tag("client-go:TestProcessDeltasInBatch")
  void storeHasTheWholeBatchBeforeAnybodyIsTold() {
    repaired.process(List.of(updated(at("a", 1)), updated(at("b", 2))), false);
    assertThat(storedAtNotice).containsOnly("[a, b]");
  }

  @Test
  @Tag("client-go:TestReplaceEvents")
  void listIsStoredAtOnceAndToldDeletesFirst() {
    repaired.process(List.of(all("5", at("gone", 1), at("kept", 2))), true);
    told.clear();
    storedAtNotice.clear();
    repaired.process(List.of(all("9", at("new", 7), at("kept", 8))), false);
    assertThat(told).containsExactly("delete? gone@1", "add new@7", "update kept@2>8");
    assertThat(storedAtNotice).containsOnly("[kept, new]");
    assertThat(indexer.lastStoreSyncResourceVersion()).isEqualTo("9");
  }

  @ParameterizedTest
  @EnumSource(Parity.class)
  void keyListedTwiceIsAnAddAndAnUpdate(Parity parity) {
    processor(parity).process(List.of(all("9", at("a", 3), at("b", 4), at("a", 5))), true);
    assertThat(told).containsExactly("add! a@3", "add! b@4", "update a@3>5");
    assertThat(indexer.get("a").resourceVersion()).isEqualTo("5");
  }

  @ParameterizedTest
  @EnumSource(Parity.class)
  void olderVersionInAListIsIgnoredButKeepsItsKey(Parity parity) {
    DeltaProcessor<TestObject> processor = processor(parity);
    processor.process(List.of(all("9", at("a", 8))), true);
    told.clear();
    processor.process(List.of(all("9", at("a", 7))), false);
    assertThat(told).containsExactly("stale a 8>7");
    assertThat(indexer.get("a").resourceVersion()).isEqualTo("8");
  }

  @ParameterizedTest
  @EnumSource(Parity.class)
  void authoritativeListGoesBack(Parity parity) {
    DeltaProcessor<TestObject> processor = processor(parity);
    processor.process(List.of(all("9", at("a", 8))), true);
    told.clear();
    processor.process(List.of(new Delta.ReplacedAll<>("5", List.of(at("a", 4)), true)), false);
    assertThat(told).containsExactly("update a@8>4");
    assertThat(indexer.lastStoreSyncResourceVersion()).isEqualTo("5");
  }

  @Test
  void anotherUidIsADeleteAndAnAddAlsoInTheStream() {
    repaired.process(List.of(updated(at("a", 1, "one"))), false);
    told.clear();
    repaired.process(List.of(updated(at("a", 5, "two"))), false);
    assertThat(told).containsExactly("delete? a@1", "add a@5");
  }

  @Test
  void exactParityTakesAnotherUidForAnUpdate() {
    exact.process(List.of(updated(at("a", 1, "one"))), false);
    exact.process(List.of(updated(at("a", 5, "two"))), false);
    assertThat(told).containsExactly("add a@1", "update a@1>5");
  }

  @Test
  void deleteOfANewerObjectUnderTheKeyEndsTheOneThatWasShown() {
    repaired.process(List.of(updated(at("a", 1, "one"))), false);
    told.clear();
    repaired.process(List.of(deleted(at("a", 9, "two"))), false);
    assertThat(told).containsExactly("delete? a@1");
    assertThat(indexer.size()).isZero();
  }

  @Test
  void deleteCountsWhateverItsVersionIfTheUidIsTheSame() {
    repaired.process(List.of(updated(at("a", 10))), false);
    told.clear();
    repaired.process(List.of(deleted(at("a", 9))), false);
    assertThat(told).containsExactly("delete a@9");
  }

  @Test
  void deleteWithoutAnObjectCarriesTheStoredState() {
    repaired.process(List.of(updated(at("a", 1))), false);
    told.clear();
    repaired.process(List.of(new Delta.Deleted<>("a", null, true)), false);
    assertThat(told).containsExactly("delete? a@1");
  }

  @Test
  void syncShowsWhatIsStoredAndNothingThatIsNot() {
    repaired.process(List.of(updated(at("a", 2))), false);
    told.clear();
    repaired.process(
        List.of(new Delta.Sync<>("a", at("a", 1)), new Delta.Sync<>("ghost", at("ghost", 1))),
        false);
    assertThat(told).containsExactly("update a@2>2");
    assertThat(indexer.get("a").resourceVersion()).isEqualTo("2");
  }

  @Test
  void bookmarkMovesOnlyTheVersion() {
    repaired.process(List.of(updated(at("a", 1)), new Delta.Bookmark<>("7")), false);
    assertThat(told).containsExactly("add a@1");
    assertThat(indexer.lastStoreSyncResourceVersion()).isEqualTo("7");
  }

  @Test
  void missingUidsContradictNothing() {
    repaired.process(List.of(updated(at("a", 1, ""))), false);
    repaired.process(List.of(updated(at("a", 2, "known"))), false);
    repaired.process(List.of(updated(at("a", 3, ""))), false);
    assertThat(told).containsExactly("add a@1", "update a@1>2", "update a@2>3");
  }

  @ParameterizedTest
  @EnumSource(Parity.class)
  void anotherUidInAListCountsWhateverItsVersion(Parity parity) {
    DeltaProcessor<TestObject> processor = processor(parity);
    processor.process(List.of(all("100", at("a", 90, "one"))), true);
    told.clear();
    processor.process(List.of(all("120", at("a", 70, "two"))), false);
    assertThat(told)
        .isEqualTo(
            parity == Parity.EXACT
                ? List.of("update a@90>70")
                : List.of("delete? a@90", "add a@70"));
    assertThat(indexer.get("a").uid()).isEqualTo("two");
  }
}
