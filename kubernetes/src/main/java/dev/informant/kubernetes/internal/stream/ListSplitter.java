package dev.informant.kubernetes.internal.stream;

import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.log.Readable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Cuts the body of a LIST into its items while it arrives, in any pieces. The list is never held: an
 * item is handed on when its last byte is there. The other members of the list (its kind, its metadata)
 * are kept if they are small. One answer, one thread at a time.
 */
/*
 * A state machine over the structural bytes of the outermost object and of its "items" array; everything
 * between is a Piece, which finds its own end. Members may come in any order. An item is framed by its
 * brackets alone, so an item that is broken inside is for the sink to judge, and a broken frame shows as
 * a byte that may not stand where it stands: then the whole list is refused.
 *
 * Finding the end of an item is a pass over all of its bytes, and its decoder will find it once more. So the sink is
 * asked first, unless fewer bytes are there than the item before had.
 */
public final class ListSplitter {
  /** Objects larger than this are not taken. */
  public static final int DEFAULT_LIMIT = 16 << 20;

  private static final int MEMBER_LIMIT = 1 << 20;

  /** Takes the items, in list order. The bytes are valid, and may be changed, during the call. */
  public interface Sink {
    void item(byte[] bytes, int offset, int length);

    /** An item above the limit; only its beginning is given. */
    void oversized(byte[] bytes, int offset, int length);

    /**
     * An item begins at {@code offset}, and may be whole. A sink that finds its end by itself takes it and returns the
     * index after it; any other returns a negative number, leaves the bytes as they are, and hears of it in the usual
     * way.
     */
    default int begins(byte[] bytes, int offset, int length) {
      return -1;
    }
  }

  private enum State {
    BEFORE,
    FIRST_NAME,
    NAME,
    IN_NAME,
    COLON,
    VALUE,
    IN_VALUE,
    AFTER_VALUE,
    FIRST_ITEM,
    ITEM,
    IN_ITEM,
    AFTER_ITEM,
    END
  }

  private final Sink sink;
  private final int limit;
  private final Piece item;
  private final Piece member = new Piece(MEMBER_LIMIT);
  private final Map<String, byte[]> members = new LinkedHashMap<>();
  private State state = State.BEFORE;
  private String name = "";
  private long consumed;
  private boolean untouched; // the item that begins
  private int usual; // length of the item before

  public ListSplitter(Sink sink) {
    this(sink, DEFAULT_LIMIT);
  }

  public ListSplitter(Sink sink, int itemLimit) {
    this.sink = sink;
    this.limit = itemLimit;
    this.item = new Piece(itemLimit);
  }

  /**
   * Takes the next bytes.
   *
   * @throws DecodeException if they cannot be part of a list, or of one that ends
   */
  public void feed(byte[] bytes, int offset, int length) {
    int to = offset + length;
    int at = offset;
    while (at < to) {
      at = switch (state) {
        case IN_NAME -> name(bytes, at, to);
        case IN_VALUE -> value(bytes, at, to);
        case IN_ITEM -> item(bytes, at, to);
        default -> ValueScanner.isWhitespace(bytes[at]) ? at + 1 : structure(bytes[at], at, offset);
      };
    }
    consumed += length;
  }

  /** Whether the outermost object has been closed. */
  public boolean isComplete() {
    return state == State.END;
  }

  /** The members of the list besides its items, as JSON. Members above 1 MiB are left out. */
  public Map<String, byte[]> members() {
    return members;
  }

  private int structure(byte c, int at, int offset) {
    switch (state) {
      case BEFORE -> state = when(c == '{', State.FIRST_NAME, at, offset);
      case FIRST_NAME -> {
        if (c == '}') {
          state = State.END;
        } else {
          return beginName(c, at, offset);
        }
      }
      case NAME -> {
        return beginName(c, at, offset);
      }
      case COLON -> state = when(c == ':', State.VALUE, at, offset);
      case VALUE -> {
        if (c == '[' && name.equals("items")) {
          state = State.FIRST_ITEM;
        } else {
          state = when(beginsValue(c), State.IN_VALUE, at, offset);
          member.begin();
          return at;
        }
      }
      case AFTER_VALUE -> state = c == ',' ? State.NAME : when(c == '}', State.END, at, offset);
      case FIRST_ITEM, ITEM -> {
        if (c == ']' && state == State.FIRST_ITEM) {
          state = State.AFTER_VALUE;
        } else {
          state = when(beginsValue(c), State.IN_ITEM, at, offset);
          item.begin();
          untouched = true;
          return at;
        }
      }
      case AFTER_ITEM ->
        state = c == ',' ? State.ITEM : when(c == ']', State.AFTER_VALUE, at, offset);
      default -> throw misplaced(at, offset);
    }
    return at + 1;
  }

  private int beginName(byte c, int at, int offset) {
    state = when(c == '"', State.IN_NAME, at, offset);
    member.begin();
    return at;
  }

  private int name(byte[] bytes, int at, int to) {
    int end = member.feed(bytes, at, to);
    if (end == ValueScanner.UNFINISHED) {
      return unfinished(member, to);
    }
    name = member.isOversized()
        ? ""
        : ByteStrings.text(
            member.array(), member.offset() + 1, member.offset() + member.length() - 1);
    state = State.COLON;
    return end;
  }

  private int value(byte[] bytes, int at, int to) {
    int end = member.feed(bytes, at, to);
    if (end == ValueScanner.UNFINISHED) {
      return unfinished(member, to);
    }
    byte[] kept = new byte[member.length()];
    System.arraycopy(member.array(), member.offset(), kept, 0, kept.length);
    if (name.equals("items") && !isNull(kept)) {
      throw new DecodeException("the list's items are not an array");
    }
    if (member.isOversized()) {
      if (name.equals("metadata")) {
        throw new DecodeException(
            "the list's metadata is larger than " + Readable.bytes(MEMBER_LIMIT));
      }
    } else {
      members.put(name, kept);
    }
    state = State.AFTER_VALUE;
    return end;
  }

  private int item(byte[] bytes, int at, int to) {
    if (untouched && to - at >= usual) {
      int after = sink.begins(bytes, at, Math.min(to - at, limit));
      if (after >= 0) {
        state = State.AFTER_ITEM;
        usual = after - at;
        return after;
      }
    }
    untouched = false;
    int end = item.feed(bytes, at, to);
    if (end == ValueScanner.UNFINISHED) {
      return unfinished(item, to);
    }
    state = State.AFTER_ITEM;
    usual = item.length();
    if (item.isOversized()) {
      sink.oversized(item.array(), item.offset(), item.length());
    } else {
      sink.item(item.array(), item.offset(), item.length());
    }
    return end;
  }

  private static int unfinished(Piece piece, int to) {
    if (piece.isEndless()) {
      throw piece.endless();
    }
    return to;
  }

  private State when(boolean expected, State next, int at, int offset) {
    if (!expected) {
      throw misplaced(at, offset);
    }
    return next;
  }

  private DecodeException misplaced(int at, int offset) {
    return new DecodeException(
        "not a list: an unexpected byte at offset " + (consumed + at - offset) + " of the body");
  }

  private static boolean isNull(byte[] json) {
    return json.length == 4 && json[0] == 'n';
  }

  private static boolean beginsValue(byte c) {
    return c != ',' && c != ']' && c != '}' && c != ':';
  }
}
