package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The two faces of an Event: core/v1 and events.k8s.io/v1. Stateless. */
final class EventForms {
  private static final Map<String, String> TO_EVENTS = Map.of(
      "involvedObject", "regarding",
      "message", "note",
      "source", "deprecatedSource",
      "firstTimestamp", "deprecatedFirstTimestamp",
      "lastTimestamp", "deprecatedLastTimestamp",
      "count", "deprecatedCount",
      "reportingComponent", "reportingController");
  private static final Map<String, String> TO_CORE = inverse();

  private EventForms() {}

  static ObjectNode toEvents(ObjectNode tree) {
    ObjectNode event = renamed(tree, TO_EVENTS);
    // Always written in core/v1, and not if empty in events.k8s.io/v1.
    for (String reporter : List.of("reportingController", "reportingInstance")) {
      if (event.path(reporter).asText("?").isEmpty()) {
        event.remove(reporter);
      }
    }
    return event;
  }

  static ObjectNode toCore(ObjectNode tree) {
    ObjectNode event = renamed(tree, TO_CORE);
    for (String reporter : List.of("reportingComponent", "reportingInstance")) {
      if (!event.has(reporter)) {
        event.put(reporter, "");
      }
    }
    return event;
  }

  private static ObjectNode renamed(ObjectNode tree, Map<String, String> names) {
    ObjectNode renamed = JsonNodeFactory.instance.objectNode();
    tree.properties()
        .forEach(property -> renamed.set(
            names.getOrDefault(property.getKey(), property.getKey()), property.getValue()));
    return renamed;
  }

  private static Map<String, String> inverse() {
    Map<String, String> inverse = new HashMap<>();
    TO_EVENTS.forEach((core, events) -> inverse.put(events, core));
    return Map.copyOf(inverse);
  }
}
