package dev.informant.apiserver.selector;

import dev.informant.apiserver.selector.LabelSelector.Operator;
import dev.informant.apiserver.selector.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the text form of a label selector. Used once, by one thread. */
final class LabelSelectorParser {
  private static final String OPERATORS = "in, notin, =, ==, !=, gt, lt";
  private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
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
      case "=", "==" -> new Requirement(key, Operator.IN, checked(key, Set.of(value())));
      case "!=" -> new Requirement(key, Operator.NOT_IN, checked(key, Set.of(value())));
      case ">" -> new Requirement(key, Operator.GREATER, number(value()));
      case "<" -> new Requirement(key, Operator.LESS, number(value()));
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
    if (!LabelSelector.integer(value)) {
      throw new SelectorException("values[0]: Invalid value: \""
          + value
          + "\": for 'Gt', 'Lt' operators, the value must be an integer");
    }
    return Set.of(value);
  }

  private static Set<String> checked(String key, Set<String> values) throws SelectorException {
    int index = 0;
    for (String value : values) {
      if (value.length() > 63 || !value.isEmpty() && !NAME.matcher(value).matches()) {
        throw new SelectorException("values["
            + index
            + "]["
            + key
            + "]: Invalid value: \""
            + value
            + "\": "
            + (value.length() > 63
                ? "must be no more than 63 bytes"
                : "a valid label must be an empty string or consist of alphanumeric characters, '-',"
                    + " '_' or '.', and must start and end with an alphanumeric character (e.g."
                    + " 'MyValue',  or 'my_value',  or '12345', regex used for validation is"
                    + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"));
      }
      index++;
    }
    return values;
  }

  private static void checkKey(String key) throws SelectorException {
    int slash = key.indexOf('/');
    if (key.indexOf('/', slash + 1) > 0) {
      throw new SelectorException("<nil>: Invalid value: \""
          + key
          + "\": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start"
          + " and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex"
          + " used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS"
          + " subdomain prefix and '/' (e.g. 'example.com/MyName')");
    }
    String name = key.substring(slash + 1);
    boolean prefixGood =
        slash < 0 || slash <= 253 && SUBDOMAIN.matcher(key.substring(0, slash)).matches();
    if (!prefixGood) {
      throw new SelectorException("<nil>: Invalid value: \""
          + key
          + "\": prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
          + " characters, '-' or '.', and must start and end with an alphanumeric character (e.g."
          + " 'example.com', regex used for validation is"
          + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
    }
    if (name.length() > 63 || !NAME.matcher(name).matches()) {
      throw new SelectorException("<nil>: Invalid value: \""
          + key
          + "\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and"
          + " end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used"
          + " for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')");
    }
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

  private static List<String> split(String text) {
    List<String> tokens = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
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
            && " \t\r\n".indexOf(text.charAt(end)) < 0) {
          end++;
        }
      }
      tokens.add(text.substring(at, end));
      at = end;
    }
    return tokens;
  }
}
