package dev.informant.compact;

import java.util.Arrays;
import java.util.List;

/**
 * Compresses and decompresses with the dictionaries of one kind. Packed bytes begin with the number of their
 * dictionary and the length of what is in them. Thread-safe.
 */
/*
 * Dictionaries are only ever added, each under the next number, and stay: whoever holds packed bytes can read
 * them without asking. There are few, since training gets rarer (DictionarySchedule).
 */
final class Packer {
  /** As many as one byte can tell apart. */
  static final int MOST_CODERS = 255;

  private final Compression compression;
  private volatile Compression.Coder[] coders; // replaced under this, never changed

  Packer(Compression compression) {
    this.compression = compression;
    this.coders = new Compression.Coder[] {compression.coder(new byte[0])};
  }

  Compression compression() {
    return compression;
  }

  /** The dictionaries there are, without the empty one of number 0. */
  List<byte[]> dictionaries() {
    Compression.Coder[] present = coders;
    return Arrays.stream(present, 1, present.length)
        .map(Compression.Coder::dictionary)
        .toList();
  }

  /** Adds a dictionary, which is used from now on. */
  synchronized void add(byte[] dictionary) {
    Compression.Coder[] more = Arrays.copyOf(coders, coders.length + 1);
    more[coders.length] = compression.coder(dictionary);
    coders = more;
  }

  boolean isFull() {
    return coders.length >= MOST_CODERS;
  }

  /** The number of the dictionary that is used now. */
  int latest() {
    return coders.length - 1;
  }

  byte[] pack(byte[] raw) {
    Compression.Coder[] present = coders;
    return pack(raw, present[present.length - 1], present.length - 1);
  }

  byte[] pack(byte[] raw, int number) {
    return pack(raw, coders[number], number);
  }

  byte[] pack(byte[] raw, Compression.Coder coder, int number) {
    byte[] buffer = new byte[coder.bound(raw.length) + 6];
    buffer[0] = (byte) number;
    int at = 1;
    int length = raw.length;
    while (length > 0x7f) {
      buffer[at++] = (byte) (length | 0x80);
      length >>>= 7;
    }
    buffer[at++] = (byte) length;
    return Arrays.copyOf(buffer, at + coder.compress(raw, buffer, at));
  }

  /** The number of the dictionary these bytes need. */
  static int number(byte[] packed) {
    return packed[0] & 0xff;
  }

  /** The same bytes for one who knows their dictionary by another number. */
  static byte[] renumbered(byte[] packed, int number) {
    if (number(packed) == number) {
      return packed;
    }
    byte[] copy = packed.clone();
    copy[0] = (byte) number;
    return copy;
  }

  /** Throws {@link IllegalStateException} unless the dictionary of these bytes is here. */
  void check(byte[] packed) {
    if (packed.length < 2 || number(packed) >= coders.length) {
      throw new IllegalStateException("packed bytes without their dictionary");
    }
  }

  byte[] unpack(byte[] packed) {
    check(packed);
    Compression.Coder[] present = coders;
    int length = 0;
    int at = 1;
    int shift = 0;
    byte next;
    do {
      next = packed[at++];
      length |= (next & 0x7f) << shift;
      shift += 7;
    } while (next < 0);
    byte[] raw = new byte[length];
    present[number(packed)].decompress(packed, at, raw);
    return raw;
  }
}
