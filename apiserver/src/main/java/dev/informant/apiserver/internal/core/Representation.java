package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.storage.Json;
import java.util.Iterator;
import java.util.List;
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

  /** The same in pieces, at least one, if it may be much larger than the object. */
  default Iterator<byte[]> pieces(ServedObject object) {
    return List.of(object(object)).iterator();
  }

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

  /**
   * An event about an object whose rest cannot be read. A form that shows metadata alone has nothing wrong in it.
   *
   * @param sound the metadata, and nothing else
   */
  default byte[] brokenEvent(ServedObject sound, boolean first) {
    return event(EventType.MODIFIED, sound, first);
  }

  /** An event about an object that has nothing to do with what is watched, and names its own kind. */
  default byte[] strangeEvent(ObjectNode stranger) {
    return JsonRepresentation.frame(EventType.MODIFIED.name(), Json.write(stranger));
  }

  /** Whether a watch in this form ends at once, because no event has it. */
  default boolean endsWatches() {
    return false;
  }

  /** Whether a watch's first event is written differently, as a Table with its columns. */
  default boolean firstEventDiffers() {
    return false;
  }
}
