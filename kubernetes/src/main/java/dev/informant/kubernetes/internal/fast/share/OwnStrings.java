package dev.informant.kubernetes.internal.fast.share;

import org.jspecify.annotations.Nullable;

/**
 * Remembers the strings of one document that recur in no other, so that they are one object in it: a pod has each of its times, its
 * address and the name of its token's volume in several places. Bounded. Not thread-safe.
 */
public final class OwnStrings {
  private static final int SLOTS = 64;

  private final int[] hashes = new int[SLOTS];
  private final @Nullable String[] texts = new @Nullable String[SLOTS];

  /** The string of these bytes, whose hash is given; null if it is not remembered. */
  @Nullable
  String find(int hash, byte[] bytes, int from, int to) {
    int slot = slot(hash);
    String text = texts[slot];
    return text != null && hashes[slot] == hash && isAscii(text, bytes, from, to) ? text : null;
  }

  void add(int hash, String text) {
    int slot = slot(hash);
    hashes[slot] = hash;
    texts[slot] = text;
  }

  private static int slot(int hash) {
    return hash >>> 7 & (SLOTS - 1);
  }

  /** Whether the bytes are these characters. Those of other letters are not looked at: they rarely recur. */
  private static boolean isAscii(String text, byte[] bytes, int from, int to) {
    if (text.length() != to - from) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (bytes[i] < 0 || bytes[i] != text.charAt(i - from)) {
        return false;
      }
    }
    return true;
  }
}
