package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.informant.apiserver.internal.values.GoShown;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Follows one path through one object. Unions and {@code ..} multiply what they find, so the number of values it may look
 * at is bounded. Used once, by one thread.
 */
final class JsonPathWalk {
  /** How many values are looked at before it gives up; a large object has fewer. */
  private long budget = 1_000_000;

  /** The object is not what the path expects, or has too much of it. */
  static final class Unfit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }
  }

  private void take(long values) {
    budget -= values;
    if (budget < 0) {
      throw new Unfit("too many values");
    }
  }

  List<JsonNode> follow(List<JsonNode> from, List<JsonPath.Step> steps) {
    List<JsonNode> values = from;
    for (JsonPath.Step step : steps) {
      values = follow(values, step);
    }
    return values;
  }

  private List<JsonNode> follow(List<JsonNode> from, JsonPath.Step step) {
    List<JsonNode> to = new ArrayList<>();
    if (step instanceof JsonPath.Constant constant) {
      from.forEach(value -> to.add(constant.value()));
      take(to.size());
    } else if (step instanceof JsonPath.Union union) {
      union.members().forEach(member -> to.addAll(follow(from, member)));
      take(to.size());
    } else if (step instanceof JsonPath.Word word) {
      throw new Unfit("unrecognized identifier " + word.name());
    } else {
      take(from.size());
      from.forEach(value -> follow(value, step, to));
    }
    return to;
  }

  private void follow(JsonNode value, JsonPath.Step step, List<JsonNode> to) {
    if (step instanceof JsonPath.Filter filter) {
      filter(value, filter, to);
    } else if (value.isNull()) {
      return; // leads nowhere
    } else if (step instanceof JsonPath.Field field) {
      if (value.has(field.name())) {
        to.add(value.get(field.name()));
      }
    } else if (step instanceof JsonPath.Slice slice) {
      slice(value, slice, to);
    } else if (step == JsonPath.Everything.WITHIN) {
      to.addAll(within(value));
    } else {
      below(value, to);
    }
  }

  /** Of a text these are its bytes. */
  private List<JsonNode> within(JsonNode value) {
    List<JsonNode> within = new ArrayList<>();
    take(1 + (value.isTextual() ? value.asText().length() : value.size()));
    if (value.isTextual()) {
      for (byte one : value.asText().getBytes(StandardCharsets.UTF_8)) {
        within.add(IntNode.valueOf(Byte.toUnsignedInt(one)));
      }
    } else {
      value.forEach(within::add);
    }
    return within;
  }

  private void below(JsonNode value, List<JsonNode> to) {
    List<JsonNode> within = within(value);
    if (!within.isEmpty()) {
      to.add(value);
      within.forEach(inner -> below(inner, to));
    }
  }

  private void slice(JsonNode value, JsonPath.Slice slice, List<JsonNode> to) {
    if (!value.isArray()) {
      throw new Unfit("not an array");
    }
    long length = value.size();
    long from = slice.from() == null ? 0 : slice.from();
    long end = slice.to() == null ? length : slice.to();
    from += from < 0 ? length : 0;
    end += end < 0 || end == 0 && slice.single() ? length : 0;
    if (from == end) {
      return;
    }
    if (from < 0 || from >= length || end < 0 || end > length || from > end) {
      throw new Unfit("array index out of bounds");
    }
    long by = slice.by() == null ? 1 : slice.by();
    if (by <= 0) {
      throw new Unfit("step must be > 0");
    }
    take(end - from);
    for (long i = from; i < end; i += by) {
      to.add(value.get((int) i));
    }
  }

  private void filter(JsonNode value, JsonPath.Filter filter, List<JsonNode> to) {
    if (!value.isArray()) {
      throw new Unfit("not an array and cannot be filtered");
    }
    take(value.size());
    for (JsonNode element : value) {
      if (filter.operator().equals("exists")
          ? exists(element, filter.left())
          : compares(element, filter)) {
        to.add(element);
      }
    }
  }

  /** What cannot be followed counts as there. */
  private boolean exists(JsonNode element, List<JsonPath.Step> path) {
    try {
      return !follow(List.of(element), path).isEmpty();
    } catch (Unfit unfit) {
      return true;
    }
  }

  private boolean compares(JsonNode element, JsonPath.Filter filter) {
    List<JsonNode> left = follow(List.of(element), filter.left());
    if (left.isEmpty()) {
      return false;
    }
    List<JsonNode> right = follow(List.of(element), filter.right());
    if (left.size() > 1 || right.size() > 1) {
      throw new Unfit("can only compare one element at a time");
    }
    return !right.isEmpty() && compares(left.get(0), filter.operator(), right.get(0));
  }

  private boolean compares(JsonNode left, String operator, JsonNode right) {
    boolean equality = operator.equals("==") || operator.equals("!=");
    int order;
    if (left.isTextual() && right.isTextual()) {
      order = left.asText().compareTo(right.asText());
    } else if (GoShown.whole(left) && GoShown.whole(right)) {
      order = Long.compare(left.longValue(), right.longValue());
    } else if (left.isNumber()
        && right.isNumber()
        && !GoShown.whole(left)
        && !GoShown.whole(right)) {
      order = Double.compare(left.doubleValue(), right.doubleValue());
    } else if (left.isBoolean() && right.isBoolean() && equality) {
      order = left.equals(right) ? 0 : 1;
    } else {
      throw new Unfit("incompatible types for comparison");
    }
    return switch (operator) {
      case "==" -> order == 0;
      case "!=" -> order != 0;
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      case ">=" -> order >= 0;
      default -> throw new Unfit("unrecognized filter operator " + operator);
    };
  }
}
