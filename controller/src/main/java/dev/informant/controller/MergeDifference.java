package dev.informant.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Computes JSON merge patches (RFC 7386). Stateless. */
final class MergeDifference {
  private MergeDifference() {}

  /** What makes {@code after} of {@code before}; empty if they are equal. */
  static ObjectNode between(JsonNode before, JsonNode after) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    before.fieldNames().forEachRemaining(field -> {
      if (isAbsent(after.get(field)) && !isAbsent(before.get(field))) {
        patch.putNull(field);
      }
    });
    after.properties().forEach(entry -> {
      JsonNode old = before.get(entry.getKey());
      JsonNode now = entry.getValue();
      if (isAbsent(now) || now.equals(old)) {
        return;
      }
      if (now.isObject() && old != null && old.isObject()) {
        ObjectNode inner = between(old, now);
        if (!inner.isEmpty()) {
          patch.set(entry.getKey(), inner);
        }
      } else {
        patch.set(entry.getKey(), now);
      }
    });
    return patch;
  }

  private static boolean isAbsent(@org.jspecify.annotations.Nullable JsonNode node) {
    return node == null || node.isNull() || node.isMissingNode();
  }
}
