package dev.informant.apiserver.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.values.Addresses;
import dev.informant.apiserver.internal.values.GoPattern;
import dev.informant.apiserver.internal.values.NameForms;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The formats of strings and numbers that a CRD's schema may ask for. Stateless. */
public final class Formats {
  private static final String UUID = "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?";
  private static final String WORD = "a-zA-Z0-9\\p{S}\\p{L}";
  private static final String COLOR = "\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*";

  private static final Map<String, Predicate<String>> STRINGS = Map.ofEntries(
      Map.entry("bsonobjectid", matching("^[0-9a-fA-F]{24}$")),
      Map.entry("uri", Formats::uri),
      Map.entry("email", Formats::email),
      Map.entry("hostname", Formats::hostname),
      Map.entry("ipv4", text -> text.contains(".") && Addresses.address(text, true)),
      Map.entry("ipv6", text -> text.contains(":") && Addresses.address(text, false)),
      Map.entry("cidr", Addresses::network),
      Map.entry("mac", Addresses::hardware),
      Map.entry("uuid", matching(UUID + "[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$")),
      Map.entry("uuid3", matching(UUID + "3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$")),
      Map.entry("uuid4", matching(UUID + "4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$")),
      Map.entry("uuid5", matching(UUID + "5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$")),
      Map.entry("isbn", text -> tenDigitBook(text) || book(text)),
      Map.entry("isbn10", Formats::tenDigitBook),
      Map.entry("isbn13", Formats::book),
      Map.entry("creditcard", Formats::creditCard),
      Map.entry(
          "ssn",
          matching("^\\d{3}[- ]?\\d{2}[- ]?\\d{4}$")
              .and(text -> text.getBytes(StandardCharsets.UTF_8).length == 11)),
      Map.entry("hexcolor", matching("^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")),
      Map.entry("rgbcolor", matching("^rgb\\(" + COLOR + "," + COLOR + "," + COLOR + "\\)$")),
      Map.entry(
          "byte",
          matching(
              "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$")),
      Map.entry("password", text -> true),
      Map.entry("date", Formats::date),
      Map.entry("duration", Formats::duration),
      Map.entry("datetime", Formats::dateTime),
      Map.entry("k8sshortname", text -> text.length() <= 63 && label(text)),
      Map.entry("k8slongname", text -> text.length() <= 253 && labels(text)));

  private Formats() {}

  /** The format that a schema asks for; empty if there is none, or none that a kube-apiserver knows for its type. */
  static String of(JsonNode schema) {
    String format = schema.path("format").asText("");
    return recognized(schema, format) ? format : "";
  }

  private static boolean recognized(JsonNode schema, String format) {
    String type = schema.path("x-kubernetes-int-or-string").asBoolean()
        ? ""
        : schema.path("type").asText("");
    return switch (type) {
      case "", "string" -> STRINGS.containsKey(plain(format));
      case "integer" -> Set.of("int32", "int64").contains(format);
      case "number" -> Set.of("float", "double").contains(format);
      default -> false;
    };
  }

  /** Whether the text has the format; true for one that is not of strings. */
  static boolean fits(String format, String text) {
    Predicate<String> check = STRINGS.get(plain(format));
    return check == null || check.test(text);
  }

  private static String plain(String format) {
    return format.replace("-", "");
  }

  private static Predicate<String> matching(String expression) {
    return GoPattern.of(expression)::matches;
  }

  private static boolean label(String text) {
    return GoPattern.of("^" + NameForms.LABEL + "$").matches(text);
  }

  private static boolean labels(String text) {
    return GoPattern.of("^" + NameForms.SUBDOMAIN + "$").matches(text);
  }

