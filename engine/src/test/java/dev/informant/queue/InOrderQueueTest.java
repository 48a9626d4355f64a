package dev.informant.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.object.KeyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class InOrderQueueTest {
  private final InOrderQueue<Item> queue = new InOrderQueue<>(Item::name);
  private final QueueScript script = QueueScript.on(queue);

  private List<Integer> batchSizes() {
    List<Integer> sizes = new ArrayList<>();
    while (queue.poll((deltas, initial) -> sizes.add(deltas.size()))) {
      // until empty
    }
    return sizes;
  }

  @Test
  @Tag("client-go:TestRealFIFO_PopMultipleDeltaInBatch")
  void consecutiveChangesOfDifferentKeysAreOneBatch() {
    script
        .add("a:1")
        .update("b:2")
        .delete("c:3")
        .deleteTombstone("d:4")
        .popAll("Added a:1, Updated b:2, Deleted c:3, Deleted tombstone d:4");
  }

  @Test
  @Tag("client-go:TestRealFIFO_PopMultipleDeltaInBatch")
  void aDuplicateKeyClosesTheBatchAndBeginsTheNext() {
    script
        .add("a:1")
        .add("b:1")
        .update("a:2")
        .add("c:1")
        .popAll("Added a:1, Added b:1", "Updated a:2, Added c:1");
  }

  @Test
  void changesWithoutAKeyCloseTheBatchAndAreHandedOverAlone() {
    script
        .add("a:1")
        .resync()
        .add("b:1")
        .bookmark("5")
        .bookmark("6")
        .add("c:1")
        .replace("7", "d:1")
        .add("e:1")
        .popAll(
            "Added a:1",
            "SyncAll",
            "Added b:1",
            "Bookmark @5",
            "Bookmark @6",
            "Added c:1",
            "ReplacedAll @7 [d:1]",
            "Added e:1");
  }

  @Test
  @Tag("client-go:TestRealFIFO_PopMultipleDeltaInBatch")
  void aBatchHoldsAThousandChangesByDefault() {
    IntStream.range(0, 2500).forEach(i -> script.add("k" + i + ":1"));
    assertThat(batchSizes()).containsExactly(1000, 1000, 500);
  }

  @Test
  void theBatchSizeIsAnOption() {
    QueueScript.on(InOrderQueue.<Item>builder(Item::name).batchSize(2).build())
        .add("a:1")
        .add("b:1")
        .add("c:1")
        .popAll("Added a:1, Added b:1", "Added c:1");
  }

  @Test
  @Tag("client-go:TestRealFIFO_PopBrokenItemsInBatch")
  void anObjectWithAnEmptyKeyClosesItsBatchAndIsIncluded() {
    InOrderQueue<Item> nameless =
        new InOrderQueue<>(item -> item.name().equals("x") ? "" : item.name());
    QueueScript.on(nameless)
        .add("a:1")
        .add("x:1")
        .add("x:2")
        .add("b:1")
        .add("c:1")
        .popAll("Added a:1, Added x:1", "Added x:2", "Added b:1, Added c:1");
  }

  @Test
  void theInitialListIsATurnOfItsOwn() {
    script
        .replace("10", "a:1")
        .add("b:1")
        .add("c:1")
        .pop("ReplacedAll @10 [a:1] initial")
        .pop("Added b:1, Added c:1")
        .popAll();
  }

  @Test
  @Tag("client-go:TestRealFIFO_ReplaceAtomicPop")
  void itIsSyncedOnlyAfterTheListHasBeenProcessed() {
    script.replace("10", "a:1");
    queue.poll((deltas, initial) -> assertThat(queue.hasSynced()).isFalse());
    script.synced(true);
  }

  @Test
  void aSecondReplaceBeforeTheFirstIsConsumedDoesNotDelayTheSync() {
    script
        .replace("10", "a:1")
        .replace("20", "b:1")
        .pop("ReplacedAll @10 [a:1] initial")
        .synced(true)
        .pop("ReplacedAll @20 [b:1]")
        .synced(true);
  }

  @Test
  void whatWaitsInFrontOfTheFirstListDoesNotCountForIt() {
    script
        .bookmark("5")
        .resync()
        .replace("10", "a:1")
        .pop("Bookmark @5 initial")
        .pop("SyncAll initial")
        .synced(false)
        .pop("ReplacedAll @10 [a:1] initial")
        .synced(true);
  }

  @Test
  void aTurnUnderWayWhenTheFirstListComesInDoesNotCountAsPartOfIt() {
    script.bookmark("5");
    queue.poll((deltas, initial) -> script.replace("10", "a:1"));
    script.synced(false).pop("ReplacedAll @10 [a:1] initial").synced(true);
  }

  @Test
  void neitherBookmarkNorResyncPopulates() {
    script
        .bookmark("5")
        .resync()
        .drain("Bookmark @5 initial", "SyncAll initial")
        .synced(false);
  }

  @Test
  @Tag("client-go:TestRealFIFO_HasSynced")
  void eachKindOfChangePopulates() {
    for (Runnable change : List.<Runnable>of(
        () -> QueueScript.inOrder().add("a:1").synced(true),
        () -> QueueScript.inOrder().update("a:1").synced(true),
        () -> QueueScript.inOrder().delete("a:1").synced(true),
        () -> QueueScript.inOrder().deleteTombstone("a:1").synced(true))) {
      change.run();
    }
  }

  @Test
  void aTombstoneMayComeWithoutAnObject() {
    queue.deleteFinalStateUnknown("a", null);
    script.popAll("Deleted tombstone a:unknown");
  }

  @Test
  void authorityAndVersionOfAListAreCarried() {
    queue.replace(List.of(Item.of("a:1")), "10", /* authoritative= */ true);
    queue.replace(List.of(), "11");
    List<Delta<Item>> seen = new ArrayList<>();
    while (queue.poll((deltas, initial) -> seen.addAll(deltas))) {
      // until empty
    }
    assertThat(seen)
        .containsExactly(
            new Delta.ReplacedAll<>("10", List.of(Item.of("a:1")), true),
            new Delta.ReplacedAll<>("11", List.of(), false));
  }

  @Test
  void theListHandedOverIsNotTheCallersOwn() {
    List<Item> mine = new ArrayList<>(List.of(Item.of("a:1")));
    queue.replace(mine, "10");
    mine.add(Item.of("b:1"));
    script.popAll("ReplacedAll @10 [a:1] initial");
  }

  @Test
  void aProducerMayPutInWhileTheConsumerRuns() {
    script.add("a:1");
    queue.poll((deltas, initial) -> script.add("b:1").add("a:2").depth(2));
    script.popAll("Added b:1, Added a:2");
  }

  @Test
  void thereIsRoomBelowTheBoundOnly() {
    InOrderQueue<Item> bounded =
        InOrderQueue.<Item>builder(Item::name).bound(3).batchSize(1).build();
    AtomicInteger rooms = new AtomicInteger();
    bounded.onRoom(rooms::incrementAndGet);
    QueueScript turns = QueueScript.on(bounded).add("a:1").add("b:1");
    assertThat(bounded.hasRoom()).isTrue();
    turns.add("c:1");
    assertThat(bounded.hasRoom()).isFalse();
    turns.add("d:1").pop("Added a:1");
    assertThat(bounded.hasRoom()).isFalse();
    assertThat(rooms).hasValue(0);
    turns.pop("Added b:1");
    assertThat(bounded.hasRoom()).isTrue();
    assertThat(rooms).hasValue(1);
    turns.pop("Added c:1");
    assertThat(rooms).hasValue(1);
  }

  @Test
  void roomComesBackBeforeTheConsumerIsDone() {
    InOrderQueue<Item> bounded = InOrderQueue.<Item>builder(Item::name).bound(1).build();
    AtomicInteger rooms = new AtomicInteger();
    bounded.onRoom(rooms::incrementAndGet);
    bounded.add(Item.of("a:1"));
    bounded.poll((deltas, initial) -> assertThat(rooms).hasValue(1));
    assertThat(rooms).hasValue(1);
  }

  @Test
  void theBoundIsTwoThousandByDefault() {
    IntStream.range(0, 1999).forEach(i -> script.add("k:" + i));
    assertThat(queue.hasRoom()).isTrue();
    script.add("k:1999");
    assertThat(queue.hasRoom()).isFalse();
  }

  @Test
  void optionsBelowOneAreRefused() {
    var builder = InOrderQueue.<Item>builder(Item::name);
    assertThatThrownBy(() -> builder.batchSize(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("batchSize must be at least 1: 0");
    assertThatThrownBy(() -> builder.bound(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bound must be at least 1: 0");
  }

  @Test
  @Tag("client-go:TestRealFIFO_transformer")
  void eachObjectIsTransformedOnceAndTombstonesAreNot() {
    QueueScript.on(InOrderQueue.<Item>builder(Item::name)
            .transform(item -> new Item(item.name(), item.version() + 100))
            .build())
        .replace("10", "a:1", "b:2")
        .add("c:3")
        .update("d:4")
        .delete("e:5")
        .deleteTombstone("f:6")
        .popAll(
            "ReplacedAll @10 [a:101 b:102] initial",
            "Added c:103, Updated d:104, Deleted e:105, Deleted tombstone f:6");
  }

  @Test
  void aFailingTransformReachesTheCallerAndQueuesNothing() {
    IllegalStateException planted = new IllegalStateException("planted");
    InOrderQueue<Item> strict = InOrderQueue.<Item>builder(Item::name)
        .transform(item -> {
          if (item.version() < 0) {
            throw planted;
          }
          return item;
        })
        .build();
    assertThatThrownBy(() -> strict.add(Item.of("a:-1"))).isSameAs(planted);
    assertThatThrownBy(() -> strict.replace(List.of(Item.of("a:1"), Item.of("b:-1")), "10"))
        .isSameAs(planted);
    QueueScript.on(strict).depth(0).synced(false);
  }

  @Test
  void aFailingKeyReachesTheCallerButAListIsDeliveredWhole() {
    InOrderQueue<Item> keyless = new InOrderQueue<>(item -> {
      throw new KeyException("object has no name");
    });
    for (Runnable change : List.<Runnable>of(
        () -> keyless.add(Item.of("a:1")),
        () -> keyless.update(Item.of("a:1")),
        () -> keyless.delete(Item.of("a:1")))) {
      assertThatThrownBy(change::run)
          .isInstanceOf(KeyException.class)
          .hasMessage("no key for an object: object has no name");
    }
    QueueScript.on(keyless)
        .depth(0)
        .synced(false)
        .replace("10", "a:1", "b:1")
        .popAll("ReplacedAll @10 [a:1 b:1] initial");
  }

  @Test
  void aNullInAListIsNamedByItsPosition() {
    assertThatThrownBy(() -> queue.replace(Arrays.asList(Item.of("a:1"), null), "10"))
        .isInstanceOf(KeyException.class)
        .hasMessage("the object at position 1 of the list is null");
    script.depth(0).synced(false);
  }
}
