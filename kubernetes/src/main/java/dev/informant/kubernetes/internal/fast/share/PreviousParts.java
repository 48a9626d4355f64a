package dev.informant.kubernetes.internal.fast.share;

import dev.informant.kubernetes.internal.fast.read.FastReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the large parts of the version of each object that was decoded last, so that the next version takes
 * over those that have not changed: its spec, as a rule. It keeps none of them alive, and what it hands out
 * is shared between versions: nobody may change it. Bounded. Thread-safe.
 */
/*
 * The store has the previous object, and it is not asked: a codec knows no store, an object there may have been transformed, and the
 * bytes it was read from are gone. So this is a table of the codec's own.
 *
 * A part is known by how many bytes it had and by their digest, not by the bytes: these would take as much room as
 * the part. When the next version comes to the same place, as many bytes as last time are digested. If the
 * digest is the same the bytes are, so the part ends where it ended last time and nothing in it need be looked at.
 *
 * Which object it was is only a hint where to look: a wrong one finds other bytes and costs a digest. Each hint has
 * a few neighbouring slots. The table grows with the objects until it has MOST slots; from there on they
 * push each other out.
 *
 * Slots are written and read without a lock, and the worst that a race can do is a miss. But what is found must
 * be whole: an entry, and the part behind it. The part hangs on the reference that an entry is, whose field is
 * not final, so final fields would not be enough here (they are for StringCache). Hence an entry is put into
 * its slot with release and taken from it with acquire: whoever sees it sees all that the thread that made it had
 * done before, the decoding of the part included. The hints beside the entries are only hints and race freely: a
 * stale one leads to no entry, or to one that says itself whose it is.
 *
 * An entry that grow() copies into a larger table was read with acquire, and the table is published by a
 * volatile field. One that another thread puts into the old table meanwhile is lost: a miss.
 */
public final class PreviousParts {
  /** Smaller parts are decoded faster than looked for. */
  public static final int SMALLEST = 256;

  private static final int FEWEST = 1 << 8;
  private static final int MOST = 1 << 20;
  private static final int NEIGHBOURS = 4;

  private static final class Entry extends WeakReference<Object> {
    final int hint;
    final int place;
    final int length;
    final Digest digest;

    Entry(int hint, int place, int length, Digest digest, Object part) {
      super(part);
      this.hint = hint;
      this.place = place;
      this.length = length;
      this.digest = digest;
    }
  }

  /** The hints beside the entries save a look at each. */
  private static final class Table {
    final int[] hints;
    final @Nullable Entry[] entries;
    final boolean canGrow;
    int taken;

    Table(int size, int most) {
      hints = new int[size];
      entries = new @Nullable Entry[size];
      canGrow = size < most;
    }

    boolean isCrowded() {
      return canGrow && taken > hints.length / 3;
    }

    @Nullable
    Entry entry(int slot) {
      return (Entry) ENTRIES.getAcquire(entries, slot);
    }

    void publish(int slot, Entry entry) {
      ENTRIES.setRelease(entries, slot, entry);
      hints[slot] = entry.hint;
    }

    int slot(int hint, int neighbour) {
      return ((hint * 0x9E3779B9 >>> 8) + neighbour) & (hints.length - 1);
    }
  }

  private static final VarHandle ENTRIES = MethodHandles.arrayElementVarHandle(Entry[].class);

  private final int most;
  private final Places places = new Places();
  private volatile Table table;

  public PreviousParts() {
    this(MOST);
  }

  /**
   * @param most how many parts are remembered at most: a power of two, and not less than a table has at first
   */
  PreviousParts(int most) {
    if (most < FEWEST || Integer.bitCount(most) != 1) {
      throw new IllegalArgumentException("no power of two from " + FEWEST + " on: " + most);
    }
    this.most = most;
    this.table = new Table(FEWEST, most);
  }

  /** Whether parts at this place mostly stay as they were: a status, for one, does not. */
  public boolean isWorthLooking(int place) {
    return places.of(place).isWorthLooking();
  }

  /**
   * The part that begins at the reader's position, which is then passed; null, without passing anything, if it is
   * not the one of last time.
   */
  @Nullable
  public Object take(FastReader json, int uidHash, int place) {
    int hint = hint(uidHash, place);
    Table present = table;
    for (int i = 0; i < NEIGHBOURS; i++) {
      int slot = present.slot(hint, i);
      Entry entry = present.hints[slot] == hint ? present.entry(slot) : null;
      if (entry == null || entry.hint != hint || entry.place != place) {
        continue;
      }
      int to = json.at + entry.length;
      Object part = to <= json.end ? entry.get() : null;
      boolean same = part != null && Digest.of(json.bytes, json.at, to).equals(entry.digest);
      places.of(place).looked(same);
      if (!same) {
        return null;
      }
      json.at = to;
      return part;
    }
    return null;
  }

  /** Remembers a part that was decoded from {@code [from, to)}. */
  public void keep(byte[] bytes, int from, int to, int uidHash, int place, Object part) {
    int hint = hint(uidHash, place);
    Entry entry = new Entry(hint, place, to - from, Digest.of(bytes, from, to), part);
    if (put(table, entry)) {
      grow();
    }
  }

  /** Returns whether the table is rather full and can grow. */
  private static boolean put(Table into, Entry entry) {
    int chosen = into.slot(entry.hint, 0);
    boolean free = false;
    for (int i = 0; i < NEIGHBOURS; i++) {
      int slot = into.slot(entry.hint, i);
      Entry there = into.entry(slot);
      if (there != null && there.hint == entry.hint && there.place == entry.place) {
        chosen = slot;
        break;
      }
      if (!free && (there == null || there.get() == null)) {
        chosen = slot;
        free = true;
      }
    }
    if (into.entry(chosen) == null) {
      into.taken++; // racing threads only blur it
    }
    into.publish(chosen, entry);
    return into.isCrowded();
  }

  private synchronized void grow() {
    Table old = table;
    if (!old.isCrowded()) {
      return; // another thread was faster
    }
    Table larger = new Table(old.hints.length * 2, most);
    for (int slot = 0; slot < old.entries.length; slot++) {
      Entry entry = old.entry(slot);
      if (entry != null && entry.get() != null) {
        put(larger, entry);
      }
    }
    table = larger;
  }

  /** Never 0, which stands for nothing. */
  private static int hint(int uidHash, int place) {
    int hint = uidHash + place * 0x61C88647;
    return hint == 0 ? 1 : hint;
  }
}
