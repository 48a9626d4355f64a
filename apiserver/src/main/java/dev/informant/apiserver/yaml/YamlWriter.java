package dev.informant.apiserver.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.values.GoPattern;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.PriorityQueue;

/**
 * Writes JSON as YAML, to the byte as Go's library does: keys in {@link KeyOrder}, lists not indented below their key,
 * texts quoted if they would be read as something else, lines folded after column 80. Used once, by one thread.
 *
 * <p>Two flags decide where breaks and blanks go, as in the library that all YAML writers descend from: whether a blank
 * stands before the cursor, and whether there is nothing but indentation and indicators before it on its line.
 */
public final class YamlWriter {
  private static final int WIDTH = 80;
  private static final int STEP = 2;
  private static final int LONGEST_SIMPLE_KEY = 128;
  private static final String BASE_60 = "^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\\.[0-9_]*)?$";

  private final YamlPieces out = new YamlPieces();
  private int column;
  private boolean blank = true;
  private boolean indention = true;

  private YamlWriter() {}

  /** A document, with a line end. */
  public static String write(JsonNode tree) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    pieces(tree).forEachRemaining(all::writeBytes);
    return all.toString(StandardCharsets.UTF_8);
  }

  /** The same in pieces, for it may be much larger than the tree. */
  public static Iterator<byte[]> pieces(JsonNode tree) {
    YamlWriter writer = new YamlWriter();
    writer.node(tree, -STEP, /* afterKey= */ false);
    writer.endLine();
    return writer.out;
  }

  /** One element of a list that is a member of the document, in pieces. */
  public static Iterator<byte[]> itemPieces(JsonNode item) {
    YamlWriter writer = new YamlWriter();
    writer.item(item, 0);
    writer.endLine();
    return writer.out;
  }

  private void endLine() {
    if (column > 0) {
      lineBreak();
    }
  }

  private void node(JsonNode node, int indent, boolean afterKey) {
    if (node.isContainerNode() && node.isEmpty()) {
      indicator(node.isObject() ? "{" : "[", /* needsBlank= */ true, /* keepsIndention= */ false);
      indicator(node.isObject() ? "}" : "]", /* needsBlank= */ false, /* keepsIndention= */ false);
    } else if (node.isObject()) {
      mapping(node, indent + STEP);
    } else if (node.isArray()) {
      boolean flush = afterKey && !indention;
      for (JsonNode item : node) {
        item(item, flush ? indent : indent + STEP);
      }
    } else {
      scalar(node, indent + STEP);
    }
  }

  private void item(JsonNode item, int indent) {
    indent(indent);
    indicator("-", /* needsBlank= */ true, /* keepsIndention= */ true);
    node(item, indent, /* afterKey= */ false);
  }

  private void mapping(JsonNode object, int indent) {
    // the order has circles, which a sort would refuse
    PriorityQueue<String> keys = new PriorityQueue<>(KeyOrder.INSTANCE);
    object.fieldNames().forEachRemaining(keys::add);
    for (String key = keys.poll(); key != null; key = keys.poll()) {
      indent(indent);
      Style style = Style.of(key);
      int length = key.getBytes(StandardCharsets.UTF_8).length;
      if (!style.multiline() && length <= LONGEST_SIMPLE_KEY) {
        text(key, style, indent + STEP, /* simpleKey= */ true);
        indicator(":", /* needsBlank= */ false, /* keepsIndention= */ false);
      } else {
        indicator("?", /* needsBlank= */ true, /* keepsIndention= */ true);
        text(key, style, indent + STEP, /* simpleKey= */ false);
        indent(indent);
        indicator(":", /* needsBlank= */ true, /* keepsIndention= */ true);
      }
      node(object.path(key), indent, /* afterKey= */ true);
    }
  }

  private void scalar(JsonNode value, int indent) {
    if (value.isTextual()) {
      text(value.textValue(), Style.of(value.textValue()), indent, /* simpleKey= */ false);
    } else if (value.isFloatingPointNumber() || tooLongForAWhole(value)) {
      plain(GoSyntax.shortest(value.doubleValue()), indent, /* mayFold= */ false);
    } else {
      plain(value.asText(), indent, /* mayFold= */ false);
    }
  }

  private static boolean tooLongForAWhole(JsonNode value) {
    BigInteger whole = value.isBigInteger() ? value.bigIntegerValue() : BigInteger.ZERO;
    return whole.bitLength() > (whole.signum() < 0 ? 63 : 64);
  }

  private void text(String text, Style style, int indent, boolean simpleKey) {
    boolean meansText = Scalar.plain(text).tag().equals(Scalar.STRING) && !base60(text);
    boolean lines = text.indexOf('\n') >= 0;
    if (lines && style.blockAllowed() && !simpleKey) {
      literal(text, indent);
    } else if (!lines && meansText && style.plainAllowed()) {
      plain(text, indent, !simpleKey);
    } else if (!lines && meansText && style.singleQuotesAllowed()) {
      singleQuoted(text, indent, !simpleKey);
    } else {
      doubleQuoted(text, indent, !simpleKey);
    }
  }

  private static boolean base60(String text) {
    return text.indexOf(':') > 0 && GoPattern.of(BASE_60).matches(text);
  }

  private void plain(String text, int indent, boolean mayFold) {
    if (!blank) {
      put(" ");
    }
    boolean spaces = false;
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      if (text.charAt(at) == ' ') {
        fold(text, at, indent, mayFold && !spaces && !space(text, at + 1));
        spaces = true;
      } else {
        point(text, at);
        spaces = false;
      }
    }
    blank = false;
    indention = false;
  }

  private void singleQuoted(String text, int indent, boolean mayFold) {
    indicator("'", /* needsBlank= */ true, /* keepsIndention= */ false);
    boolean spaces = false;
    boolean begins = false;
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      if (text.charAt(at) == ' ') {
        boolean inside = at > 0 && at < text.length() - 1;
        fold(text, at, indent, mayFold && inside && !spaces && !space(text, at + 1));
        spaces = true;
      } else if (Style.lineEnd(text.codePointAt(at))) {
        point(text, at);
        column = 0;
        indention = true;
        begins = true;
      } else {
        if (begins) {
          indent(indent);
        }
        put(text.charAt(at) == '\'' ? "'" : "");
        point(text, at);
        spaces = false;
        begins = false;
        indention = false;
      }
    }
    indicator("'", /* needsBlank= */ false, /* keepsIndention= */ false);
  }

  private void doubleQuoted(String text, int indent, boolean mayFold) {
    indicator("\"", /* needsBlank= */ true, /* keepsIndention= */ false);
    boolean spaces = false;
    boolean marked = text.startsWith("\ufeff");
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      int point = text.codePointAt(at);
      if (marked || !Style.printable(point) || Style.lineEnd(point) || "\"\\".indexOf(point) >= 0) {
        put(escaped(point));
        spaces = false;
      } else if (point == ' ') {
        boolean inside = at > 0 && at < text.length() - 1;
        boolean folds = mayFold && inside && !spaces && column > WIDTH;
        fold(text, at, indent, folds);
        put(folds && space(text, at + 1) ? "\\" : "");
        spaces = true;
      } else {
        point(text, at);
        spaces = false;
      }
    }
    indicator("\"", /* needsBlank= */ false, /* keepsIndention= */ false);
  }

  private void literal(String text, int indent) {
    indicator("|", /* needsBlank= */ true, /* keepsIndention= */ false);
    int first = text.codePointAt(0);
    put(first == ' ' || Style.lineEnd(first) ? Integer.toString(STEP) : "");
    int last = text.length() - 1;
    if (!Style.lineEnd(text.charAt(last))) {
      put("-");
    } else if (last == 0 || Style.lineEnd(text.charAt(last - 1))) {
      put("+");
    }
    lineBreak();
    boolean begins = true;
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      if (text.charAt(at) == '\n') {
        lineBreak();
        begins = true;
      } else if (Style.lineEnd(text.codePointAt(at))) {
        point(text, at);
        column = 0;
        begins = true;
      } else {
        if (begins) {
          indention = true;
          blank = true;
          indent(indent);
        }
        point(text, at);
        begins = false;
        indention = false;
      }
    }
    // what follows begins a line of its own, which the last line end may have begun already
    indention = begins;
    blank = true;
  }

  /** Writes a blank, or a line end in its place if the line is long enough and may end here. */
  private void fold(String text, int at, int indent, boolean mayFold) {
    if (mayFold && column > WIDTH) {
      indent(indent);
    } else {
      point(text, at);
    }
  }

  private static boolean space(String text, int at) {
    return at < text.length() && text.charAt(at) == ' ';
  }

  private static String escaped(int point) {
    return switch (point) {
      case 0x00 -> "\\0";
      case 0x07 -> "\\a";
      case 0x08 -> "\\b";
      case 0x09 -> "\\t";
      case 0x0a -> "\\n";
      case 0x0b -> "\\v";
      case 0x0c -> "\\f";
      case 0x0d -> "\\r";
      case 0x1b -> "\\e";
      case 0x22 -> "\\\"";
      case 0x5c -> "\\\\";
      case 0x85 -> "\\N";
      case 0xa0 -> "\\_";
      case 0x2028 -> "\\L";
      case 0x2029 -> "\\P";
      default ->
        point <= 0xff
            ? String.format("\\x%02X", point)
            : point <= 0xffff ? String.format("\\u%04X", point) : String.format("\\U%08X", point);
    };
  }

  private void indent(int wanted) {
    int indent = Math.max(wanted, 0);
    if (!indention || column > indent || column == indent && !blank) {
      lineBreak();
    }
    if (column < indent) {
      out.blanks(indent - column);
      column = indent;
    }
    blank = true;
    indention = true;
  }

  private void indicator(String indicator, boolean needsBlank, boolean keepsIndention) {
    if (needsBlank && !blank) {
      put(" ");
    }
    put(indicator);
    blank = indicator.equals("{") || indicator.equals("[");
    indention &= keepsIndention;
  }

  private void point(String text, int at) {
    out.append(text.codePointAt(at));
    column++;
  }

  private void put(String text) {
    out.append(text);
    column += text.length();
  }

  private void lineBreak() {
    out.append("\n");
    column = 0;
  }
}
