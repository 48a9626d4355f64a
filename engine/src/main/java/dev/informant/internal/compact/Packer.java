package dev.informant.internal.compact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Compresses and decompresses with the dictionaries of one kind. Packed bytes begin with the number of their
 * dictionary and the length of what is in them. Thread-safe.
 */
/*
 * Dictionaries are only ever added, each under the next number, and stay: whoever holds packed bytes can read
 * them without asking. There are few that were trained, since training gets rarer (DictionarySchedule), and a bounded number
 * of templates, each one of many objects that are alike (WorkloadTemplate).
 */
final class Packer {
  static final int MOST_TRAINED = 255;

  static final int MOST_TEMPLATES = 1024;

  /** No dictionary has a higher number. */
  static final int HIGHEST = MOST_TRAINED + MOST_TEMPLATES;

  private static final byte TRAINED = 0;
  private static final byte TEMPLATE = 1;

  private record Numbered(Compression.Coder coder, byte kind) {}

  private final Compression compression;
  private int trained; // guarded by this
  private int templates; // guarded by this
  private volatile Numbered[] coders; // replaced under this, never changed
  /** The number of the dictionary that was trained last. Written after its coder. */
  private volatile int newest;

  Packer(Compression compression) {
    this.compression = compression;
    this.coders = new Numbered[] {new Numbered(compression.coder(new byte[0]), TRAINED)};
  }

  Compression compression() {
    return compression;
  }

  boolean hasDictionaries() {
    return coders.length > 1;
  }

  /** The dictionaries there are, without the empty one of number 0, each behind a byte that says what it is. */
  List<byte[]> dictionaries() {
    Numbered[] present = coders;
    List<byte[]> all = new ArrayList<>(present.length);
    for (int number = 1; number < present.length; number++) {
      byte[] dictionary = present[number].coder.dictionary();
      byte[] marked = new byte[dictionary.length + 1];
      marked[0] = present[number].kind;
      System.arraycopy(dictionary, 0, marked, 1, dictionary.length);
      all.add(marked);
    }
    return all;
  }

  /** Adds one of {@link #dictionaries()}; they must come in the same order. */
  synchronized void restore(byte[] marked) {
    byte[] dictionary = Arrays.copyOfRange(marked, 1, marked.length);
    if (marked[0] == TEMPLATE) {
      addTemplate(dictionary);
    } else {
      add(dictionary);
    }
  }

  /** Adds a dictionary, which is used from now on. */
  synchronized void add(byte[] dictionary) {
    int number = append(dictionary, TRAINED);
    trained++;
    newest = number;
  }

  /** Adds a template, an object that others are like; returns its number, or 0 if there are too many. */
  synchronized int addTemplate(byte[] raw) {
    if (templates == MOST_TEMPLATES) {
      return 0;
    }
    templates++;
    return append(raw, TEMPLATE);
  }

  // guarded by this
  private int append(byte[] dictionary, byte kind) {
    int number = coders.length;
    Numbered[] more = Arrays.copyOf(coders, number + 1);
    more[number] = new Numbered(compression.coder(dictionary), kind);
    coders = more;
    return number;
  }

  synchronized boolean isFull() {
    return trained >= MOST_TRAINED;
  }

  /** The number of the dictionary that was trained last; 0 if none was. */
  int latest() {
    return newest;
  }

  byte[] pack(byte[] raw) {
    return pack(raw, newest);
  }

  byte[] pack(byte[] raw, int number) {
    return pack(raw, coders[number].coder, number);
  }

  byte[] pack(byte[] raw, Compression.Coder coder, int number) {
    byte[] buffer = new byte[coder.bound(raw.length) + 10];
    int at = put(buffer, 0, number);
    at = put(buffer, at, raw.length);
    return Arrays.copyOf(buffer, at + coder.compress(raw, buffer, at));
  }

  private static int put(byte[] buffer, int from, int value) {
    int at = from;
    int rest = value;
    while (rest > 0x7f) {
      buffer[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[at++] = (byte) rest;
    return at;
  }

  /** The number of the dictionary these bytes need. */
  static int number(byte[] packed) {
    return new Numbers(packed).next();
  }

  /** The same bytes for one who knows their dictionary by another number. */
  static byte[] renumbered(byte[] packed, int number) {
    Numbers numbers = new Numbers(packed);
    if (numbers.next() == number) {
      return packed;
    }
    byte[] begin = new byte[5];
    int length = put(begin, 0, number);
    byte[] copy = Arrays.copyOf(begin, length + packed.length - numbers.at);
    System.arraycopy(packed, numbers.at, copy, length, packed.length - numbers.at);
    return copy;
  }

  /**
   * The number of the dictionary of these bytes if that is a template, else 0.
   *
   * @throws IllegalStateException if the dictionary is not here
   */
  int template(byte[] packed) {
    int number = number(packed);
    Numbered[] present = coders;
    if (number < 0 || number >= present.length) {
      throw new IllegalStateException("the dictionary of compressed bytes is missing");
    }
    return present[number].kind == TEMPLATE ? number : 0;
  }

  byte[] unpack(byte[] packed) {
    template(packed); // throws if it is not here
    Numbers numbers = new Numbers(packed);
    int number = numbers.next();
    byte[] raw = new byte[numbers.next()];
    coders[number].coder.decompress(packed, numbers.at, raw);
    return raw;
  }

  /** The numbers that packed bytes begin with. */
  private static final class Numbers {
    private final byte[] packed;
    int at;

    Numbers(byte[] packed) {
      this.packed = packed;
    }

    int next() {
      int value = 0;
      int shift = 0;
      byte next;
      do {
        if (at == packed.length || shift > 28) {
          throw new IllegalStateException("compressed bytes are damaged");
        }
        next = packed[at++];
        value |= (next & 0x7f) << shift;
        shift += 7;
      } while (next < 0);
      return value;
    }
  }
}
