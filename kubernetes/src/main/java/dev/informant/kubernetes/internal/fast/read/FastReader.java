package dev.informant.kubernetes.internal.fast.read;

import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.internal.fast.share.PreviousParts;
import dev.informant.kubernetes.internal.fast.share.SharedParts;
import dev.informant.kubernetes.internal.fast.share.StringCache;
import dev.informant.kubernetes.internal.fast.share.Texts;
import dev.informant.kubernetes.internal.stream.ByteStrings;
import dev.informant.kubernetes.internal.stream.JsonCursor;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one document, token by token, strictly. Every step is bounds-checked. One for each document. Not thread-safe.
 */
/*
 * Beside the position it knows three things on behalf of the plans:
 *  - attempt: the bytes may hold more than the document, or not all of it. Then what is wrong need not be said, and one
 *    exception without a stack trace stands for all of it; end of the bytes and broken bytes are the same.
 *  - depth: 1 in the object itself, 2 in its metadata (and in its spec, …). A field in the role UID is that of an
 *    ObjectMeta, so at depth 2 it is the object's own; those of owners and of templates are deeper. enter() and another() count;
 *    who passes a whole value (skip, accept, a part taken over) leaves it as it is.
 *  - previous and uidHash: where the parts of the last version are, and which object it is, as a hint where to look. A part
 *    is looked for only at depth 1 and after the uid, which stands in the metadata, and these are
 *    the first field that servers send (after kind and apiVersion). If they came later, parts would only be read anew.
 */
public final class FastReader {
  private static final int MOST_NESTED = StreamReadConstraints.DEFAULT_MAX_DEPTH;
  private static final int LONGEST_NAME = StreamReadConstraints.DEFAULT_MAX_NAME_LEN;

  public final byte[] bytes;
  public final int end;
  final @Nullable SharedParts parts;
  public int at;

  private final Texts texts;
  private final @Nullable PreviousParts previous;
  private final boolean attempt;
  private final int start;
  private int uidHash;
  private int depth;
  private final ValueStack values;

  /**
   * @param attempt whether a failure need not be explained
   */
  public FastReader(
      byte[] bytes,
      int offset,
      int length,
      StringCache strings,
      @Nullable SharedParts parts,
      @Nullable PreviousParts previous,
      boolean attempt) {
    this.bytes = bytes;
    this.start = offset;
    this.at = offset;
    this.end = offset + length;
    this.texts = new Texts(strings);
    this.parts = parts;
    this.previous = previous;
    this.attempt = attempt;
    this.values = new ValueStack(/* fixed= */ parts != null);
  }

  /** A uid was read: that of the object itself if it stands in its metadata. */
  void uidRead(int hash) {
    if (depth == 2) {
      uidHash = hash;
    }
  }

  /** Of the object's uid; 0 before that was read. */
  int uidHash() {
    return uidHash;
  }

  /** Where to look for a part of the object itself; null if this is none, or the object is not known yet. */
  @Nullable
  PreviousParts previousAtThisLevel() {
    return depth == 1 && uidHash != 0 ? previous : null;
  }

  public RuntimeException wrong(String expected) {
    return wrong(expected, at);
  }

  /** The same for another place than this. */
  public RuntimeException wrong(String expected, int position) {
    if (attempt) {
      return NotWholeException.INSTANCE;
    }
    return new DecodeException(
        expected + " expected at byte " + (position - start) + " of the object");
  }

  /*
   * Every plan is called from here. So the compiler sees one call of many plans and compiles each of them once,
   * instead of pulling them into each other and into everybody who decodes.
   */
  @Nullable
  public Object read(ValuePlan plan) {
    return plan.read(this);
  }

