package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The order in which Go writes members: those of a struct as it has them, those of a map sorted. Thread-safe. */
final class GoOrder {
  private static final Map<Descriptor, Map<String, Integer>> PLACES = new ConcurrentHashMap<>();

  private GoOrder() {}

  /** Orders the members of a struct, which are declared in the same order in its message. */
  static void arrange(Descriptor message, ObjectNode object) {
    Map<String, Integer> places = PLACES.computeIfAbsent(message, GoOrder::places);
    // kind and apiVersion are in no message, and come first
    arrange(object, Comparator.comparing(name -> places.getOrDefault(name, -1)));
  }

  static void sort(JsonNode map) {
    if (map instanceof ObjectNode object) {
      arrange(object, Comparator.naturalOrder());
    }
  }

  private static void arrange(ObjectNode object, Comparator<String> order) {
    String last = null;
    boolean arranged = true;
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      arranged &= last == null || order.compare(last, member.getKey()) <= 0;
      last = member.getKey();
    }
    if (arranged) {
      return;
    }
    List<Map.Entry<String, JsonNode>> members = object.properties().stream()
        .map(member -> Map.entry(member.getKey(), member.getValue()))
        .sorted(Map.Entry.comparingByKey(order))
        .toList();
    object.removeAll();
    members.forEach(member -> object.set(member.getKey(), member.getValue()));
  }

  private static Map<String, Integer> places(Descriptor message) {
    Map<String, Integer> places = new HashMap<>();
    collect(message, places);
    return places;
  }

  private static void collect(Descriptor message, Map<String, Integer> places) {
    for (FieldDescriptor field : message.getFields()) {
      if (ProtobufTypes.isInline(field)) {
        collect(field.getMessageType(), places);
      } else {
        places.put(ProtobufTypes.jsonName(field), places.size());
      }
    }
  }
}
