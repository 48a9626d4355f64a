package dev.informant.internal.compact;

import java.util.List;

/**
 * Collects from samples the pieces that most of them share. The result suits any compression that
 * looks back: its best pieces stand last, nearest to what is compressed.
 */
/*
 * Each run of eight bytes is worth as many points as other samples contain it. A piece is worth the sum of
 * its runs. The samples, one behind the other, are cut into as many stretches as pieces fit into the
 * dictionary; from each the best piece is taken and its runs are worth nothing from then on, so that nothing is
 * taken twice. Further rounds fill what is left. Runs are counted by hash: a collision blurs a count and
 * does no harm.
 */
final class DictionaryTrainer {
  private static final int RUN = 8;
  private static final int PIECE = 64;
  private static final int HASH_BITS = 18;
  private static final int ROUNDS = 4;

  /** Less than this is chance: runs that only share a hash. */
  private static final int LEAST_WORTH = PIECE / 2;

  private final int[] worth = new int[1 << HASH_BITS];
  private final byte[] all;
  private final byte[] dictionary;
  private int start;

  private DictionaryTrainer(List<byte[]> samples, int size) {
    this.all = join(samples);
    this.dictionary = new byte[size];
    this.start = size;
    count(samples);
  }

  /** A dictionary of at most {@code size} bytes; empty if the samples have nothing in common. */
  static byte[] train(List<byte[]> samples, int size) {
    DictionaryTrainer trainer = new DictionaryTrainer(samples, size);
    for (int round = 0; round < ROUNDS && trainer.fill(); round++) {}
    return java.util.Arrays.copyOfRange(trainer.dictionary, trainer.start, size);
  }

  private static byte[] join(List<byte[]> samples) {
    int length = 0;
    for (byte[] sample : samples) {
      length += sample.length;
    }
    byte[] joined = new byte[length];
    int at = 0;
    for (byte[] sample : samples) {
      System.arraycopy(sample, 0, joined, at, sample.length);
      at += sample.length;
    }
    return joined;
  }

  private void count(List<byte[]> samples) {
    int[] last = new int[1 << HASH_BITS];
    int number = 0;
    for (byte[] sample : samples) {
      number++;
      for (int at = 0; at + RUN <= sample.length; at++) {
        int slot = slot(sample, at);
        if (last[slot] == 0) {
          last[slot] = number;
        } else if (last[slot] != number) {
          last[slot] = number;
          worth[slot]++;
        }
      }
    }
  }

  /** One round; returns whether another may find more. */
  private boolean fill() {
    int pieces = Math.max(1, start / PIECE);
    int stretch = Math.max(PIECE, all.length / pieces);
    boolean found = false;
    for (int from = 0; from + PIECE <= all.length && start > 0; from += stretch) {
      found |= takeBest(from, Math.min(all.length, from + stretch));
    }
    return found && start > 0;
  }

  private boolean takeBest(int from, int to) {
    long value = 0;
    long best = LEAST_WORTH;
    int bestAt = -1;
    for (int at = from; at + RUN <= to; at++) {
      value += worth[slot(all, at)];
      int begin = at + RUN - PIECE;
      if (begin >= from) {
        if (value > best) {
          best = value;
          bestAt = begin;
        }
        value -= worth[slot(all, begin)];
      }
    }
    if (bestAt < 0) {
      return false;
    }
    int length = Math.min(PIECE, start);
    start -= length;
    System.arraycopy(all, bestAt + PIECE - length, dictionary, start, length);
    for (int at = bestAt; at + RUN <= bestAt + PIECE; at++) {
      worth[slot(all, at)] = 0;
    }
    return true;
  }

  private static int slot(byte[] bytes, int at) {
    long run = 0;
    for (int i = 0; i < RUN; i++) {
      run = run << 8 | (bytes[at + i] & 0xff);
    }
    return (int) (run * 0x9E3779B97F4A7C15L >>> (64 - HASH_BITS));
  }
}
