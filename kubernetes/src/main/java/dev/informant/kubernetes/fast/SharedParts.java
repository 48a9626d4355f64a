package dev.informant.kubernetes.fast;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Remembers recent parts of objects by their bytes, so that equal ones are one object: labels, owner
 * references, probes, tolerations. Bounded as {@link StringCache}, and thread-safe in the same way.
 * What it hands out is shared between objects: nobody may change it.
 */
final class SharedParts {
  /** Parts smaller than this are not worth a slot. */
  static final int SMALLEST = 16;

  /** Larger ones are rarely equal. What managedFields say of a controller's pods is more than 2 KiB. */
  static final int LARGEST = 4096;

  private static final int SLOTS = 1 << 13;

  /** A part and the bytes it was decoded from. */
  record Entry(ValuePlan plan, byte[] bytes, Object part) {}

  private final @Nullable Entry[] slots = new @Nullable Entry[SLOTS];
  private final Places places = new Places();

  Places.Place place(int number) {
    return places.of(number);
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
}
