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
 * One field that differs between two states of an object. Elements of lists are told apart by their name
 * or type, where they have one, so that an insertion is one difference.
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

  /** A value in one line that a terminal can show; {@code -o json} has the whole. */
  static String text(JsonNode value) {
    String text = value.isTextual() ? value.asText().replace("\n", "\\n") : value.toString();
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }
}
