package dev.informant.store;

import dev.informant.object.Revision;
import org.jspecify.annotations.Nullable;

/**
 * A stored revision and the values it is indexed under, one element for each index: null (none, or the
 * function failed), a String, or a sorted String[] of several. The values are kept because the object must not be
 * asked again when it leaves: someone may have changed it, and a compact one would have to be decoded.
 */
final class Entry<T> extends Keyed {
  final Revision<T> revision;
  final @Nullable Object[] values;

  Entry(Revision<T> revision, @Nullable Object[] values) {
    super(revision.key());
    this.revision = revision;
    this.values = values;
  }
}
