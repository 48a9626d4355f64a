package dev.informant.benchmarks;

import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.store.Indexer;
import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Objects as a cluster has them: in 40 namespaces, on 500 nodes. The node is the object's data. The same
 * for the same size.
 */
final class Fleet {
  static final String BY_NODE = "node";
  private static final int NAMESPACES = 40;
  private static final int NODES = 500;

  final List<TestObject> objects;
  final List<String> keys;

  Fleet(int size) {
    objects = new ArrayList<>(size);
    keys = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      String namespace = "team-" + i % NAMESPACES;
      String name =
          "service-" + i / 100 + "-7c9f8d5b6-" + Integer.toString(i * 7919 % 1_000_003, 36);
      TestObject object = new TestObject(
          namespace, name, "uid-" + i, String.valueOf(i + 1), Map.of(), node(i * 31));
      objects.add(object);
      keys.add(TestObject.ACCESSOR.key(object));
    }
  }

  static String node(int number) {
    return "node-" + Math.floorMod(number, NODES);
  }

  /** A store with both indexes, holding everything. */
  SnapshotIndexer<TestObject> store() {
    SnapshotIndexer<TestObject> store = emptyStore();
    store.replace(objects, "1");
    return store;
  }

  static SnapshotIndexer<TestObject> emptyStore() {
    return SnapshotIndexer.builder(TestObject.ACCESSOR)
        .indexer(Indexer.NAMESPACE_INDEX, object -> List.of(object.namespace()))
        .indexer(BY_NODE, object -> List.of(object.data()))
        .build();
  }

  /** Positions to touch one after the other: few of them often, most of them seldom (Zipf, s = 1). */
  int[] walk() {
    Random random = new Random(42);
    int size = objects.size();
    int[] shuffled = random.ints(0, size).limit(size).toArray();
    int[] positions = new int[1 << 16];
    double harmonic = Math.log(size);
    for (int i = 0; i < positions.length; i++) {
      int rank = (int) Math.exp(random.nextDouble() * harmonic);
      positions[i] = shuffled[Math.min(rank, size) - 1];
    }
    return positions;
  }
}
