package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.CustomVersion;
import dev.informant.apiserver.registry.ResourceRegistry;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.storage.MvccStore;
import dev.informant.apiserver.storage.SnapshotMap;
import dev.informant.apiserver.storage.StoredObject;
import dev.informant.apiserver.storage.View;
import dev.informant.runtime.EngineRuntime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
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

  /** Checks a CRD, or a custom resource whose CRD is going away, before it is created. */
  void checkCreate(ResourceType type, ObjectNode body) {
    if (type.storage().equals(STORAGE)) {
      CustomDefinitions.prepare(type, body);
    }
    CustomVersion custom = type.custom();
    if (custom != null) {
      StoredObject definition = store.latest(STORAGE, custom.definition());
      if (definition == null || Metadata.of(definition.tree()).deleting()) {
        throw ApiStatusException.createWhileTerminating(type.name());
      }
    }
  }

  /** Checks a CRD that is to replace another. */
  void checkUpdate(ResourceType type, ObjectNode body) {
    if (type.storage().equals(STORAGE)) {
      CustomDefinitions.prepare(type, body);
    }
  }

  /** Something about {@code type} was written: a CRD, or a custom resource that its CRD may wait for. */
  void changed(ResourceType type, String name) {
    if (type.storage().equals(STORAGE)) {
      if (name.isEmpty()) {
        List<String> names = new ArrayList<>();
        store.latest(STORAGE).objects().range("", null).forEach(entry -> names.add(entry.key()));
        names.forEach(this::follow);
      } else {
        follow(name);
      }
      return;
    }
    CustomVersion custom = type.custom();
    if (custom != null) {
      StoredObject definition = store.latest(STORAGE, custom.definition());
      if (definition != null && Metadata.of(definition.tree()).deleting()) {
        follow(custom.definition());
      }
    }
  }

  private void follow(String name) {
    StoredObject definition = store.latest(STORAGE, name);
    if (definition == null) {
      registry.custom(name, List.of());
      return;
    }
    ObjectNode tree = definition.tree();
    if (Metadata.of(tree).deleting()) {
      remove(name, tree);
    } else {
      establish(name);
    }
  }

  private void establish(String name) {
    change(name, tree -> {
      ObjectNode status = KindRules.object(tree, "status");
      status.set("acceptedNames", tree.path("spec").path("names").deepCopy());
      status.set("storedVersions", storedVersions(tree));
      condition(status, "NamesAccepted", "True", "NoConflicts", "no conflicts found");
      boolean before = holds(status, "Established");
      if (!before) {
        condition(
            status, "Established", "False", "Installing", "the initial names have been accepted");
      }
    });
    StoredObject accepted = store.latest(STORAGE, name);
    if (accepted != null) {
      registry.custom(name, CustomDefinitions.types(name, accepted.tree()));
    }
    change(
        name,
        tree -> condition(
            KindRules.object(tree, "status"),
            "Established",
            "True",
            "InitialNamesAccepted",
            "the initial names have been accepted"));
  }

  private void remove(String name, ObjectNode definition) {
    change(
        name,
        tree -> condition(
            KindRules.object(tree, "status"),
            "Terminating",
            "True",
            "InstanceDeletionInProgress",
            "CustomResource deletion is in progress"));
    List<ResourceType> types = CustomDefinitions.types(name, definition);
    if (types.isEmpty()) {
      return;
    }
    ResourceType type = types.get(0);
    View view = store.latest(type.storage());
    for (SnapshotMap.Entry<StoredObject> entry : view.objects().range("", null)) {
      StoredObject object = entry.value();
      if (store.latest(type.storage(), entry.key()) != null) {
        deletes.delete(
            type,
            object.namespace(),
            object.name(),
            DeleteOptions.of(JsonNodeFactory.instance.objectNode()));
      }
    }
    if (store.latest(type.storage()).objects().size() > 0) {
      return; // finalizers hold some of them; their last write comes back here
    }
    registry.custom(name, List.of());
    store.dropListeners(type.storage());
    ResourceType definitions = required("apiextensions.k8s.io", "v1", "customresourcedefinitions");
    writes.change(definitions, "", name, Writes.Part.WHOLE, false, tree -> {
      Metadata metadata = Metadata.of(tree);
      List<String> finalizers = new ArrayList<>(metadata.finalizers());
      finalizers.remove(FINALIZER);
      metadata.finalizers(finalizers);
      return tree;
    });
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

  private static boolean holds(ObjectNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private void condition(
      ObjectNode status, String type, String value, String reason, String message) {
    ArrayNode conditions = KindRules.array(status, "conditions");
    for (JsonNode condition : conditions) {
      if (condition instanceof ObjectNode there && there.path("type").asText().equals(type)) {
        boolean turned = !there.path("status").asText().equals(value);
        if (turned) {
          fill(there, value, reason, message);
        } else if (!there.path("reason").asText().equals(reason)) {
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

  private static ArrayNode storedVersions(ObjectNode tree) {
    LinkedHashSet<String> versions = new LinkedHashSet<>();
    tree.path("status").path("storedVersions").forEach(version -> versions.add(version.asText()));
    for (JsonNode version : tree.path("spec").path("versions")) {
      if (version.path("storage").asBoolean()) {
        versions.add(version.path("name").asText());
      }
    }
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    versions.forEach(array::add);
    return array;
  }
}
