package dev.informant.internal.store;

import dev.informant.object.Revision;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stored revision and the values it is indexed under, one element for each index: null (none, or
 * the function failed), a String, or a sorted String[] of several. The values are kept because the
 * object must not be asked again when it leaves: someone may have changed it, and a compact one
 * would have to be decoded. The array is shared between entries and never changed.
 */
final class Entry<T> extends Keyed {
  private static final @Nullable Object[] NOT_INDEXED = {};

  final Revision<T> revision;

  /** Set by the editor that made the entry, before it is published. */
  @Nullable
  Object[] values = NOT_INDEXED;

  Entry(Revision<T> revision) {
    super(revision.key());
    this.revision = revision;
  }

  /** Whether two elements of {@link #values} arrays are equal. */
  static boolean sameValue(@Nullable Object one, @Nullable Object other) {
    if (one instanceof String[] several) {
      return other instanceof String[] others && Arrays.equals(several, others);
    }
    return Objects.equals(one, other);
  }
}
