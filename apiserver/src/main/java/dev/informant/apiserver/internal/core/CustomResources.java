package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.CustomVersion;
import dev.informant.apiserver.internal.registry.ResourceRegistry;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.storage.MvccStore;
import dev.informant.apiserver.internal.storage.SnapshotMap;
import dev.informant.apiserver.internal.storage.StoredObject;
import dev.informant.apiserver.internal.storage.View;
import dev.informant.runtime.EngineRuntime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Makes CRDs work: accepts their names, serves their resources, and takes both away again. What the real
 * server does a moment later, this does before the request that caused it is answered; watchers see the
 * same steps. Thread-safe.
 */
final class CustomResources {
  static final String STORAGE = "customresourcedefinitions.apiextensions.k8s.io";
  static final String FINALIZER = "customresourcecleanup.apiextensions.k8s.io";

  private final EngineRuntime runtime;
  private final MvccStore store;
  private final ResourceRegistry registry;
  private final Writes writes;
  private final Deletes deletes;

  CustomResources(
      EngineRuntime runtime,
      MvccStore store,
      ResourceRegistry registry,
      Writes writes,
      Deletes deletes) {
    this.runtime = runtime;
    this.store = store;
    this.registry = registry;
    this.writes = writes;
    this.deletes = deletes;
  }

  /** The type of pods, which bindings are about. */
  ResourceType pods() {
    return required("", "v1", "pods");
  }

  private ResourceType required(String group, String version, String plural) {
    ResourceType type = registry.find(group, version, plural);
    if (type == null) {
      throw new IllegalStateException(plural + " are not served");
    }
    return type;
  }

  /** A custom resource whose CRD is going away is not created. */
  void checkCreate(ResourceType type, String name) {
    CustomVersion custom = type.custom();
    if (custom != null) {
      StoredObject definition = store.latest(STORAGE, custom.definition());
      if (definition == null || Metadata.of(definition.tree()).deleting()) {
        throw terminating(type, name);
      }
    }
  }

  private static ApiStatusException terminating(ResourceType type, String name) {
    return ApiStatusException.forbidden(
        type.name(),
        name,
        "create not allowed while custom resource definition is terminating",
        List.of());
  }

  /**
   * An object has been stored. Its CRD may have gone between the check and the write: then nobody deletes the object, and
   * it would be back with the next CRD of that name. So it is taken back, and the request is refused after all.
   */
  void created(ResourceType type, StoredObject object) {
    changed(type, object.name());
    CustomVersion custom = type.custom();
    if (custom != null
        && store.latest(STORAGE, custom.definition()) == null
        && takeBack(type.storage(), object.key())) {
      throw terminating(type, object.name());
    }
  }

  /** False if it is not there. */
  private boolean takeBack(String storage, String key) {
    StoredObject left = store.latest(storage, key);
    while (left != null && store.remove(storage, key, left) == null) {
      left = store.latest(storage, key);
    }
    return left != null;
  }

  /** Something about {@code type} was written: a CRD, or a custom resource that its CRD may wait for. */
  void changed(ResourceType type, String name) {
    if (type.isDefinition()) {
      followAll(name.isEmpty() ? names("") : List.of(name));
      return;
    }
    CustomVersion custom = type.custom();
    if (custom != null) {
      StoredObject definition = store.latest(STORAGE, custom.definition());
      if (definition != null && Metadata.of(definition.tree()).deleting()) {
        followAll(List.of(custom.definition()));
      }
    }
  }

  /** The CRDs of a group; of all groups if it is empty. */
  private List<String> names(String group) {
    List<String> names = new ArrayList<>();
    for (SnapshotMap.Entry<StoredObject> entry : store.latest(STORAGE).objects().range("", null)) {
      if (group.isEmpty() || group(entry.key()).equals(group)) {
        names.add(entry.key());
      }
    }
    return names;
  }

  /** The group of a CRD, which is what follows the plural in its name. */
  private static String group(String name) {
    return name.substring(name.indexOf('.') + 1);
  }

  /**
   * Looks at CRDs until there is nothing left to do: one that takes or gives back names is followed by the others of
   * its group. One thread at a time, for two CRDs must not both find a name free.
   */
  private synchronized void followAll(List<String> names) {
    Deque<String> left = new ArrayDeque<>(names);
    while (!left.isEmpty()) {
      String name = left.remove();
      if (follow(name)) {
        names(group(name)).stream().filter(other -> !other.equals(name)).forEach(left::add);
      }
    }
  }

  /** Whether the names that are free, or may be, have changed. */
  private boolean follow(String name) {
    StoredObject definition = store.latest(STORAGE, name);
    if (definition == null) {
      boolean served = registry.all().stream()
          .anyMatch(type -> type.custom() != null && type.custom().definition().equals(name));
      registry.custom(name, List.of());
      return served;
    }
    boolean names = acceptNames(name, definition.tree());
    StoredObject now = store.latest(STORAGE, name);
    if (now == null) {
      return true;
    }
    if (Metadata.of(now.tree()).deleting()) {
      return remove(name, now.tree()) || names;
    }
    serve(name, now.tree());
    return names;
  }

