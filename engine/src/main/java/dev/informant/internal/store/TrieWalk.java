package dev.informant.internal.store;

import dev.informant.internal.store.Trie.Node;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The elements of a trie, one by one in the order of {@link Trie#forEach}. Belongs to one thread at a time. */
final class TrieWalk implements Iterator<Object> {
  /** Nodes that can lie below each other: one for each piece of the hash, and one of keys that collide. */
  private static final int DEEPEST = (Trie.HASH_BITS + Trie.BITS - 1) / Trie.BITS + 1;

  private final Node[] path = new Node[DEEPEST];
  private final int[] at = new int[DEEPEST];
  private int depth;
  private @Nullable Object next;

  TrieWalk(@Nullable Object root) {
    if (root instanceof Node node) {
      enter(node);
      next = following();
    } else {
      next = root;
    }
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public Object next() {
    Object found = next;
    if (found == null) {
      throw new NoSuchElementException();
    }
    next = following();
    return found;
  }

  private void enter(Node node) {
    path[depth] = node;
    at[depth++] = 0;
  }

  private @Nullable Object following() {
    while (depth > 0) {
      Object[] slots = path[depth - 1].slots;
      int place = at[depth - 1]++;
      if (place == slots.length) {
        depth--;
      } else if (slots[place] instanceof Node node) {
        enter(node);
      } else {
        return slots[place];
      }
    }
    return null;
  }
}
