package dev.informant.kubernetes.internal.fast.share;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/** Stands for bytes: equal digests of ranges of one length mean equal bytes. Valid within one process. */
/*
 * The bytes, seven to a number, are the coefficients of a polynomial modulo the prime 2^61-1, which is evaluated at
 * two random points. Two different texts of n numbers agree at one point with a probability of at most n / 2^61,
 * whoever wrote them, for the points are drawn anew in each process and never shown. For a part of a megabyte
 * that makes less than 2^-86 for both points: it does not happen, and nobody can make it happen.
 */
record Digest(long first, long second) {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int STEP = 7;
  private static final long SEVEN_BYTES = (1L << 56) - 1;
  private static final long PRIME = (1L << 61) - 1;
  private static final long FIRST_POINT;
  private static final long SECOND_POINT;

  static {
    SecureRandom random = new SecureRandom();
    FIRST_POINT = point(random);
    SECOND_POINT = point(random);
  }

  private static long point(SecureRandom random) {
    long drawn;
    do {
      drawn = random.nextLong() & PRIME;
    } while (drawn < 2 || drawn == PRIME);
    return drawn;
  }

  static Digest of(byte[] bytes, int from, int to) {
    long first = 0;
    long second = 0;
    int at = from;
    for (; at + Long.BYTES <= to; at += STEP) {
      long word = (long) LONG.get(bytes, at) & SEVEN_BYTES;
      first = next(first, FIRST_POINT, word);
      second = next(second, SECOND_POINT, word);
    }
    for (; at < to; at++) {
      first = next(first, FIRST_POINT, bytes[at] & 0xff);
      second = next(second, SECOND_POINT, bytes[at] & 0xff);
    }
    return new Digest(first % PRIME, second % PRIME);
  }

  /** Less than 2^61 + 2 if {@code value} is; congruent to {@code value * point + word}. */
  private static long next(long value, long point, long word) {
    long low = value * point;
    long high = Math.multiplyHigh(value, point);
    long sum = (low & PRIME) + (low >>> 61 | high << 3) + word;
    return (sum & PRIME) + (sum >>> 61);
  }
}
