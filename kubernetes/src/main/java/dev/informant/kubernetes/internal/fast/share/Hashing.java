package dev.informant.kubernetes.internal.fast.share;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Hashes ranges of bytes, eight at a time. */
public final class Hashing {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Hashing() {}

  public static int of(byte[] bytes, int from, int to) {
    long hash = to - from;
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      hash = mix(hash ^ (long) LONG.get(bytes, at));
    }
    long rest = 0;
    for (; at < to; at++) {
      rest = rest << 8 | (bytes[at] & 0xff);
    }
    hash = mix(hash ^ rest);
    return (int) (hash ^ hash >>> 32);
  }

  private static long mix(long value) {
    long product = value * 0x9E3779B97F4A7C15L;
    return product ^ product >>> 29;
  }
}
