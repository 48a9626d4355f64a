package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.PodConditions;
import dev.informant.apiserver.internal.registry.ResourceRegistry;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.selector.LabelRequirements;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.storage.MvccStore;
import dev.informant.apiserver.internal.storage.SnapshotMap;
import dev.informant.apiserver.internal.storage.StoredObject;
import dev.informant.runtime.EngineRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Deletes pods as far as their disruption budget allows it, and writes into the budget what it has cost. Thread-safe. */
final class Evictions {
  private static final String REFUSAL =
      "Cannot evict pod as it would violate the pod's disruption budget.";

  private static final ResourceType TYPE = type("v1");
  private static final ResourceType OLD_TYPE = type("v1beta1");

  private final EngineRuntime runtime;
  private final MvccStore store;
  private final ResourceRegistry registry;
  private final Writes writes;
  private final Deletes deletes;

  Evictions(
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

  /** The type of an Eviction, which may say that it is of an old version. */
  static ResourceType type(Call call) {
    ObjectNode body = call.negotiation().decode(call.request(), TYPE);
    boolean old = body.path("apiVersion").asText("").equals("policy/v1beta1");
    return old ? OLD_TYPE : TYPE;
  }

  private static ResourceType type(String version) {
    return new ResourceType(
        "policy",
        version,
        "Eviction",
        "EvictionList",
        "pods",
        "pod",
        /* namespaced= */ true,
        List.of(),
        List.of(),
        "evictions",
        Set.of("create"),
        List.of(),
        "io.k8s.api.policy.v1.Eviction",
        /* custom= */ null);
  }

  /** Evicts the pod of that name, as an Eviction asks for it. */
  void evict(
      ResourceType pods, String namespace, String name, ObjectNode eviction, WriteOptions asked) {
    if (!eviction.path("metadata").path("name").asText("").equals(name)) {
      throw ApiStatusException.badRequest("name in URL does not match name in Eviction object");
    }
    ObjectNode how = Json.objectAt(eviction, "deleteOptions");
    tryAsAsked(how, asked.dryRuns());
    StoredObject pod = store.latest(pods.storage(), StoredObject.key(namespace, name));
    if (pod == null) {
      throw ApiStatusException.notFound(pods.name(), name);
    }
    DeleteOptions options = DeleteOptions.unchecked(how);
    if (isDisrupted(pod)) {
      spend(namespace, pod, options.dryRun());
    }
    if (!options.dryRun()) {
      Writes.Written disrupted = writes.change(
          pods,
          namespace,
          name,
          Writes.Part.STATUS,
          /* dryRun= */ false,
          current -> {
            Preconditions.check(pods, Metadata.of(current), options);
            PodConditions.set(
                current,
                "DisruptionTarget",
                "True",
                "EvictionByEvictionAPI",
                "Eviction API: evicting",
                now());
            return current;
          });
      if (options.resourceVersion() != null) {
        // It was the right one, and is not any more.
        Json.objectAt(how, "preconditions")
            .put("resourceVersion", Long.toString(disrupted.object().stored().resourceVersion()));
      }
    }
    deletes.delete(pods, namespace, name, DeleteOptions.of(how));
  }

  /** Request and body may both say that nothing is to be done, but then they say the same. */
  private static void tryAsAsked(ObjectNode how, List<String> asked) {
    List<String> given = DeleteOptions.dryRun(how);
    if (given.isEmpty()) {
      asked.forEach(how.withArray("dryRun")::add);
    } else if (!asked.isEmpty() && !asked.equals(given)) {
      throw ApiStatusException.internal("Non-matching dry-run options in request and content: ["
          + String.join(" ", asked) + "] and [" + String.join(" ", given) + "]");
    }
  }

  /** Pods that do not run, or are going already, cost a budget nothing. */
  private static boolean isDisrupted(StoredObject pod) {
    String phase = pod.fields().getOrDefault("status.phase", "");
    return !List.of("Succeeded", "Failed", "Pending").contains(phase)
        && !Metadata.of(pod.tree()).deleting();
  }

  private void spend(String namespace, StoredObject pod, boolean dryRun) {
    ObjectNode budget = budget(namespace, pod);
    if (budget == null || isFree(budget, pod.tree())) {
      return;
    }
    ResourceType budgets = Objects.requireNonNull(
        registry.find("policy", "v1", "poddisruptionbudgets"), "budgets are built in");
    writes.change(
        budgets, namespace, Metadata.of(budget).name(), Writes.Part.STATUS, dryRun, tree -> {
          checkAllowed(tree);
          ObjectNode spent = Json.objectAt(tree, "status");
          int left = spent.path("disruptionsAllowed").asInt() - 1;
          spent.put("disruptionsAllowed", left);
          if (left == 0) {
            noneAllowed(spent);
          }
          Json.objectAt(spent, "disruptedPods").put(pod.name(), now());
          return tree;
        });
  }

  /** Says that the budget is spent, and since when. */
  private void noneAllowed(ObjectNode status) {
    ArrayNode conditions = Json.arrayAt(status, "conditions");
    ObjectNode condition = null;
    for (JsonNode there : conditions) {
      if (there.path("type").asText().equals("DisruptionAllowed")) {
        condition = (ObjectNode) there;
      }
    }
    String since = condition != null && condition.path("status").asText().equals("False")
        ? condition.path("lastTransitionTime").asText()
        : now();
    condition = condition == null ? conditions.addObject() : condition.removeAll();
    condition.put("type", "DisruptionAllowed").put("status", "False");
    long generation = status.path("observedGeneration").asLong();
    if (generation != 0) {
      condition.put("observedGeneration", generation);
    }
    condition.put("lastTransitionTime", since);
    condition.put("reason", "InsufficientPods").put("message", "");
  }

  private static void checkAllowed(ObjectNode budget) {
    Metadata metadata = Metadata.of(budget);
    JsonNode status = budget.path("status");
    if (status.path("observedGeneration").asLong()
        < metadata.node().path("generation").asLong()) {
      throw ApiStatusException.tooManyRequests(
          REFUSAL,
          10,
          cause("The disruption budget " + metadata.name()
              + " is still being processed by the server."));
    }
    if (status.path("disruptionsAllowed").asInt() <= 0) {
      throw ApiStatusException.tooManyRequests(
          REFUSAL, 0, cause("The disruption budget " + metadata.name() + whyNot(status)));
    }
  }

  private static String whyNot(JsonNode status) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText().equals("DisruptionAllowed")
          && condition.path("reason").asText().equals("SyncFailed")) {
        return " does not allow evicting pods currently because it failed sync: "
            + condition.path("message").asText();
      }
    }
    int desired = status.path("desiredHealthy").asInt();
    int current = status.path("currentHealthy").asInt();
    return current <= desired
        ? " needs " + desired + " healthy pods and has " + current + " currently"
        : " does not allow evicting pods currently";
  }

  private static List<Cause> cause(String message) {
    return List.of(new Cause("DisruptionBudget", message, ""));
  }

  private @Nullable ObjectNode budget(String namespace, StoredObject pod) {
    List<ObjectNode> found = new ArrayList<>();
    for (SnapshotMap.Entry<StoredObject> entry : store
        .latest("poddisruptionbudgets.policy")
        .objects()
        .range(namespace + "/", namespace + (char) ('/' + 1))) {
      ObjectNode budget = entry.value().tree();
      if (selects(budget.path("spec").path("selector"), pod)) {
        found.add(budget);
      }
    }
    if (found.size() > 1) {
      throw ApiStatusException.internal("This pod has more than one PodDisruptionBudget, which the"
          + " eviction subresource does not support.");
    }
    return found.isEmpty() ? null : found.get(0);
  }

  /** A pod that is not ready may go if the policy says so, or if there are enough healthy ones. */
  private static boolean isFree(ObjectNode budget, ObjectNode pod) {
    for (JsonNode condition : pod.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("Ready")
          && condition.path("status").asText().equals("True")) {
        return false;
      }
    }
    JsonNode status = budget.path("status");
    int desired = status.path("desiredHealthy").asInt();
    return budget.path("spec").path("unhealthyPodEvictionPolicy").asText().equals("AlwaysAllow")
        || (desired > 0 && status.path("currentHealthy").asInt() >= desired);
  }

  private static boolean selects(JsonNode selector, StoredObject pod) {
    return selector.isObject() && LabelRequirements.of(selector).matches(pod.labels());
  }

  private String now() {
    return Metadata.timestamp(runtime.clock().now());
  }
}
