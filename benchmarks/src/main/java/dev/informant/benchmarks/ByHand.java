package dev.informant.benchmarks;

import dev.informant.testing.TestObject;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What somebody writes who has no store: a map of objects by key and two maps of objects by index value, kept
 * in step by the one writer. A reader can catch them out of step.
 */
final class ByHand {
  final ConcurrentHashMap<String, TestObject> objects = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, ConcurrentHashMap<String, TestObject>> namespaces =
      new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, ConcurrentHashMap<String, TestObject>> nodes =
      new ConcurrentHashMap<>();

  ByHand(List<TestObject> content) {
    content.forEach(this::update);
  }

  void update(TestObject object) {
    String key = TestObject.ACCESSOR.key(object);
    TestObject old = objects.put(key, object);
    move(namespaces, key, old == null ? null : old.namespace(), object.namespace(), object);
    move(nodes, key, old == null ? null : old.data(), object.data(), object);
  }

  private static void move(
      ConcurrentHashMap<String, ConcurrentHashMap<String, TestObject>> index,
      String key,
      @org.jspecify.annotations.Nullable String before,
      String after,
      TestObject object) {
    if (before != null && !before.equals(after)) {
      ConcurrentHashMap<String, TestObject> left = index.get(before);
      if (left != null) {
        left.remove(key);
      }
    }
    index.computeIfAbsent(after, value -> new ConcurrentHashMap<>()).put(key, object);
  }

  Collection<TestObject> onNode(String node) {
    return nodes.get(node).values();
  }
}
