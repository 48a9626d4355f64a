package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.StatusTree;
import dev.informant.apiserver.internal.storage.MvccStore;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** Requests about status and other parts, scale, finalize, binding and eviction. Thread-safe. */
final class Subresources {
  private final Reads reads;
  private final Writes writes;
  private final Evictions evictions;
  private final TokenRequests tokens;
  private final Bindings bindings;
  private final PassedOnRequests passedOn;

  Subresources(
      MvccStore store, Reads reads, Writes writes, Evictions evictions, TokenRequests tokens) {
    this.reads = reads;
    this.writes = writes;
    this.evictions = evictions;
    this.tokens = tokens;
    this.bindings = new Bindings(writes);
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
          .get(type, path.namespace(), path.name(), version(request))
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
          .get(type, path.namespace(), path.name(), version(request))
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
        ObjectNode scale = patch.apply(Scales.patchable(seen).tree());
        ObjectRules.checkName(Metadata.of(scale), path.name());
        ObjectRules.checkNamespace(scaleType, Metadata.of(scale), path.namespace());
        Scales.checkUid(type, owner, scale);
        return Scales.applied(type, owner, scale);
      };
    } else {
      ObjectNode body = Decoding.body(call, scaleType);
      FieldValidation.apply(call, scaleType, body, options);
      ObjectRules.checkName(Metadata.of(body), path.name());
      ObjectRules.checkNamespace(scaleType, Metadata.of(body), path.namespace());
      String key = StorageKeys.of(type, path.namespace(), path.name(), options.dryRun());
      change = owner -> {
        UpdateRules.checkUid(type, Metadata.of(body), Metadata.of(owner).uid(), key);
        return Scales.applied(type, owner, body);
      };
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
    WriteOptions options = WriteOptions.read(call.request(), "CreateOptions");
    ResourceType type = Bindings.type();
    ObjectNode body = Decoding.body(call, type);
    FieldValidation.apply(call, type, body, options);
    return bind(call, pods, path.namespace(), path.name(), body, options);
  }

  /** Puts a pod onto the node that a Binding names. */
  ApiResponse bind(
      Call call,
      ResourceType pods,
      String namespace,
      String name,
      ObjectNode binding,
      WriteOptions options) {
    bindings.bind(pods, namespace, name, binding, options.dryRun());
    return call.success(201, success());
  }

  private ApiResponse evict(Call call, RequestPath path, ResourceType pods) {
    WriteOptions options = WriteOptions.read(call.request(), "CreateOptions");
    ResourceType type = Evictions.type(call);
    ObjectNode eviction = Decoding.body(call, type);
    FieldValidation.apply(call, type, eviction, options);
    ObjectRules.checkNamespace(type, Metadata.of(eviction), path.namespace());
    evictions.evict(pods, path.namespace(), path.name(), eviction, options);
    return call.success(201, success());
  }

  private static String version(ApiRequest request) {
    String version = request.parameter("resourceVersion");
    return version == null ? "" : version;
  }

  private static ObjectNode success() {
    return StatusTree.success().put("code", 201);
  }

  private static CompletableFuture<ApiResponse> now(ApiResponse response) {
    return CompletableFuture.completedFuture(response);
  }
}
