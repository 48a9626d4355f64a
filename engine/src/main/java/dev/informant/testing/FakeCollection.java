package dev.informant.testing;

import dev.informant.object.KeyException;
import dev.informant.object.ObjectAccessor;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.WatchEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a {@link FakeCluster}, their versions, the history of their changes and the pages that
 * continue tokens stand for. Not thread-safe: the cluster's lock guards it.
 */
final class FakeCollection<T> {
  private final ObjectAccessor<T> accessor;
  private final BiFunction<T, String, T> versioned;
  private final TreeMap<String, T> objects = new TreeMap<>();
  private final List<Change<T>> history = new ArrayList<>();
  private final Map<String, Snapshot<T>> pages = new HashMap<>();
  private final Set<String> undecodable = new HashSet<>();
  private long version;
  private long oldest;

  private record Change<T>(long version, WatchEvent<T> event) {}

  private record Snapshot<T>(List<T> rest, long version) {}

  /** What is in one page, and what follows it. */
  record Page<T>(List<Item<T>> items, ListMetadata metadata) {}

  FakeCollection(ObjectAccessor<T> accessor, BiFunction<T, String, T> versioned) {
    this.accessor = accessor;
    this.versioned = versioned;
  }

  /** Stores an object and returns it with its new version. */
  T put(T object, boolean mustExist) {
    String key = accessor.key(object);
    if (objects.containsKey(key) != mustExist) {
      throw new IllegalArgumentException(
          key + (mustExist ? " does not exist; add it first" : " exists; modify it instead"));
    }
    version++;
    T stored = versioned.apply(object, Long.toString(version));
    objects.put(key, stored);
    Item<T> item = item(stored);
    history.add(new Change<>(
        version, mustExist ? new WatchEvent.Modified<>(item) : new WatchEvent.Added<>(item)));
    return stored;
  }

  /** Removes an object and returns its final state. */
  T remove(String key) {
    T last = objects.remove(key);
    if (last == null) {
      throw new IllegalArgumentException(key + " does not exist");
    }
    version++;
    T stored = versioned.apply(last, Long.toString(version));
    history.add(new Change<>(version, new WatchEvent.Deleted<>(item(stored))));
    return stored;
  }

  /** The event of the last change. */
  WatchEvent<T> lastChange() {
    return history.get(history.size() - 1).event;
  }

  /** What happened after a version; null if that is no longer known. */
  @Nullable
  List<WatchEvent<T>> changesAfter(long from) {
    if (from < oldest) {
      return null;
    }
    return history.stream()
        .filter(change -> change.version > from)
        .map(Change::event)
        .toList();
  }

  /** One page of a list; null if its continue token is no longer known. */
  @Nullable
  Page<T> page(ListOptions options, boolean paged) {
    Snapshot<T> snapshot = options.continueToken().isEmpty()
        ? new Snapshot<>(List.copyOf(objects.values()), version)
        : pages.get(options.continueToken());
    if (snapshot == null) {
      return null;
    }
    int size = paged ? (int) Math.min(options.limit(), snapshot.rest.size()) : snapshot.rest.size();
    List<T> rest = snapshot.rest.subList(size, snapshot.rest.size());
    String token = rest.isEmpty() ? "" : "continue-" + snapshot.version + "-" + rest.size();
    if (!rest.isEmpty()) {
      pages.put(token, new Snapshot<>(rest, snapshot.version));
    }
    return new Page<>(
        snapshot.rest.subList(0, size).stream().map(this::item).toList(),
        new ListMetadata(Long.toString(snapshot.version), token, rest.size()));
  }

  /** The objects as they are sent, ordered by key. */
  List<Item<T>> items() {
    return objects.values().stream().map(this::item).toList();
  }

  List<T> objects() {
    return List.copyOf(objects.values());
  }

  long version() {
    return version;
  }

  /** Forgets the history and the pages. */
  void compact() {
    history.clear();
    pages.clear();
    oldest = version;
  }

  /** Puts back an earlier state, which has no history. */
  void restore(long earlierVersion, List<T> state) {
    objects.clear();
    state.forEach(object -> objects.put(accessor.key(object), object));
    version = earlierVersion;
    compact();
  }

  void undecodable(String key, boolean bad) {
    if (bad) {
      undecodable.add(key);
    } else {
      undecodable.remove(key);
    }
  }

  private Item<T> item(T object) {
    String key;
    try {
      key = accessor.key(object);
    } catch (KeyException noKey) {
      return new Item.Good<>(object);
    }
    if (!undecodable.contains(key)) {
      return new Item.Good<>(object);
    }
    return new Item.Bad<>(
        key,
        accessor.uid(object),
        accessor.resourceVersion(object),
        new IllegalArgumentException("made undecodable by the test"));
  }
}
