package dev.informant.kubernetes.internal.fast.share;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What has been learned about the places of a model where parts stand, by their numbers. Thread-safe. */
public final class Places {
  private volatile Place[] places = {}; // replaced under this

  Place of(int number) {
    Place[] present = places;
    return number < present.length ? present[number] : grown(number);
  }

  private synchronized Place grown(int number) {
    int known = places.length;
    if (number >= known) {
      Place[] more = Arrays.copyOf(places, Math.max(number + 1, known * 2));
      for (int i = known; i < more.length; i++) {
        more[i] = new Place();
      }
      places = more;
    }
    return places[number];
  }

  /**
   * Whether parts at one place of a model recur often enough to look for them. It learns: a place that
   * rarely hits is looked at again only now and then. The counters race; that only blurs them. For shared parts
   * it also has the one that was found last: the next is guessed to be the same, so that its end need not be looked for. It
   * is here so that one look-up finds both.
   */
  static final class Place {
    private static final int TRIAL = 512;
    private static final int RETRY = 16_384;
    private int tries;
    private int hits;
    private int skipped;
    private SharedParts.@Nullable Entry last;

    /** The part that was found here last; null if none was, as always for previous parts. */
    SharedParts.@Nullable Entry last() {
      return last;
    }

    void found(SharedParts.Entry entry) {
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
