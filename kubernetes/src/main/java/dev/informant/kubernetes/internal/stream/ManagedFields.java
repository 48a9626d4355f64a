package dev.informant.kubernetes.internal.stream;

import dev.informant.kubernetes.codec.DecodeException;

/** Takes {@code metadata.managedFields} out of an object's bytes, before any decoder sees them. */
public final class ManagedFields {
  private ManagedFields() {}

  /**
   * Closes the gap by moving what stands before it, within {@code [offset, offset + length)}.
   *
   * @return how many bytes were taken out: the object now begins that much later. 0 if it has none or
   *     is too broken to tell, then nothing was touched
   */
  public static int cut(byte[] bytes, int offset, int length) {
    try {
      return cutFrom(bytes, offset, new JsonCursor(bytes, offset, length));
    } catch (DecodeException broken) {
      return 0; // the decoder will say what is wrong
    }
  }

  private static int cutFrom(byte[] bytes, int offset, JsonCursor json) {
    if (json.peek() != '{' || !json.beginObject()) {
      return 0;
    }
    do {
      if (!json.name().equals("metadata") || json.peek() != '{') {
        json.skipValue();
        continue;
      }
      return cutFromMetadata(bytes, offset, json);
    } while (json.moreMembers());
    return 0;
  }

  private static int cutFromMetadata(byte[] bytes, int offset, JsonCursor json) {
    if (!json.beginObject()) {
      return 0;
    }
    int beforeMember = json.position();
    boolean first = true;
    while (true) {
      json.peek();
      boolean found = json.name().equals("managedFields");
      json.skipValue();
      int afterMember = json.position();
      boolean more = json.moreMembers();
      if (found) {
        // A first member takes the comma after it along, any other the comma before it.
        int gapEnd = first && more ? json.position() : afterMember;
        int gap = gapEnd - beforeMember;
        System.arraycopy(bytes, offset, bytes, offset + gap, beforeMember - offset);
        return gap;
      }
      if (!more) {
        return 0;
      }
      beforeMember = afterMember;
      first = false;
    }
  }
}
