package dev.informant.kubernetes.internal.stream;

import dev.informant.kubernetes.codec.DecodeException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a watch stream into its events while it arrives, in any pieces: JSON objects one after the
 * other, with or without line breaks between them. One stream, one thread at a time.
 */
/*
 * Servers send one event a line, with no raw line break inside. That gives a place to pick up the thread
 * when a frame is broken:
 *  - a byte that cannot begin an event: everything up to the next line break is one broken event;
 *  - a line break inside a string (never legal): what came before it is one broken event;
 *  - a line break inside an object is legal, but when the line after it turns out to begin like an event,
 *    the object before it was cut short: it is broken and the line is read again as an event.
 *
 * A decoder that finds the end of an object by itself makes a search for it beforehand a second pass over every byte. A sink
 * with such a decoder is therefore asked first (`begins`), as soon as no fewer bytes have arrived than the last event had,
 * otherwise when the line is complete. Until then the event is held. Only what it does not take is looked through; so is
 * a held event if a chunk ends like an event, because the line break may never arrive.
 */
public final class EventSplitter {
  private static final byte[] EVENT_START = {'{', '"', 't', 'y', 'p', 'e', '"', ':', '"'};
  private static final String[] TYPES = {"MODIFIED", "ADDED", "DELETED", "BOOKMARK", "ERROR"};

  /** Takes the events, in stream order. The bytes are valid, and may be changed, during the call. */
  public interface Sink {
    /**
     * The object of an event begins at {@code offset}, and may be complete. A sink that finds its end by itself takes the event if
     * {@link #endsEvent} holds there, and returns the index after the object. Otherwise it returns a negative
     * number, leaves the bytes unchanged, and receives the event through one of the other methods.
     *
     * @param type one of those that servers send
     */
    default int begins(String type, byte[] bytes, int offset, int length) {
      return -1;
    }

    /**
     * @param type as the server sent it
     */
    void event(String type, byte[] bytes, int offset, int length);

    /** An event above the limit; only the beginning of its object is given. */
    void oversized(String type, byte[] bytes, int offset, int length);

    /** Something in the stream that is not an event. */
    void broken(String description);
  }

  private final Sink sink;
  private final boolean asksFirst;
  private final int limit;
  private final Piece event;
  private final Envelope envelope = new Envelope();
  private boolean inEvent;
  private boolean holding; // an event whose bytes have not been looked through
  private boolean discarding; // up to the next line break
  private int usual; // length of the event before
  private int lineStart; // where in the event its last line begins; 0 while it has one line

  public EventSplitter(Sink sink) {
    this(sink, ListSplitter.DEFAULT_LIMIT, /* asksFirst= */ false);
  }

  /**
   * @param asksFirst whether {@link Sink#begins} is called
   */
  public EventSplitter(Sink sink, int limit, boolean asksFirst) {
    this.sink = sink;
    this.asksFirst = asksFirst;
    this.limit = limit;
    this.event = new Piece(limit);
  }

  /** Whether the closing brace of an event is at {@code end}, the index after its object, and before {@code limit}. */
  public static boolean endsEvent(byte[] bytes, int end, int limit) {
    return end < limit && bytes[end] == '}';
  }

  /**
   * Takes the next bytes.
   *
   * @throws DecodeException if an event has no end
   */
  public void feed(byte[] bytes, int offset, int length) {
    Chunk chunk = new Chunk(bytes, offset + length);
    int at = offset;
    while (at < chunk.to) {
      at = next(chunk, at, asksFirst);
    }
  }

  /**
   * One step; returns where the next one begins.
   *
   * @param hold whether an event that begins here is held until its line ends
   */
  private int next(Chunk chunk, int at, boolean hold) {
    byte[] bytes = chunk.bytes;
    if (discarding) {
      int lineBreak = chunk.lineBreak(at);
      discarding = lineBreak == chunk.to;
      return lineBreak;
    } else if (holding) {
      return hold(chunk, at);
    } else if (inEvent) {
      return event(chunk, at);
    } else if (ValueScanner.isWhitespace(bytes[at])) {
      return at + 1;
    } else if (bytes[at] == '{') {
      int after = chunk.to - at < usual ? -1 : taken(bytes, at, chunk.to);
      if (after < 0) {
        begin(hold);
        return at;
      }
      return after;
    }
    sink.broken("bytes between events");
    discarding = true;
    return at;
  }

  private void begin(boolean hold) {
    inEvent = true;
    holding = hold;
    lineStart = 0;
    event.begin();
  }

  /** Offers the event that begins here to the sink; returns the index after it, or a negative number if it was not taken. */
  private int taken(byte[] bytes, int at, int to) {
    int end = Math.min(to, at + limit);
    if (!asksFirst || !envelope.begins(bytes, at, end)) {
      return -1;
    }
    int object = envelope.objectOffset;
    int after = sink.begins(envelope.type, bytes, object, end - object);
    if (after < 0) {
      return -1;
    }
    usual = after + 1 - at;
    return after + 1;
  }

  private int hold(Chunk chunk, int at) {
    int lineBreak = chunk.lineBreak(at);
    boolean complete = lineBreak < chunk.to;
    event.hold(chunk.bytes, at, lineBreak, complete);
    if (complete || event.isOversized() || chunk.bytes[chunk.to - 1] == '}') {
      int from = event.offset();
      int to = from + event.length();
      int after = complete && !event.isOversized() ? taken(event.array(), from, to) : -1;
      holding = false;
      inEvent = after < 0;
      if (after < to) {
        lookThrough(Math.max(0, after - from));
      }
    }
    return lineBreak;
  }

