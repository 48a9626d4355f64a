package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.schema.TypedForm;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.status.ResourceName;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.storage.MvccStore;
import dev.informant.apiserver.internal.storage.StoredObject;
import dev.informant.runtime.EngineRuntime;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Creates and replaces objects. Thread-safe: a write that loses a race is computed again. */
final class Writes {
  private static final int NAME_ATTEMPTS = 8;

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
   */
  record Written(@Nullable StoredObject before, ServedObject object) {
    boolean created() {
      return before == null;
    }

    Written at(long version) {
      return new Written(before, new ServedObject(object.type(), object.stored().at(version)));
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
    prepareNew(type, metadata);
    for (int attempt = 1; ; attempt++) {
      if (generated) {
        metadata
            .node()
            .put("name", Metadata.generatedName(metadata.text("generateName"), runtime.random()));
      }
      KindHooks.onCreate(type, body);
      settle(type, body);
      List<Cause> complaints = KindHooks.complaints(type, body);
      complaints.addAll(CustomRules.onCreate(type, body));
      ObjectRules.throwIfAny(type, metadata.name(), complaints);
      forgetEmpty(type, body);
      type.traits().onCreated(body);
      StoredObject next = StorageVersions.store(type, body);
      if (!dryRun) {
        checkUnversioned(metadata.resourceVersion());
        StorageLimit.check(negotiation, new ServedObject(type, next));
      }
      StoredObject there = store.latest(type.storage(), next.key());
      if (there == null) {
        StoredObject committed = dryRun ? next : store.put(type.storage(), next.key(), null, next);
        if (committed != null) {
          Written written = new Written(null, StorageVersions.serve(type, committed));
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

  /** Stores a new object that is in its final form already but for its uid and time. */
  void place(ResourceType type, ObjectNode object) {
    ObjectNode metadata = Json.object();
    Metadata given = Metadata.of(object);
    metadata.put("name", given.name());
    if (!given.namespace().isEmpty()) {
      metadata.put("namespace", given.namespace());
    }
    metadata.put("uid", Metadata.randomUid(runtime.random()));
    if (given.node().has("generation")) {
      metadata.set("generation", given.node().get("generation"));
    }
    metadata.put("creationTimestamp", now());
    metadata.set("labels", given.node().get("labels"));
    object.set("metadata", metadata);
    StoredObject next = StorageVersions.store(type, object);
    store.put(type.storage(), next.key(), null, next);
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
    if (type.builtIn() && !type.isDefinition() && TypedForm.dropEmpty(object, type.schema())) {
      negotiation.settle(type, object);
    }
  }

  private void prepareNew(ResourceType type, Metadata metadata) {
    ObjectNode node = metadata.node();
    node.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"));
    node.put("uid", Metadata.randomUid(runtime.random()));
    node.put("creationTimestamp", Metadata.timestamp(runtime.clock().now()));
    if (type.is(Kind.Trait.GENERATION)) {
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
    if (missing && type.is(Kind.Trait.CREATED_BY_UPDATE)) {
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
        return new Written(stored, StorageVersions.serve(type, committed));
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
        && KindHooks.releasable(type, merged);
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
    KindHooks.onUpdate(type, current, merged, part);
    List<Cause> complaints = UpdateRules.complaints(type, current, merged, part, immutables);
    complaints.addAll(CustomRules.onUpdate(type, current, merged, part));
    ObjectRules.throwIfAny(type, was.name(), complaints);
    forgetEmpty(type, merged);
    boolean counts = type.is(Kind.Trait.GENERATION) && part != Part.STATUS && part != Part.BINDING;
    if (counts && !counted(type, current).equals(counted(type, merged))) {
      metadata.node().put("generation", was.generation() + 1);
    }
    return merged;
  }

  private static ObjectNode whole(ResourceType type, ObjectNode current, ObjectNode next) {
    if (type.ownStatus()) {
      JsonNode status = current.get("status");
      if (status == null) {
        next.remove("status");
      } else {
        next.set("status", status);
      }
    }
    if (type.isDefinition()) {
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
      for (String kept : type.traits().keptByStatus()) {
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
        case "status" -> !type.ownStatus();
        default -> true;
      };
      if (counts) {
        counted.set(property.getKey(), property.getValue());
      }
    });
    String metadata = type.traits().countedMetadata();
    if (!metadata.isEmpty()) {
      counted.set("metadata", tree.path("metadata").path(metadata));
    }
    return counted;
  }
}
