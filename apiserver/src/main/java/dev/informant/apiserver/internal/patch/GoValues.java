package dev.informant.apiserver.internal.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.values.GoShown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Trees as Go prints maps and slices into messages. Stateless. */
public final class GoValues {
  private GoValues() {}

  /** The Go type of a value decoded without one of its own. */
  public static String type(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT, POJO -> "map[string]interface {}";
      case ARRAY -> "[]interface {}";
      case STRING, BINARY -> "string";
      case BOOLEAN -> "bool";
      case NUMBER -> node.isIntegralNumber() ? "int64" : "float64";
      case NULL, MISSING -> "<nil>";
    };
  }

  public static String shown(JsonNode node) {
    if (node.isObject()) {
      Map<String, String> entries = new TreeMap<>();
      node.properties().forEach(entry -> entries.put(entry.getKey(), shown(entry.getValue())));
      List<String> words = new ArrayList<>();
      entries.forEach((key, value) -> words.add(key + ":" + value));
      return "map[" + String.join(" ", words) + "]";
    }
    if (node.isArray()) {
      List<String> words = new ArrayList<>();
      node.forEach(element -> words.add(shown(element)));
      return "[" + String.join(" ", words) + "]";
    }
    if (node.isNumber() && !node.isIntegralNumber()) {
      return GoShown.number(node.doubleValue());
    }
    return node.isNull() ? "<nil>" : node.asText();
  }
}
