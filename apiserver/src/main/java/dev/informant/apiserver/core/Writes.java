package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.status.Cause;
import dev.informant.apiserver.status.ResourceName;
import dev.informant.apiserver.storage.Json;
import dev.informant.apiserver.storage.MvccStore;
import dev.informant.apiserver.storage.StoredObject;
import dev.informant.apiserver.values.ModelFields;
import dev.informant.apiserver.warnings.SpecWarnings;
import dev.informant.runtime.EngineRuntime;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Creates and replaces objects. Thread-safe: a write that loses a race is computed again. */
final class Writes {
  private static final int NAME_ATTEMPTS = 8;

  /** What of the metadata raises the generation, too, of the kinds where something does. */
  private static final Map<String, String> COUNTED_METADATA =
      Map.of("deployments.apps", "annotations", "endpointslices.discovery.k8s.io", "labels");

  private final EngineRuntime runtime;
  private final MvccStore store;
  private final Negotiation negotiation;

  Writes(EngineRuntime runtime, MvccStore store, Negotiation negotiation) {
    this.runtime = runtime;
    this.store = store;
    this.negotiation = negotiation;
  }

  /** The time as objects have it. */
  String now() {
    return Metadata.timestamp(runtime.clock().now());
  }

  /**
   * What a write made of the object.
   *
   * @param before what it took the place of; null if it is new
   * @param warnings what there is to say of its spec, though it is valid
   */
  record Written(@Nullable StoredObject before, ServedObject object, List<String> warnings) {
    boolean created() {
      return before == null;
    }

    Written at(long version) {
      return new Written(
          before, new ServedObject(object.type(), object.stored().at(version)), warnings);
    }
  }

  /** What to replace: an object or a part of it. */
  enum Part {
    WHOLE,
    STATUS,
    FINALIZE,
    BINDING,
    EPHEMERAL,
    RESIZE
  }

  Written create(ResourceType type, String namespace, ObjectNode body, boolean dryRun) {
    Metadata metadata = Metadata.of(body);
    ObjectRules.checkNamespace(type, metadata, namespace);
    boolean generated =
        metadata.name().isEmpty() && !metadata.text("generateName").isEmpty();
    checkNamespaceTakes(
        type, namespace, generated ? metadata.text("generateName") : metadata.name());
    if (metadata.name().isEmpty() && !generated && type.storage().equals("limitranges")) {
      metadata
          .node()
          .put("name", Metadata.randomUid(runtime.random())); // the one kind that gets one
    }
    prepareNew(type, metadata);
    for (int attempt = 1; ; attempt++) {
      if (generated) {
        metadata
            .node()
            .put(
                "name", NameRules.generated(type, metadata.text("generateName"), runtime.random()));
      }
      KindRules.onCreate(type, body);
      settle(type, body);
      List<Cause> complaints = KindRules.complaints(type, body);
      complaints.addAll(CustomRules.onCreate(type, body));
      ObjectRules.throwIfAny(type, metadata.name(), complaints);
      forgetEmpty(type, body);
      KindRules.onCreated(type, body);
      StoredObject next = StorageVersions.store(type, body);
      if (!dryRun) {
        checkUnversioned(metadata.resourceVersion());
        StorageLimit.check(negotiation, new ServedObject(type, next));
      }
      StoredObject there = store.latest(type.storage(), next.key());
      if (there == null) {
        StoredObject committed = dryRun ? next : store.put(type.storage(), next.key(), null, next);
        if (committed != null) {
          List<String> warnings =
              type.builtIn() ? SpecWarnings.onCreate(type.storage(), body) : List.of();
          Written written = new Written(null, StorageVersions.serve(type, committed), warnings);
          Long version = VersionText.parse(metadata.resourceVersion());
          return dryRun && version != null ? written.at(version) : written;
        }
      }
      if (!generated) {
        boolean deleting = there != null && Metadata.of(there.tree()).deleting();
        throw ApiStatusException.alreadyExists(type.name(), metadata.name(), deleting);
      }
      if (attempt == NAME_ATTEMPTS) {
        throw ApiStatusException.generateNameExhausted(type.name(), metadata.name());
      }
    }
  }

  /** Stores an object as it is, setting only what it lacks. */
  void seed(ResourceType type, ObjectNode object) {
    Metadata metadata = Metadata.of(object);
    checkNamespaceTakes(type, metadata.namespace(), metadata.name());
    ObjectRules.checkMetadata(type, object);
    if (metadata.uid().isEmpty()) {
      metadata.node().put("uid", Metadata.randomUid(runtime.random()));
    }
    if (metadata.text("creationTimestamp").isEmpty()) {
      metadata
          .node()
          .put("creationTimestamp", Metadata.timestamp(runtime.clock().now()));
    }
    settle(type, object);
    StoredObject next = StorageVersions.store(type, object);
    if (store.put(type.storage(), next.key(), null, next) == null) {
      throw ApiStatusException.alreadyExists(type.name(), metadata.name(), false);
    }
  }

