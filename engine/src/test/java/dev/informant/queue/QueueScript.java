package dev.informant.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Operations on one queue and what each turn must give. Deltas are written {@code Type name:version},
 * {@code Deleted tombstone name:version}, {@code ReplacedAll @version [name:version …]}, {@code SyncAll},
 * {@code Bookmark @version}; the deltas of one turn are joined by commas, and {@code initial} follows
 * those of the first list. What is popped is applied to {@link Known}, the consumer's store.
 */
final class QueueScript {
  /** A consumer's store that lists its keys sorted. */
  static final class Known implements KnownObjects<Item> {
    final TreeMap<String, Item> objects = new TreeMap<>();

    @Override
    public Collection<String> keys() {
      return List.copyOf(objects.keySet());
    }

    @Override
    public @Nullable Item get(String key) {
      return objects.get(key);
    }

    void apply(List<Delta<Item>> deltas) {
      for (Delta<Item> delta : deltas) {
        if (delta instanceof Delta.Deleted<Item> deleted) {
          objects.remove(deleted.key());
        } else if (delta instanceof Delta.Keyed<Item> keyed) {
          objects.put(keyed.key(), keyed.object());
        } else if (delta instanceof Delta.ReplacedAll<Item> all) {
          objects.clear();
          all.objects().forEach(item -> objects.put(item.name(), item));
        }
      }
    }
  }

  final Known known = new Known();
  final Queue<Item> queue;

  private QueueScript(Function<KnownObjects<Item>, Queue<Item>> queue, String... known) {
    for (String item : known) {
      this.known.objects.put(Item.of(item).name(), Item.of(item));
    }
    this.queue = queue.apply(this.known);
  }

  static QueueScript deltaFifo(String... known) {
    return new QueueScript(objects -> new DeltaFifo<>(Item::name, objects), known);
  }

  /** One change a turn, as the scripts expect. */
  static QueueScript inOrder() {
    return on(InOrderQueue.<Item>builder(Item::name).batchSize(1).build());
  }

  static QueueScript on(Queue<Item> queue) {
    return new QueueScript(objects -> queue);
  }

  QueueScript add(String item) {
    queue.add(Item.of(item));
    return this;
  }

  QueueScript update(String item) {
    queue.update(Item.of(item));
    return this;
  }

  QueueScript delete(String item) {
    queue.delete(Item.of(item));
    return this;
  }

  QueueScript deleteTombstone(String item) {
    queue.deleteFinalStateUnknown(Item.of(item).name(), Item.of(item));
    return this;
  }

  QueueScript replace(String resourceVersion, String... items) {
    queue.replace(Stream.of(items).map(Item::of).toList(), resourceVersion);
    return this;
  }

  QueueScript resync() {
    queue.resync();
    return this;
  }

  QueueScript bookmark(String resourceVersion) {
    queue.bookmark(resourceVersion);
    return this;
  }

  QueueScript synced(boolean expected) {
    assertThat(queue.hasSynced()).as("synced").isEqualTo(expected);
    return this;
  }

  QueueScript depth(int expected) {
    assertThat(queue.depth()).as("depth").isEqualTo(expected);
    return this;
  }

  /** One turn gives exactly this. */
  QueueScript pop(String expected) {
    List<String> turns = new ArrayList<>();
    assertThat(turn(turns)).as("there was something to pop").isTrue();
    assertThat(turns).containsExactly(expected);
    return this;
  }

  /** Closes the queue and takes all there is. */
  void popAll(String... expected) {
    queue.close();
    drain(expected);
  }

  /** Takes all there is. */
  QueueScript drain(String... expected) {
    List<String> turns = new ArrayList<>();
    while (turn(turns)) {
      // until there is nothing left
    }
    assertThat(turns).containsExactly(expected);
    return this;
  }

  private boolean turn(List<String> turns) {
    return queue.poll((deltas, initial) -> {
      turns.add(describe(deltas, initial));
      known.apply(deltas);
    });
  }

  static String describe(List<Delta<Item>> deltas, boolean initial) {
    return deltas.stream().map(QueueScript::describe).collect(Collectors.joining(", "))
        + (initial ? " initial" : "");
  }

  private static String describe(Delta<Item> delta) {
    String type = delta.getClass().getSimpleName();
    if (delta instanceof Delta.Deleted<Item> deleted && deleted.finalStateUnknown()) {
      return type + " tombstone "
          + (deleted.object() == null ? deleted.key() + ":unknown" : deleted.object());
    } else if (delta instanceof Delta.Keyed<Item> keyed) {
      return type + " " + keyed.object();
    } else if (delta instanceof Delta.ReplacedAll<Item> all) {
      return type + " @" + all.resourceVersion() + " "
          + all.objects().stream().map(Item::toString).collect(Collectors.joining(" ", "[", "]"));
    } else if (delta instanceof Delta.Bookmark<Item> bookmark) {
      return type + " @" + bookmark.resourceVersion();
    }
    return type;
  }
}
