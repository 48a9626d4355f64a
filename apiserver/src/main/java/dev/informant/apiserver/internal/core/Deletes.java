package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.StatusTree;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.storage.MvccStore;
import dev.informant.apiserver.internal.storage.StoredObject;
import dev.informant.runtime.EngineRuntime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Deletes objects: at once, or by marking them until their finalizers or their grace are done. Thread-safe. */
final class Deletes {
  private static final long DEFAULT_POD_GRACE = 30;
  private static final long NANOS_OF_A_SECOND = 1_000_000_000;
  private static final Set<String> IMMORTAL_NAMESPACES =
      Set.of("default", "kube-system", "kube-public");
  private static final List<String> DEPENDENTS = List.of("orphan", "foregroundDeletion");

  private final EngineRuntime runtime;
  private final MvccStore store;

  Deletes(EngineRuntime runtime, MvccStore store) {
    this.runtime = runtime;
    this.store = store;
  }

  /** What is left of the object: its last state, and whether it is gone. */
  record Deleted(boolean gone, ServedObject object) {}

  Deleted delete(ResourceType type, String namespace, String name, DeleteOptions options) {
    String key = StoredObject.key(namespace, name);
    while (true) {
      StoredObject stored = store.latest(type.storage(), key);
      if (stored == null) {
        throw ApiStatusException.notFound(type.name(), name);
      }
      Deleted deleted = attempt(type, key, stored, options);
      if (deleted != null) {
        return deleted;
      }
    }
  }

  /** Null if another write came first. */
  private @Nullable Deleted attempt(
      ResourceType type, String key, StoredObject stored, DeleteOptions options) {
    ObjectNode tree = StorageVersions.serve(type, stored).tree();
    Preconditions.check(type, Metadata.of(tree), options);
    long graceBefore = grace(tree);
    boolean first = !Metadata.of(tree).deleting() && KindHooks.holdsContent(type);
    boolean finalized = !Metadata.of(tree).finalizers().isEmpty();
    boolean changed;
    if (first) {
      changed = markNamespace(type, stored, tree, options);
    } else if (!tree.path("spec").path("finalizers").isEmpty() && KindHooks.holdsContent(type)) {
      changed = false; // nothing is done to it until its content is gone
    } else if (type.isDefinition()) {
      changed = markDefinition(tree);
    } else {
      long grace = graceful(type) ? podGrace(tree, options) : 0;
      if (pending(Metadata.of(tree), grace)) {
        return new Deleted(false, StorageVersions.serve(type, stored));
      }
      changed = mark(type, tree, grace, options);
    }
    if (!first && grace(tree) <= 0 && KindHooks.releasable(type, tree)) {
      boolean seen = graceful(type) && grace(tree) != graceBefore;
      if (options.dryRun()) {
        StoredObject last =
            seen ? StorageVersions.store(type, tree).at(stored.resourceVersion()) : stored;
        return new Deleted(true, StorageVersions.serve(type, last));
      }
      if (!seen && finalized && options.resourceVersion() != null) {
        // A real server looks for the version of an update that it did not make.
        throw UpdateRules.unmet(
            type,
            stored.name(),
            StorageKeys.of(type, stored.namespace(), stored.name(), /* dryRun= */ false),
            "ResourceVersion",
            "",
            Long.toString(stored.resourceVersion()));
      }
      return seen ? markThenRemove(type, key, stored, tree) : remove(type, key, stored);
    }
    if (!changed) {
      return new Deleted(false, StorageVersions.serve(type, stored));
    }
    StoredObject next = StorageVersions.store(type, tree);
    if (options.dryRun()) {
      return new Deleted(false, StorageVersions.serve(type, next.at(stored.resourceVersion())));
    }
    StoredObject committed = store.put(type.storage(), key, stored, next);
    return committed == null ? null : new Deleted(false, StorageVersions.serve(type, committed));
  }

  /** -1 if there is none. */
  private static long grace(ObjectNode tree) {
    return tree.path("metadata").path("deletionGracePeriodSeconds").asLong(-1);
  }

  private @Nullable Deleted remove(ResourceType type, String key, StoredObject stored) {
    StoredObject removed = store.remove(type.storage(), key, stored);
    return removed == null ? null : new Deleted(true, StorageVersions.serve(type, removed));
  }

  /** A pod is seen with its deletionTimestamp even if it has no grace. */
  private @Nullable Deleted markThenRemove(
      ResourceType type, String key, StoredObject stored, ObjectNode tree) {
    StoredObject marked = store.put(type.storage(), key, stored, StorageVersions.store(type, tree));
    if (marked == null) {
      return null;
    }
    StoredObject removed = store.remove(type.storage(), key, marked);
    return new Deleted(
        removed != null, StorageVersions.serve(type, removed == null ? marked : removed));
  }

  /** While a grace runs, a delete that makes it no shorter changes nothing. */
  private static boolean pending(Metadata metadata, long grace) {
    long before = metadata.node().path("deletionGracePeriodSeconds").asLong(0);
    return metadata.deleting() && before > 0 && grace >= before;
  }

