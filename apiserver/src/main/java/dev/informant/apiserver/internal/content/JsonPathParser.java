package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the text of a {@link JsonPath} as kubectl's library reads it between braces. Used once, by one thread. */
final class JsonPathParser {
  private static final char END = '}';
  private static final String TERMINATORS = " \t\r\n.,[]$@{" + END;

  private static final Pattern KEY = Pattern.compile("'([^']*)'");
  private static final Pattern SLICE = Pattern.compile("(-?\\d*)(:-?\\d*)?(:-?\\d*)?");
  private static final Pattern COMPARISON =
      Pattern.compile("([^!<>=]+)([!<>=]+)(.+?)", Pattern.DOTALL);

  /** The text is not a path. */
  private static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
      super(message, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }
  }

  private final String input;
  private final List<JsonPath.Step> steps = new ArrayList<>();
  private int at;

  private JsonPathParser(String text) {
    this.input = text + END;
  }

  /** Null if the text is not a path. */
  static @Nullable List<JsonPath.Step> parse(String text) {
    try {
      return steps(text);
    } catch (Unreadable unreadable) {
      return null;
    }
  }

  private static List<JsonPath.Step> steps(String text) throws Unreadable {
    JsonPathParser parser = new JsonPathParser(text);
    while (parser.input.charAt(parser.at) != END) {
      parser.step();
    }
    return List.copyOf(parser.steps);
  }

  private void step() throws Unreadable {
    char first = input.charAt(at);
    if (input.startsWith("[?(", at)) {
      filter();
    } else if (input.startsWith("..", at)) {
      below();
    } else if (first == ' ' || first == '@' || first == '$') {
      at++; // the value itself
    } else if (first == '[') {
      brackets();
    } else if (first == '"' || first == '\'') {
      text(first);
    } else if (first == '.') {
      at++;
      field();
    } else if (first == '+' || first == '-' || Character.isDigit(first)) {
      number();
    } else if (first == '_' || Character.isLetter(first)) {
      word();
    } else {
      throw new Unreadable("unrecognized character in action: " + first);
    }
  }

  private void below() throws Unreadable {
    if (!steps.isEmpty() && steps.get(steps.size() - 1) == JsonPath.Everything.BELOW) {
      throw new Unreadable("invalid multiple recursive descent");
    }
    at += 2;
    steps.add(JsonPath.Everything.BELOW);
    if (input.charAt(at) == '_' || Character.isLetterOrDigit(input.charAt(at))) {
      field();
    }
  }

  private void field() {
    int start = at;
    while (TERMINATORS.indexOf(input.charAt(at)) < 0) {
      // what follows a backslash is no end, unless it is that of the text
      at += input.charAt(at) == '\\' && at + 2 < input.length() ? 2 : 1;
    }
    String name = input.substring(start, at);
    steps.add(
        name.equals("*") ? JsonPath.Everything.WITHIN : new JsonPath.Field(name.replace("\\", "")));
  }

  private void number() throws Unreadable {
    int start = at++;
    while (input.charAt(at) == '.' || Character.isDigit(input.charAt(at))) {
      at++;
    }
    String number = input.substring(start, at);
    try {
      steps.add(new JsonPath.Constant(
          number.indexOf('.') < 0
              ? LongNode.valueOf(Long.parseLong(number))
              : DoubleNode.valueOf(Double.parseDouble(number))));
    } catch (NumberFormatException malformed) {
      throw new Unreadable("cannot parse number " + number);
    }
  }

  private void word() {
    int start = at;
    while (TERMINATORS.indexOf(input.charAt(at)) < 0) {
      at++;
    }
    String word = input.substring(start, at);
    steps.add(
        word.equals("true") || word.equals("false")
            ? new JsonPath.Constant(BooleanNode.valueOf(word.equals("true")))
            : new JsonPath.Word(word));
  }

  private void text(char quote) throws Unreadable {
    int start = ++at;
    while (input.charAt(at) != quote || input.charAt(at - 1) == '\\') {
      if (++at == input.length() || input.charAt(at) == '\n') {
        throw new Unreadable("unterminated quoted string");
      }
    }
    steps.add(new JsonPath.Constant(TextNode.valueOf(unquoted(input.substring(start, at), quote))));
    at++;
  }

  private static String unquoted(String text, char quote) throws Unreadable {
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char one = text.charAt(i);
      if (one != '\\') {
        result.append(one);
        continue;
      }
      char escaped = ++i < text.length() ? text.charAt(i) : ' ';
      int known = "nrtbf\\".indexOf(escaped);
      if (known < 0 && escaped != quote) {
        throw new Unreadable("unquote string " + text + " error invalid syntax");
      }
      result.append(known < 0 ? quote : "\n\r\t\b\f\\".charAt(known));
    }
    return result.toString();
  }

  private void brackets() throws Unreadable {
    int end = input.indexOf(']', at);
    String text = end < 0 ? "\n" : input.substring(at + 1, end);
    if (text.indexOf('\n') >= 0) {
      throw new Unreadable("unterminated array");
    }
    at = end + 1;
    String[] parts = text.split(",", -1);
    if (parts.length > 1) {
      List<List<JsonPath.Step>> members = new ArrayList<>();
      for (String part : parts) {
        members.add(steps("[" + part.strip() + "]"));
      }
      steps.add(new JsonPath.Union(List.copyOf(members)));
      return;
    }
    Matcher key = KEY.matcher(text);
    if (key.matches()) {
      steps.addAll(steps("." + key.group(1)));
    } else {
      steps.add(slice(text.equals("*") ? ":" : text));
    }
  }

  private static JsonPath.Slice slice(String text) throws Unreadable {
    Matcher slice = SLICE.matcher(text);
    if (!slice.matches()) {
      throw new Unreadable("invalid array index " + text);
    }
    Long from = index(slice.group(1));
    boolean single = slice.group(2) == null;
    Long to = single ? Long.valueOf((from == null ? 0 : from) + 1) : index(slice.group(2));
    return new JsonPath.Slice(from, to, index(slice.group(3)), single);
  }

  private static @Nullable Long index(@Nullable String text) throws Unreadable {
    String digits = text == null ? "" : text.replace(":", "");
    try {
      return digits.isEmpty() ? null : Long.valueOf(digits);
    } catch (NumberFormatException malformed) {
      throw new Unreadable("array index " + digits + " is not a number");
    }
  }

  private void filter() throws Unreadable {
    at += "[?(".length();
    String text = input.substring(at, filterEnd());
    at += text.length() + 1;
    if (input.charAt(at++) != ']') {
      throw new Unreadable("unclosed array expect ]");
    }
    Matcher comparison = COMPARISON.matcher(text);
    steps.add(
        comparison.matches()
            ? new JsonPath.Filter(
                steps(comparison.group(1)), comparison.group(2), steps(comparison.group(3)))
            : new JsonPath.Filter(steps(text), "exists", List.of()));
  }

  /** Where the bracket is that closes the filter: it is not within quotes. */
  private int filterEnd() throws Unreadable {
    char quote = 0;
    boolean closed = false;
    for (int i = at; i < input.length() - 1; i++) {
      char one = input.charAt(i);
      if (one == ')' && (quote == 0 || closed)) {
        return i;
      }
      if (one == '\n') {
        break;
      }
      if (quote == 0 && (one == '"' || one == '\'')) {
        quote = one;
      } else if (one == quote && quote != 0 && input.charAt(i - 1) != '\\') {
        closed = true;
      }
    }
    throw new Unreadable("unterminated filter");
  }
}
