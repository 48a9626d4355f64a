package dev.informant.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.store.IndexedView;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.api.AbstractAssert;

/** Claims about stores. For all tests of the engine. */
@SuppressWarnings("exports") // tests are compiled into the module, which knows no AssertJ
public final class StoreAssert<T> extends AbstractAssert<StoreAssert<T>, IndexedView<T>> {
  private StoreAssert(IndexedView<T> actual) {
    super(actual, StoreAssert.class);
  }

  public static <T> StoreAssert<T> assertThatStore(IndexedView<T> store) {
    return new StoreAssert<>(store);
  }

  /** The store holds exactly these keys. */
  public StoreAssert<T> hasKeys(String... keys) {
    assertThat(actual.keys()).containsExactlyInAnyOrder(keys);
    return this;
  }

  public StoreAssert<T> hasVersion(String resourceVersion) {
    assertThat(actual.lastStoreSyncResourceVersion()).isEqualTo(resourceVersion);
    return this;
  }

  /**
   * Objects, keys, size and indexes of one state of the store agree with each other; in a store
   * whose index functions do not fail, the indexes are also exactly what the functions say.
   */
  public StoreAssert<T> isConsistent() {
    IndexedView<T> state = actual.snapshot();
    Set<String> keys = new HashSet<>(state.keys());
    assertThat(keys).as("distinct keys").hasSize(state.size());
    assertThat(state.list()).as("objects").hasSize(state.size());
    for (String key : keys) {
      assertThat(state.get(key)).as("object %s", key).isNotNull();
    }
    for (String indexName : state.indexNames()) {
      for (String value : state.indexValues(indexName)) {
        List<String> found = state.indexKeys(indexName, value);
        assertThat(found).as("keys of %s=%s", indexName, value).isNotEmpty().isSorted();
        assertThat(found).as("keys of %s=%s", indexName, value).doesNotHaveDuplicates();
        assertThat(keys).as("keys of %s=%s", indexName, value).containsAll(found);
        assertThat(state.byIndex(indexName, value)).hasSameSizeAs(found);
      }
    }
    if (state instanceof StoreSnapshot<T> snapshot) {
      indexesAreWhatTheirFunctionsSay(snapshot);
    }
    return this;
  }

  private static <T> void indexesAreWhatTheirFunctionsSay(StoreSnapshot<T> snapshot) {
    for (String indexName : snapshot.indexNames()) {
      TreeMap<String, Set<String>> expected = new TreeMap<>();
      int position = snapshot.indexes.require(indexName);
      Trie.forEach(snapshot.entries, element -> {
        Entry<T> entry = snapshot.entry(element);
        Object values = snapshot.indexes.valuesOf(position, entry.revision.object());
        assertThat(entry.values[position]).as("%s of %s", indexName, entry.key).isEqualTo(values);
        List<String> all = values == null
            ? List.of()
            : values instanceof String[] several ? List.of(several) : List.of((String) values);
        all.forEach(
            value -> expected.computeIfAbsent(value, none -> new TreeSet<>()).add(entry.key));
      });
      TreeMap<String, Set<String>> found = new TreeMap<>();
      for (String value : snapshot.indexValues(indexName)) {
        found.put(value, new TreeSet<>(snapshot.indexKeys(indexName, value)));
      }
      assertThat(found).as("index %s", indexName).isEqualTo(expected);
    }
  }
}
