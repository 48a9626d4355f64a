package dev.informant.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers where nothing says of what type they are: integers of 64 bits, everything else a double, which is written in the
 * fewest digits. Stateless.
 */
public final class GoNumbers {
  private GoNumbers() {}

  /** What is wrong with a number that no double can hold; null if there is none. */
  public static @Nullable String mistake(JsonNode node) {
    if (node.isNumber() && Double.isInfinite(node.doubleValue())) {
      String text = node.asText().toLowerCase(Locale.ROOT).replace("e+", "e");
      return "json: cannot unmarshal number " + text + " into Go value of type float64";
    }
    for (JsonNode child : node) {
      String mistake = mistake(child);
      if (mistake != null) {
        return mistake;
      }
    }
    return null;
  }

  /** The object with its numbers as Go writes them; the same if there is nothing to change. */
  public static ObjectNode written(ObjectNode object) {
    if (!differs(object)) {
      return object;
    }
    ObjectNode copy = object.deepCopy();
    rewrite(copy);
    return copy;
  }

  private static boolean differs(JsonNode node) {
    if (node.isNumber()) {
      return !GoShown.whole(node);
    }
    for (JsonNode child : node) {
      if (differs(child)) {
        return true;
      }
    }
    return false;
  }

  private static void rewrite(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        if (member.getValue().isNumber()) {
          member.setValue(number(member.getValue()));
        } else {
          rewrite(member.getValue());
        }
      }
    } else if (node instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i).isNumber()) {
          list.set(i, number(list.get(i)));
        } else {
          rewrite(list.get(i));
        }
      }
    }
  }

  private static JsonNode number(JsonNode number) {
    if (GoShown.whole(number)) {
      return number;
    }
    BigDecimal fewest = new BigDecimal(GoShown.json(number));
    boolean whole = fewest.scale() <= 0 && fewest.precision() - fewest.scale() <= 18;
    return whole ? LongNode.valueOf(fewest.longValueExact()) : DecimalNode.valueOf(fewest);
  }
}
