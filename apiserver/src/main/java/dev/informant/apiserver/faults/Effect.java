package dev.informant.apiserver.faults;

import java.time.Duration;

/** What a fault does to a request it matches. */
public sealed interface Effect {
  /** The answer comes later. Several delays add up. */
  record Delay(Duration time) implements Effect {
    public Delay {
      if (time.isNegative()) {
        throw new IllegalArgumentException("a delay is not negative: " + time);
      }
    }
  }

  /**
   * A failure instead of the answer.
   *
   * @param code from 400 to 599
   * @param retryAfterSeconds 0 for none
   */
  record Status(int code, String reason, String message, int retryAfterSeconds) implements Effect {
    public Status {
      requireFailure(code, retryAfterSeconds);
    }
  }

  /** Plain text instead of the answer, as a proxy or an overloaded server sends it. */
  record Text(int code, String text, int retryAfterSeconds) implements Effect {
    public Text {
      requireFailure(code, retryAfterSeconds);
    }
  }

  /**
   * The connection ends after so many body bytes; on HTTP/2 the stream does.
   *
   * @param afterBytes negative: before the first byte of the answer
   * @param reset whether it is reset (RST) instead of closed
   */
  record Cut(long afterBytes, boolean reset) implements Effect {}

  /** A watch that stays open and says nothing more after so many events, until it is released or closed. */
  record Stall(int afterEvents) implements Effect {
    public Stall {
      requireCount(afterEvents);
    }
  }

  /** A watch that ends, cleanly, after so many events. */
  record End(int afterEvents) implements Effect {
    public End {
      requireCount(afterEvents);
    }
  }

  /** A watch without bookmarks, the end bookmark of its initial events included. */
  record DropBookmarks() implements Effect {}

  /** A watch that never says where its initial events end. */
  record DropEndBookmark() implements Effect {}

  /** {@code sendInitialEvents} is ignored, as by a server that does not know it. */
  record IgnoreInitialEvents() implements Effect {}

  /** {@code sendInitialEvents} is refused with 422, as by a server with the feature off. */
  record RefuseInitialEvents() implements Effect {}

  /** A watch that says, after so many events, one of a type nobody knows. */
  record SendUnknownEventType(int afterEvents) implements Effect {
    public SendUnknownEventType {
      requireCount(afterEvents);
    }
  }

  /** A watch that shows, after so many events, an object whose metadata is sound and whose rest is not. */
  record SendUndecodableObject(int afterEvents, String namespace, String name) implements Effect {
    public SendUndecodableObject {
      requireCount(afterEvents);
    }
  }

  /** A watch that shows, after so many events, an object of another kind. */
  record SendOtherKind(int afterEvents) implements Effect {
    public SendOtherKind {
      requireCount(afterEvents);
    }
  }

  private static void requireFailure(int code, int retryAfterSeconds) {
    if (code < 400 || code > 599) {
      throw new IllegalArgumentException("the code of a failure is from 400 to 599: " + code);
    }
    if (retryAfterSeconds < 0) {
      throw new IllegalArgumentException("retryAfterSeconds is not negative: " + retryAfterSeconds);
    }
  }

  private static void requireCount(int events) {
    if (events < 0) {
      throw new IllegalArgumentException("events are counted from 0: " + events);
    }
  }
}