  /**
   * Goes on in what was held. What follows the event on its line is not held again: it would be copied and looked through once for
   * each event in it.
   */
  private void lookThrough(int from) {
    byte[] held = event.held();
    Chunk chunk = new Chunk(held, held.length);
    event.begin();
    int at = from;
    while (at < held.length) {
      at = next(chunk, at, /* hold= */ false);
    }
  }

  private int event(Chunk chunk, int at) {
    int lineBreak = chunk.lineBreak(at);
    int end = event.feed(chunk.bytes, at, lineBreak);
    if (end != ValueScanner.UNFINISHED) {
      inEvent = false;
      usual = event.length();
      emit();
      return end;
    }
    if (lineBreak < chunk.to) {
      lineBreakInside(chunk.bytes, lineBreak);
      return lineBreak + 1;
    }
    if (event.isEndless()) {
      throw new DecodeException("an event exceeds the size limit and has not ended");
    }
    return chunk.to;
  }

  private void lineBreakInside(byte[] bytes, int lineBreak) {
    if (event.isInString()) {
      inEvent = false;
      sink.broken("a line break inside a string");
    } else if (event.isOversized()) {
      inEvent = false;
      emit();
    } else if (lineStart > 0 && startsLikeEvent()) {
      inEvent = false;
      sink.broken("an event that was cut short");
      byte[] line = Arrays.copyOfRange(event.array(), lineStart, event.length());
      feed(line, 0, line.length);
      feed(bytes, lineBreak, 1);
    } else {
      event.feed(bytes, lineBreak, lineBreak + 1);
      lineStart = event.length();
    }
  }

  private boolean startsLikeEvent() {
    int to = Math.min(lineStart + EVENT_START.length, event.length());
    return Arrays.equals(event.array(), lineStart, to, EVENT_START, 0, EVENT_START.length);
  }

  private void emit() {
    String problem = envelope.read(event);
    if (problem != null) {
      sink.broken(problem);
    } else if (event.isOversized()) {
      sink.oversized(envelope.type, event.array(), envelope.objectOffset, envelope.objectLength);
    } else {
      sink.event(envelope.type, event.array(), envelope.objectOffset, envelope.objectLength);
    }
  }

  /** Bytes up to {@code to}, whose line breaks are looked for once. */
  private static final class Chunk {
    final byte[] bytes;
    final int to;
    private int lineBreak = -1;

    Chunk(byte[] bytes, int to) {
      this.bytes = bytes;
      this.to = to;
    }

    /** The index of the first line break from {@code at} on, which never goes back; {@code to} if there is none. */
    int lineBreak(int at) {
      if (lineBreak < at) {
        lineBreak = ByteStrings.lineBreak(bytes, at, to);
      }
      return lineBreak;
    }
  }

  /** The two members of an event. */
  private static final class Envelope {
    private static final byte[] OBJECT = {'"', ',', '"', 'o', 'b', 'j', 'e', 'c', 't', '"', ':', '{'
    };

    String type = "";
    int objectOffset;
    int objectLength;

    /** Returns what is wrong; null if nothing. */
    @Nullable
    String read(Piece event) {
      return isUsual(event) ? null : readAny(event);
    }

    /*
     * The form every server sends: type, object, nothing else. The object is the only child and the event
     * ends with its end, so its bounds are known without looking through it.
     */
    private boolean isUsual(Piece event) {
      int end = event.offset() + event.length();
      if (event.isOversized()
          || event.children() != 1
          || event.length() < 32
          || event.array()[end - 2] != '}'
          || !begins(event.array(), event.offset(), end)) {
        return false;
      }
      objectLength = end - 1 - objectOffset;
      return true;
    }

    /** Whether the usual head stands there, before {@code end}. */
    boolean begins(byte[] bytes, int offset, int end) {
      int typeStart = offset + EVENT_START.length;
      if (typeStart >= end
          || !Arrays.equals(bytes, offset, typeStart, EVENT_START, 0, EVENT_START.length)) {
        return false;
      }
      for (String known : TYPES) {
        int afterType = typeStart + known.length();
        if (afterType + OBJECT.length < end
            && bytes[typeStart] == known.charAt(0)
            && Arrays.equals(bytes, afterType, afterType + OBJECT.length, OBJECT, 0, OBJECT.length)
            && ByteStrings.text(bytes, typeStart, afterType).equals(known)) {
          type = known;
          objectOffset = afterType + OBJECT.length - 1;
          return true;
        }
      }
      return false;
    }

    private @Nullable String readAny(Piece event) {
      type = "";
      objectLength = -1;
      int end = event.offset() + event.length();
      try {
        JsonCursor json = new JsonCursor(event.array(), event.offset(), event.length());
        boolean more = json.beginObject();
        while (more) {
          String name = json.name();
          json.peek();
          int from = json.position();
          if (name.equals("type")) {
            type = json.stringOrEmpty();
          } else if (name.equals("object")) {
            objectOffset = from;
            objectLength = end - from;
            if (event.isOversized() && !type.isEmpty()) {
              return null; // only the head is there
            }
            json.skipValue();
            objectLength = json.position() - from;
          } else {
            json.skipValue();
          }
          more = json.moreMembers();
        }
      } catch (DecodeException malformed) {
        return "an event that is not JSON: " + malformed.getMessage();
      }
      if (type.isEmpty() || objectLength < 0) {
        return "an event without " + (type.isEmpty() ? "a type" : "an object");
      }
      return null;
    }
  }
}
