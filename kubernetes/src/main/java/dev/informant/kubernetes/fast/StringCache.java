package dev.informant.kubernetes.fast;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Remembers recent short strings by their bytes, so that equal ones are one object. Bounded: a slot holds
 * one string. A taken slot changes hands only to a string that is
 * seen there twice in a row, so that those that occur once (names, uids, times) push nothing out and cost no copy. Thread-safe.
 */
/*
 * Slots are read and written without synchronisation. An entry is immutable with final fields, so a racing
 * reader sees a whole entry or none; the worst that can happen is a miss.
 */
final class StringCache {
  /** Remembers nothing. */
  static final StringCache NONE = new StringCache(/* longest= */ -1, /* slots= */ 0);

  /** A string and the bytes it is made of. */
  record Entry(byte[] bytes, String text) {}

  private final int longest;
  private final @Nullable Entry[] slots;
  private final int[] seen;

  StringCache() {
    this(/* longest= */ 96, /* slots= */ 1 << 15);
  }

  /**
   * @param longest the length in bytes above which a string is not remembered; negative: none is
   * @param slots how many strings are remembered at most: a power of two, or 0 where none is
   */
  StringCache(int longest, int slots) {
    if (longest < 0 ? slots != 0 : Integer.bitCount(slots) != 1) {
      throw new IllegalArgumentException("slots is no power of two: " + slots);
    }
    this.longest = longest;
    this.slots = new @Nullable Entry[slots];
    this.seen = new int[slots];
  }

  /** The text of UTF-8 bytes without escapes. */
  String text(byte[] bytes, int from, int to) {
    Entry entry = find(bytes, from, to);
    return entry == null ? fresh(bytes, from, to) : entry.text;
  }

  /**
   * The entry of such bytes, remembered from now on if it was not before. Null if they are not remembered: they are too
   * long, or their slot is another string's and they come to it for the first time.
   */
  @Nullable
  Entry find(byte[] bytes, int from, int to) {
    if (to - from > longest) {
      return null;
    }
    int hash = Hashing.of(bytes, from, to);
    int slot = hash & (slots.length - 1);
    Entry entry = slots[slot];
    if (entry != null) {
      if (Arrays.equals(bytes, from, to, entry.bytes, 0, entry.bytes.length)) {
        return entry;
      }
      if (seen[slot] != hash) {
        seen[slot] = hash;
        return null;
      }
    }
    Entry kept = new Entry(Arrays.copyOfRange(bytes, from, to), fresh(bytes, from, to));
    slots[slot] = kept;
    seen[slot] = hash;
    return kept;
  }

  static String fresh(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }
}
