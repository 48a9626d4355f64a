package dev.informant.internal.compact;

import org.jspecify.annotations.Nullable;

/**
 * Packs the objects of one set of labels: the pods of a workload, as a rule. If they are many and alike, one of them becomes their
 * template, that is the dictionary of the others, which then take half the room that the dictionary of the kind leaves them. Thread-safe.
 */
/*
 * How many there are is not counted but guessed, since one object may come again and again: each uid marks one of 64 bits,
 * and 26 of them are marked by some 33 objects. The next one is then packed with the one before, and if that saves so much that 33 objects
 * pay for a whole one, it is kept (Packer), for ever: hence a bounded number of them.
 * One object in 64 is packed without it, too; where that is hardly worse, the objects have changed, and the template is no longer used.
 */
final class WorkloadTemplate {
  private static final int MANY_BITS = 26;
  private static final int MANY = 33;
  private static final int SMALLEST = 1024;
  private static final int LARGEST = 32 << 10;
  private static final int UNDECIDED = -1;
  private static final int LOOK_EVERY = 64;

  /** Of the template among the packer's dictionaries; 0 if they have none. */
  private volatile int number = UNDECIDED;

  /** With the template; racing writers only move a look. */
  private int packs;

  private long seen; // guarded by this
  private byte @Nullable [] candidate; // guarded by this

  /** There is one from an earlier run. */
  void restored(int known) {
    number = known;
  }

  byte[] pack(Packer packer, String uid, byte[] raw) {
    int known = number;
    if (known > 0) {
      return packWith(packer, known, raw);
    }
    byte[] packed = packer.pack(raw);
    if (known == UNDECIDED && packer.hasDictionaries()) {
      consider(packer, uid, raw, packed.length);
    }
    return packed;
  }

  private byte[] packWith(Packer packer, int template, byte[] raw) {
    byte[] packed = packer.pack(raw, template);
    if (++packs % LOOK_EVERY == 0) {
      byte[] without = packer.pack(raw);
      if (without.length < packed.length + packed.length / 8) {
        number = 0;
      }
    }
    return packed;
  }

  private synchronized void consider(Packer packer, String uid, byte[] raw, int packedLength) {
    byte[] other = candidate;
    if (number != UNDECIDED) {
      return; // another thread was faster
    }
    if (other != null) {
      int saved = packedLength
          - packer.pack(raw, packer.compression().coder(other), /* number= */ 0).length;
      number = saved * MANY > other.length ? packer.addTemplate(other) : 0;
      candidate = null;
      return;
    }
    seen |= 1L << (uid.hashCode() * 0x9E3779B9 >>> 26);
    if (Long.bitCount(seen) >= MANY_BITS && raw.length >= SMALLEST && raw.length <= LARGEST) {
      candidate = raw;
    }
  }
}
