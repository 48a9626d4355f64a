package dev.informant.kubernetes.internal.fast.share;

import dev.informant.kubernetes.internal.fast.read.FastReader;
import dev.informant.kubernetes.internal.fast.read.ValuePlan;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Remembers recent parts of objects by their bytes, so that equal ones are one object: labels, owner
 * references, probes, tolerations. Bounded: a slot holds one part, and a taken slot changes hands only to a part that is
 * seen there twice in a row. Thread-safe in the way of {@link StringCache}.
 * What it hands out is shared between objects: nobody may change it.
 */
public final class SharedParts {
  /** Parts smaller than this are not worth a slot. */
  static final int SMALLEST = 16;

  /** Larger ones are rarely equal. What managedFields say of a controller's pods is more than 2 KiB. */
  public static final int LARGEST = 4096;

  private static final int SLOTS = 1 << 13;

  /** A part and the bytes it was decoded from. */
  record Entry(ValuePlan plan, byte[] bytes, Object part) {}

  private final @Nullable Entry[] slots = new @Nullable Entry[SLOTS];
  private final int[] seen = new int[SLOTS];
  private final Places places = new Places();
  private final Map<ValuePlan, Object> empties = new ConcurrentHashMap<>();

  /**
   * Reads the part that is next, or finds it.
   *
   * @param number of its place
   */
  @Nullable
  public Object read(FastReader json, ValuePlan plan, int number) {
    Places.Place place = places.of(number);
    if (!json.isAtPart() || !place.isWorthLooking()) {
      return json.read(plan);
    }
    Entry last = place.last();
    if (last != null && json.accept(last.bytes)) {
      place.looked(/* hit= */ true);
      return last.part;
    }
    int from = json.skip();
    int to = json.at;
    int length = to - from;
    if (length < SMALLEST || length > LARGEST) {
      place.looked(/* hit= */ false);
      json.at = from;
      return json.read(plan);
    }
    int hash = Hashing.of(json.bytes, from, to);
    Entry known = find(plan, hash, json.bytes, from, to);
    place.looked(known != null);
    if (known != null) {
      place.found(known);
      return known.part;
    }
    json.at = from;
    Object read = json.read(plan);
    if (read != null && json.at == to && takes(hash)) {
      Entry entry = new Entry(plan, Arrays.copyOfRange(json.bytes, from, to), read);
      slots[hash & (SLOTS - 1)] = entry;
      place.found(entry);
    }
    return read;
  }

  /** What <code>{}</code> is read as by a plan; null before the first. */
  @Nullable
  public Object empty(ValuePlan plan) {
    return empties.get(plan);
  }

  /** Keeps this as what <code>{}</code> is read as; returns what is kept, which may be another's. */
  public Object keepEmpty(ValuePlan plan, Object made) {
    Object before = empties.putIfAbsent(plan, made);
    return before == null ? made : before;
  }

  private @Nullable Entry find(ValuePlan plan, int hash, byte[] bytes, int from, int to) {
    Entry entry = slots[hash & (SLOTS - 1)];
    return entry != null
            && entry.plan == plan
            && Arrays.equals(bytes, from, to, entry.bytes, 0, entry.bytes.length)
        ? entry
        : null;
  }

  private boolean takes(int hash) {
    int slot = hash & (SLOTS - 1);
    if (slots[slot] == null || seen[slot] == hash) {
      return true;
    }
    seen[slot] = hash;
    return false;
  }
}