  /** The next byte that is not white space, without passing it. */
  public byte peek() {
    while (at < end) {
      byte c = bytes[at];
      if (c > ' ' || c < 0) {
        return c;
      }
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        break;
      }
      at++;
    }
    throw wrong("a value");
  }

  /** Whether an object or a list is next: what ends where its brackets do, and not where something else begins. */
  public boolean isAtPart() {
    byte c = peek();
    return c == '{' || c == '[';
  }

  void expect(char c) {
    if (peek() != c) {
      throw wrong("'" + c + "'");
    }
    at++;
  }

  /** Enters an object or list; whether it has anything in it. */
  boolean enter(char open, char close) {
    expect(open);
    if (++depth > MOST_NESTED) {
      throw new DecodeException("nested more than " + MOST_NESTED + " deep");
    }
    if (peek() == close) {
      at++;
      depth--;
      return false;
    }
    return true;
  }

  /** Passes <code>{}</code>, without white space in it, if it is next and stands inside of the object. */
  boolean acceptEmptyPart() {
    if (depth == 0 || peek() != '{' || at + 1 >= end || bytes[at + 1] != '}') {
      return false;
    }
    at += 2;
    return true;
  }

  /** After a member or element; whether another follows. */
  boolean another(char close) {
    byte c = peek();
    if (c == ',') {
      at++;
      return true;
    }
    if (c != close) {
      throw wrong("',' or '" + close + "'");
    }
    at++;
    depth--;
    return false;
  }

  public void endOfDocument() {
    while (at < end) {
      if (bytes[at] > ' ' || bytes[at] < 0) {
        throw wrong("the end");
      }
      at++;
    }
  }

  /** Passes {@code null} if it is next. */
  boolean acceptNull() {
    if (peek() != 'n') {
      return false;
    }
    word("null");
    return true;
  }

  boolean bool() {
    if (peek() == 't') {
      word("true");
      return true;
    }
    if (bytes[at] == 'f') {
      word("false");
      return false;
    }
    throw wrong("true or false");
  }

  private void word(String word) {
    if (at + word.length() > end) {
      throw wrong(word);
    }
    for (int i = 0; i < word.length(); i++) {
      if (bytes[at + i] != word.charAt(i)) {
        throw wrong(word);
      }
    }
    at += word.length();
    if (at < end
        && (isDigit(bytes[at]) || (bytes[at] | 0x20) >= 'a' && (bytes[at] | 0x20) <= 'z')) {
      throw wrong("the end of " + word);
    }
  }

  String string() {
    int from = openString();
    int to = plainEnd(from);
    if (to < 0) {
      return escaped(from);
    }
    at = to + 1;
    return texts.of(bytes, from, to, null);
  }

  /** The same, guessing that it is what it was last time in this field. */
  String string(BeanPlan.Field field) {
    int from = openString();
    StringCache.Entry last = field.lastText;
    if (last != null) {
      int quote = from + last.bytes().length;
      if (quote < end && bytes[quote] == '"' && follows(from, last.bytes())) {
        at = quote + 1;
        return last.text();
      }
    }
    int to = plainEnd(from);
    if (to < 0) {
      return escaped(from);
    }
    at = to + 1;
    return texts.of(bytes, from, to, field);
  }

  private String escaped(int from) {
    JsonCursor cursor = new JsonCursor(bytes, from - 1, end - from + 1);
    String text = cursor.string();
    for (at = from; at < cursor.position(); at++) {
      if (bytes[at] >= 0 && bytes[at] < ' ') {
        throw wrong("no control character in a string");
      }
    }
    return text;
  }

  /** Passes these bytes if they are next: all of an object or a list, so that it ends with them. */
  public boolean accept(byte[] expected) {
    peek();
    if (!follows(at, expected)) {
      return false;
    }
    at += expected.length;
    return true;
  }

  /** Whether these bytes stand there. */
  boolean follows(int from, byte[] expected) {
    return expected.length <= end - from && ByteStrings.startsWith(bytes, from, expected);
  }

  /** Where the string that is next begins, after its quote. */
  int openString() {
    if (peek() != '"') {
      throw wrong("a string");
    }
    return at + 1;
  }

  /** The index of the quote that closes a string; negative if the string has escapes. */
  int plainEnd(int from) {
    int i = ByteStrings.endOfPlain(bytes, from, end);
    if (i == end) {
      at = end;
      throw wrong("the end of a string");
    }
    if (bytes[i] == '"') {
      return i;
    }
    if (bytes[i] == '\\') {
      return -1;
    }
    at = i;
    throw wrong("no control character in a string");
  }

  String name() {
    String name = string();
    if (name.length() > LONGEST_NAME) {
      throw wrong("a name of at most " + LONGEST_NAME + " characters");
    }
    expect(':');
    return name;
  }

  /** Any value, in the classes Jackson uses for it. */
  @Nullable
  Object untyped() {
    byte c = peek();
    return switch (c) {
      case '{' -> map(FastReader::untypedOrNull);
      case '[' -> list(FastReader::untypedOrNull, /* place= */ -1);
      case '"' -> string();
      case 't', 'f' -> bool();
      case 'n' -> {
        word("null");
        yield null;
      }
      default -> Numbers.any(this);
    };
  }

  private static @Nullable Object untypedOrNull(FastReader json) {
    return json.untyped();
  }

  /**
   * A list of exactly its size.
   *
   * @param place of the elements, where they may be shared; negative if they are not parts
   */
  List<@Nullable Object> list(ValuePlan element, int place) {
    int bottom = values.height();
    SharedParts shared = place < 0 ? null : parts;
    if (enter('[', ']')) {
      do {
        if (acceptNull()) {
          values.push(null);
        } else {
          values.push(shared == null ? read(element) : shared.read(this, element, place));
        }
      } while (another(']'));
    }
    return values.popList(bottom);
  }

  /** A map of little more than its size. */
  Map<String, @Nullable Object> map(ValuePlan value) {
    int bottom = values.height();
    if (enter('{', '}')) {
      do {
        values.push(name());
        values.push(acceptNull() ? null : read(value));
      } while (another('}'));
    }
    return values.popMap(bottom);
  }

  /** Passes the value that is next without reading it; returns where it begins. */
  public int skip() {
    byte first = peek();
    int from = at;
    int after = ByteStrings.afterValue(bytes, at, end);
    if (after >= 0) {
      at = after;
      return from;
    }
    if (attempt && (first == '{' || first == '[' || first == '"')) {
      throw wrong("the end of a value");
    }
    JsonCursor cursor = new JsonCursor(bytes, at, end - at);
    cursor.skipValue();
    at = cursor.position();
    return from;
  }

  static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  static boolean isNumberPart(byte c) {
    return isDigit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
  }
}
