package dev.informant.apiserver.internal.values;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * How deep and how large a regular expression is, before anybody compiles it. What is wrong with it otherwise is not
 * looked for. Takes time linear in the expression. Used once, by one thread.
 */
final class PatternMeasure {
  /** As in Go. */
  private static final int DEEPEST = 1000;

  /** As in Go, for repeats within repeats together. */
  private static final int MOST_REPEATS = 1000;

  /** In characters. Go has no such limit; the compiler here takes time quadratic in it. */
  private static final int LONGEST = 10_000;

  /** In steps of the program that it is compiled to; Go takes three million. */
  private static final int LARGEST = 50_000;

  /** What a class of Unicode counts for: it is a list of many ranges. */
  private static final int UNICODE_CLASS = 100;

  /** A sequence within brackets, or the whole. */
  private static final class Group {
    final boolean capturing;
    boolean alternatives;
    int atoms;
    int depth;
    long repeats = 1;
    long size = 2;
    Atom last = new Atom(0, 1, 0);

    Group(boolean capturing) {
      this.capturing = capturing;
    }

    void add(Atom atom) {
      settle();
      last = atom;
      atoms++;
    }

    /** Counts the last atom, of which no repeat follows any more. */
    void settle() {
      depth = Math.max(depth, last.depth);
      repeats = Math.max(repeats, last.repeats);
      size += last.size;
      last = new Atom(0, 1, 0);
    }

    Atom closed() {
      settle();
      int own = (capturing ? 1 : 0) + (alternatives ? 1 : 0) + (atoms > 1 ? 1 : 0);
      return new Atom(depth + own, repeats, size);
    }
  }

  private record Atom(int depth, long repeats, long size) {}

  private final String text;
  private final Deque<Group> open = new ArrayDeque<>();
  private int at;
  private long size;

  private PatternMeasure(String text) {
    this.text = text;
  }

  /** What Go says of an expression that is too much; null if it is not. */
  static @Nullable String complaint(String expression) {
    if (expression.length() > LONGEST) {
      return tooLarge(expression);
    }
    return new PatternMeasure(expression).complaint();
  }

  /** About how many steps the program has; at least one for each character. */
  static long size(String expression) {
    PatternMeasure measure = new PatternMeasure(expression);
    return measure.complaint() == null
        ? Math.max(measure.size, expression.length())
        : expression.length();
  }

  private static String tooLarge(String expression) {
    return "error parsing regexp: expression too large: `" + expression + "`";
  }

  private @Nullable String complaint() {
    open.push(new Group(/* capturing= */ false));
    while (at < text.length()) {
      char one = text.charAt(at++);
      switch (one) {
        case '(' -> open();
        case ')' -> {
          if (open.size() > 1) {
            Atom closed = open.pop().closed();
            top().add(closed);
          }
        }
        case '|' -> top().alternatives = true;
        case '[' -> bracket();
        case '\\' -> escape();
        case '*', '+', '?' -> {
          Atom last = top().last;
          top().last = new Atom(last.depth + 1, last.repeats, last.size + 1);
        }
        case '{' -> {
          String complaint = repeat();
          if (complaint != null) {
            return complaint;
          }
        }
        default -> top().add(new Atom(1, 1, 1));
      }
    }
    if (open.size() > 1) {
      return null; // brackets are missing, which the compiler says
    }
    Atom whole = open.pop().closed();
    size = whole.size;
    if (whole.depth > DEEPEST) {
      return "error parsing regexp: expression nests too deeply: `" + text + "`";
    }
    return size > LARGEST ? tooLarge(text) : null;
  }

  private Group top() {
    return open.element();
  }

  private void open() {
    boolean capturing =
        !text.startsWith("?", at) || text.startsWith("?P<", at) || text.startsWith("?<", at);
    if (!capturing) {
      int end = at;
      while (end < text.length() && ":)".indexOf(text.charAt(end)) < 0) {
        end++;
      }
      at = Math.min(text.length(), end + 1);
      if (text.startsWith(")", end)) {
        return; // only flags
      }
    } else if (text.startsWith("?", at)) {
      int end = text.indexOf('>', at);
      at = end < 0 ? text.length() : end + 1;
    }
    open.push(new Group(capturing));
  }

  /** A class in brackets, in which a bracket may come first, and classes have brackets of their own. */
  private void bracket() {
    long weight = 1;
    at += text.startsWith("^", at) ? 1 : 0;
    at += text.startsWith("]", at) ? 1 : 0;
    while (at < text.length() && text.charAt(at) != ']') {
      if (text.startsWith("[:", at) && text.indexOf(":]", at + 2) > 0) {
        at = text.indexOf(":]", at + 2) + 2;
      } else if (text.charAt(at) == '\\') {
        weight += unicode() ? UNICODE_CLASS : 0;
        at += 2;
      } else {
        at++;
      }
    }
    at = Math.min(text.length(), at + 1);
    top().add(new Atom(1, 1, weight));
  }

  private boolean unicode() {
    return text.startsWith("\\p", at) || text.startsWith("\\P", at);
  }

  /** What follows a backslash. */
  private void escape() {
    at--;
    long weight = unicode() ? UNICODE_CLASS : 1;
    if (text.startsWith("\\Q", at)) {
      int end = text.indexOf("\\E", at);
      int last = end < 0 ? text.length() : end;
      top().add(new Atom(1, 1, last - at));
      at = Math.min(text.length(), last + 2);
      return;
    }
    boolean braced =
        text.startsWith("\\p{", at) || text.startsWith("\\P{", at) || text.startsWith("\\x{", at);
    int end = braced ? text.indexOf('}', at) : -1;
    at = end < 0 ? Math.min(text.length(), at + 2) : end + 1;
    top().add(new Atom(1, 1, weight));
  }

  /** A count in braces; anything else is a character. */
  private @Nullable String repeat() {
    int start = at - 1;
    int end = text.indexOf('}', at);
    long least = end < 0 ? -1 : number(at, end);
    if (least < 0) {
      top().add(new Atom(1, 1, 1));
      return null;
    }
    int comma = text.indexOf(',', at);
    boolean range = comma > 0 && comma < end;
    boolean endless = range && comma == end - 1;
    long most = endless ? least : range ? number(comma + 1, end) : least;
    if (most < 0) {
      top().add(new Atom(1, 1, 1));
      return null;
    }
    at = end + 1;
    Atom last = top().last;
    long repeats = most == 0 ? endless ? last.repeats : 1 : last.repeats * most;
    if (repeats > MOST_REPEATS && most > 1) {
      return "error parsing regexp: invalid repeat count: `" + text.substring(start, at) + "`";
    }
    top().last = new Atom(last.depth + 1, repeats, Math.max(1, most) * (last.size + 1));
    return null;
  }

  /** The digits before a comma or an end; negative if there are none, or anything else. */
  private long number(int from, int end) {
    long number = -1;
    for (int i = from; i < end && text.charAt(i) != ','; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = Math.min(Math.max(number, 0) * 10 + digit, Integer.MAX_VALUE);
    }
    return number;
  }
}
