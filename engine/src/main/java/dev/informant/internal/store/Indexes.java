package dev.informant.internal.store;

import dev.informant.store.IndexFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The index functions of a store, by position; shared by its snapshots. Immutable. */
final class Indexes<T> {
  private final Map<String, Integer> positions;
  private final List<String> names;
  private final Set<String> nameSet;
  private final List<IndexFunction<T>> functions;
  private final boolean keysOnly;

  private Indexes(List<String> names, List<IndexFunction<T>> functions) {
    this.names = names;
    this.nameSet = Set.copyOf(names);
    this.functions = functions;
    this.keysOnly = functions.stream().allMatch(NamespaceIndex.class::isInstance);
    Map<String, Integer> byName = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      byName.put(names.get(i), i);
    }
    this.positions = byName;
  }

  static <T> Indexes<T> none() {
    return new Indexes<>(List.of(), List.of());
  }

  Indexes<T> plus(Map<String, IndexFunction<T>> more) {
    List<String> allNames = new ArrayList<>(names);
    List<IndexFunction<T>> allFunctions = new ArrayList<>(functions);
    for (Map.Entry<String, IndexFunction<T>> indexer : more.entrySet()) {
      if (positions.containsKey(indexer.getKey())) {
        throw new IllegalArgumentException("the store already has an index named \""
            + indexer.getKey() + "\"; no index was added");
      }
      allNames.add(indexer.getKey());
      allFunctions.add(Objects.requireNonNull(indexer.getValue(), "index function"));
    }
    return new Indexes<>(List.copyOf(allNames), List.copyOf(allFunctions));
  }

  /** Those at the positions {@code kept}. */
  Indexes<T> only(int[] kept) {
    return new Indexes<>(
        Arrays.stream(kept).mapToObj(names::get).toList(),
        Arrays.stream(kept).mapToObj(functions::get).toList());
  }

  int size() {
    return names.size();
  }

  String name(int position) {
    return names.get(position);
  }

  Set<String> names() {
    return nameSet;
  }

  /** The position of an index; -1 if there is none of that name. */
  int find(String name) {
    Integer position = positions.get(name);
    return position == null ? -1 : position;
  }

  /** The position of an index that must exist. */
  int require(String name) {
    int position = find(name);
    if (position < 0) {
      throw new IllegalArgumentException(
          "no index named \"" + IndexNames.shown(name) + "\"; this store has "
              + names.stream()
                  .filter(present -> !IndexNames.isUnique(present))
                  .sorted()
                  .toList());
    }
    return position;
  }

  /** Whether all of them can do without the object. */
  boolean needKeysOnly() {
    return keysOnly;
  }

  /**
   * What {@link Entry#values} holds of an object for one index. Throws what the function throws.
   */
  @Nullable
  Object valuesOf(int position, T object) {
    Collection<String> values = functions.get(position).valuesOf(object);
    if (values.isEmpty()) {
      return null;
    }
    if (values.size() == 1) {
      String value =
          values instanceof List<String> list ? list.get(0) : values.iterator().next();
      return Objects.requireNonNull(value, "index value");
    }
    Object[] distinct = new TreeSet<>(values).toArray();
    return distinct.length == 1
        ? distinct[0]
        : Arrays.copyOf(distinct, distinct.length, String[].class);
  }
}
