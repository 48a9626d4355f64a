package dev.informant.kubernetes.internal.fast.share;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Remembers strings that recur in several documents by their bytes, so that equal ones are one object. Bounded: a slot
 * holds one string, and gets it, or another one, only when that is seen for the second time. So those that occur in one document only
 * (names, uids, times) take no room, push nothing out and cost no copy. Thread-safe.
 */
/*
 * Slots are read and written without synchronisation. An entry is immutable with final fields, so a racing
 * reader sees a whole entry or none; the worst that can happen is a miss.
 *
 * Which strings were seen once is known by their hashes alone, in a table that is larger than the other: a hash has to outlive those
 * of the many strings that never come again. Two strings of one hash only make one of them be remembered too early.
 */
public final class StringCache {
  /** Remembers nothing. */
  public static final StringCache NONE = new StringCache(/* longest= */ -1, /* slots= */ 0);

  private static final int SEEN_FOR_A_SLOT = 4;

  /** A string and the bytes it is made of. */
  public record Entry(byte[] bytes, String text) {}

  private final int longest;
  private final @Nullable Entry[] slots;
  private final int[] seen;

  public StringCache() {
    this(/* longest= */ 256, /* slots= */ 1 << 15);
  }

  /**
   * @param longest the length in bytes above which a string is not remembered; negative: none is
   * @param slots how many strings are remembered at most: a power of two, or 0 where none is
   */
  StringCache(int longest, int slots) {
    if (longest < 0 ? slots != 0 : Integer.bitCount(slots) != 1) {
      throw new IllegalArgumentException("slots is not a power of two: " + slots);
    }
    this.longest = longest;
    this.slots = new @Nullable Entry[slots];
    this.seen = new int[slots * SEEN_FOR_A_SLOT];
  }

  /** Whether strings of so many bytes may be remembered; nobody may ask for others. */
  boolean takes(int length) {
    return length <= longest;
  }

  /** The entry of UTF-8 bytes without escapes, whose hash is given; null if they are not remembered. */
  @Nullable
  Entry find(int hash, byte[] bytes, int from, int to) {
    Entry entry = slots[hash & (slots.length - 1)];
    return entry != null && Arrays.equals(bytes, from, to, entry.bytes, 0, entry.bytes.length)
        ? entry
        : null;
  }

  /** Notes that such bytes, not remembered yet, have occurred in a document. Their entry if they are remembered from now on. */
  @Nullable
  Entry seen(int hash, byte[] bytes, int from, int to) {
    int mark = hash >>> 3 & (seen.length - 1);
    if (seen[mark] != hash) {
      seen[mark] = hash;
      return null;
    }
    Entry kept = new Entry(Arrays.copyOfRange(bytes, from, to), fresh(bytes, from, to));
    slots[hash & (slots.length - 1)] = kept;
    return kept;
  }

  static String fresh(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }
}
