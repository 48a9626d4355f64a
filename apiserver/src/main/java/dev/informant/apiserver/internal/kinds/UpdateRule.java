package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.status.Cause;
import java.util.List;

/** One thing that an update must leave as it is. Stateless. */
@FunctionalInterface
interface UpdateRule {
  String IMMUTABLE = "field is immutable";

  void check(JsonNode before, JsonNode after, List<Cause> causes);

  /** The field never changes; paths have dots. */
  static UpdateRule fixed(String path) {
    return fixed(path, path);
  }

  /** As above, reported under another path. */
  static UpdateRule fixed(String path, String reported) {
    return (before, after, causes) -> {
      JsonNode now = at(after, path);
      if (!Likeness.same(last(path), at(before, path), now)) {
        JsonNode told = path.endsWith("elector") ? withoutEmpty(now) : now;
        causes.add(Cause.invalid(reported, shown(told, "null"), IMMUTABLE));
      }
    };
  }

  /** A selector has names in JSON, unlike its neighbours, and is told without what is empty. */
  private static JsonNode withoutEmpty(JsonNode selector) {
    JsonNode told = selector.deepCopy();
    if (told instanceof ObjectNode object) {
      object.properties().removeIf(member -> member.getValue().isEmpty());
    }
    return told;
  }

  /** The field is a text, which is empty rather than null if it is taken away, and never changes. */
  static UpdateRule fixedText(String path) {
    return (before, after, causes) -> {
      JsonNode now = at(after, path);
      if (!Likeness.same(last(path), at(before, path), now)) {
        causes.add(Cause.invalid(path, shown(now, "\"\""), IMMUTABLE));
      }
    };
  }

  /** The field does not change. */
  static UpdateRule forbidden(String path, String detail) {
    return (before, after, causes) -> {
      if (!Likeness.same(last(path), at(before, path), at(after, path))) {
        causes.add(Cause.forbidden(path, detail));
      }
    };
  }

  /** The field does not change once it has a value. */
  static UpdateRule forbiddenOnceSet(String path, String detail) {
    UpdateRule change = forbidden(path, detail);
    return (before, after, causes) -> {
      JsonNode was = at(before, path);
      if (was.isContainerNode() ? !was.isEmpty() : !was.asText("").isEmpty()) {
        change.check(before, after, causes);
      }
    };
  }

  /** Of the spec nothing but these fields changes. */
  static UpdateRule onlyInSpec(String detail, String... fields) {
    return (before, after, causes) -> {
      if (!Likeness.same("spec", without(before, fields), without(after, fields))) {
        causes.add(Cause.forbidden("spec", detail));
      }
    };
  }

  private static JsonNode without(JsonNode object, String... fields) {
    JsonNode spec = object.path("spec");
    return spec instanceof ObjectNode node ? node.deepCopy().remove(List.of(fields)) : spec;
  }

  /** An object that says it is immutable goes on saying so, and keeps these fields. */
  static UpdateRule frozen(String... fields) {
    return (before, after, causes) -> {
      if (!before.path("immutable").asBoolean()) {
        return;
      }
      String detail = "field is immutable when `immutable` is set";
      if (!after.path("immutable").asBoolean()) {
        causes.add(Cause.forbidden("immutable", detail));
      }
      for (String field : fields) {
        forbidden(field, detail).check(before, after, causes);
      }
    };
  }

  static JsonNode at(JsonNode object, String path) {
    JsonNode at = object;
    for (String name : path.split("\\.")) {
      at = at.path(name);
    }
    return at;
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  static String shown(JsonNode value, String absent) {
    return value.isMissingNode() || value.isNull() ? absent : value.toString();
  }
}
