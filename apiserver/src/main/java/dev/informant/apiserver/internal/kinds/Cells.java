package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.values.GoShown;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands in the cells of a table. Stateless. */
public final class Cells {
  static final String NONE = "<none>";
  static final String UNKNOWN = "<unknown>";
  static final String UNSET = "<unset>";

  private static final int FEW = 3;

  private Cells() {}

  static JsonNode at(JsonNode node, String... path) {
    for (String step : path) {
      node = node.path(step);
    }
    return node;
  }

  static String text(JsonNode node, String... path) {
    return at(node, path).asText("");
  }

  static String textOr(String otherwise, JsonNode node, String... path) {
    String found = text(node, path);
    return found.isEmpty() ? otherwise : found;
  }

  static int number(JsonNode node, String... path) {
    return at(node, path).asInt();
  }

  /** Texts joined with commas, {@code <none>} if there are none. */
  static String joined(Iterable<String> parts) {
    String all = String.join(",", parts);
    return all.isEmpty() ? NONE : all;
  }

  static List<String> each(JsonNode array, String member) {
    List<String> values = new ArrayList<>();
    array.forEach(
        item -> values.add(member.isEmpty() ? item.asText() : item.path(member).asText()));
    return values;
  }

  /** A selector or a set of labels as {@code a=b,c=d}. */
  static String labels(JsonNode map) {
    List<String> pairs = new ArrayList<>();
    map.properties()
        .forEach(pair -> pairs.add(pair.getKey() + "=" + pair.getValue().asText()));
    pairs.sort(null);
    return joined(pairs);
  }

  /** A selector with all its requirements, in the order of their keys. */
  static String selector(JsonNode selector) {
    List<Map.Entry<String, String>> all = new ArrayList<>();
    selector
        .path("matchLabels")
        .properties()
        .forEach(label -> all.add(
            Map.entry(label.getKey(), label.getKey() + "=" + label.getValue().asText())));
    for (JsonNode expression : selector.path("matchExpressions")) {
      List<String> sorted = each(expression.path("values"), "");
      sorted.sort(null);
      String values = "(" + String.join(",", sorted) + ")";
      String key = expression.path("key").asText();
      all.add(Map.entry(
          key,
          switch (expression.path("operator").asText()) {
            case "In" -> key + " in " + values;
            case "NotIn" -> key + " notin " + values;
            case "DoesNotExist" -> "!" + key;
            default -> key;
          }));
    }
    all.sort(Map.Entry.comparingByKey());
    return joined(all.stream().map(Map.Entry::getValue).toList());
  }

  /** The first three of a list, and how many more of {@code count} there are. */
  static String firstFew(List<String> all, int count) {
    return all.size() <= FEW && count <= FEW
        ? String.join(",", all)
        : String.join(",", all.subList(0, Math.min(FEW, all.size()))) + " + " + (count - FEW)
            + " more...";
  }

  static String age(JsonNode node, Instant now, String... path) {
    Instant since = time(text(node, path));
    return since == null ? UNKNOWN : human(Duration.between(since, now));
  }

  static @Nullable Instant time(String text) {
    try {
      return text.isEmpty() ? null : Instant.parse(text);
    } catch (DateTimeException malformed) {
      return null;
    }
  }

  /** Two significant units at most, as kubectl shows ages. */
  static String human(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < -1) {
      return "<invalid>";
    }
    if (seconds < 0) {
      return "0s";
    }
    if (seconds < 120) {
      return seconds + "s";
    }
    long minutes = seconds / 60;
    if (minutes < 10) {
      return seconds % 60 == 0 ? minutes + "m" : minutes + "m" + seconds % 60 + "s";
    }
    if (minutes < 180) {
      return minutes + "m";
    }
    long hours = minutes / 60;
    if (hours < 8) {
      return minutes % 60 == 0 ? hours + "h" : hours + "h" + minutes % 60 + "m";
    }
    if (hours < 48) {
      return hours + "h";
    }
    long days = hours / 24;
    if (hours < 192) {
      return hours % 24 == 0 ? days + "d" : days + "d" + hours % 24 + "h";
    }
    if (days < 365 * 2) {
      return days + "d";
    }
    long years = days / 365;
    if (days < 365 * 8) {
      return days % 365 == 0 ? years + "y" : years + "y" + days % 365 + "d";
    }
    return years + "y";
  }

  /** A cell of a custom resource: the first of the values found for it; null if there is none that fits the type. */
  public static @Nullable Object custom(List<JsonNode> found, String type, Instant now) {
    if (found.isEmpty()) {
      return null;
    }
    JsonNode value = found.get(0);
    return switch (type) {
      case "integer" ->
        value.isNumber()
            ? Long.valueOf(GoShown.whole(value) ? value.longValue() : (long) value.doubleValue())
            : null;
      case "number" -> value.isNumber() ? value : null;
      case "boolean" -> value.isBoolean() ? value : null;
      case "date" -> value.isTextual() ? date(value.asText(), now) : null;
      default -> printed(value);
    };
  }

  private static String date(String text, Instant now) {
    if (text.isEmpty() || text.equals("null")) {
      return UNKNOWN;
    }
    Instant since = time(text);
    return since == null ? "<invalid>" : human(Duration.between(since, now));
  }

  private static String printed(JsonNode value) {
    if (value.isNull()) {
      return "<no value>";
    }
    if (value.isContainerNode()) {
      return GoShown.json(value);
    }
    return value.isNumber() && !GoShown.whole(value)
        ? GoShown.number(value.doubleValue())
        : value.asText();
  }
}