  private boolean mark(ResourceType type, ObjectNode tree, long grace, DeleteOptions options) {
    Metadata metadata = Metadata.of(tree);
    List<String> finalizers = finalizers(type, metadata, options);
    boolean changed = !finalizers.equals(metadata.finalizers());
    metadata.finalizers(finalizers);
    if (!metadata.deleting()) {
      metadata.node().put("deletionTimestamp", timestamp(grace));
      metadata.node().put("deletionGracePeriodSeconds", grace);
      raiseGeneration(metadata);
      return true;
    }
    if (grace(tree) < 0 && !finalizers.isEmpty()) {
      metadata.node().put("deletionGracePeriodSeconds", 0);
      return true;
    }
    long before = metadata.node().path("deletionGracePeriodSeconds").asLong(0);
    if (grace < before) {
      Instant began = Instant.parse(metadata.text("deletionTimestamp")).minusNanos(nanos(before));
      metadata
          .node()
          .put("deletionTimestamp", Metadata.timestamp(began.plusNanos(nanos(grace))))
          .put("deletionGracePeriodSeconds", grace);
      return true;
    }
    return changed;
  }

  private boolean markNamespace(
      ResourceType type, StoredObject stored, ObjectNode tree, DeleteOptions options) {
    if (IMMORTAL_NAMESPACES.contains(stored.name())) {
      throw ApiStatusException.forbidden(
          type.name(), stored.name(), "this namespace may not be deleted", List.of());
    }
    Metadata metadata = Metadata.of(tree);
    metadata.node().put("deletionTimestamp", timestamp(0));
    List<String> finalizers = finalizers(type, metadata, options);
    if (options.orphanDependentsFalse()) {
      finalizers.add("foregroundDeletion"); // here alone the old option means that
    }
    metadata.finalizers(finalizers);
    Json.objectAt(tree, "status").put("phase", "Terminating");
    return true;
  }

  /** A CRD waits for its custom resources. */
  private boolean markDefinition(ObjectNode tree) {
    Metadata metadata = Metadata.of(tree);
    if (metadata.deleting()) {
      if (metadata.node().has("deletionGracePeriodSeconds")) {
        return false;
      }
      // The first time it is marked in a way of its own, the second time as everything is.
      metadata.node().put("deletionGracePeriodSeconds", 0);
      return true;
    }
    metadata.node().put("deletionTimestamp", timestamp(0));
    List<String> finalizers = new ArrayList<>(metadata.finalizers());
    if (!finalizers.contains(CustomResources.FINALIZER)) {
      finalizers.add(CustomResources.FINALIZER);
    }
    metadata.finalizers(finalizers);
    ObjectNode condition =
        Json.arrayAt(Json.objectAt(tree, "status"), "conditions").addObject();
    condition.put("type", "Terminating").put("status", "True");
    condition.put("lastTransitionTime", timestamp(0)).put("reason", "InstanceDeletionPending");
    condition.put(
        "message",
        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon");
    return true;
  }

  private String timestamp(long grace) {
    return Metadata.timestamp(runtime.clock().now().plusNanos(nanos(grace)));
  }

  /** As Go counts them: their number wraps around after 292 years, and a longer grace may end in the past. */
  private static long nanos(long seconds) {
    return seconds * NANOS_OF_A_SECOND;
  }

  private static void raiseGeneration(Metadata metadata) {
    if (metadata.generation() > 0) {
      metadata.node().put("generation", metadata.generation() + 1);
    }
  }

  private static long podGrace(ObjectNode pod, DeleteOptions options) {
    Long asked = options.gracePeriodSeconds();
    if (asked != null && asked < 0) {
      asked = 1L; // as a real server reads it
    }
    if (Metadata.of(pod).deleting()) {
      // What the pod does meanwhile changes nothing: only a further delete makes its grace shorter.
      return asked != null ? asked : Long.MAX_VALUE;
    }
    String phase = pod.path("status").path("phase").asText("");
    boolean idle = pod.path("spec").path("nodeName").asText("").isEmpty()
        || phase.equals("Succeeded")
        || phase.equals("Failed");
    if (idle) {
      return 0;
    }
    return asked != null
        ? asked
        : pod.path("spec").path("terminationGracePeriodSeconds").asLong(DEFAULT_POD_GRACE);
  }

  private static boolean graceful(ResourceType type) {
    return type.traits().deletion() == Kind.Deletion.GRACEFUL;
  }

  private static List<String> finalizers(
      ResourceType type, Metadata metadata, DeleteOptions options) {
    List<String> finalizers = new ArrayList<>(metadata.finalizers());
    if (type.traits().deletion() == Kind.Deletion.WITHOUT_DEPENDENTS) {
      finalizers.removeAll(DEPENDENTS); // nothing can depend on an event
      return finalizers;
    }
    String policy = options.policy();
    boolean decided = finalizers.stream().anyMatch(DEPENDENTS::contains);
    if (policy.isEmpty() && !decided && type.is(Kind.Trait.ORPHANS)) {
      policy = "Orphan";
    }
    if (!policy.isEmpty()) {
      finalizers.removeAll(DEPENDENTS);
    }
    if (policy.equals("Orphan")) {
      finalizers.add("orphan");
    } else if (policy.equals("Foreground")) {
      finalizers.add("foregroundDeletion");
    }
    return Set.copyOf(finalizers).equals(Set.copyOf(metadata.finalizers()))
        ? new ArrayList<>(metadata.finalizers()) // their order is not changed for nothing
        : finalizers;
  }

  /** The Status that answers the deletion of an object that is gone. */
  static ObjectNode success(ResourceType type, StoredObject object) {
    ObjectNode status = StatusTree.success();
    ObjectNode details = status.putObject("details");
    details.put("name", object.name());
    if (!type.group().isEmpty()) {
      details.put("group", type.group());
    }
    details.put("kind", type.plural()).put("uid", object.uid());
    return status;
  }
}