  private boolean acceptNames(String name, ObjectNode definition) {
    List<ObjectNode> group = new ArrayList<>();
    for (String other : names(group(name))) {
      StoredObject there = store.latest(STORAGE, other);
      if (there != null) {
        group.add(there.tree());
      }
    }
    AcceptedNames decided = AcceptedNames.decide(definition, group);
    if (decided == null) {
      return false;
    }
    change(name, tree -> {
      ObjectNode status = Json.objectAt(tree, "status");
      status.set("acceptedNames", decided.names());
      condition(
          status,
          "NamesAccepted",
          decided.conflict() == null ? "True" : "False",
          decided.conflict() == null ? "NoConflicts" : decided.conflict().reason(),
          decided.conflict() == null ? "no conflicts found" : decided.conflict().message());
      if (holds(status, "Established")) {
        return;
      }
      if (decided.conflict() == null) {
        condition(
            status, "Established", "False", "Installing", "the initial names have been accepted");
      } else if (!has(status, "Established")) {
        condition(status, "Established", "False", "NotAccepted", "not all names are accepted");
      }
    });
    return true;
  }

  /** Serves what has its names; once served, it stays so. */
  private void serve(String name, ObjectNode definition) {
    boolean accepted = holds(definition.path("status"), "NamesAccepted");
    boolean established = holds(definition.path("status"), "Established");
    // Watches would go on in the form that was; as with a real server, whose cache is another one
    // now, they end and begin anew.
    registry
        .custom(
            name, accepted || established ? CustomDefinitions.types(name, definition) : List.of())
        .forEach(outdated -> store.startAnew(outdated.storage()));
    if (accepted && !established) {
      change(
          name,
          tree -> condition(
              Json.objectAt(tree, "status"),
              "Established",
              "True",
              "InitialNamesAccepted",
              "the initial names have been accepted"));
    }
  }

  /** Whether the CRD has gone. */
  private boolean remove(String name, ObjectNode definition) {
    change(
        name,
        tree -> condition(
            Json.objectAt(tree, "status"),
            "Terminating",
            "True",
            "InstanceDeletionInProgress",
            "CustomResource deletion is in progress"));
    showTerminating(name);
    ResourceType type = CustomDefinitions.stored(name, definition);
    if (type != null) {
      View view = store.latest(type.storage());
      for (SnapshotMap.Entry<StoredObject> entry : view.objects().range("", null)) {
        delete(type, entry.value());
      }
      if (store.latest(type.storage()).objects().size() > 0) {
        return false; // finalizers hold some of them; their last write comes back here
      }
    }
    registry.custom(name, List.of());
    if (type != null) {
      store.dropListeners(type.storage());
    }
    change(name, tree -> {
      Metadata metadata = Metadata.of(tree);
      List<String> finalizers = new ArrayList<>(metadata.finalizers());
      finalizers.remove(FINALIZER);
      metadata.finalizers(finalizers);
    });
    return store.latest(STORAGE, name) == null;
  }

  /** Deletes a custom resource; nothing if another has just done so. */
  private void delete(ResourceType type, StoredObject object) {
    try {
      deletes.delete(
          type,
          object.namespace(),
          object.name(),
          DeleteOptions.of(JsonNodeFactory.instance.objectNode()));
    } catch (ApiStatusException gone) {
      if (gone.code() != 404) {
        throw gone;
      }
    }
  }

  /** Discovery offers less of what is served while its CRD is going; watches go on. */
  private void showTerminating(String name) {
    StoredObject now = store.latest(STORAGE, name);
    boolean served = registry.all().stream()
        .anyMatch(type -> type.custom() != null && type.custom().definition().equals(name));
    if (now != null && served) {
      registry.custom(name, CustomDefinitions.types(name, now.tree()));
    }
  }

  /** A change of a CRD's status; nothing if it has just gone. */
  private void change(String name, Consumer<ObjectNode> change) {
    ResourceType definitions = required("apiextensions.k8s.io", "v1", "customresourcedefinitions");
    try {
      writes.change(definitions, "", name, Writes.Part.STATUS, false, tree -> {
        change.accept(tree);
        return tree;
      });
    } catch (ApiStatusException gone) {
      if (gone.code() != 404) {
        throw gone;
      }
    }
  }

  static boolean holds(JsonNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static boolean has(JsonNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return true;
      }
    }
    return false;
  }

  private void condition(
      ObjectNode status, String type, String value, String reason, String message) {
    ArrayNode conditions = Json.arrayAt(status, "conditions");
    for (JsonNode condition : conditions) {
      if (condition instanceof ObjectNode there && there.path("type").asText().equals(type)) {
        boolean turned = !there.path("status").asText().equals(value);
        if (turned) {
          fill(there, value, reason, message);
        } else {
          there.put("reason", reason).put("message", message); // since when stays as it is
        }
        return;
      }
    }
    fill(conditions.addObject().put("type", type), value, reason, message);
  }

  private void fill(ObjectNode condition, String value, String reason, String message) {
    condition.put("status", value);
    condition.put("lastTransitionTime", Metadata.timestamp(runtime.clock().now()));
    condition.put("reason", reason).put("message", message);
  }
}
