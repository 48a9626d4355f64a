package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.status.ResourceName;
import dev.informant.apiserver.status.StatusTree;
import dev.informant.apiserver.storage.Json;
import dev.informant.apiserver.storage.MvccStore;
import dev.informant.runtime.EngineRuntime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** Requests about status and other parts, scale, finalize, binding and eviction. Thread-safe. */
final class Subresources {
  private static final ResourceName BINDING = new ResourceName("", "pods/binding");

  private final EngineRuntime runtime;
  private final Reads reads;
  private final Writes writes;
  private final Evictions evictions;
  private final TokenRequests tokens;
  private final PassedOnRequests passedOn;

  Subresources(
      EngineRuntime runtime,
      MvccStore store,
      Reads reads,
      Writes writes,
      Evictions evictions,
      TokenRequests tokens) {
    this.runtime = runtime;
    this.reads = reads;
    this.writes = writes;
    this.evictions = evictions;
    this.tokens = tokens;
    this.passedOn = new PassedOnRequests(store);
  }

  CompletableFuture<ApiResponse> answer(
      Call call, RequestPath path, ResourceType type, String verb) {
    return switch (path.subresource()) {
      case "status", "approval" -> part(call, path, type, verb, Writes.Part.STATUS);
      case "ephemeralcontainers" -> part(call, path, type, verb, Writes.Part.EPHEMERAL);
      case "resize" -> part(call, path, type, verb, Writes.Part.RESIZE);
      case "scale" -> scale(call, path, type, verb);
      case "finalize" -> now(finalizeNamespace(call, path, type));
      case "binding" -> now(bind(call, path, type));
      case "eviction" -> now(evict(call, path, type));
      case "token" -> now(tokens.create(call, path, type));
      default -> now(passedOn.answer(call, path, type));
    };
  }

  private CompletableFuture<ApiResponse> part(
      Call call, RequestPath path, ResourceType type, String verb, Writes.Part part) {
    ApiRequest request = call.request();
    Representation representation =
        call.negotiation().choose(request, type, Negotiation.Target.OBJECT);
    if (verb.equals("get")) {
      return reads
          .get(type, path.namespace(), path.name(), "")
          .thenApply(object -> call.object(200, representation, object));
    }
    Writes.Written written;
    if (verb.equals("patch")) {
      PatchBody patch = PatchBody.read(request, type);
      WriteOptions options = WriteOptions.read(request, "PatchOptions");
      written = writes.change(
          type,
          path.namespace(),
          path.name(),
          part,
          options.dryRun(),
          FieldValidation.after(call, type, patch, options));
    } else {
      WriteOptions options = WriteOptions.read(request, "UpdateOptions");
      ObjectNode body = Decoding.body(call, type);
      FieldValidation.apply(call, type, body, options);
      written = writes.replace(type, path.namespace(), path.name(), body, part, options.dryRun());
    }
    return now(call.object(written.created() ? 201 : 200, representation, written.object()));
  }

  private CompletableFuture<ApiResponse> scale(
      Call call, RequestPath path, ResourceType type, String verb) {
    ApiRequest request = call.request();
    ResourceType scaleType = Scales.type(type);
    Representation representation =
        call.negotiation().choose(request, scaleType, Negotiation.Target.OBJECT);
    if (verb.equals("get")) {
      return reads
          .get(type, path.namespace(), path.name(), "")
          .thenApply(object -> call.object(200, representation, Scales.of(object)));
    }
    WriteOptions options =
        WriteOptions.read(request, verb.equals("patch") ? "PatchOptions" : "UpdateOptions");
    UnaryOperator<ObjectNode> change;
    if (verb.equals("patch")) {
      UnaryOperator<ObjectNode> patch = FieldValidation.after(
          call, scaleType, PatchBody.read(request, scaleType, type.builtIn()), options);
      change = owner -> {
        ServedObject seen = StorageVersions.serve(
            type,
            StorageVersions.store(type, owner)
                .at(Long.parseLong(Metadata.of(owner).resourceVersion())));
        return Scales.applied(type, owner, patch.apply(Scales.patchable(seen).tree()));
      };
    } else {
      ObjectNode body = Decoding.body(call, scaleType);
      FieldValidation.apply(call, scaleType, body, options);
      ObjectRules.checkName(Metadata.of(body), path.name());
      change = owner -> Scales.applied(type, owner, body);
    }
    Writes.Written written = writes.change(
        type, path.namespace(), path.name(), Writes.Part.WHOLE, options.dryRun(), change);
    return now(call.object(200, representation, Scales.of(written.object())));
  }

