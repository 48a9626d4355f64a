package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * How objects, lists and events are written: one per content type and transformation. Equal
 * representations (by {@code equals}) share what they encode: an event is encoded once for all watches that
 * have equal ones. Stateless and thread-safe.
 */
public interface Representation {
  /** The Content-Type of everything but watches. */
  String contentType();

  /** The Content-Type of a watch; null if this has no form that streams, which is answered with 406. */
  @Nullable
  String streamContentType();

  /** A whole body. */
  byte[] object(ServedObject object);

  /** A whole body in pieces; pieces should be some kilobytes, so that a large list is never held. */
  Iterator<byte[]> list(ServedList list);

  /** A Status as a whole body. */
  byte[] status(ObjectNode status);

  /**
   * One event of a watch, with its frame.
   *
   * @param first whether it is the first of its watch; asked only if {@link #firstEventDiffers}
   */
  byte[] event(EventType type, ServedObject object, boolean first);

  /** An event of type ERROR. Statuses are never transformed. */
  byte[] errorEvent(ObjectNode status);

  /** Whether a watch in this form ends at once, because no event has it. */
  default boolean endsWatches() {
    return false;
  }

  /** Whether a watch's first event is written differently, as a Table with its columns. */
  default boolean firstEventDiffers() {
    return false;
  }
}
