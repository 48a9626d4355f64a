package dev.informant.apiserver.internal.values;

import java.util.ArrayList;
import java.util.List;

/** What keeps a text from being a name of some form, in the words of a kube-apiserver. Stateless. */
public final class NameForms {
  public static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  public static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";

  private static final String LETTER_LABEL = "[a-z]([-a-z0-9]*[a-z0-9])?";
  private static final String KEY = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String VALUE = "(" + KEY + ")?";
  private static final String KEY_RULE =
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
          + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
          + " validation is '" + KEY + "')";

  private static final String SUBDOMAIN_RULE =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-'"
          + " or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
          + " used for validation is '" + SUBDOMAIN + "')";

  private NameForms() {}

  /** One part of a DNS name that begins with a letter (RFC 1035). */
  public static List<String> letterLabel(String text) {
    return counted(
        text,
        63,
        LETTER_LABEL,
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with"
            + " an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or"
            + " 'abc-123', regex used for validation is '" + LETTER_LABEL + "')");
  }

  /** One part of a DNS name (RFC 1123). */
  public static List<String> label(String text) {
    boolean dotted = !matches(LABEL, text) && matches(SUBDOMAIN, text);
    return counted(
        text,
        63,
        LABEL,
        dotted
            ? "must not contain dots"
            : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
                + " must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc',"
                + " regex used for validation is '" + LABEL + "')");
  }

  /** A DNS name of several parts (RFC 1123). */
  public static List<String> subdomain(String text) {
    return counted(text, 253, SUBDOMAIN, SUBDOMAIN_RULE);
  }

  /** As {@link #subdomain}, in the words of a newer library. */
  public static List<String> longName(String text) {
    return complaints(text, 253, SUBDOMAIN, SUBDOMAIN_RULE);
  }

  /** A DNS name of several parts that may begin with or have underscores. */
  public static List<String> underscored(String text) {
    String part = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
    String form = part + "(\\." + part + ")*";
    return counted(
        text,
        253,
        form,
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-'"
            + " or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
            + " used for validation is '" + form + "')");
  }

  /** A label's key, also called a qualified name: perhaps with a subdomain and a slash before it. */
  public static List<String> key(String text) {
    List<String> wrong = new ArrayList<>();
    String[] parts = text.split("/", -1);
    if (parts.length > 2) {
      wrong.add("a valid label key " + KEY_RULE
          + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
      return wrong;
    }
    if (parts.length == 2) {
      List<String> prefix = parts[0].isEmpty()
          ? List.of("must be non-empty")
          : complaints(parts[0], 253, SUBDOMAIN, SUBDOMAIN_RULE);
      prefix.forEach(complaint -> wrong.add("prefix part " + complaint));
    }
    String name = parts[parts.length - 1];
    if (name.isEmpty()) {
      wrong.add("name part must be non-empty");
    }
    complaints(name, 63, KEY, KEY_RULE).forEach(complaint -> wrong.add("name part " + complaint));
    return wrong;
  }

  /** A label's value. */
  public static List<String> value(String text) {
    return complaints(
        text,
        63,
        VALUE,
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.',"
            + " and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',"
            + "  or '12345', regex used for validation is '" + VALUE + "')");
  }

  /** The name of a port of a container (RFC 6335). */
  public static List<String> portName(String text) {
    List<String> wrong = new ArrayList<>();
    if (text.length() > 15) {
      wrong.add("must be no more than 15 characters");
    }
    if (!matches("[-a-z0-9]+", text)) {
      wrong.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
    }
    if (text.chars().noneMatch(letter -> letter >= 'a' && letter <= 'z')) {
      wrong.add("must contain at least one letter (a-z)");
    }
    if (text.contains("--")) {
      wrong.add("must not contain consecutive hyphens");
    }
    if (text.startsWith("-") || text.endsWith("-")) {
      wrong.add("must not begin or end with a hyphen");
    }
    return wrong;
  }

  /** The name of a variable, or the beginning of several. */
  public static List<String> variable(String text) {
    return text.chars().allMatch(letter -> letter >= ' ' && letter < 127 && letter != '=')
        ? List.of()
        : List.of("a valid environment variable name must consist only of printable ASCII"
            + " characters other than '='");
  }

  /** A number of percent. */
  public static List<String> percent(String text) {
    return complaints(
        text,
        Integer.MAX_VALUE,
        "[0-9]+%",
        "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or"
            + " '93%', regex used for validation is '[0-9]+%')");
  }

  /** A DNS name whose first part is an asterisk. */
  public static List<String> wildcard(String text) {
    String form = "\\*\\." + SUBDOMAIN;
    return counted(
        text,
        253,
        form,
        "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which"
            + " must consist of lower case alphanumeric characters, '-' or '.' and end with an"
            + " alphanumeric character (e.g. '*.example.com', regex used for validation is '" + form
            + "')");
  }

  /** A key of a ConfigMap or Secret. */
  public static List<String> configKey(String text) {
    List<String> wrong = counted(
        text,
        253,
        "[-._a-zA-Z0-9]+",
        "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',"
            + "  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')");
    if (text.equals(".") || text.equals("..")) {
      wrong.add("must not be '" + text + "'");
    } else if (text.startsWith("..") && matches("[-._a-zA-Z0-9]+", text)) {
      wrong.add("must not start with '..'");
    }
    return wrong;
  }

  private static List<String> complaints(String text, int longest, String form, String rule) {
    List<String> wrong = new ArrayList<>();
    if (text.length() > longest) {
      wrong.add("must be no more than " + longest + " bytes");
    }
    if (!matches(form, text)) {
      wrong.add(rule);
    }
    return wrong;
  }

  /** As {@link #complaints}, in the words of an older library. */
  private static List<String> counted(String text, int longest, String form, String rule) {
    List<String> wrong = complaints(text, longest, form, rule);
    wrong.replaceAll(one -> one.equals("must be no more than " + longest + " bytes")
        ? "must be no more than " + longest + " characters"
        : one);
    return wrong;
  }

  private static boolean matches(String form, String text) {
    return GoPattern.of("^" + form + "$").matches(text);
  }

  /** What keeps a name, or the beginning of one, from being a step of a path. */
  public static List<String> segment(String name, boolean prefix) {
    if (!prefix && (name.equals(".") || name.equals(".."))) {
      return List.of("may not be '" + name + "'");
    }
    List<String> wrong = new ArrayList<>();
    for (String illegal : List.of("/", "%")) {
      if (name.contains(illegal)) {
        wrong.add("may not contain '" + illegal + "'");
      }
    }
    return wrong;
  }
}
