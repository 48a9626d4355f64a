package dev.informant.kubernetes.internal.stream;

import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.object.Keys;

/**
 * What can be read of an object without decoding it: enough to name it when it cannot be decoded.
 * Absent or unreadable parts are empty.
 */
public record ObjectHead(
    String apiVersion,
    String kind,
    String namespace,
    String name,
    String uid,
    String resourceVersion,
    boolean initialEventsEnd) {
  private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

  /** Reads as much as the bytes give, which may be broken or only the beginning of the object. */
  public static ObjectHead read(byte[] bytes, int offset, int length) {
    Reader reader = new Reader();
    try {
      reader.object(new JsonCursor(bytes, offset, length));
    } catch (DecodeException asFarAsItGoes) {
      // What was read before the fault is what there is.
    }
    return reader.head();
  }

  /** The object's key; empty if it has no readable name. */
  public String key() {
    return name.isEmpty() ? "" : Keys.of(namespace, name);
  }

  private static final class Reader {
    private String apiVersion = "";
    private String kind = "";
    private String namespace = "";
    private String name = "";
    private String uid = "";
    private String resourceVersion = "";
    private boolean initialEventsEnd;

    ObjectHead head() {
      return new ObjectHead(
          apiVersion, kind, namespace, name, uid, resourceVersion, initialEventsEnd);
    }

    void object(JsonCursor json) {
      if (json.peek() != '{' || !json.beginObject()) {
        return;
      }
      do {
        switch (json.name()) {
          case "apiVersion" -> apiVersion = json.stringOrEmpty();
          case "kind" -> kind = json.stringOrEmpty();
          case "metadata" -> metadata(json);
          default -> json.skipValue();
        }
      } while (json.moreMembers());
    }

    private void metadata(JsonCursor json) {
      if (json.peek() != '{') {
        json.skipValue();
        return;
      }
      if (!json.beginObject()) {
        return;
      }
      do {
        switch (json.name()) {
          case "namespace" -> namespace = json.stringOrEmpty();
          case "name" -> name = json.stringOrEmpty();
          case "uid" -> uid = json.stringOrEmpty();
          case "resourceVersion" -> resourceVersion = json.stringOrEmpty();
          case "annotations" -> annotations(json);
          default -> json.skipValue();
        }
      } while (json.moreMembers());
    }

    private void annotations(JsonCursor json) {
      if (json.peek() != '{') {
        json.skipValue();
        return;
      }
      if (!json.beginObject()) {
        return;
      }
      do {
        if (json.name().equals(INITIAL_EVENTS_END)) {
          initialEventsEnd = json.stringOrEmpty().equals("true");
        } else {
          json.skipValue();
        }
      } while (json.moreMembers());
    }
  }
}
