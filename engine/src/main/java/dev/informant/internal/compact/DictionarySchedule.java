package dev.informant.internal.compact;

import dev.informant.log.QuietLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a dictionary is trained and of what. Thread-safe; training runs on the executor, and nobody
 * waits for it.
 */
/*
 * The first FEW objects make a first dictionary, so that a small kind has one; the first MANY the one that a
 * large kind keeps. Those that waited for it are then packed again, with it: its samples at once, and what came while it was
 * trained in pieces, between which others have their turn on the executor.
 *
 * From there on it looks how much of an object's bytes is left after packing, window by window. The first
 * window after a training is the measure; a window that is left with a third more says that the objects have
 * changed, and new samples are taken. A new dictionary is used only if it clearly beats what there is on these
 * samples. Either way the next training may come only after twice as many objects as this one, so the
 * number of dictionaries grows with the logarithm of the number of objects packed.
 *
 * A training that fails costs its dictionary and nothing else.
 */
final class DictionarySchedule {
  static final int FEW = 100;
  static final int MANY = 1000;
  static final int WINDOW = 1024;

  /** So many that came during a training are packed again: an executor that never trains must not keep all there ever were. */
  static final int MOST_WAITING = 100_000;

  private static final int PIECE = 1000;
  private static final Logger LOG = QuietLog.of(DictionarySchedule.class);
  private static final int RETRAINED_ON = 500;
  private static final long MOST_SAMPLE_BYTES = 4 << 20;

  /** Of a large object this much is looked at: one must not drown the others. */
  private static final int MOST_OF_ONE = 32 << 10;

  private static final double STOPS_PAYING = 1.33;
  private static final double PAYS = 0.9;

  private final Packer packer;
  private final Executor executor;

  // all guarded by this
  private @Nullable List<CompactRevision<?>> samples = new ArrayList<>();
  private long sampleBytes;
  private int wanted = FEW;
  private boolean training;
  private long packed;
  private long interval = 4 * WINDOW;
  private long notBefore;
  private long windowRaw;
  private long windowPacked;
  private int windowObjects;
  private double measure;

  DictionarySchedule(Packer packer, Executor executor) {
    this.packer = packer;
    this.executor = executor;
  }

  /** There is a dictionary already, from an earlier run. */
  synchronized void trained() {
    samples = null;
  }

  /** An object was packed. */
  void packed(CompactRevision<?> revision, int rawLength) {
    List<CompactRevision<?>> chosen = count(revision, rawLength, revision.packed().length);
    if (chosen != null) {
      try {
        executor.execute(() -> train(chosen));
      } catch (RejectedExecutionException closed) {
        done(chosen, /* useful= */ false);
      }
    }
  }

  private synchronized @Nullable List<CompactRevision<?>> count(
      CompactRevision<?> revision, int rawLength, int packedLength) {
    packed++;
    List<CompactRevision<?>> collected = samples;
    if (collected == null) {
      window(rawLength, packedLength);
      return null;
    }
    if (collected.size() < MANY) {
      collected.add(revision);
      sampleBytes += Math.min(rawLength, MOST_OF_ONE);
    } else if (training && collected.size() < MOST_WAITING) {
      collected.add(revision);
    }
    if (training || (collected.size() < wanted && sampleBytes < MOST_SAMPLE_BYTES)) {
      return null;
    }
    training = true;
    return List.copyOf(collected.subList(0, Math.min(collected.size(), MANY)));
  }

  // guarded by this
  private void window(int rawLength, int packedLength) {
    windowRaw += rawLength;
    windowPacked += packedLength;
    if (++windowObjects < WINDOW) {
      return;
    }
    double left = (double) windowPacked / Math.max(1, windowRaw);
    windowRaw = 0;
    windowPacked = 0;
    windowObjects = 0;
    if (measure == 0) {
      measure = left;
    } else if (left > measure * STOPS_PAYING && packed >= notBefore && !packer.isFull()) {
      samples = new ArrayList<>();
      sampleBytes = 0;
      wanted = RETRAINED_ON;
    }
  }

  private void train(List<CompactRevision<?>> chosen) {
    boolean useful = false;
    try {
      useful = trainOn(chosen);
    } catch (RuntimeException | LinkageError | OutOfMemoryError failure) {
      LOG.log(
          Level.WARNING,
          "could not train a dictionary for compact objects; they use more memory",
          failure);
    } finally {
      done(chosen, useful);
    }
  }

  private boolean trainOn(List<CompactRevision<?>> chosen) {
    List<byte[]> raw = new ArrayList<>(chosen.size());
    List<byte[]> looked = new ArrayList<>(chosen.size());
    long before = 0;
    for (CompactRevision<?> revision : chosen) {
      byte[] bytes = packer.unpack(revision.packed());
      raw.add(bytes);
      looked.add(bytes.length <= MOST_OF_ONE ? bytes : Arrays.copyOf(bytes, MOST_OF_ONE));
      before += packer.pack(bytes).length;
    }
    byte[] dictionary = packer.compression().train(looked);
    if (dictionary == null || dictionary.length == 0) {
      return false;
    }
    Compression.Coder coder = packer.compression().coder(dictionary);
    long after = 0;
    for (byte[] bytes : raw) {
      after += packer.pack(bytes, coder, 0).length;
    }
    if (after > before * PAYS) {
      return false;
    }
    packer.add(dictionary);
    for (int i = 0; i < raw.size(); i++) {
      chosen.get(i).repacked(packer.pack(raw.get(i)));
    }
    return true;
  }

  private void done(List<CompactRevision<?>> chosen, boolean useful) {
    List<CompactRevision<?>> meanwhile = List.of();
    synchronized (this) {
      training = false;
      List<CompactRevision<?>> collected = samples;
      if (collected != null && useful) {
        meanwhile = List.copyOf(collected.subList(chosen.size(), collected.size()));
      }
      if (wanted == FEW && chosen.size() < MANY && sampleBytes < MOST_SAMPLE_BYTES) {
        wanted = MANY;
      } else {
        samples = null;
        measure = 0;
        windowRaw = 0;
        windowPacked = 0;
        windowObjects = 0;
        notBefore = packed + interval;
        interval *= 2;
      }
    }
    packAgain(meanwhile);
  }

  private void packAgain(List<CompactRevision<?>> waiting) {
    int piece = Math.min(waiting.size(), PIECE);
    for (CompactRevision<?> revision : waiting.subList(0, piece)) {
      revision.repacked(packer.pack(packer.unpack(revision.packed())));
    }
    if (piece < waiting.size()) {
      try {
        executor.execute(() -> packAgain(waiting.subList(piece, waiting.size())));
      } catch (RejectedExecutionException closed) {
        // they stay larger than they could be
      }
    }
  }
}