  private void settle(ResourceType type, ObjectNode object) {
    if (!type.isDefinition()) {
      negotiation.settle(type, object);
    }
  }

  /** Empty lists and maps are seen by the rules, and shown in their complaints, but not stored. */
  private void forgetEmpty(ResourceType type, ObjectNode object) {
    Class<?> model = type.model();
    if (model != null && !type.isDefinition() && ModelFields.dropEmpty(model, object)) {
      negotiation.settle(type, object);
    }
  }

  private void prepareNew(ResourceType type, Metadata metadata) {
    ObjectNode node = metadata.node();
    node.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"));
    node.put("uid", Metadata.randomUid(runtime.random()));
    node.put("creationTimestamp", Metadata.timestamp(runtime.clock().now()));
    if (type.behaviour().generation()) {
      node.put("generation", 1);
    }
  }

  /** What is stored has no version yet; what is not a number is not seen as one. */
  private static void checkUnversioned(String version) {
    Long parsed = VersionText.parse(version);
    if (parsed != null && parsed != 0) {
      throw ApiStatusException.internal(
          "resourceVersion should not be set on objects to be created");
    }
  }

  private void checkNamespaceTakes(ResourceType type, String namespace, String name) {
    if (!type.namespaced()) {
      return;
    }
    StoredObject there = store.latest("namespaces", namespace);
    if (there == null) {
      throw ApiStatusException.notFound(new ResourceName("", "namespaces"), namespace);
    }
    if ("Terminating".equals(there.fields().get("status.phase"))) {
      throw ApiStatusException.forbidden(
          type.name(),
          name,
          "unable to create new content in namespace "
              + namespace
              + " because it is being terminated",
          List.of(new Cause(
              "NamespaceTerminating",
              "namespace " + namespace + " is being terminated",
              "metadata.namespace")));
    }
  }

  /** PUT. */
  Written replace(
      ResourceType type,
      String namespace,
      String name,
      ObjectNode body,
      Part part,
      boolean dryRun) {
    Metadata metadata = Metadata.of(body);
    ObjectRules.checkName(metadata, name);
    ObjectRules.checkNamespace(type, metadata, namespace);
    String key = StorageKeys.of(type, namespace, name, dryRun);
    boolean missing = store.latest(type.storage(), StoredObject.key(namespace, name)) == null;
    // a service is created by an update of its status, too
    if (missing && type.behaviour().createsOnUpdate()) {
      UpdateRules.checkUid(type, metadata, "", key);
      UpdateRules.checkForm(metadata.resourceVersion());
      if (!dryRun) {
        metadata.node().remove("resourceVersion");
      }
      return create(type, namespace, body, dryRun);
    }
    return change(type, namespace, name, part, dryRun, current -> {
      UpdateRules.checkUid(type, metadata, Metadata.of(current).uid(), key);
      ObjectNode next = body.deepCopy();
      if (!next.path("metadata").has("managedFields")) {
        Metadata.of(next).copy(Metadata.of(current), "managedFields");
      }
      return next;
    });
  }

  /**
   * Replaces the object by what {@code change} makes of it. The function gets a tree of its own, with
   * kind and apiVersion, and may be called again if another write comes first.
   */
  Written change(
      ResourceType type,
      String namespace,
      String name,
      Part part,
      boolean dryRun,
      UnaryOperator<ObjectNode> change) {
    String key = StoredObject.key(namespace, name);
    while (true) {
      StoredObject stored = store.latest(type.storage(), key);
      if (stored == null) {
        throw ApiStatusException.notFound(type.name(), name);
      }
      ObjectNode current = StorageVersions.serve(type, stored).tree();
      ObjectNode next = change.apply(current.deepCopy());
      Metadata metadata = Metadata.of(next);
      ObjectRules.checkName(metadata, name);
      ObjectRules.checkNamespace(type, metadata, namespace);
      ObjectNode merged = merge(type, current, next, part);
      StoredObject committed = commit(type, key, stored, merged, dryRun);
      if (committed != null) {
        List<String> warnings = type.builtIn() && part == Part.WHOLE
            ? SpecWarnings.onUpdate(type.storage(), current, merged)
            : List.of();
        return new Written(stored, StorageVersions.serve(type, committed), warnings);
      }
    }
  }

