package dev.informant.internal.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lets entries with equal index values share one array: most objects of a namespace do. Remembers a
 * few arrays only, so it never grows. Used by the one writer at a time.
 */
final class ValueTuples {
  private static final int REMEMBERED = 256;

  private final @Nullable Object[][] recent = new Object[REMEMBERED][];

  /** An array equal to {@code values}: an old one if possible. */
  @Nullable
  Object[] share(@Nullable Object[] values) {
    int hash = Arrays.deepHashCode(values);
    int at = (hash ^ hash >>> 8 ^ hash >>> 16) & (REMEMBERED - 1);
    @Nullable Object[] remembered = recent[at];
    if (remembered != null && Arrays.deepEquals(remembered, values)) {
      return remembered;
    }
    recent[at] = values;
    return values;
  }
}
