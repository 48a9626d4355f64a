package dev.informant.internal.store;

import dev.informant.object.Revision;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A revision on its way into the store, with what the index functions said of its object while that was at
 * hand. The store keeps the revision and the values, not this. Immutable.
 *
 * @param indexes that were asked
 * @param values as in {@link Entry#values}
 */
record IndexedRevision<T>(
    Revision<T> revision, Indexes<T> indexes, @Nullable Object[] values) implements Revision<T> {
  /** The revision itself if an index function fails: the store will ask again and report it. */
  static <T> Revision<T> of(Revision<T> revision, Indexes<T> indexes, T object) {
    @Nullable Object[] values = new Object[indexes.size()];
    try {
      for (int i = 0; i < values.length; i++) {
        values[i] = indexes.valuesOf(i, object);
      }
    } catch (Throwable failing) {
      if (failing instanceof VirtualMachineError && !(failing instanceof StackOverflowError)) {
        throw failing;
      }
      return revision;
    }
    return new IndexedRevision<>(revision, indexes, values);
  }

  /** What the store keeps of a revision. */
  static <T> Revision<T> kept(Revision<T> revision) {
    return revision instanceof IndexedRevision<T> indexed ? indexed.revision : revision;
  }

  @Override
  public String key() {
    return revision.key();
  }

  @Override
  public String uid() {
    return revision.uid();
  }

  @Override
  public String resourceVersion() {
    return revision.resourceVersion();
  }

  @Override
  public String storedVersion() {
    return revision.storedVersion();
  }

  @Override
  public Map<String, String> labels() {
    return revision.labels();
  }

  @Override
  public T object() {
    return revision.object();
  }

  @Override
  public String toString() {
    return revision.toString();
  }
}
