package dev.informant.apiserver.internal.storage;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sorted map from keys to values: a change returns a new map that shares all but a path
 * with the old one, so that keeping every recent state is cheap and a reader never meets a writer.
 * Knows its size and the size of any range of keys in logarithmic time. Thread-safe.
 */
/*
 * A weight-balanced tree: no subtree weighs more than DELTA times its sibling (weight = size + 1), kept by
 * single and double rotations on the way up; DELTA 3 and RATIO 2 are the pair known to be sound for both
 * insertion and removal. The size, which the balance needs anyway, answers "how many after this key".
 */
public final class SnapshotMap<V> {
  private static final int DELTA = 3;
  private static final int RATIO = 2;
  private static final SnapshotMap<?> EMPTY = new SnapshotMap<>(null);

  private final @Nullable Node<V> root;

  private SnapshotMap(@Nullable Node<V> root) {
    this.root = root;
  }

  /** One entry. */
  public record Entry<V>(String key, V value) {}

  private record Node<V>(
      Entry<V> entry, @Nullable Node<V> left, @Nullable Node<V> right, int size) {}

  @SuppressWarnings("unchecked") // the empty map holds no value
  public static <V> SnapshotMap<V> empty() {
    return (SnapshotMap<V>) EMPTY;
  }

  public int size() {
    return size(root);
  }

  public @Nullable V get(String key) {
    Node<V> node = root;
    while (node != null) {
      int order = key.compareTo(node.entry.key());
      if (order == 0) {
        return node.entry.value();
      }
      node = order < 0 ? node.left : node.right;
    }
    return null;
  }

  public SnapshotMap<V> with(String key, V value) {
    return new SnapshotMap<>(insert(root, new Entry<>(key, value)));
  }

  public SnapshotMap<V> without(String key) {
    return get(key) == null ? this : new SnapshotMap<>(remove(root, key));
  }

  /** How many keys are smaller than {@code key}. */
  public int countBefore(String key) {
    int count = 0;
    Node<V> node = root;
    while (node != null) {
      if (key.compareTo(node.entry.key()) <= 0) {
        node = node.left;
      } else {
        count += size(node.left) + 1;
        node = node.right;
      }
    }
    return count;
  }

  /** The entries from {@code from} (included) to {@code to} (excluded; null for no end), in order. */
  public Iterable<Entry<V>> range(String from, @Nullable String to) {
    return () -> new RangeIterator<>(root, from, to);
  }

  private static int size(@Nullable Node<?> node) {
    return node == null ? 0 : node.size;
  }

  private static int weight(@Nullable Node<?> node) {
    return size(node) + 1;
  }

  private static <V> Node<V> node(Entry<V> entry, @Nullable Node<V> left, @Nullable Node<V> right) {
    return new Node<>(entry, left, right, size(left) + size(right) + 1);
  }

  private static <V> Node<V> insert(@Nullable Node<V> node, Entry<V> entry) {
    if (node == null) {
      return node(entry, null, null);
    }
    int order = entry.key().compareTo(node.entry.key());
    if (order == 0) {
      return node(entry, node.left, node.right);
    }
    return order < 0
        ? balance(node.entry, insert(node.left, entry), node.right)
        : balance(node.entry, node.left, insert(node.right, entry));
  }

  private static <V> @Nullable Node<V> remove(@Nullable Node<V> node, String key) {
    if (node == null) {
      return null;
    }
    int order = key.compareTo(node.entry.key());
    if (order < 0) {
      return balance(node.entry, remove(node.left, key), node.right);
    }
    if (order > 0) {
      return balance(node.entry, node.left, remove(node.right, key));
    }
    if (node.left == null) {
      return node.right;
    }
    if (node.right == null) {
      return node.left;
    }
    Node<V> next = node.right;
    while (next.left != null) {
      next = next.left;
    }
    return balance(next.entry, node.left, remove(node.right, next.entry.key()));
  }

  private static <V> Node<V> balance(
      Entry<V> entry, @Nullable Node<V> left, @Nullable Node<V> right) {
    if (size(left) + size(right) < 2) {
      return node(entry, left, right);
    }
    if (right != null && weight(right) > DELTA * weight(left)) {
      Node<V> inner = right.left;
      if (inner == null || weight(inner) < RATIO * weight(right.right)) {
        return node(right.entry, node(entry, left, inner), right.right);
      }
      return node(
          inner.entry, node(entry, left, inner.left), node(right.entry, inner.right, right.right));
    }
    if (left != null && weight(left) > DELTA * weight(right)) {
      Node<V> inner = left.right;
      if (inner == null || weight(inner) < RATIO * weight(left.left)) {
        return node(left.entry, left.left, node(entry, inner, right));
      }
      return node(
          inner.entry, node(left.entry, left.left, inner.left), node(entry, inner.right, right));
    }
    return node(entry, left, right);
  }

  private static final class RangeIterator<V> implements Iterator<Entry<V>> {
    private final ArrayDeque<Node<V>> path = new ArrayDeque<>();
    private final @Nullable String to;

    RangeIterator(@Nullable Node<V> root, String from, @Nullable String to) {
      this.to = to;
      Node<V> node = root;
      while (node != null) {
        if (from.compareTo(node.entry.key()) <= 0) {
          path.push(node);
          node = node.left;
        } else {
          node = node.right;
        }
      }
    }

    @Override
    public boolean hasNext() {
      Node<V> top = path.peek();
      return top != null && (to == null || top.entry.key().compareTo(to) < 0);
    }

    @Override
    public Entry<V> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Node<V> top = path.pop();
      for (Node<V> node = top.right; node != null; node = node.left) {
        path.push(node);
      }
      return top.entry;
    }
  }
}
