package dev.informant.internal.store;

import static dev.informant.internal.store.Trie.BITS;
import static dev.informant.internal.store.Trie.HASH_BITS;
import static dev.informant.internal.store.Trie.keyOf;
import static dev.informant.internal.store.Trie.spread;

import dev.informant.internal.store.Trie.Node;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes new tries out of old ones. Nodes it has made itself it changes in place, so a batch of
 * edits copies each touched node once; nodes of earlier editors it never touches. One thread, one
 * batch: once a trie is published its editor must be dropped.
 */
final class TrieEditor {
  /** Marks the nodes and buckets this editor may change in place. */
  final Object owner = new Object();

  private @Nullable Object previous;

  /** The element the last {@link #put} replaced or the last {@link #remove} took away. */
  @Nullable
  Object previous() {
    return previous;
  }

  Object put(@Nullable Object root, Object element) {
    previous = null;
    if (root == null) {
      return element;
    }
    String key = keyOf(element);
    return put(root, /* shift= */ 0, spread(key), key, element);
  }

  private Object put(Object slot, int shift, int hash, String key, Object element) {
    if (!(slot instanceof Node node)) {
      String present = keyOf(slot);
      if (present.equals(key)) {
        previous = slot;
        return element;
      }
      return branch(shift, slot, spread(present), element, hash);
    }
    if (shift >= HASH_BITS) {
      int at = Trie.search(node, key);
      if (at < 0) {
        return insert(node, /* bit= */ 0, -(at + 1), element);
      }
      previous = node.slots[at];
      return set(node, at, element);
    }
    int bit = 1 << (hash >>> shift);
    int at = Integer.bitCount(node.bitmap & (bit - 1));
    if ((node.bitmap & bit) == 0) {
      return insert(node, bit, at, element);
    }
    return set(node, at, put(node.slots[at], shift + BITS, hash, key, element));
  }

  /** A node of two elements that share the bits of the hash below {@code shift}. */
  private Node branch(int shift, Object one, int hashOfOne, Object other, int hashOfOther) {
    if (shift >= HASH_BITS) {
      boolean inOrder = keyOf(one).compareTo(keyOf(other)) < 0;
      return new Node(owner, 0, inOrder ? new Object[] {one, other} : new Object[] {other, one});
    }
    int placeOfOne = (hashOfOne >>> shift) & 31;
    int placeOfOther = (hashOfOther >>> shift) & 31;
    if (placeOfOne == placeOfOther) {
      Object child = branch(shift + BITS, one, hashOfOne, other, hashOfOther);
      return new Node(owner, 1 << placeOfOne, new Object[] {child});
    }
    return new Node(
        owner,
        1 << placeOfOne | 1 << placeOfOther,
        placeOfOne < placeOfOther ? new Object[] {one, other} : new Object[] {other, one});
  }

  /** The trie without {@code key}; the same one if it does not have it. */
  @Nullable
  Object remove(@Nullable Object root, String key) {
    previous = null;
    return root == null ? null : remove(root, /* shift= */ 0, spread(key), key);
  }

  private @Nullable Object remove(Object slot, int shift, int hash, String key) {
    if (!(slot instanceof Node node)) {
      if (keyOf(slot).equals(key)) {
        previous = slot;
        return null;
      }
      return slot;
    }
    int bit = 0;
    int at;
    Object rest = null;
    if (shift >= HASH_BITS) {
      at = Trie.search(node, key);
      if (at < 0) {
        return node;
      }
      previous = node.slots[at];
    } else {
      bit = 1 << (hash >>> shift);
      if ((node.bitmap & bit) == 0) {
        return node;
      }
      at = Integer.bitCount(node.bitmap & (bit - 1));
      rest = remove(node.slots[at], shift + BITS, hash, key);
      if (previous == null) {
        return node;
      }
    }
    return rest == null ? drop(node, bit, at) : replaceChild(node, at, rest);
  }

  /** Puts what is left of a child in its place; a lone element moves up to where its parent was. */
  private Object replaceChild(Node node, int at, Object rest) {
    return node.slots.length == 1 && !(rest instanceof Node) ? rest : set(node, at, rest);
  }

  private Object drop(Node node, int bit, int at) {
    Object[] slots = node.slots;
    if (slots.length == 2 && !(slots[1 - at] instanceof Node)) {
      return slots[1 - at];
    }
    Object[] fewer = new Object[slots.length - 1];
    System.arraycopy(slots, 0, fewer, 0, at);
    System.arraycopy(slots, at + 1, fewer, at, fewer.length - at);
    return with(node, node.bitmap & ~bit, fewer);
  }

  private Node insert(Node node, int bit, int at, Object element) {
    Object[] slots = node.slots;
    Object[] more = new Object[slots.length + 1];
    System.arraycopy(slots, 0, more, 0, at);
    more[at] = element;
    System.arraycopy(slots, at, more, at + 1, slots.length - at);
    return with(node, node.bitmap | bit, more);
  }

  private Node set(Node node, int at, Object slot) {
    if (node.slots[at] == slot) {
      return node;
    }
    if (node.owner == owner) {
      node.slots[at] = slot;
      return node;
    }
    Object[] copy = Arrays.copyOf(node.slots, node.slots.length);
    copy[at] = slot;
    return new Node(owner, node.bitmap, copy);
  }

  private Node with(Node node, int bitmap, Object[] slots) {
    if (node.owner != owner) {
      return new Node(owner, bitmap, slots);
    }
    node.bitmap = bitmap;
    node.slots = slots;
    return node;
  }
}
