package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.JsonNode;
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
      return new JsonPathWalk().follow(List.of(object), steps);
    } catch (JsonPathWalk.Unfit unfit) {
      return List.of();
    }
  }
}