  private ApiResponse finalizeNamespace(Call call, RequestPath path, ResourceType type) {
    Representation representation =
        call.negotiation().choose(call.request(), type, Negotiation.Target.OBJECT);
    WriteOptions options = WriteOptions.read(call.request(), "UpdateOptions");
    ObjectNode body = Decoding.body(call, type);
    FieldValidation.apply(call, type, body, options);
    Writes.Written written =
        writes.replace(type, "", path.name(), body, Writes.Part.FINALIZE, options.dryRun());
    return call.object(200, representation, written.object());
  }

  private ApiResponse bind(Call call, RequestPath path, ResourceType pods) {
    ObjectNode body = call.negotiation().decode(call.request(), null);
    return bind(call, pods, path.namespace(), path.name(), body);
  }

  /** Puts a pod onto the node that a Binding names. */
  ApiResponse bind(
      Call call, ResourceType pods, String namespace, String name, ObjectNode binding) {
    ObjectNode given = Json.objectAt(binding, "metadata");
    String named = given.path("name").asText("");
    if (!named.equals(name)) {
      throw ApiStatusException.badRequest("name in URL does not match name in Binding object");
    }
    String kind = binding.path("target").path("kind").asText("");
    if (!kind.isEmpty() && !kind.equals("Node")) {
      throw ApiStatusException.internal("target.kind: Unsupported value: \"" + kind
          + "\": supported values: \"Node\", \"<empty>\"");
    }
    String node = binding.path("target").path("name").asText("");
    if (node.isEmpty()) {
      throw ApiStatusException.internal("target.name: Required value");
    }
    boolean dryRun = WriteOptions.read(call.request(), "CreateOptions").dryRun();
    writes.change(pods, namespace, name, Writes.Part.BINDING, dryRun, pod -> {
      Metadata metadata = Metadata.of(pod);
      String uid = given.path("uid").asText("");
      if (!uid.isEmpty() && !uid.equals(metadata.uid())) {
        throw ApiStatusException.conflict(
            BINDING,
            name,
            "Precondition failed: UID in precondition: " + uid + ", UID in object meta: "
                + metadata.uid());
      }
      String already = pod.path("spec").path("nodeName").asText("");
      if (!already.isEmpty()) {
        throw ApiStatusException.conflict(
            BINDING, name, "pod " + name + " is already assigned to node \"" + already + "\"");
      }
      if (metadata.deleting()) {
        throw ApiStatusException.conflict(
            BINDING, name, "pod " + name + " is being deleted, cannot be assigned to a host");
      }
      Json.objectAt(pod, "spec").put("nodeName", node);
      for (String part : List.of("annotations", "labels")) {
        if (given.get(part) instanceof ObjectNode more && !more.isEmpty()) {
          Json.objectAt(metadata.node(), part).setAll(more);
        }
      }
      ObjectNode condition =
          Json.arrayAt(Json.objectAt(pod, "status"), "conditions").addObject();
      condition.put("type", "PodScheduled").put("status", "True");
      condition.putNull("lastProbeTime");
      condition.put("lastTransitionTime", Metadata.timestamp(runtime.clock().now()));
      return pod;
    });
    return call.success(201, success());
  }

  private ApiResponse evict(Call call, RequestPath path, ResourceType pods) {
    ObjectNode eviction = call.negotiation().decode(call.request(), null);
    evictions.evict(pods, path.namespace(), path.name(), eviction);
    return call.success(201, success());
  }

  private static ObjectNode success() {
    return StatusTree.success().put("code", 201);
  }

  private static CompletableFuture<ApiResponse> now(ApiResponse response) {
    return CompletableFuture.completedFuture(response);
  }
}
