package dev.informant.object;

import dev.informant.object.LabelRequirement.Operator;
import java.util.ArrayList;
import java.util.List;

/** Reads one label selector. One thread, one use. */
final class SelectorParser {
  private static final String SYMBOLS = "=!(),<>";
  private static final String SPACE = " \t\r\n";

  private final String text;
  private int position;

  /** The token in hand: a symbol, a word, or empty at the end; and where it begins. */
  private String token = "";

  private int tokenAt;

  SelectorParser(String text) {
    this.text = text;
  }

  List<LabelRequirement> parse() {
    List<LabelRequirement> requirements = new ArrayList<>();
    advance();
    if (atEnd()) {
      return requirements;
    }
    expect(isWord() || token.equals("!"), "!, identifier, or 'end of string'");
    requirements.add(requirement());
    while (!atEnd()) {
      expect(token.equals(","), "',' or 'end of string'");
      advance();
      expect(isWord() || token.equals("!"), "identifier after ','");
      requirements.add(requirement());
    }
    return requirements;
  }

  private LabelRequirement requirement() {
    boolean absent = token.equals("!");
    if (absent) {
      advance();
    }
    expect(isWord(), "identifier");
    int keyAt = tokenAt;
    String key = token;
    check(keyAt, () -> LabelRequirement.checkKey(key));
    advance();
    if (absent) {
      return new LabelRequirement(key, Operator.ABSENT, List.of());
    }
    if (atEnd() || token.equals(",")) {
      return new LabelRequirement(key, Operator.EXISTS, List.of());
    }
    Operator operator = operator();
    advance();
    int valuesAt = tokenAt;
    List<String> values =
        operator == Operator.IN || operator == Operator.NOT_IN ? set() : List.of(value());
    LabelRequirement[] made = new LabelRequirement[1];
    check(valuesAt, () -> made[0] = new LabelRequirement(key, operator, values));
    return made[0];
  }

  private Operator operator() {
    switch (token) {
      case "=", "==":
        return Operator.EQUAL;
      case "!=":
        return Operator.NOT_EQUAL;
      case ">":
        return Operator.GREATER;
      case "<":
        return Operator.LESS;
      case "in":
        return Operator.IN;
      case "notin":
        return Operator.NOT_IN;
      default:
        throw unexpected("in, notin, =, ==, !=, gt, lt");
    }
  }

  /** The value after a comparison; empty if the requirement ends there. */
  private String value() {
    if (atEnd() || token.equals(",")) {
      return "";
    }
    expect(isWord(), "identifier");
    String value = token;
    advance();
    return value;
  }

  /** Values in brackets; between two commas, or a comma and a bracket, stands an empty one. */
  private List<String> set() {
    expect(token.equals("("), "'('");
    List<String> values = new ArrayList<>();
    do {
      advance();
      if (isWord()) {
        int at = tokenAt;
        String value = token;
        check(at, () -> LabelRequirement.checkValue(value));
        values.add(value);
        advance();
        expect(token.equals(",") || token.equals(")"), "',' or ')'");
      } else {
        expect(token.equals(",") || token.equals(")"), "',', ')' or identifier");
        values.add("");
      }
    } while (token.equals(","));
    advance();
    return values;
  }

  private boolean atEnd() {
    return token.isEmpty();
  }

  private boolean isWord() {
    return !token.isEmpty() && SYMBOLS.indexOf(token.charAt(0)) < 0;
  }

  private void advance() {
    while (position < text.length() && SPACE.indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    tokenAt = position;
    if (position == text.length()) {
      token = "";
      return;
    }
    if (SYMBOLS.indexOf(text.charAt(position)) >= 0) {
      position += text.startsWith("==", position) || text.startsWith("!=", position) ? 2 : 1;
    } else {
      while (position < text.length() && isWordCharacter(text.charAt(position))) {
        position++;
      }
    }
    token = text.substring(tokenAt, position);
  }

  private static boolean isWordCharacter(char character) {
    return SYMBOLS.indexOf(character) < 0 && SPACE.indexOf(character) < 0;
  }

  private void expect(boolean met, String expected) {
    if (!met) {
      throw unexpected(expected);
    }
  }

  private SelectorSyntaxException unexpected(String expected) {
    return new SelectorSyntaxException(
        text, tokenAt, "found '" + token + "', expected: " + expected);
  }

  /** Runs a check of what was read at a place, so that what it finds names the place. */
  private void check(int at, Runnable check) {
    try {
      check.run();
    } catch (IllegalArgumentException invalid) {
      throw new SelectorSyntaxException(text, at, String.valueOf(invalid.getMessage()));
    }
  }
}
