package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.status.ResourceName;
import dev.informant.apiserver.storage.MvccStore;
import dev.informant.apiserver.storage.SnapshotMap;
import dev.informant.apiserver.storage.StoredObject;
import dev.informant.runtime.EngineRuntime;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** Requests about status and other parts, scale, finalize, binding and eviction. Thread-safe. */
final class Subresources {
  private static final ResourceName BINDING = new ResourceName("", "pods/binding");

  private final EngineRuntime runtime;
  private final MvccStore store;
  private final Reads reads;
  private final Writes writes;
  private final Deletes deletes;
  private final TokenRequests tokens;
  private final PassedOnRequests passedOn;

  Subresources(
      EngineRuntime runtime,
      MvccStore store,
      Reads reads,
      Writes writes,
      Deletes deletes,
      TokenRequests tokens) {
    this.runtime = runtime;
    this.store = store;
    this.reads = reads;
    this.writes = writes;
    this.deletes = deletes;
    this.tokens = tokens;
    this.passedOn = new PassedOnRequests(store);
  }

  CompletableFuture<ApiResponse> answer(
      Responses responses, RequestPath path, ResourceType type, String verb) {
    return switch (path.subresource()) {
      case "status", "approval" -> part(responses, path, type, verb, Writes.Part.STATUS);
      case "ephemeralcontainers" -> part(responses, path, type, verb, Writes.Part.EPHEMERAL);
      case "resize" -> part(responses, path, type, verb, Writes.Part.RESIZE);
      case "scale" -> scale(responses, path, type, verb);
      case "finalize" -> now(finalizeNamespace(responses, path, type));
      case "binding" -> now(bind(responses, path, type));
      case "eviction" -> now(evict(responses, path, type));
      case "token" -> now(tokens.create(responses, path, type));
      default -> now(passedOn.answer(responses, path, type));
    };
  }

  private CompletableFuture<ApiResponse> part(
      Responses responses, RequestPath path, ResourceType type, String verb, Writes.Part part) {
    ApiRequest request = responses.request();
    Representation representation =
        responses.negotiation().choose(request, type, Negotiation.Target.OBJECT);
    if (verb.equals("get")) {
      return reads
          .get(type, path.namespace(), path.name(), "")
          .thenApply(object -> responses.object(200, representation, object));
    }
    Writes.Written written;
    if (verb.equals("patch")) {
      PatchRequests patch = PatchRequests.read(request, type);
      WriteOptions options = WriteOptions.read(request, "PatchOptions");
      written = writes.change(
          type,
          path.namespace(),
          path.name(),
          part,
          options.dryRun(),
          FieldValidation.after(responses, type, patch, options));
    } else {
      WriteOptions options = WriteOptions.read(request, "UpdateOptions");
      ObjectNode body = Decoding.body(responses, type);
      FieldValidation.apply(responses, type, body, options);
      written = writes.replace(type, path.namespace(), path.name(), body, part, options.dryRun());
    }
    return now(responses.object(200, representation, written.object()));
  }

  private CompletableFuture<ApiResponse> scale(
      Responses responses, RequestPath path, ResourceType type, String verb) {
    ApiRequest request = responses.request();
    ResourceType scaleType = Scales.type(type);
    Representation representation =
        responses.negotiation().choose(request, scaleType, Negotiation.Target.OBJECT);
    if (verb.equals("get")) {
      return reads
          .get(type, path.namespace(), path.name(), "")
          .thenApply(object -> responses.object(200, representation, Scales.of(object)));
    }
    WriteOptions options =
        WriteOptions.read(request, verb.equals("patch") ? "PatchOptions" : "UpdateOptions");
    UnaryOperator<ObjectNode> change;
    if (verb.equals("patch")) {
      UnaryOperator<ObjectNode> patch = FieldValidation.after(
          responses, scaleType, PatchRequests.read(request, scaleType), options);
      change = owner -> {
        ServedObject seen = StorageVersions.serve(
            type,
            StorageVersions.store(type, owner)
                .at(Long.parseLong(Metadata.of(owner).resourceVersion())));
        return Scales.applied(type, owner, patch.apply(Scales.patchable(seen).tree()));
      };
    } else {
      ObjectNode body = Decoding.body(responses, scaleType);
      ObjectRules.checkName(Metadata.of(body), path.name());
      change = owner -> Scales.applied(type, owner, body);
    }
    Writes.Written written = writes.change(
        type, path.namespace(), path.name(), Writes.Part.WHOLE, options.dryRun(), change);
    return now(responses.object(200, representation, Scales.of(written.object())));
  }

  private ApiResponse finalizeNamespace(Responses responses, RequestPath path, ResourceType type) {
    Representation representation =
        responses.negotiation().choose(responses.request(), type, Negotiation.Target.OBJECT);
    WriteOptions options = WriteOptions.read(responses.request(), "UpdateOptions");
    ObjectNode body = Decoding.body(responses, type);
    FieldValidation.apply(responses, type, body, options);
    Writes.Written written =
        writes.replace(type, "", path.name(), body, Writes.Part.FINALIZE, options.dryRun());
    return responses.object(200, representation, written.object());
  }

