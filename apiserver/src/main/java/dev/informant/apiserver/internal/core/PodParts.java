package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.PodResources;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The parts of a pod that change through subresources of their own: debugging containers and sizes. Stateless. */
final class PodParts {
  private static final Set<String> SIZED = Set.of("resources", "resizePolicy");

  private PodParts() {}

  /** The current pod with the ephemeral containers of the next. */
  static ObjectNode ephemeral(ObjectNode current, ObjectNode next) {
    ObjectNode merged = current.deepCopy();
    copy(next.path("spec"), Json.objectAt(merged, "spec"), "ephemeralContainers");
    return merged;
  }

  /**
   * The current pod with the resources that the next one's containers have. If there are others, or in another order,
   * they are taken as they are, for {@link #complaints} to see.
   */
  static ObjectNode resized(ObjectNode current, ObjectNode next) {
    ObjectNode merged = current.deepCopy();
    ObjectNode spec = Json.objectAt(merged, "spec");
    for (String containers : List.of("containers", "initContainers")) {
      JsonNode wanted = next.path("spec").path(containers);
      if (names(spec.path(containers)).equals(names(wanted))) {
        for (int i = 0; i < wanted.size(); i++) {
          for (String sized : SIZED) {
            copy(wanted.get(i), (ObjectNode) spec.path(containers).get(i), sized);
          }
        }
      } else {
        copy(next.path("spec"), spec, containers);
      }
    }
    return merged;
  }

  static List<Cause> complaints(ObjectNode current, ObjectNode merged, Writes.Part part) {
    List<Cause> causes = new ArrayList<>();
    JsonNode was = current.path("spec");
    JsonNode is = merged.path("spec");
    if (part == Writes.Part.EPHEMERAL) {
      for (JsonNode old : was.path("ephemeralContainers")) {
        added(old, is.path("ephemeralContainers"), causes);
      }
      return causes;
    }
    for (String containers : List.of("containers", "initContainers")) {
      ordered(was.path(containers), is.path(containers), containers, causes);
    }
    if (causes.isEmpty()) {
      String quality = PodResources.quality(was);
      if (!quality.equals(PodResources.quality(is))) {
        causes.add(Cause.invalid(
            "spec", "\"" + quality + "\"", "Pod QOS Class may not change as a result of resizing"));
      }
      for (String containers : List.of("initContainers", "containers")) {
        for (int i = 0; i < was.path(containers).size(); i++) {
          String path = "spec." + containers + "[" + i + "].resources.";
          JsonNode before = was.path(containers).get(i).path("resources");
          JsonNode after = is.path(containers).get(i).path("resources");
          kept(before, after, "requests", path, causes);
          kept(before, after, "limits", path, causes);
        }
      }
    }
    return causes;
  }

  private static void added(JsonNode old, JsonNode now, List<Cause> causes) {
    String field = "spec.ephemeralContainers";
    String name = old.path("name").asText();
    for (JsonNode container : now) {
      if (container.path("name").asText().equals(name)) {
        if (!container.equals(old)) {
          causes.add(Cause.forbidden(
              field, "existing ephemeral containers \"" + name + "\" may not be changed\n"));
        }
        return;
      }
    }
    causes.add(Cause.forbidden(
        field, "existing ephemeral containers \"" + name + "\" may not be removed\n"));
  }

  private static void ordered(JsonNode was, JsonNode is, String containers, List<Cause> causes) {
    if (was.size() != is.size()) {
      causes.add(Cause.forbidden(
          "spec." + containers, containers + " may not be added or removed on resize"));
      return;
    }
    for (int i = 0; i < was.size(); i++) {
      if (!was.get(i).path("name").equals(is.get(i).path("name"))) {
        causes.add(Cause.forbidden(
            "spec." + containers + "[" + i + "].name",
            containers + " may not be renamed or reordered on resize"));
      }
    }
  }

  private static void kept(
      JsonNode was, JsonNode is, String what, String path, List<Cause> causes) {
    for (var resource : was.path(what).properties()) {
      if (!is.path(what).has(resource.getKey())) {
        causes.add(Cause.forbidden(path + what, "resource " + what + " cannot be removed"));
        return;
      }
    }
  }

  private static List<String> names(JsonNode containers) {
    List<String> names = new ArrayList<>();
    containers.forEach(container -> names.add(container.path("name").asText()));
    return names;
  }

  private static void copy(JsonNode from, ObjectNode to, String field) {
    JsonNode value = from.get(field);
    if (value == null || value.isNull()) {
      to.remove(field);
    } else {
      to.set(field, value.deepCopy());
    }
  }
}
