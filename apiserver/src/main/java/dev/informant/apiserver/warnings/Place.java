package dev.informant.apiserver.warnings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A part of an object and what there is to warn of in it; parts of the part share the list, which is bounded. Used by one
 * thread.
 */
record Place(JsonNode node, String path, List<String> warnings) {
  /** More than a header has room for. */
  private static final int MOST = 4096;

  /** Whatever is longer is cut in a header. */
  private static final int LONGEST = 2 * MOST + 2;

  static Place of(JsonNode object) {
    return new Place(object, "", new ArrayList<>());
  }

  Place at(String field) {
    return new Place(node.path(field), path.isEmpty() ? field : path + "." + field, warnings);
  }

  Place at(String first, String... more) {
    Place place = at(first);
    for (String field : more) {
      place = place.at(field);
    }
    return place;
  }

  /** The value of a key of a map. */
  Place key(String key) {
    return new Place(node.path(key), path + "[" + key + "]", warnings);
  }

  List<Place> elements() {
    List<Place> elements = new ArrayList<>();
    for (JsonNode element : node) {
      elements.add(new Place(element, path + "[" + elements.size() + "]", warnings));
    }
    return elements;
  }

  void each(String field, Consumer<Place> look) {
    at(field).elements().forEach(look);
  }

  List<String> keys() {
    List<String> keys = new ArrayList<>();
    node.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  boolean has(String field) {
    return node.hasNonNull(field);
  }

  boolean present() {
    return !node.isMissingNode() && !node.isNull();
  }

  String text(String field) {
    return node.path(field).asText("");
  }

  String text() {
    return node.asText("");
  }

  /** Says something about this place. */
  void warn(String warning) {
    say(path + ": " + warning);
  }

  /** Says something as it is. */
  void say(String warning) {
    if (!full()) {
      warnings.add(warning.length() > LONGEST ? warning.substring(0, LONGEST) : warning);
    }
  }

  /** Whether there is so much to warn of that nobody would see more of it. */
  boolean full() {
    return warnings.size() >= MOST;
  }

  static String quoted(String text) {
    return "\"" + text + "\"";
  }
}