  /** Null if another write came first. */
  private @Nullable StoredObject commit(
      ResourceType type, String key, StoredObject stored, ObjectNode merged, boolean dryRun) {
    Metadata metadata = Metadata.of(merged);
    StoredObject next = StorageVersions.store(type, merged);
    boolean gone = metadata.deleting()
        && metadata.node().path("deletionGracePeriodSeconds").asLong(0) == 0
        && KindRules.releasable(type, merged);
    if (dryRun) {
      return next.sameContent(stored) ? stored : next.at(stored.resourceVersion());
    }
    if (gone) {
      StoredObject removed = store.remove(type.storage(), key, stored);
      return removed == null ? null : next.at(stored.resourceVersion());
    }
    if (next.sameContent(stored)) {
      return stored;
    }
    StorageLimit.check(negotiation, new ServedObject(type, next));
    return store.put(type.storage(), key, stored, next);
  }

  private ObjectNode merge(ResourceType type, ObjectNode current, ObjectNode next, Part part) {
    Metadata was = Metadata.of(current);
    Metadata is = Metadata.of(next);
    UpdateRules.checkVersion(type, was, is);
    List<Cause> immutables = UpdateRules.immutables(was, is);
    if (part != Part.BINDING) {
      UpdateRules.checkVersionGiven(type, was, is);
    }
    ObjectNode merged = switch (part) {
      case WHOLE -> whole(type, current, next);
      case BINDING -> next;
      case STATUS -> statusOnly(type, current, next);
      case EPHEMERAL -> PodParts.ephemeral(current, next);
      case RESIZE -> PodParts.resized(current, next);
      case FINALIZE -> {
        ObjectNode finalized = current.deepCopy();
        finalized.set("metadata", next.path("metadata").deepCopy());
        Json.objectAt(finalized, "spec")
            .set("finalizers", next.path("spec").path("finalizers").deepCopy());
        if (finalized.path("spec").path("finalizers").isMissingNode()) {
          Json.objectAt(finalized, "spec").remove("finalizers");
        }
        yield finalized;
      }
    };
    Metadata metadata = Metadata.of(merged);
    for (String kept : List.of(
        "uid",
        "creationTimestamp",
        "deletionTimestamp",
        "deletionGracePeriodSeconds",
        "generation",
        "resourceVersion")) {
      metadata.copy(was, kept);
    }
    KindRules.onUpdate(type, current, merged, part == Part.FINALIZE ? "finalize" : "");
    List<Cause> complaints = UpdateRules.complaints(type, current, merged, part, immutables);
    complaints.addAll(CustomRules.onUpdate(type, current, merged, part));
    ObjectRules.throwIfAny(type, was.name(), complaints);
    forgetEmpty(type, merged);
    boolean counts = type.behaviour().generation() && part != Part.STATUS && part != Part.BINDING;
    if (counts && !counted(type, current).equals(counted(type, merged))) {
      metadata.node().put("generation", was.generation() + 1);
    }
    return merged;
  }

  private static ObjectNode whole(ResourceType type, ObjectNode current, ObjectNode next) {
    if (type.behaviour().ownStatus()) {
      JsonNode status = current.get("status");
      if (status == null) {
        next.remove("status");
      } else {
        next.set("status", status);
      }
    }
    if (type.storage().equals(CustomResources.STORAGE)) {
      CustomDefinitions.rememberStorage(next);
    }
    return next;
  }

  private static ObjectNode statusOnly(ResourceType type, ObjectNode current, ObjectNode next) {
    ObjectNode merged = current.deepCopy();
    JsonNode status = next.get("status");
    if (status == null || status.isNull()) {
      merged.remove("status");
    } else {
      merged.set("status", status);
    }
    if (type.builtIn()) {
      merged.set("metadata", next.get("metadata"));
      for (String kept : StatusParts.keptMetadata(type)) {
        Metadata.of(merged).copy(Metadata.of(current), kept);
      }
    } else {
      Metadata.of(merged).copy(Metadata.of(next), "managedFields");
    }
    return merged;
  }

  /** What a change of raises the generation. */
  private static ObjectNode counted(ResourceType type, ObjectNode tree) {
    ObjectNode counted = JsonNodeFactory.instance.objectNode();
    tree.properties().forEach(property -> {
      boolean counts = switch (property.getKey()) {
        case "kind", "apiVersion", "metadata" -> false;
        case "status" -> !type.behaviour().ownStatus();
        default -> true;
      };
      if (counts) {
        counted.set(property.getKey(), property.getValue());
      }
    });
    String metadata = COUNTED_METADATA.get(type.storage());
    if (metadata != null) {
      counted.set("metadata", tree.path("metadata").path(metadata));
    }
    return counted;
  }
}
