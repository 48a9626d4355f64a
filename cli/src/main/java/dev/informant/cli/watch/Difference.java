package dev.informant.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One field that differs between two states of an object. Elements of lists are distinguished by their name or type,
 * where they have one, so that an insertion is one difference.
 *
 * @param before null if the field is new
 * @param after null if the field is gone
 */
public record Difference(
    String path, @Nullable JsonNode before, @Nullable JsonNode after) {
  /** Change with every write and say nothing. */
  private static final Set<String> NOISE =
      Set.of("metadata.resourceVersion", "metadata.managedFields");

  private static final int LONGEST = 100;
  /** So much of what is the same is shown before a difference far behind. */
  private static final int LEAD = 30;

  private static final String HIDDEN = "(hidden)";

  /** All of them, in the order of the fields. The contents of Secrets are hidden. */
  public static List<Difference> between(JsonNode before, JsonNode after) {
    List<Difference> all = new ArrayList<>();
    collect("", before, after, all);
    boolean secret = after.path("kind").asText().equals("Secret");
    return secret ? all.stream().map(Difference::withoutSecrets).toList() : all;
  }

  private Difference withoutSecrets() {
    boolean hidden = path.startsWith("data")
        || path.startsWith("stringData")
        || path.startsWith("metadata.annotations");
    return hidden ? new Difference(path, hidden(before), hidden(after)) : this;
  }

  private static @Nullable JsonNode hidden(@Nullable JsonNode value) {
    return value == null ? null : com.fasterxml.jackson.databind.node.TextNode.valueOf(HIDDEN);
  }

  private static void collect(
      String path, @Nullable JsonNode before, @Nullable JsonNode after, List<Difference> into) {
    if (NOISE.contains(path) || (before != null && before.equals(after))) {
      return;
    }
    if (before != null && after != null && before.isObject() && after.isObject()) {
      Set<String> names = new LinkedHashSet<>();
      before.fieldNames().forEachRemaining(names::add);
      after.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        collect(join(path, name), before.get(name), after.get(name), into);
      }
      return;
    }
    if (before != null && after != null && before.isArray() && after.isArray()) {
      Map<String, JsonNode> old = elements(before);
      Map<String, JsonNode> fresh = elements(after);
      Set<String> names = new LinkedHashSet<>(old.keySet());
      names.addAll(fresh.keySet());
      for (String name : names) {
        collect(path + '[' + name + ']', old.get(name), fresh.get(name), into);
      }
      return;
    }
    into.add(new Difference(path, before, after));
  }

  private static String join(String path, String name) {
    String part = name.indexOf('.') >= 0 || name.indexOf('/') >= 0 ? "[" + name + "]" : name;
    return path.isEmpty() ? part : part.startsWith("[") ? path + part : path + '.' + part;
  }

  private static Map<String, JsonNode> elements(JsonNode array) {
    Map<String, JsonNode> elements = new LinkedHashMap<>();
    for (String field : new String[] {"name", "type"}) {
      elements.clear();
      for (JsonNode element : array) {
        JsonNode name = element.get(field);
        if (name == null || !name.isTextual()) {
          break;
        }
        elements.put(name.asText(), element);
      }
      if (elements.size() == array.size()) {
        return elements;
      }
    }
    elements.clear();
    for (int i = 0; i < array.size(); i++) {
      elements.put(Integer.toString(i), array.get(i));
    }
    return elements;
  }

  /** The value before, short enough for a line, with the place where it differs; {@code -o json} has the whole. */
  String textBefore() {
    return part(text(before), firstDifference());
  }

  /** The value after, short enough for a line, with the place where it differs. */
  String textAfter() {
    return part(text(after), firstDifference());
  }

  private static String text(@Nullable JsonNode value) {
    return value == null ? "" : value.isTextual() ? value.asText() : value.toString();
  }

  private int firstDifference() {
    if (before == null || after == null) {
      return 0;
    }
    String old = text(before);
    String fresh = text(after);
    int place = 0;
    while (place < Math.min(old.length(), fresh.length())
        && old.charAt(place) == fresh.charAt(place)) {
      place++;
    }
    return place;
  }

  private static String part(String text, int place) {
    if (text.length() <= LONGEST && place < LONGEST) {
      return text;
    }
    int begin = place < LONGEST - LEAD ? 0 : place - LEAD;
    int end = Math.min(text.length(), begin + LONGEST - (begin > 0 ? 2 : 1));
    return (begin > 0 ? "…" : "")
        + text.substring(whole(text, begin), whole(text, end))
        + (end < text.length() ? "…" : "");
  }

  /** Not between the halves of a character. */
  private static int whole(String text, int place) {
    return place > 0
            && place < text.length()
            && Character.isSurrogatePair(text.charAt(place - 1), text.charAt(place))
        ? place - 1
        : place;
  }
}
