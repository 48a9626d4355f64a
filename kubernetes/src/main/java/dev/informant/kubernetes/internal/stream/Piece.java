package dev.informant.kubernetes.internal.stream;

import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.log.Readable;
import java.util.Arrays;

/**
 * One value while its bytes arrive: scanned in place, and copied only if it does not end in the chunk it
 * began in. Beyond the limit only the head is kept. Not thread-safe.
 */
final class Piece {
  private static final int FIRST_CAPACITY = 16 << 10;
  /** What is kept of a value that is too large, so that it can be named. */
  private static final int HEAD = 64 << 10;
  /** A buffer larger than this is given back after use. */
  private static final int KEPT_CAPACITY = 1 << 20;

  /** A value that has not ended after so many times its limit is not waited for. */
  private static final long PATIENCE = 64;

  private final ValueScanner scanner = new ValueScanner();
  private final int limit;
  private byte[] carry = new byte[0];
  private int carried;
  private long length;

  // the finished value
  private byte[] array = carry;
  private int offset;

  Piece(int limit) {
    this.limit = limit;
  }

  /** Begins a value. */
  void begin() {
    scanner.reset();
    carried = 0;
    length = 0;
    if (carry.length > KEPT_CAPACITY) {
      carry = new byte[0];
    }
  }

  /**
   * Goes on with {@code [from, to)}.
   *
   * @return the index after the value, or {@link ValueScanner#UNFINISHED}
   */
  int feed(byte[] bytes, int from, int to) {
    int end = scanner.scan(bytes, from, to);
    int stop = end == ValueScanner.UNFINISHED ? to : end;
    length += stop - from;
    if (end != ValueScanner.UNFINISHED && carried == 0 && length <= limit) {
      array = bytes;
      offset = from;
    } else {
      append(bytes, from, stop);
      array = carry;
      offset = 0;
    }
    return end;
  }

  /**
   * Takes {@code [from, to)} without looking through it.
   *
   * @param last whether nothing is to follow
   */
  void hold(byte[] bytes, int from, int to, boolean last) {
    length += to - from;
    if (last && carried == 0) {
      array = bytes;
      offset = from;
    } else {
      copy(bytes, from, to - from);
      array = carry;
      offset = 0;
    }
  }

  /** A copy of what is held. */
  byte[] held() {
    return Arrays.copyOfRange(array, offset, offset + (int) length);
  }

  boolean isOversized() {
    return length > limit;
  }

  /** Whether it is so large that it may have no end. */
  boolean isEndless() {
    return length > PATIENCE * limit;
  }

  /** What to say of one that is. */
  DecodeException endless() {
    String key = ObjectHead.read(array, offset, length()).key();
    return new DecodeException("the object " + (key.isEmpty() ? "" : key + " ") + "is larger than "
        + Readable.bytes(PATIENCE * limit) + " and has not ended");
  }

  boolean isInString() {
    return scanner.isInString();
  }

  /** How many objects and arrays stand directly in the value. */
  int children() {
    return scanner.children();
  }

  /** The array that holds the value, or what there is of it yet, or its head if oversized. */
  byte[] array() {
    return array;
  }

  int offset() {
    return offset;
  }

  /** Bytes held; of an oversized value those of its head. */
  int length() {
    return isOversized() ? carried : (int) length;
  }

  private void append(byte[] bytes, int from, int to) {
    if (isOversized()) {
      if (carried > HEAD) {
        carry = Arrays.copyOf(carry, HEAD);
        carried = HEAD;
      } else {
        int wanted = Math.min(to - from, HEAD - carried);
        copy(bytes, from, wanted);
      }
      return;
    }
    copy(bytes, from, to - from);
  }

  private void copy(byte[] bytes, int from, int count) {
    if (carried + count > carry.length) {
      carry = Arrays.copyOf(
          carry, Math.max(FIRST_CAPACITY, Math.max(carried + count, carry.length * 2)));
    }
    System.arraycopy(bytes, from, carry, carried, count);
    carried += count;
  }
}
