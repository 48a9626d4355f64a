package dev.informant.apiserver.internal.values;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Numbers of objects without types, which to Go are an int64 or, if they do not fit, a float64. Stateless. */
public final class GoNumbers {
  private static final double LONGEST_WHOLE = 1e21;

  private GoNumbers() {}

  /** A number as it was written, so far as the tree still knows. */
  public static String digits(JsonNode number) {
    return number.isBigDecimal()
        ? number.decimalValue().toString().replace("E+", "e").replace('E', 'e')
        : number.asText();
  }

  /** The first number in a tree that is too large for a float64, as Go reports it; null if there is none. */
  public static @Nullable String tooLarge(JsonNode tree) {
    Deque<JsonNode> open = new ArrayDeque<>();
    open.push(tree);
    while (!open.isEmpty()) {
      JsonNode next = open.pop();
      if (beyondLong(next) && Double.isInfinite(next.doubleValue())) {
        return "json: cannot unmarshal number " + digits(next) + " into Go value of type float64";
      }
      next.forEach(open::push);
    }
    return null;
  }

  /** Makes every number of a tree what Go makes of it; none may be too large. */
  public static void round(JsonNode tree) {
    Deque<JsonNode> open = new ArrayDeque<>();
    open.push(tree);
    while (!open.isEmpty()) {
      JsonNode next = open.pop();
      if (next instanceof ObjectNode object) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
          if (beyondLong(member.getValue())) {
            member.setValue(number(member.getValue().doubleValue()));
          }
        }
      } else if (next instanceof ArrayNode array) {
        for (int i = 0; i < array.size(); i++) {
          if (beyondLong(array.get(i))) {
            array.set(i, number(array.get(i).doubleValue()));
          }
        }
      }
      next.forEach(open::push);
    }
  }

  private static boolean beyondLong(JsonNode value) {
    return value.isBigDecimal() || value.isBigInteger();
  }

  /** A finite float64 as Go writes it in JSON, without a fraction if it has none. */
  public static JsonNode number(double number) {
    BigDecimal shortest = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    boolean whole = Math.abs(number) < LONGEST_WHOLE && shortest.scale() <= 0;
    return whole
        ? whole(shortest.toBigIntegerExact())
        : JsonNodeFactory.instance.numberNode(shortest);
  }

  /** As the smallest node that holds it, which is what a reader makes of its digits. */
  public static JsonNode whole(BigInteger number) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return number.bitLength() <= 31
        ? nodes.numberNode(number.intValue())
        : number.bitLength() <= 63
            ? nodes.numberNode(number.longValue())
            : nodes.numberNode(number);
  }
}
