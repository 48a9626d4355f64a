package dev.informant.internal.store;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads persistent hash tries; {@link TrieEditor} writes them. Immutable once published. */
/*
 * Form. A trie is null (empty), one element, or a Node of two or more elements; an element is a
 * String or a Keyed. A Node consumes five bits of the spread hash: `bitmap` says which of its 32
 * places are taken and `slots` holds them densely, each an element or a deeper Node. Below the last
 * bits of the hash a Node is a plain array, sorted by key so that a flood of colliding names still
 * costs a binary search. A child always holds at least two elements, so equal contents have equal
 * forms and a shrunken trie gives its memory back.
 *
 * Why elements carry their key and leaves are not wrapped: the trie then costs about one slot and
 * its share of a node for each element, some 17 bytes; a java.util map costs 40 to 60. Why one
 * bitmap and a class check, not the two bitmaps of a CHAMP node: the check is one load of a header
 * that the next step reads anyway, and the node stays at 24 bytes with its owner.
 *
 * Publication. Node fields are written only by the editor that created the node, before the
 * snapshot that holds the trie is constructed; the snapshot holds it in a final field, so a reader
 * that gets at the snapshot in whatever way sees the nodes complete.
 */
final class Trie {
  static final int BITS = 5;
  static final int HASH_BITS = 32;

  static final class Node {
    /** The token of the editor that may still change this node in place. */
    final Object owner;

    int bitmap;
    Object[] slots;

    Node(Object owner, int bitmap, Object[] slots) {
      this.owner = owner;
      this.bitmap = bitmap;
      this.slots = slots;
    }
  }

  private Trie() {}

  static String keyOf(Object element) {
    return element.getClass() == String.class ? (String) element : ((Keyed) element).key;
  }

  /**
   * A string's own hash is weak in its high bits for short keys and in its low bits for similar
   * ones.
   */
  static int spread(String key) {
    int hash = key.hashCode() * 0x9E3779B9;
    return hash ^ hash >>> 15;
  }

  static @Nullable Object find(@Nullable Object root, String key) {
    return root == null ? null : find(root, /* shift= */ 0, spread(key), key);
  }

  private static @Nullable Object find(Object start, int from, int hash, String key) {
    Object slot = start;
    for (int shift = from; slot instanceof Node node; shift += BITS) {
      if (shift >= HASH_BITS) {
        int at = search(node, key);
        return at < 0 ? null : node.slots[at];
      }
      int bit = 1 << (hash >>> shift);
      int bitmap = node.bitmap;
      if ((bitmap & bit) == 0) {
        return null;
      }
      slot = node.slots[Integer.bitCount(bitmap & (bit - 1))];
    }
    return keyOf(slot).equals(key) ? slot : null;
  }

  /** As {@link java.util.Arrays#binarySearch}, in a node of colliding keys. */
  static int search(Node node, String key) {
    int low = 0;
    int high = node.slots.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = keyOf(node.slots[middle]).compareTo(key);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -(low + 1);
  }

  static void forEach(@Nullable Object root, Consumer<Object> action) {
    if (root instanceof Node node) {
      for (Object slot : node.slots) {
        forEach(slot, action);
      }
    } else if (root != null) {
      action.accept(root);
    }
  }

  /**
   * Calls {@code action} with the element of {@code root} for each key in {@code keys}. Both tries
   * cut hashes alike, so they are walked side by side and only the rest of each path is searched.
   */
  static void forEachOf(@Nullable Object keys, @Nullable Object root, Consumer<Object> action) {
    if (keys != null && root != null) {
      join(keys, root, /* shift= */ 0, action);
    }
  }

  private static void join(Object keys, Object root, int shift, Consumer<Object> action) {
    if (!(keys instanceof Node wanted)) {
      String key = keyOf(keys);
      Object found = find(root, shift, spread(key), key);
      if (found != null) {
        action.accept(found);
      }
    } else if (!(root instanceof Node present)) {
      if (find(wanted, shift, spread(keyOf(root)), keyOf(root)) != null) {
        action.accept(root);
      }
    } else if (shift >= HASH_BITS) {
      for (Object key : wanted.slots) {
        join(key, present, shift, action);
      }
    } else {
      int common = wanted.bitmap & present.bitmap;
      while (common != 0) {
        int bit = common & -common;
        common ^= bit;
        Object key = wanted.slots[Integer.bitCount(wanted.bitmap & (bit - 1))];
        Object slot = present.slots[Integer.bitCount(present.bitmap & (bit - 1))];
        join(key, slot, shift + BITS, action);
      }
    }
  }
}
