package dev.informant.kubernetes.fast;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Remembers recent parts of objects by their bytes, so that equal ones are one object: labels, owner
 * references, probes, tolerations. Bounded as {@link StringCache}, and thread-safe in the same way.
 * What it hands out is shared between objects: nobody may change it.
 */
final class SharedParts {
  /** Parts smaller than this are not worth a slot, larger ones are rarely equal. */
  static final int SMALLEST = 16;

  static final int LARGEST = 2048;
  private static final int SLOTS = 1 << 13;

  /** A part and the bytes it was decoded from. */
  record Entry(ValuePlan plan, byte[] bytes, Object part) {}

  private final @Nullable Entry[] slots = new @Nullable Entry[SLOTS];
  private final Place[] places;

  /**
   * @param count of places there are
   */
  SharedParts(int count) {
    places = new Place[count];
    Arrays.setAll(places, place -> new Place());
  }

  Place place(int number) {
    return places[number];
  }

  @Nullable
  Entry find(ValuePlan plan, int hash, byte[] bytes, int from, int to) {
    Entry entry = slots[hash & (SLOTS - 1)];
    return entry != null
            && entry.plan == plan
            && Arrays.equals(bytes, from, to, entry.bytes, 0, entry.bytes.length)
        ? entry
        : null;
  }

  Entry keep(ValuePlan plan, int hash, byte[] bytes, int from, int to, Object part) {
    Entry entry = new Entry(plan, Arrays.copyOfRange(bytes, from, to), part);
    slots[hash & (SLOTS - 1)] = entry;
    return entry;
  }

  /**
   * Whether parts at one place of a model recur often enough to look for them. It learns: a place that
   * rarely hits is looked at again only now and then. The counters race; that only blurs them. And it guesses
   * that a part is the same as last time, so that its end need not be looked for.
   */
  static final class Place {
    private static final int TRIAL = 64;
    private static final int RETRY = 4096;
    private int tries;
    private int hits;
    private int skipped;
    private @Nullable Entry last;

    /** The part that was found here last. */
    @Nullable
    Entry last() {
      return last;
    }

    void found(Entry entry) {
      last = entry;
    }

    boolean isWorthLooking() {
      if (tries < TRIAL || hits * 4 >= tries) {
        return true;
      }
      if (++skipped >= RETRY) {
        skipped = 0;
        tries = 0;
        hits = 0;
      }
      return false;
    }

    void looked(boolean hit) {
      if (tries >= 1 << 20) {
        tries >>= 1;
        hits >>= 1;
      }
      tries++;
      if (hit) {
        hits++;
      }
    }
  }
}
