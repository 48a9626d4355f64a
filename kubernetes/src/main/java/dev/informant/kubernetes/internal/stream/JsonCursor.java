package dev.informant.kubernetes.internal.stream;

import dev.informant.kubernetes.codec.DecodeException;

/**
 * Walks over one JSON document held in an array. Every step is bounds-checked and fails with {@link
 * DecodeException}. Skipping is loose (quotes and brackets only), reading is strict. Not thread-safe.
 */
public final class JsonCursor {
  private final byte[] bytes;
  private final int end;
  private int at;

  public JsonCursor(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.at = offset;
    this.end = offset + length;
  }

  /** Where the cursor stands: an index of the array. */
  public int position() {
    return at;
  }

  /** The next byte that is not white space, without passing it. */
  public byte peek() {
    while (at < end) {
      byte c = bytes[at];
      if (!ValueScanner.isWhitespace(c)) {
        return c;
      }
      at++;
    }
    throw new DecodeException("the document ends too early");
  }

  /** Passes {@code c} if it is next. */
  public boolean accept(char c) {
    if (peek() == c) {
      at++;
      return true;
    }
    return false;
  }

  public void expect(char c) {
    if (!accept(c)) {
      throw new DecodeException("'" + c + "' expected at byte " + at);
    }
  }

  /** Enters the object that is next; whether it has a member. */
  public boolean beginObject() {
    expect('{');
    return !accept('}');
  }

  /** Passes a member's name and colon. */
  public String name() {
    String name = string();
    expect(':');
    return name;
  }

  /** Passes what follows a member; whether there is another. */
  public boolean moreMembers() {
    if (accept(',')) {
      return true;
    }
    expect('}');
    return false;
  }

  public String string() {
    expect('"');
    int from = at;
    while (true) {
      at = ByteStrings.quoteOrBackslash(bytes, at, end);
      if (at >= end) {
        throw new DecodeException("the document ends inside a string");
      }
      if (bytes[at] == '"') {
        return ByteStrings.text(bytes, from, at++);
      }
      at += 2;
    }
  }

  /** The string that is next, or empty (and passed) if something else is. */
  public String stringOrEmpty() {
    if (peek() == '"') {
      return string();
    }
    skipValue();
    return "";
  }

  /** Passes the value that is next. */
  public void skipValue() {
    peek();
    ValueScanner scanner = new ValueScanner();
    int after = scanner.scan(bytes, at, end);
    if (after == ValueScanner.UNFINISHED) {
      if (!scanner.isScalar()) {
        at = end;
        throw new DecodeException("the document ends inside a value");
      }
      after = end;
    }
    if (after == at) {
      throw new DecodeException("a value expected at byte " + at);
    }
    at = after;
  }
}
