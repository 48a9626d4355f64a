package dev.informant.internal.compact;

import dev.informant.object.Revision;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Some of the objects that were read lately. A key has one place, by its hash, and there is kept what was read last of all that
 * have the same: two keys may push each other out while other places are empty. In return a hit takes no lock and
 * writes nothing; to keep the order of use would need both. Racy on purpose: the worst that happens is that an object is
 * decoded once more. Thread-safe.
 */
final class RecentObjects<T> {
  private final @Nullable Slot<T>[] slots;
  private volatile @Nullable BiConsumer<Revision<T>, T> watcher;

  private record Slot<T>(CompactRevision<T> revision, T object) {}

  /**
   * @param size how many places there are; rounded up to a power of two
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of one record
  RecentObjects(int size) {
    this.slots = new Slot[Integer.highestOneBit(Math.max(1, size * 2 - 1))];
  }

  /** From now on told of each object before it is kept. */
  void onKept(BiConsumer<Revision<T>, T> told) {
    watcher = told;
  }

  T get(CompactRevision<T> revision, Function<CompactRevision<T>, T> read) {
    int hash = revision.key().hashCode();
    int at = (hash ^ hash >>> 15) & (slots.length - 1);
    Slot<T> slot = slots[at];
    if (slot != null && slot.revision == revision) {
      return slot.object;
    }
    T object = read.apply(revision);
    BiConsumer<Revision<T>, T> told = watcher;
    if (told != null) {
      told.accept(revision, object);
    }
    slots[at] = new Slot<>(revision, object);
    return object;
  }
}
