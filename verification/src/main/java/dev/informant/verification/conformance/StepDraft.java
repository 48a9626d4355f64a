package dev.informant.verification.conformance;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A step while its lines are read. Used by the thread of its parser. */
final class StepDraft {
  private static final Pattern WATCH = Pattern.compile("(\\S+) as (.+)");
  private static final Pattern TAKE = Pattern.compile("(\\S+) from (.+)");
  private static final Set<String> WITHOUT_REQUEST = Set.of("TAKE", "FINISH", "COMPACT");

  private final ScriptParser parser;
  private final int line;
  private final String keyword;
  private final String rest;
  private final String number;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final Map<String, String> captures = new LinkedHashMap<>();
  private final List<Condition> conditions = new ArrayList<>();
  private @Nullable String compare;
  private int messages = -1;
  private byte @Nullable [] body;

  StepDraft(ScriptParser parser, int line, String keyword, String rest, String number) {
    this.parser = parser;
    this.line = line;
    this.keyword = keyword;
    this.rest = rest;
    this.number = number;
  }

  void header(String name, String value) {
    if (WITHOUT_REQUEST.contains(keyword) || keyword.equals("AWAIT")) {
      throw parser.mistake(keyword + " has no headers", "write them below a request");
    }
    if (body != null) {
      throw parser.mistake(
          "the header comes after the body",
          "write headers first, or the body between <<< and >>>");
    }
    if (headers.put(name, value) != null) {
      throw parser.mistake("the request has a header " + name + " already", "remove one of them");
    }
  }

  void capture(String variable, String pointer) {
    only(isExchange(), "@capture", "a request");
    captures.put(variable, pointer);
  }

  void condition(Condition condition) {
    only(keyword.equals("AWAIT"), "@until", "AWAIT");
    conditions.add(condition);
  }

  void compare(String what) {
    only(keyword.equals("GET"), "@compare", "GET");
    if (!what.equals("head") && !what.equals("order")) {
      throw parser.mistake(
          "@compare does not know \"" + what + "\"",
          "write \"head\" for status and headers alone, \"order\" for the order of members alone");
    }
    compare = what;
  }

  void messages(int count) {
    only(keyword.equals("SOCKET"), "@messages", "SOCKET");
    messages = count;
  }

  void body(byte[] bytes) {
    only(isExchange(), "a body", "a request");
    if (body != null) {
      throw parser.mistake("the request has a body already", "begin another step before it");
    }
    body = bytes;
  }

  private void only(boolean allowed, String what, String where) {
    if (!allowed) {
      throw parser.mistake(keyword + " does not take " + what, "write it below " + where + " only");
    }
  }

  private boolean isExchange() {
    return !WITHOUT_REQUEST.contains(keyword)
        && !Set.of("WATCH", "SOCKET", "AWAIT").contains(keyword);
  }

  Step build() {
    return switch (keyword) {
      case "WATCH" -> {
        Matcher parts = matched(WATCH, "WATCH /path as name");
        yield new Step.Open(
            label("WATCH " + path(parts.group(1))), parts.group(2), parts.group(1), sent());
      }
      case "TAKE" -> {
        Matcher parts = matched(TAKE, "TAKE 1 from name");
        yield new Step.Take(
            label("take " + parts.group(2)),
            parts.group(2),
            parser.number(parts.group(1), "the number of events"));
      }
      case "FINISH" -> new Step.Finish(label("finish " + some("FINISH name")), rest);
      case "COMPACT" -> new Step.Compact("compact");
      case "SOCKET" -> {
        if (messages < 0) {
          throw mistake("SOCKET reads no messages", "add \"@messages 1\"");
        }
        yield new Step.Socket(label("SOCKET " + path(rest)), rest, sent(), messages);
      }
      case "AWAIT" -> {
        if (conditions.isEmpty()) {
          throw mistake("AWAIT waits for nothing", "add \"@until /kind = ThingList\" or the like");
        }
        yield new Step.Await("await " + path(rest), rest, List.copyOf(conditions));
      }
      default -> request();
    };
  }

  private Step request() {
    String label = keyword + " " + path(rest);
    if ("head".equals(compare)) {
      return new Step.Head(label("head of " + label), rest, sent());
    }
    if ("order".equals(compare)) {
      return new Step.Order(label("order of " + label), rest);
    }
    byte[] bytes = body == null ? new byte[0] : body;
    if (bytes.length > 0) {
      headers.putIfAbsent("Content-Type", "application/json");
    }
    return new Step.Exchange(label(label), keyword, rest, sent(), bytes, Map.copyOf(captures));
  }

  /** Without empty headers, but for an empty Authorization: that one keeps the usual token from being sent. */
  private Map<String, String> sent() {
    Map<String, String> sent = new LinkedHashMap<>(headers);
    sent.entrySet()
        .removeIf(
            header -> header.getValue().isEmpty() && !header.getKey().equals("Authorization"));
    return sent;
  }

  private String path(String text) {
    if (!text.startsWith("/") || text.contains(" ")) {
      throw mistake(
          keyword + " has no valid path: \"" + text + "\"",
          "begin it with a slash and write %20 for spaces");
    }
    return text;
  }

  private String some(String form) {
    if (rest.isEmpty()) {
      throw mistake(keyword + " is incomplete", "write \"" + form + "\"");
    }
    return rest;
  }

  private Matcher matched(Pattern pattern, String form) {
    Matcher matcher = pattern.matcher(rest);
    if (!matcher.matches()) {
      throw mistake(keyword + " is incomplete", "write \"" + form + "\"");
    }
    return matcher;
  }

  private String label(String text) {
    return text + number;
  }

  /** What may refer to variables. */
  List<String> texts() {
    List<String> texts = new ArrayList<>(headers.values());
    if (!WITHOUT_REQUEST.contains(keyword)) {
      texts.add(rest);
    }
    if (body != null) {
      texts.add(new String(body, StandardCharsets.ISO_8859_1));
    }
    return texts;
  }

  Set<String> captured() {
    return captures.keySet();
  }

  ScriptSyntaxException mistake(String mistake, String remedy) {
    return parser.mistake(line, mistake, remedy);
  }
}
