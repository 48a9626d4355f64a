package dev.informant.queue;

import static dev.informant.queue.QueueScript.deltaFifo;
import static dev.informant.queue.QueueScript.inOrder;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The scripts of the differential corpus: what client-go's queues were seen to do. */
@Timeout(30)
class QueueScriptTest {
  @Test
  @DisplayName("delta-accumulates")
  @Tag("client-go:TestDeltaFIFO_addUpdate")
  void changesOfOneKeyPileUpAndArePoppedTogetherOldestFirst() {
    deltaFifo()
        .add("a:1")
        .update("a:2")
        .delete("a:3")
        .add("a:4")
        .pop("Added a:1, Updated a:2, Deleted a:3, Added a:4")
        .synced(true);
  }

  @Test
  @DisplayName("delta-add-before-replace")
  @Tag("client-go:TestDeltaFIFO_addReplace")
  void anAddBeforeTheFirstReplaceMakesTheQueueSyncedAtOnceAndAReplaceDoesNotTakeItBack() {
    deltaFifo()
        .add("a:1")
        .synced(true)
        .replace("10", "a:1", "b:2")
        .synced(true)
        .popAll("Added a:1, Replaced a:1", "Replaced b:2");
  }

  @Test
  @DisplayName("delta-delete-after-tombstone")
  void aDeleteWithTheRealObjectReplacesATombstoneJustBeforeIt() {
    deltaFifo("a:1").deleteTombstone("a:1").delete("a:2").popAll("Deleted a:2");
  }

  @Test
  @DisplayName("delta-initial-merge")
  void aWatchEventThatMeetsAKeyStillQueuedFromTheFirstReplaceIsInitialToo() {
    deltaFifo()
        .replace("10", "a:1", "b:2")
        .update("b:11")
        .add("c:12")
        .pop("Replaced a:1 initial")
        .pop("Replaced b:2, Updated b:11 initial")
        .pop("Added c:12");
  }

  @Test
  @DisplayName("delta-key-order")
  @Tag("client-go:TestDeltaFIFO_detectLineJumpers")
  void aKeyKeepsItsPlaceAndLaterChangesJoinItThere() {
    deltaFifo()
        .add("a:1")
        .add("b:2")
        .update("a:3")
        .add("c:4")
        .update("b:5")
        .popAll("Added a:1, Updated a:3", "Added b:2, Updated b:5", "Added c:4");
  }

  @Test
  @DisplayName("delta-replace-after-delete")
  @Tag("client-go:TestDeltaFIFO_replaceWithDeleteDeltaIn")
  void replacedIsAppendedEvenBehindAQueuedDelete() {
    deltaFifo("a:1").delete("a:2").replace("10", "a:3").popAll("Deleted a:2, Replaced a:3");
  }

  @Test
  @DisplayName("delta-replace-deletes")
  @Tag("client-go:TestDeltaFIFO_ReplaceMakesDeletionsReplaced")
  void replaceQueuesItsItemsThenATombstoneForEachKnownKeyThatIsMissing() {
    deltaFifo("a:1", "b:2", "c:3")
        .replace("10", "b:5", "d:6")
        .popAll(
            "Replaced b:5 initial",
            "Replaced d:6 initial",
            "Deleted tombstone a:1 initial",
            "Deleted tombstone c:3 initial");
  }

  @Test
  @DisplayName("delta-replace-initial")
  @Tag("client-go:TestDeltaFIFO_HasSynced")
  void theFirstReplaceIsSyncedWhenItsLastKeyHasBeenPopped() {
    deltaFifo()
        .synced(false)
        .replace("10", "a:1", "b:2")
        .synced(false)
        .pop("Replaced a:1 initial")
        .synced(false)
        .pop("Replaced b:2 initial")
        .synced(true);
  }

  @Test
  @DisplayName("delta-replace-queued-only")
  @Tag("client-go:TestDeltaFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue")
  void aKeyOnlyQueuedAndMissingFromTheReplaceGetsATombstoneWithTheNewestQueuedObject() {
    deltaFifo()
        .add("a:1")
        .update("a:2")
        .replace("10", "b:3")
        .popAll("Added a:1, Updated a:2, Deleted tombstone a:2", "Replaced b:3");
  }

