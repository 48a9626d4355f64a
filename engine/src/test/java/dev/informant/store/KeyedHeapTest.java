package dev.informant.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.runtime.EngineRuntime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class KeyedHeapTest {
  private record Item(String key, int rank) {}

  private final KeyedHeap<Item> heap =
      new KeyedHeap<>(Item::key, Comparator.comparingInt(Item::rank));

  private List<Integer> drain() {
    List<Integer> ranks = new ArrayList<>();
    for (Item item = heap.poll(); item != null; item = heap.poll()) {
      ranks.add(item.rank);
    }
    return ranks;
  }

  @Test
  @Tag("client-go:TestHeapBasic")
  void itemsComeInOrder() {
    Random random = new Random(3);
    for (int i = 0; i < 500; i++) {
      heap.add(new Item("item-" + i, random.nextInt(1000)));
    }
    assertThat(heap.peek().rank())
        .isEqualTo(heap.list().stream().mapToInt(Item::rank).min().getAsInt());
    assertThat(drain()).hasSize(500).isSorted();
    assertThat(heap.peek()).isNull();
  }

  @Test
  @Tag("client-go:TestHeap_Update")
  @Tag("client-go:TestHeap_Add")
  void anItemAddedAgainReplacesTheOldOneAndMoves() {
    heap.addAll(List.of(new Item("a", 10), new Item("b", 20), new Item("c", 30)));
    heap.add(new Item("c", 5));
    assertThat(heap.peek()).isEqualTo(new Item("c", 5));
    heap.add(new Item("c", 25));
    assertThat(heap.get("c")).isEqualTo(new Item("c", 25));
    assertThat(heap.list()).hasSize(3);
    assertThat(drain()).containsExactly(10, 20, 25);
  }

  @Test
  @Tag("client-go:TestHeap_AddIfNotPresent")
  void addIfAbsentKeepsTheOldItem() {
    assertThat(heap.addIfAbsent(new Item("a", 10))).isTrue();
    assertThat(heap.addIfAbsent(new Item("a", 1))).isFalse();
    assertThat(drain()).containsExactly(10);
  }

  @Test
  @Tag("client-go:TestHeap_Delete")
  @Tag("client-go:TestHeap_Get")
  @Tag("client-go:TestHeap_GetByKey")
  @Tag("client-go:TestHeap_List")
  @Tag("client-go:TestHeap_ListKeys")
  void anItemIsDeletedByKeyAndTheOrderStays() {
    heap.addAll(List.of(new Item("a", 1), new Item("b", 2), new Item("c", 3), new Item("d", 4)));
    assertThat(heap.delete(new Item("a", 99))).isEqualTo(new Item("a", 1));
    assertThat(heap.delete(new Item("d", 0))).isEqualTo(new Item("d", 4));
    assertThat(heap.keys()).containsExactlyInAnyOrder("b", "c");
    assertThatThrownBy(() -> heap.delete(new Item("a", 1)))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessageContaining("\"a\"");
    assertThat(heap.get("a")).isNull();
    assertThat(drain()).containsExactly(2, 3);
  }

  @Test
  void randomEditsKeepTheOrder() {
    Random random = new Random(17);
    Map<String, Integer> model = new HashMap<>();
    for (int step = 0; step < 5000; step++) {
      String key = "k" + random.nextInt(50);
      int rank = random.nextInt(100);
      switch (random.nextInt(4)) {
        case 0 -> {
          if (model.remove(key) != null) {
            heap.delete(new Item(key, rank));
          }
        }
        case 1 -> {
          Item first = heap.poll();
          if (first != null) {
            assertThat(first.rank)
                .isEqualTo(model.values().stream().min(Integer::compare).get());
            assertThat(model.remove(first.key)).isEqualTo(first.rank);
          } else {
            assertThat(model).isEmpty();
          }
        }
        default -> {
          heap.add(new Item(key, rank));
          model.put(key, rank);
        }
      }
    }
    assertThat(drain())
        .containsExactlyElementsOf(model.values().stream().sorted().toList());
  }

  @Test
  @Tag("client-go:TestHeap_BulkAdd")
  @Tag("client-go:TestHeapEmptyPop")
  void popWaitsAndSeesABulkAddAtOnce() throws Exception {
    try (EngineRuntime threads = EngineRuntime.create("heap", 1)) {
      CompletableFuture<Item> popped = new CompletableFuture<>();
      threads.callbacks().execute(() -> {
        try {
          popped.complete(heap.pop());
        } catch (InterruptedException interrupted) {
          popped.completeExceptionally(interrupted);
        }
      });
      heap.addAll(List.of(new Item("c", 3), new Item("b", 2), new Item("a", 1)));
      assertThat(popped.get(30, TimeUnit.SECONDS)).isEqualTo(new Item("a", 1));
    }
  }

  @Test
  @Tag("client-go:TestHeapAddAfterClose")
  void aClosedHeapTakesNothingAndGivesWhatIsLeft() throws Exception {
    heap.add(new Item("a", 1));
    assertThat(heap.isClosed()).isFalse();
    heap.close();
    assertThat(heap.isClosed()).isTrue();
    assertThatThrownBy(() -> heap.add(new Item("b", 2))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> heap.addIfAbsent(new Item("b", 2)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> heap.addAll(List.of())).isInstanceOf(IllegalStateException.class);
    assertThat(heap.pop()).isEqualTo(new Item("a", 1));
    assertThatThrownBy(heap::pop)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  @Tag("client-go:TestHeap_Close")
  void closingWakesThoseWhoWait() throws Exception {
    try (EngineRuntime threads = EngineRuntime.create("heap", 1)) {
      List<CompletableFuture<Throwable>> waiting = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        waiting.add(failure);
        threads.callbacks().execute(() -> {
          try {
            heap.pop();
            failure.complete(new AssertionError("popped from an empty heap"));
          } catch (InterruptedException | IllegalStateException closed) {
            failure.complete(closed);
          }
        });
      }
      heap.close();
      for (CompletableFuture<Throwable> failure : waiting) {
        assertThat(failure.get(30, TimeUnit.SECONDS)).isInstanceOf(IllegalStateException.class);
      }
    }
  }

  @Test
  void aKeyThatCannotBeTakenKeepsTheWholeBatchOut() {
    KeyedHeap<Item> picky = new KeyedHeap<>(
        item -> {
          if (item.rank < 0) {
            throw new IllegalArgumentException("planted");
          }
          return item.key;
        },
        Comparator.comparingInt(Item::rank));
    assertThatThrownBy(() -> picky.addAll(List.of(new Item("a", 1), new Item("b", -1))))
        .hasMessage("planted");
    assertThat(picky.list()).isEmpty();
    assertThat(picky.keys()).isEmpty();
  }

  @Test
  void anOrderThatThrowsLeavesTheHeapAsItWas() {
    Random random = new Random(5);
    int[] comparisonsLeft = {Integer.MAX_VALUE};
    KeyedHeap<Item> fragile = new KeyedHeap<>(Item::key, (one, other) -> {
      if (comparisonsLeft[0]-- == 0) {
        throw new IllegalArgumentException("planted");
      }
      return Integer.compare(one.rank, other.rank);
    });
    Map<String, Item> model = new HashMap<>();
    int failed = 0;
    for (int i = 0; i < 3000; i++) {
      Item first = new Item("item-" + random.nextInt(40), random.nextInt(1000));
      Item second = new Item("item-" + random.nextInt(40), random.nextInt(1000));
      boolean add = model.size() < 2 || random.nextBoolean();
      comparisonsLeft[0] = random.nextInt(12);
      try {
        if (add) {
          fragile.addAll(List.of(first, second));
          model.put(first.key, first);
          model.put(second.key, second);
        } else {
          Item taken = fragile.poll();
          assertThat(taken.rank())
              .isEqualTo(model.values().stream().mapToInt(Item::rank).min().getAsInt());
          model.remove(taken.key());
        }
      } catch (IllegalArgumentException planted) {
        failed++;
      }
      comparisonsLeft[0] = Integer.MAX_VALUE;
      assertThat(fragile.list()).containsExactlyInAnyOrderElementsOf(model.values());
      assertThat(fragile.keys()).containsExactlyInAnyOrderElementsOf(model.keySet());
    }
    assertThat(failed).as("the test does what it says").isPositive();
    List<Integer> ranks = new ArrayList<>();
    for (Item item = fragile.poll(); item != null; item = fragile.poll()) {
      ranks.add(item.rank);
    }
    assertThat(ranks).hasSameSizeAs(model.keySet()).isSorted();
  }
}