  private ApiResponse bind(Responses responses, RequestPath path, ResourceType pods) {
    ObjectNode body = responses.negotiation().decode(responses.request(), null);
    return bind(responses, pods, path.namespace(), path.name(), body);
  }

  /** Puts a pod onto the node that a Binding names. */
  ApiResponse bind(
      Responses responses, ResourceType pods, String namespace, String name, ObjectNode binding) {
    String node = binding.path("target").path("name").asText("");
    if (node.isEmpty()) {
      throw ApiStatusException.badRequest("target.name: Required value");
    }
    boolean dryRun = WriteOptions.read(responses.request(), "CreateOptions").dryRun();
    writes.change(pods, namespace, name, Writes.Part.BINDING, dryRun, pod -> {
      String already = pod.path("spec").path("nodeName").asText("");
      if (!already.isEmpty()) {
        throw ApiStatusException.conflict(
            BINDING, name, "pod " + name + " is already assigned to node \"" + already + "\"");
      }
      if (Metadata.of(pod).deleting()) {
        throw ApiStatusException.conflict(
            BINDING, name, "pod " + name + " is being deleted, cannot be assigned to a host");
      }
      KindRules.object(pod, "spec").put("nodeName", node);
      ObjectNode condition =
          KindRules.array(KindRules.object(pod, "status"), "conditions").addObject();
      condition.put("type", "PodScheduled").put("status", "True");
      condition.put("lastTransitionTime", Metadata.timestamp(runtime.clock().now()));
      return pod;
    });
    return responses.success(201, success());
  }

  private ApiResponse evict(Responses responses, RequestPath path, ResourceType pods) {
    ObjectNode body = responses.negotiation().decode(responses.request(), null);
    StoredObject pod =
        store.latest(pods.storage(), StoredObject.key(path.namespace(), path.name()));
    if (pod == null) {
      throw ApiStatusException.notFound(pods.name(), path.name());
    }
    String phase = pod.fields().getOrDefault("status.phase", "");
    boolean running = !phase.equals("Succeeded") && !phase.equals("Failed");
    if (running && !phase.equals("Pending")) {
      checkBudgets(path.namespace(), pod);
    }
    DeleteOptions options = DeleteOptions.of(body.path("deleteOptions"));
    boolean bound = !pod.fields().getOrDefault("spec.nodeName", "").isEmpty();
    if (bound && !options.dryRun()) {
      writes.change(
          pods,
          path.namespace(),
          path.name(),
          Writes.Part.STATUS,
          /* dryRun= */ false,
          this::disrupted);
    }
    deletes.delete(pods, path.namespace(), path.name(), options);
    return responses.success(201, success());
  }

  private ObjectNode disrupted(ObjectNode pod) {
    ObjectNode condition =
        KindRules.array(KindRules.object(pod, "status"), "conditions").addObject();
    condition.put("type", "DisruptionTarget").put("status", "True");
    condition.put("lastTransitionTime", Metadata.timestamp(runtime.clock().now()));
    condition.put("reason", "EvictionByEvictionAPI").put("message", "Eviction API: evicting");
    return pod;
  }

  private void checkBudgets(String namespace, StoredObject pod) {
    Iterable<SnapshotMap.Entry<StoredObject>> budgets = store
        .latest("poddisruptionbudgets.policy")
        .objects()
        .range(namespace + "/", namespace + (char) ('/' + 1));
    for (SnapshotMap.Entry<StoredObject> entry : budgets) {
      ObjectNode budget = entry.value().tree();
      if (selects(budget.path("spec").path("selector"), pod)
          && budget.path("status").path("disruptionsAllowed").asInt(0) <= 0) {
        throw ApiStatusException.tooManyRequests(
            "Cannot evict pod as it would violate the pod's disruption budget.", 0);
      }
    }
  }

  private static boolean selects(JsonNode selector, StoredObject pod) {
    for (var label : selector.path("matchLabels").properties()) {
      if (!label.getValue().asText().equals(pod.labels().get(label.getKey()))) {
        return false;
      }
    }
    for (JsonNode expression : selector.path("matchExpressions")) {
      String value = pod.labels().get(expression.path("key").asText());
      boolean listed = false;
      for (JsonNode one : expression.path("values")) {
        listed |= one.asText().equals(value);
      }
      boolean holds = switch (expression.path("operator").asText()) {
        case "In" -> listed;
        case "NotIn" -> !listed;
        case "Exists" -> value != null;
        default -> value == null;
      };
      if (!holds) {
        return false;
      }
    }
    return selector.isObject();
  }

  private static ObjectNode success() {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    return status.put("status", "Success").put("code", 201);
  }

  private static CompletableFuture<ApiResponse> now(ApiResponse response) {
    return CompletableFuture.completedFuture(response);
  }
}
