package dev.informant.queue;

import static dev.informant.queue.QueueScript.deltaFifo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.object.KeyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DeltaFifoTest {
  /** A queue over {@code script.known} with options; the known objects come from the script. */
  private static final class Failing implements KnownObjects<Item> {
    @Override
    public Collection<String> keys() {
      return List.of("a", "b");
    }

    @Override
    public @Nullable Item get(String key) {
      if (key.equals("a")) {
        throw new IllegalStateException("planted");
      }
      return key.equals("b") ? Item.of("b:1") : null;
    }
  }

  @Test
  @Tag("client-go:TestDeltaFIFO_ReplaceMakesDeletions")
  void aTombstoneTakesTheNewestQueuedObjectBeforeTheKnownOne() {
    deltaFifo("a:1", "b:1")
        .update("a:2")
        .replace("10", "c:3")
        .popAll("Updated a:2, Deleted tombstone a:2", "Replaced c:3", "Deleted tombstone b:1");
  }

  @Test
  @Tag("client-go:TestDeltaFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue")
  void aQueuedDeleteOfAMissingKeyIsNotDoubledByAReplace() {
    deltaFifo("a:1").delete("a:2").replace("10").popAll("Deleted a:2");
  }

  @Test
  void aQueuedTombstoneIsUnwrappedForTheTombstoneOfAReplace() {
    deltaFifo("a:1").deleteTombstone("a:7").replace("10").popAll("Deleted tombstone a:7");
  }

  @Test
  void deletesThatAreNotNeighboursAreBothKept() {
    deltaFifo()
        .add("a:1")
        .delete("a:2")
        .add("a:3")
        .delete("a:4")
        .popAll("Added a:1, Deleted a:2, Added a:3, Deleted a:4");
  }

  @Test
  void equalChangesOtherThanDeletesAreNotMerged() {
    deltaFifo().add("a:1").add("a:1").popAll("Added a:1, Added a:1");
  }

  @Test
  @Tag("client-go:TestDeltaFIFO_DeleteExistingNonPropagated")
  void addAndDeleteOfAnObjectNobodyStoredKeepsBoth() {
    deltaFifo().add("a:1").delete("a:1").popAll("Added a:1, Deleted a:1");
  }

  @Test
  @Tag("client-go:TestDeltaFIFO_enqueueingWithLister")
  void aDeleteOfAKnownKeyIsQueued() {
    deltaFifo("a:1").delete("a:2").popAll("Deleted a:2");
  }

  @Test
  @Tag("client-go:TestDeltaFIFO_enqueueingNoLister")
  void aTombstoneOfAnUnknownKeyIsDroppedButPopulates() {
    deltaFifo().deleteTombstone("ghost:1").synced(true).depth(0).popAll();
  }

  @Test
  void aTombstoneMayComeWithoutAnObject() {
    QueueScript script = deltaFifo("a:1");
    script.queue.deleteFinalStateUnknown("a", null);
    script.popAll("Deleted tombstone a:unknown");
  }

  @Test
  @Tag("client-go:TestDeltaFIFO_ResyncNonExisting")
  void resyncSkipsAPendingDelete() {
    deltaFifo("a:1").delete("a:2").resync().popAll("Deleted a:2");
  }

  @Test
  @Tag("client-go:TestDeltaFIFO_UpdateResyncRace")
  void anUpdateBeatsAResync() {
    deltaFifo("a:1").update("a:2").resync().popAll("Updated a:2");
  }

  @Test
  void aResyncDoesNotRepeatItself() {
    deltaFifo("a:1").resync().resync().depth(1).popAll("Sync a:1 initial");
  }

  @Test
  void withoutKnownObjectsAResyncDoesNothing() {
    QueueScript.on(new DeltaFifo<Item>(Item::name, KnownObjects.none()))
        .resync()
        .depth(0)
        .delete("a:1")
        .depth(0)
        .popAll();
  }

  @Test
  @Tag("client-go:TestDeltaFIFO_HasSyncedCorrectOnDeletion")
  void syntheticDeletionsBelongToTheInitialList() {
    deltaFifo("x:1", "y:1")
        .replace("10", "a:1")
        .pop("Replaced a:1 initial")
        .synced(false)
        .pop("Deleted tombstone x:1 initial")
        .synced(false)
        .pop("Deleted tombstone y:1 initial")
        .synced(true);
  }

  @Test
  void anEmptyFirstReplaceIsSyncedAtOnce() {
    deltaFifo().replace("10").synced(true).popAll();
  }

  @Test
  @Tag("client-go:TestDeltaFIFO_HasSynced")
  void duplicateKeysInAListCountOnceAndAreBothDelivered() {
    deltaFifo()
        .replace("10", "a:1", "b:1", "a:2")
        .pop("Replaced a:1, Replaced a:2 initial")
        .synced(false)
        .pop("Replaced b:1 initial")
        .synced(true);
  }

  @Test
  @Tag("client-go:TestDeltaFIFO_HasSynced")
  void theFirstReplaceAloneSetsTheCount() {
    deltaFifo()
        .replace("10", "a:1")
        .replace("20", "a:2", "b:2")
        .synced(false)
        .pop("Replaced a:1, Replaced a:2 initial")
        .synced(true)
        .pop("Replaced b:2")
        .synced(true);
  }

  @Test
  void aResyncBeforeTheFirstReplaceNeitherPopulatesNorConfusesTheCount() {
    deltaFifo("a:1", "b:1")
        .resync()
        .synced(false)
        .pop("Sync a:1 initial")
        .synced(false)
        .replace("10", "c:1")
        .pop("Sync b:1, Deleted tombstone b:1 initial")
        .pop("Replaced c:1 initial")
        .synced(false)
        .pop("Deleted tombstone a:1 initial")
        .synced(true);
  }

  @Test
  @Tag("client-go:TestDeltaFIFO_detectLineJumpers")
  void aKeyPoppedAndAddedAgainGoesToTheEnd() {
    deltaFifo().add("a:1").add("b:1").pop("Added a:1").add("a:2").popAll("Added b:1", "Added a:2");
  }

  @Test
  void bookmarksAreIgnored() {
    deltaFifo().bookmark("5").synced(false).depth(0).popAll();
  }

  @Test
  void authorityOfAListIsCarriedByEveryObject() {
    DeltaFifo<Item> queue = new DeltaFifo<>(Item::name, KnownObjects.none());
    queue.replace(List.of(Item.of("a:1"), Item.of("b:1")), "10", /* authoritative= */ true);
    queue.replace(List.of(Item.of("a:2"), Item.of("b:2")), "11");
    List<Delta<Item>> seen = new ArrayList<>();
    while (queue.poll((deltas, initial) -> seen.addAll(deltas))) {
      // until empty
    }
    assertThat(seen)
        .containsExactly(
            new Delta.Replaced<>("a", Item.of("a:1"), true),
            new Delta.Replaced<>("a", Item.of("a:2"), false),
            new Delta.Replaced<>("b", Item.of("b:1"), true),
            new Delta.Replaced<>("b", Item.of("b:2"), false));
  }

  @Test
  @Tag("client-go:TestDeltaFIFO_ReplaceDeltaType")
  void theLegacyOptionEmitsSyncInsteadOfReplaced() {
    QueueScript.on(DeltaFifo.<Item>builder(Item::name, KnownObjects.none())
            .replaceEmitsSync(true)
            .build())
        .replace("10", "a:1")
        .popAll("Sync a:1 initial");
  }

  @Test
  @Tag("client-go:TestDeltaFIFO_transformer")
  void eachObjectIsTransformedOnceAndTombstonesAndSyncsAreNot() {
    QueueScript.Known known = new QueueScript.Known();
    known.objects.put("k", Item.of("k:1"));
    known.objects.put("l", Item.of("l:1"));
    QueueScript.on(DeltaFifo.<Item>builder(Item::name, known)
            .transform(item -> new Item(item.name(), item.version() + 100))
            .build())
        .resync()
        .add("a:1")
        .update("a:2")
        .delete("a:3")
        .deleteTombstone("k:4")
        .replace("10", "l:5")
        .drain(
            "Sync k:1, Deleted tombstone k:4",
            "Sync l:1, Replaced l:105",
            "Added a:101, Updated a:102, Deleted a:103");
  }

  @Test
  void theKeyIsThatOfTheTransformedObject() {
    DeltaFifo<Item> queue = DeltaFifo.<Item>builder(Item::name, KnownObjects.none())
        .transform(item -> new Item(item.name() + "-renamed", item.version()))
        .build();
    queue.replace(List.of(Item.of("a:1")), "10");
    queue.poll((deltas, initial) -> assertThat(deltas)
        .containsExactly(new Delta.Replaced<>("a-renamed", Item.of("a-renamed:1"), false)));
  }

  @Test
  void aFailingTransformReachesTheCallerAndQueuesNothing() {
    IllegalStateException planted = new IllegalStateException("planted");
    DeltaFifo<Item> queue = DeltaFifo.<Item>builder(Item::name, KnownObjects.none())
        .transform(item -> {
          if (item.version() < 0) {
            throw planted;
          }
          return item;
        })
        .build();
    assertThatThrownBy(() -> queue.add(Item.of("a:-1"))).isSameAs(planted);
    assertThatThrownBy(() -> queue.update(Item.of("a:-1"))).isSameAs(planted);
    assertThatThrownBy(() -> queue.delete(Item.of("a:-1"))).isSameAs(planted);
    assertThatThrownBy(() -> queue.replace(List.of(Item.of("a:1"), Item.of("b:-1")), "10"))
        .isSameAs(planted);
    QueueScript.on(queue).depth(0).synced(false).add("c:1").popAll("Added c:1");
  }

  @Test
  void aTransformThatGivesNullIsAnError() {
    DeltaFifo<Item> queue = DeltaFifo.<Item>builder(Item::name, KnownObjects.none())
        .transform(item -> null)
        .build();
    assertThatThrownBy(() -> queue.add(Item.of("a:1"))).hasMessage("the transform returned null");
    assertThat(queue.depth()).isZero();
  }

  @Test
  void aFailingKeyReachesTheCallerAndQueuesNothing() {
    DeltaFifo<Item> queue = new DeltaFifo<>(
        item -> {
          if (item.version() == 0) {
            throw new KeyException("object has no name");
          } else if (item.version() < 0) {
            throw new ArithmeticException("planted");
          }
          return item.version() == 99 ? null : item.name();
        },
        KnownObjects.none());
    assertThatThrownBy(() -> queue.add(Item.of("a:0")))
        .isInstanceOf(KeyException.class)
        .hasMessage("no key for an object: object has no name");
    assertThatThrownBy(() -> queue.update(Item.of("a:-1")))
        .isInstanceOf(KeyException.class)
        .hasMessage("the key function failed for an object")
        .hasCauseInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> queue.delete(Item.of("a:99")))
        .isInstanceOf(KeyException.class)
        .hasMessage("the key function returned null for an object");
    assertThatThrownBy(() -> queue.add(null))
        .isInstanceOf(KeyException.class)
        .hasMessage("the object is null");
    assertThatThrownBy(() -> queue.replace(List.of(Item.of("b:0")), "10"))
        .isInstanceOf(KeyException.class)
        .hasMessageContaining("no key for the object at position 0 of the list: ");
    assertThatThrownBy(() -> queue.replace(List.of(Item.of("a:1"), Item.of("b:0")), "10"))
        .isInstanceOf(KeyException.class)
        .hasMessageContaining("position 1 of the list");
    assertThatThrownBy(() -> queue.replace(Arrays.asList(Item.of("a:1"), null), "10"))
        .isInstanceOf(KeyException.class)
        .hasMessage("the object at position 1 of the list is null");
    QueueScript.on(queue).depth(0).synced(false);
  }

  @Test
  void aKnownObjectThatCannotBeLookedUpGetsATombstoneWithoutObjectAndNoSync() {
    QueueScript.on(new DeltaFifo<>(Item::name, new Failing()))
        .resync()
        .pop("Sync b:1 initial")
        .replace("10")
        .pop("Deleted tombstone a:unknown initial")
        .pop("Deleted tombstone b:1 initial")
        .synced(true);
  }

  @Test
  void aDeleteIsQueuedWhenTheKnownObjectCannotBeLookedUp() {
    QueueScript.on(new DeltaFifo<>(Item::name, new Failing())).delete("a:1").popAll("Deleted a:1");
  }

  @Test
  void aKnownObjectGoneBetweenTwoLooksGetsATombstoneWithoutObject() {
    KnownObjects<Item> vanishing = new KnownObjects<>() {
      @Override
      public Collection<String> keys() {
        return List.of("a");
      }

      @Override
      public @Nullable Item get(String key) {
        return null;
      }
    };
    QueueScript.on(new DeltaFifo<>(Item::name, vanishing))
        .resync()
        .depth(0)
        .replace("10")
        .popAll("Deleted tombstone a:unknown initial");
  }

  @Test
  void itAlwaysHasRoom() {
    QueueScript script = deltaFifo();
    for (int i = 0; i < 5000; i++) {
      script.add("k" + i + ":1");
    }
    assertThat(script.queue.hasRoom()).isTrue();
    script.depth(5000);
  }

  // What comes in while the consumer holds a key whose fate the known objects do not show yet.

  @Test
  void aDeleteOfTheKeyInFlightIsNotTakenForUnknown() {
    QueueScript script = deltaFifo().add("a:1");
    script.queue.poll((deltas, initial) -> {
      script.delete("a:2");
      script.known.apply(deltas);
    });
    script.popAll("Deleted a:2");
  }

  @Test
  void aSecondDeleteOfAKeyWhoseDeleteIsInFlightIsDropped() {
    QueueScript script = deltaFifo("a:1").delete("a:2");
    script.queue.poll((deltas, initial) -> {
      script.delete("a:3").depth(0);
      script.known.apply(deltas);
    });
    script.popAll();
  }

  @Test
  void aListWithoutTheKeyInFlightDeletesItWithTheNewestObject() {
    QueueScript script = deltaFifo("a:1").add("a:2").update("a:3");
    script.queue.poll((deltas, initial) -> {
      script.replace("10", "b:4");
      script.known.apply(deltas);
    });
    script.popAll("Replaced b:4", "Deleted tombstone a:3");
  }

  @Test
  void aListWithoutAKeyWhoseDeleteIsInFlightDoesNotDeleteItAgain() {
    QueueScript script = deltaFifo("a:1").delete("a:2");
    script.queue.poll((deltas, initial) -> {
      script.replace("10", "b:4");
      script.known.apply(deltas);
    });
    script.popAll("Replaced b:4");
  }

  @Test
  void aListWithTheKeyInFlightKeepsIt() {
    QueueScript script = deltaFifo("a:1").update("a:2");
    script.queue.poll((deltas, initial) -> {
      script.replace("10", "a:3");
      script.known.apply(deltas);
    });
    script.popAll("Replaced a:3");
  }

  @Test
  void aKeyInFlightAndQueuedAgainIsDeletedOnceByAList() {
    QueueScript script = deltaFifo().add("a:1");
    script.queue.poll((deltas, initial) -> {
      script.update("a:2").replace("10");
      script.known.apply(deltas);
    });
    script.popAll("Updated a:2, Deleted tombstone a:2");
  }

  @Test
  void aResyncLeavesTheKeyInFlightOut() {
    QueueScript script = deltaFifo("a:1", "b:1").update("a:2");
    script.queue.poll((deltas, initial) -> {
      script.resync();
      script.known.apply(deltas);
    });
    script.drain("Sync b:1").resync().popAll("Sync a:2", "Sync b:1");
  }

  @Test
  void aTurnUnderWayWhenTheFirstListComesInDoesNotCountAsPartOfIt() {
    QueueScript script = deltaFifo("a:1").resync();
    script.queue.poll((deltas, initial) -> {
      assertThat(initial).isTrue();
      script.replace("10", "b:1");
    });
    script
        .synced(false)
        .pop("Replaced b:1 initial")
        .synced(false)
        .pop("Deleted tombstone a:1 initial")
        .synced(true);
  }
}
