package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which names a CRD has, of those it asks for: not those that another CRD of its group has already. Immutable.
 *
 * @param names the accepted ones
 * @param conflict why there are not more of them; null if it has all
 */
record AcceptedNames(ObjectNode names, @Nullable Conflict conflict) {

  /** The last name that was not free. */
  record Conflict(String reason, String message) {}

  /**
   * Decides anew; null if everything stays as it is.
   *
   * @param group all CRDs of the group, with this one
   */
  static @Nullable AcceptedNames decide(ObjectNode definition, List<ObjectNode> group) {
    JsonNode wanted = definition.path("spec").path("names");
    JsonNode had = definition.path("status").path("acceptedNames");
    if (wanted.equals(had)) {
      return null;
    }
    Set<String> resources = new HashSet<>();
    Set<String> kinds = new HashSet<>();
    for (ObjectNode other : group) {
      JsonNode taken = other.path("status").path("acceptedNames");
      resources.add(taken.path("plural").asText(""));
      resources.add(taken.path("singular").asText(""));
      taken.path("shortNames").forEach(name -> resources.add(name.asText()));
      kinds.add(taken.path("kind").asText(""));
      kinds.add(taken.path("listKind").asText(""));
    }
    ObjectNode names = had instanceof ObjectNode object
        ? object.deepCopy()
        : definition.objectNode().put("plural", "").put("kind", "");
    Conflict conflict = take("plural", "Plural", wanted, had, resources, names, null);
    conflict = take("singular", "Singular", wanted, had, resources, names, conflict);
    conflict = shortNames(wanted, had, resources, names, conflict);
    conflict = take("kind", "Kind", wanted, had, kinds, names, conflict);
    conflict = take("listKind", "ListKind", wanted, had, kinds, names, conflict);
    copy("categories", wanted, names);
    boolean same = names.equals(had)
        && (conflict == null ? "NoConflicts" : conflict.message())
            .equals(told(definition, conflict));
    return same ? null : new AcceptedNames(names, conflict);
  }

  /** What the CRD has been told so far. */
  private static String told(ObjectNode definition, @Nullable Conflict conflict) {
    for (JsonNode condition : definition.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("NamesAccepted")) {
        return condition.path(conflict == null ? "reason" : "message").asText();
      }
    }
    return "";
  }

  private static @Nullable Conflict take(
      String field,
      String reason,
      JsonNode wanted,
      JsonNode had,
      Set<String> taken,
      ObjectNode names,
      @Nullable Conflict before) {
    String name = wanted.path(field).asText("");
    if (!name.equals(had.path(field).asText("")) && taken.contains(name)) {
      return new Conflict(reason + "Conflict", inUse(name));
    }
    copy(field, wanted, names);
    return before;
  }

  private static @Nullable Conflict shortNames(
      JsonNode wanted,
      JsonNode had,
      Set<String> taken,
      ObjectNode names,
      @Nullable Conflict before) {
    Set<String> own = new HashSet<>();
    had.path("shortNames").forEach(name -> own.add(name.asText()));
    List<String> wrong = new ArrayList<>();
    for (JsonNode name : wanted.path("shortNames")) {
      if (!own.contains(name.asText()) && taken.contains(name.asText())) {
        wrong.add(inUse(name.asText()));
      }
    }
    if (wrong.isEmpty()) {
      copy("shortNames", wanted, names);
      return before;
    }
    List<String> distinct = wrong.stream().distinct().toList();
    return new Conflict(
        "ShortNamesConflict",
        distinct.size() == 1 ? distinct.get(0) : "[" + String.join(", ", distinct) + "]");
  }

  private static void copy(String field, JsonNode from, ObjectNode to) {
    if (from.hasNonNull(field)) {
      to.set(field, from.get(field).deepCopy());
    } else {
      to.remove(field);
    }
  }

  private static String inUse(String name) {
    return "\"" + name + "\" is already in use";
  }
}