  private static boolean hostname(String text) {
    String expression = "^([" + WORD + "]((-?[" + WORD + "]{0,62})?)|([" + WORD + "](([-" + WORD
        + "]{0,61}[" + WORD + "])?)(\\.)){1,}([a-zA-Z\\p{L}]){2,63})$";
    if (!GoPattern.of(expression).matches(text)) {
      return false;
    }
    int part = 0;
    int all = 0;
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      part = one == '.' ? 0 : part + 1;
      all++;
      if (part > 63 || all > 255) {
        return false;
      }
    }
    return true;
  }

  /** An absolute path, or anything with a scheme. */
  private static boolean uri(String text) {
    boolean control = text.chars().anyMatch(one -> one < ' ' || one == 0x7f);
    if (text.isEmpty() || control) {
      return false;
    }
    if (text.equals("*")) {
      return true;
    }
    String rest = text;
    boolean scheme = GoPattern.of("^[a-zA-Z][-+.a-zA-Z0-9]*:").matches(text);
    if (scheme) {
      rest = text.substring(text.indexOf(':') + 1);
    }
    int query = rest.indexOf('?');
    rest = query < 0 ? rest : rest.substring(0, query);
    if (!rest.startsWith("/")) {
      return scheme;
    }
    if (scheme && rest.startsWith("//")) {
      int path = rest.indexOf('/', 2);
      String authority = rest.substring(2, path < 0 ? rest.length() : path);
      rest = path < 0 ? "" : rest.substring(path);
      if (!authority(authority)) {
        return false;
      }
    }
    return !GoPattern.of("%([^0-9a-fA-F]|.[^0-9a-fA-F]|.?$)").matches(rest);
  }

  private static boolean authority(String text) {
    String host = text.substring(text.lastIndexOf('@') + 1);
    return GoPattern.of("^(\\[[0-9a-fA-F:.%]+\\]|[^\\[\\] \"<>`{}|\\\\^:]*)(:[0-9]*)?$")
        .matches(host);
  }

  /** An address, perhaps in angle brackets after a name. */
  private static boolean email(String text) {
    String atom = "[-a-zA-Z0-9!#$%&'*+/=?^_`{|}~\\x{80}-\\x{10FFFF}]+";
    String atoms = atom + "(\\." + atom + ")*";
    String quoted = "\"([^\"\\\\\\n\\r]|\\\\.)*\"";
    String address = "(" + atoms + "|" + quoted + ")@(" + atoms + "|\\[[^\\[\\]\\\\]*\\])";
    String name = "(" + quoted + "|[^<>@,;:\\\\\"\\[\\]()]*)";
    return GoPattern.of("^\\s*(" + address + "|" + name + "\\s*<" + address + ">)\\s*$")
        .matches(text);
  }

  private static boolean date(String text) {
    if (!GoPattern.of("^[0-9]{4}-[0-9]{2}-[0-9]{2}$").matches(text)) {
      return false;
    }
    try {
      LocalDate.of(
          Integer.parseInt(text.substring(0, 4)),
          Integer.parseInt(text.substring(5, 7)),
          Integer.parseInt(text.substring(8)));
      return true;
    } catch (DateTimeException noSuchDay) {
      return false;
    }
  }

  private static boolean dateTime(String text) {
    String[] parts = text.toLowerCase(Locale.ROOT).split("t", -1);
    if (parts.length < 2 || !date(parts[0])) {
      return false;
    }
    String time = parts[1];
    return GoPattern.of("^[0-9]{2}:[0-9]{2}:[0-9]{2}(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$")
            .matches(time)
        && time.substring(0, 2).compareTo("23") <= 0
        && time.substring(3, 5).compareTo("59") <= 0
        && time.substring(6, 8).compareTo("59") <= 0;
  }

  /** As Go writes durations, or somewhere in the text a number and a word for a unit. */
  private static boolean duration(String text) {
    String number = "([0-9]+(\\.[0-9]*)?|\\.[0-9]+)";
    return GoPattern.of("^[-+]?(0|(" + number + "(ns|us|µs|μs|ms|s|m|h))+)$").matches(text)
        || GoPattern.of("(?i)[0-9]+\\s*(nano[a-zµ]*|micro[a-zµ]*|milli[a-zµ]*|sec[a-zµ]*|min[a-zµ]*"
                + "|hour[a-zµ]*|day[a-zµ]*|week[a-zµ]*|ns|us|µs|ms|s|m|h|hr|d|w|wk)($|[^a-zµ])")
            .matches(text);
  }

  private static boolean tenDigitBook(String text) {
    String digits = text.replaceAll("[\\s-]+", "");
    if (!GoPattern.of("^[0-9]{9}[0-9X]$").matches(digits)) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += (i + 1) * (digits.charAt(i) == 'X' ? 10 : digits.charAt(i) - '0');
    }
    return sum % 11 == 0;
  }

  private static boolean book(String text) {
    String digits = text.replaceAll("[\\s-]+", "");
    if (!GoPattern.of("^[0-9]{13}$").matches(digits)) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < 13; i++) {
      sum += (digits.charAt(i) - '0') * (i % 2 == 0 ? 1 : 3);
    }
    return sum % 10 == 0;
  }

  private static boolean creditCard(String text) {
    String digits = text.replaceAll("[^0-9]+", "");
    String known = "^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}"
        + "|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\\d{3})\\d{11})$";
    if (!GoPattern.of(known).matches(digits)) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      int weighed = i % 2 == 0 ? digit : digit * 2;
      sum += weighed > 9 ? weighed - 9 : weighed;
    }
    return sum % 10 == 0;
  }
}
