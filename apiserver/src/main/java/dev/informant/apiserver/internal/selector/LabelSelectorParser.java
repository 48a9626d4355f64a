package dev.informant.apiserver.internal.selector;

import dev.informant.apiserver.internal.selector.LabelRequirements.Operator;
import dev.informant.apiserver.internal.selector.LabelRequirements.Requirement;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads the text form of a label selector. Used once, by one thread. */
final class LabelSelectorParser {
  private static final String OPERATORS = "in, notin, =, ==, !=, gt, lt";
  private static final String END = "";

  private final List<String> tokens;
  private int next;

  LabelSelectorParser(String text) {
    this.tokens = split(text);
  }

  List<Requirement> parse() throws SelectorException {
    List<Requirement> requirements = new ArrayList<>();
    while (true) {
      String token = peek();
      if (token.equals(END)) {
        return requirements;
      }
      if (!identifier(token) && !token.equals("!")) {
        throw found(token, "!, identifier, or 'end of string'");
      }
      try {
        requirements.add(requirement());
      } catch (SelectorException inside) {
        throw new SelectorException("unable to parse requirement: " + inside.getMessage());
      }
      token = take();
      if (token.equals(END)) {
        return requirements;
      }
      if (!token.equals(",")) {
        throw found(token, "',' or 'end of string'");
      }
      if (!identifier(peek()) && !peek().equals("!")) {
        throw found(peek(), "identifier after ','");
      }
    }
  }

  private Requirement requirement() throws SelectorException {
    String key = take();
    boolean negated = key.equals("!");
    if (negated) {
      key = take();
    }
    if (!identifier(key)) {
      throw found(key, "identifier");
    }
    checkKey(key);
    if (negated) {
      return new Requirement(key, Operator.DOES_NOT_EXIST, Set.of());
    }
    if (peek().equals(END) || peek().equals(",")) {
      return new Requirement(key, Operator.EXISTS, Set.of());
    }
    String operator = take();
    return switch (operator) {
      case "in" -> new Requirement(key, Operator.IN, checked(key, values()));
      case "notin" -> new Requirement(key, Operator.NOT_IN, checked(key, values()));
      case "=", "==" -> new Requirement(key, Operator.EQUALS, checked(key, Set.of(value())));
      case "!=" -> new Requirement(key, Operator.NOT_IN, checked(key, Set.of(value())));
      case ">" -> new Requirement(key, Operator.GREATER, checked(key, number(value())));
      case "<" -> new Requirement(key, Operator.LESS, checked(key, number(value())));
      default -> throw found(operator, OPERATORS);
    };
  }

  private Set<String> values() throws SelectorException {
    String open = take();
    if (!open.equals("(")) {
      throw new SelectorException("found '" + open + "' expected: '('");
    }
    Set<String> values = new LinkedHashSet<>();
    boolean expectValue = true;
    while (true) {
      String token = take();
      if (token.equals(")")) {
        if (expectValue) {
          values.add("");
        }
        return values;
      }
      if (token.equals(",")) {
        if (expectValue) {
          values.add("");
        }
        expectValue = true;
      } else if (identifier(token) && expectValue) {
        values.add(token);
        expectValue = false;
      } else {
        throw found(token, expectValue ? "',', ')' or identifier" : "',' or ')'");
      }
    }
  }

  private String value() throws SelectorException {
    if (peek().equals(END) || peek().equals(",")) {
      return "";
    }
    String token = take();
    if (!identifier(token)) {
      throw found(token, "identifier");
    }
    return token;
  }

  private static Set<String> number(String value) throws SelectorException {
    if (!LabelRequirements.integer(value)) {
      throw new SelectorException("values[0]: Invalid value: \""
          + value
          + "\": for 'Gt', 'Lt' operators, the value must be an integer");
    }
    return Set.of(value);
  }

  private static Set<String> checked(String key, Set<String> values) throws SelectorException {
    int index = 0;
    for (String value : values) {
      List<String> wrong = NameForms.value(value);
      if (!wrong.isEmpty()) {
        throw invalid("values[" + index + "][" + key + "]", value, wrong);
      }
      index++;
    }
    return values;
  }

  private static void checkKey(String key) throws SelectorException {
    List<String> wrong = NameForms.key(key);
    if (!wrong.isEmpty()) {
      throw invalid("<nil>", key, wrong);
    }
  }

  private static SelectorException invalid(String field, String value, List<String> wrong) {
    return new SelectorException(
        field + ": Invalid value: " + GoJson.quoted(value) + ": " + String.join("; ", wrong));
  }

  private static SelectorException found(String token, String expected) {
    return new SelectorException("found '" + token + "', expected: " + expected);
  }

  private String peek() {
    return next < tokens.size() ? tokens.get(next) : END;
  }

  private String take() {
    String token = peek();
    next++;
    return token;
  }

  private static boolean identifier(String token) {
    return !token.isEmpty() && !special(token.charAt(0));
  }

  private static boolean special(char character) {
    return "=!(),><".indexOf(character) >= 0;
  }

  /** To Go's reader a NUL is the end: before a token that of the text, behind one only its own. */
  private static List<String> split(String text) {
    List<String> tokens = new ArrayList<>();
    int at = 0;
    while (at < text.length() && text.charAt(at) != 0) {
      char character = text.charAt(at);
      int end = at + 1;
      if (character == ' ' || character == '\t' || character == '\r' || character == '\n') {
        at = end;
        continue;
      }
      if (special(character)) {
        boolean twoLong = (character == '=' || character == '!') && text.startsWith("=", end);
        end += twoLong ? 1 : 0;
      } else {
        while (end < text.length()
            && !special(text.charAt(end))
            && " \t\r\n\0".indexOf(text.charAt(end)) < 0) {
          end++;
        }
      }
      tokens.add(text.substring(at, end));
      at = end < text.length() && text.charAt(end) == 0 ? end + 1 : end;
    }
    return tokens;
  }
}
