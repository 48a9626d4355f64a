package dev.informant.apiserver.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What stands in the cells of a table. */
final class Cells {
  static final String NONE = "<none>";
  static final String UNKNOWN = "<unknown>";
  static final String UNSET = "<unset>";

  private static final Pattern STEP = Pattern.compile(
      "\\.([A-Za-z0-9_\\-/]+(?:\\\\\\.[A-Za-z0-9_\\-/]+)*)"
          + "|\\['([^']*)'\\]|\\[([0-9]+|\\*)\\]|\\[\\?\\(@\\.([A-Za-z0-9_]+)==[\"']([^\"']*)[\"']\\)\\]");

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

  static String selector(JsonNode selector) {
    String labels =
        selector.path("matchLabels").isEmpty() ? "" : labels(selector.path("matchLabels"));
    List<String> all = new ArrayList<>();
    if (!labels.isEmpty()) {
      all.add(labels);
    }
    for (JsonNode expression : selector.path("matchExpressions")) {
      String values = "(" + String.join(",", each(expression.path("values"), "")) + ")";
      String key = expression.path("key").asText();
      switch (expression.path("operator").asText()) {
        case "In" -> all.add(key + " in " + values);
        case "NotIn" -> all.add(key + " notin " + values);
        case "DoesNotExist" -> all.add("!" + key);
        default -> all.add(key);
      }
    }
    return joined(all);
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

  /** A cell of a custom resource: the value at a simple JSONPath; null if there is none. */
  static @Nullable Object custom(ObjectNode object, String path, String type, Instant now) {
    List<JsonNode> found = List.of(object);
    Matcher step = STEP.matcher(path);
    int end = 0;
    while (step.find() && step.start() == end) {
      end = step.end();
      found = follow(found, step);
    }
    if (end != path.length() || found.isEmpty()) {
      return null;
    }
    JsonNode value = found.get(0);
    return switch (type) {
      case "integer" -> value.isNumber() ? value.longValue() : null;
      case "number", "boolean" -> value.isValueNode() ? value : null;
      case "date" -> {
        Instant since = time(value.asText());
        yield since == null ? "<invalid>" : human(Duration.between(since, now));
      }
      default -> value.isValueNode() ? String.join(" ", each(found)) : value.toString();
    };
  }

  private static List<String> each(List<JsonNode> values) {
    return values.stream().map(JsonNode::asText).toList();
  }

  private static List<JsonNode> follow(List<JsonNode> from, Matcher step) {
    List<JsonNode> to = new ArrayList<>();
    for (JsonNode node : from) {
      if (step.group(1) != null) {
        to.add(node.path(step.group(1).replace("\\.", ".")));
      } else if (step.group(2) != null) {
        to.add(node.path(step.group(2)));
      } else if (step.group(3) != null) {
        if (step.group(3).equals("*")) {
          node.forEach(to::add);
        } else {
          to.add(node.path(Integer.parseInt(step.group(3))));
        }
      } else {
        node.forEach(item -> {
          if (item.path(step.group(4)).asText().equals(step.group(5))) {
            to.add(item);
          }
        });
      }
    }
    to.removeIf(node -> node.isMissingNode() || node.isNull());
    return to;
  }
}
