package dev.informant.apiserver.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.informant.apiserver.values.GoShown;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A way to values within an object, followed as kubectl's library follows it: fields, indexes, slices, unions, filters,
 * {@code *} and {@code ..}. Immutable.
 */
final class JsonPath {
  /** One step; it leads from each value to any number of others. */
  sealed interface Step {}

  record Field(String name) implements Step {}

  /** The first, the one after the last, how many at a time; null if the path does not say. */
  record Slice(
      @Nullable Long from, @Nullable Long to, @Nullable Long by, boolean single) implements Step {}

  record Union(List<List<Step>> members) implements Step {}

  /** {@code right} is empty and {@code operator} is {@code exists} if nothing is compared. */
  record Filter(List<Step> left, String operator, List<Step> right) implements Step {}

  /** A text, number or truth that stands in the path itself. */
  record Constant(JsonNode value) implements Step {}

  /** A word that means nothing in a path. */
  record Word(String name) implements Step {}

  enum Everything implements Step {
    /** What is directly within. */
    WITHIN,
    /** The value itself, and all that is within it and has something within. */
    BELOW
  }

  /** The object is not what the path expects. */
  private static final class Unfit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }
  }

  private final List<Step> steps;

  private JsonPath(List<Step> steps) {
    this.steps = steps;
  }

  /** Null if the text cannot be read as a path. */
  static @Nullable JsonPath parse(String text) {
    List<Step> steps = JsonPathParser.parse(text);
    return steps == null ? null : new JsonPath(steps);
  }

  /** All values there are; none also if the object is not what the path expects. */
  List<JsonNode> find(JsonNode object) {
    try {
      return follow(List.of(object), steps);
    } catch (Unfit unfit) {
      return List.of();
    }
  }

  private static List<JsonNode> follow(List<JsonNode> from, List<Step> steps) {
    List<JsonNode> values = from;
    for (Step step : steps) {
      values = follow(values, step);
    }
    return values;
  }

  private static List<JsonNode> follow(List<JsonNode> from, Step step) {
    List<JsonNode> to = new ArrayList<>();
    if (step instanceof Constant constant) {
      from.forEach(value -> to.add(constant.value()));
    } else if (step instanceof Union union) {
      union.members().forEach(member -> to.addAll(follow(from, member)));
    } else if (step instanceof Word word) {
      throw new Unfit("unrecognized identifier " + word.name());
    } else {
      from.forEach(value -> follow(value, step, to));
    }
    return to;
  }

  private static void follow(JsonNode value, Step step, List<JsonNode> to) {
    if (step instanceof Filter filter) {
      filter(value, filter, to);
    } else if (value.isNull()) {
      return; // leads nowhere
    } else if (step instanceof Field field) {
      if (value.has(field.name())) {
        to.add(value.get(field.name()));
      }
    } else if (step instanceof Slice slice) {
      slice(value, slice, to);
    } else if (step == Everything.WITHIN) {
      to.addAll(within(value));
    } else {
      below(value, to);
    }
  }

  /** Of a text these are its bytes. */
  private static List<JsonNode> within(JsonNode value) {
    List<JsonNode> within = new ArrayList<>();
    if (value.isTextual()) {
      for (byte one : value.asText().getBytes(StandardCharsets.UTF_8)) {
        within.add(IntNode.valueOf(Byte.toUnsignedInt(one)));
      }
    } else {
      value.forEach(within::add);
    }
    return within;
  }

  private static void below(JsonNode value, List<JsonNode> to) {
    List<JsonNode> within = within(value);
    if (!within.isEmpty()) {
      to.add(value);
      within.forEach(inner -> below(inner, to));
    }
  }

  private static void slice(JsonNode value, Slice slice, List<JsonNode> to) {
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
    for (long i = from; i < end; i += by) {
      to.add(value.get((int) i));
    }
  }

  private static void filter(JsonNode value, Filter filter, List<JsonNode> to) {
    if (!value.isArray()) {
      throw new Unfit("not an array and cannot be filtered");
    }
    for (JsonNode element : value) {
      if (filter.operator().equals("exists")
          ? exists(element, filter.left())
          : compares(element, filter)) {
        to.add(element);
      }
    }
  }

  /** What cannot be followed counts as there. */
  private static boolean exists(JsonNode element, List<Step> path) {
    try {
      return !follow(List.of(element), path).isEmpty();
    } catch (Unfit unfit) {
      return true;
    }
  }

  private static boolean compares(JsonNode element, Filter filter) {
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

  private static boolean compares(JsonNode left, String operator, JsonNode right) {
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