  @Test
  @DisplayName("delta-resync")
  @Tag("client-go:TestDeltaFIFO_Resync")
  void resyncQueuesSyncForKnownKeysThatHaveNothingPending() {
    deltaFifo("a:1", "b:2", "c:3")
        .update("b:4")
        .resync()
        .popAll("Updated b:4", "Sync a:1", "Sync c:3");
  }

  @Test
  @DisplayName("delta-tombstone-after-delete")
  void aTombstoneAfterARealDeleteIsDropped() {
    deltaFifo("a:1").delete("a:2").deleteTombstone("a:1").popAll("Deleted a:2");
  }

  @Test
  @DisplayName("delta-two-deletes")
  void twoDeletesInARowBecomeOneTheOlderStays() {
    deltaFifo("a:1").delete("a:2").delete("a:3").popAll("Deleted a:2");
  }

  @Test
  @DisplayName("delta-unknown-delete")
  @Tag("client-go:TestDeltaFIFO_enqueueingNoLister")
  void aDeleteOfAKeyNeitherKnownNorQueuedIsIgnoredButCountsAsPopulation() {
    deltaFifo().synced(false).delete("ghost:1").synced(true).popAll();
  }

  @Test
  @DisplayName("order-bookmark")
  void aBookmarkKeepsItsPlaceAmongTheChangesAndDoesNotPopulate() {
    inOrder()
        .bookmark("5")
        .synced(false)
        .add("a:6")
        .bookmark("7")
        .add("b:8")
        .popAll("Bookmark @5", "Added a:6", "Bookmark @7", "Added b:8");
  }

  @Test
  @DisplayName("order-replace-atomic")
  @Tag("client-go:TestRealFIFO_ReplaceAtomic")
  void aReplaceIsOneDeltaWithAllItemsAndItAloneIsInitial() {
    inOrder()
        .replace("10", "a:1", "b:2")
        .update("a:11")
        .synced(false)
        .pop("ReplacedAll @10 [a:1 b:2] initial")
        .synced(true)
        .pop("Updated a:11")
        .synced(true);
  }

  @Test
  @DisplayName("order-replace-empty")
  void anEmptyFirstReplaceIsADeltaToo() {
    inOrder().replace("10").synced(false).pop("ReplacedAll @10 [] initial").synced(true);
  }

  @Test
  @DisplayName("order-resync-not-merged")
  @Tag("client-go:TestRealFIFO_ResyncAtomic")
  void eachResyncIsOneDeltaBehindWhatIsQueued() {
    inOrder()
        .replace("10", "a:1")
        .update("a:11")
        .resync()
        .resync()
        .popAll("ReplacedAll @10 [a:1] initial", "Updated a:11", "SyncAll", "SyncAll");
  }

  @Test
  @DisplayName("order-second-replace")
  @Tag("client-go:TestRealFIFO_ReplaceAtomic")
  void aSecondReplaceIsNotMergedWithTheFirstAndIsNotInitial() {
    inOrder()
        .replace("10", "a:1")
        .pop("ReplacedAll @10 [a:1] initial")
        .replace("20", "b:2")
        .update("b:21")
        .popAll("ReplacedAll @20 [b:2]", "Updated b:21");
  }

  @Test
  @DisplayName("order-strict")
  @Tag("client-go:TestRealFIFO_addUpdate")
  @Tag("client-go:TestRealFIFO_detectLineJumpers")
  @Tag("client-go:TestRealFIFO_DeleteExistingNonPropagated")
  void everyChangeIsPoppedByItselfInTheOrderItCame() {
    inOrder()
        .add("a:1")
        .add("b:2")
        .update("a:3")
        .delete("b:4")
        .delete("b:4")
        .popAll("Added a:1", "Added b:2", "Updated a:3", "Deleted b:4", "Deleted b:4");
  }

  @Test
  @DisplayName("order-unknown-delete")
  @Tag("client-go:TestRealFIFO_enqueueingNoLister")
  @Tag("client-go:TestRealFIFO_enqueueingWithLister")
  void aDeleteOfAnUnknownKeyIsDelivered() {
    inOrder().delete("ghost:1").synced(true).popAll("Deleted ghost:1");
  }
}
