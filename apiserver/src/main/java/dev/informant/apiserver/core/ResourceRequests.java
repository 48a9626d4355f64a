package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.CustomVersion;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.ApiStatusException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Requests about resources, by verb. Thread-safe. */
final class ResourceRequests {
  private static final Map<String, String> DEPRECATED = Map.of(
      "v1 ComponentStatus", "v1 ComponentStatus is deprecated in v1.19+",
      "v1 Endpoints",
          "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice");

  private final Reads reads;
  private final Watches watches;
  private final Writes writes;
  private final Deletes deletes;
  private final Subresources subresources;
  private final CustomResources customs;
  private final Reviews reviews;

  ResourceRequests(
      Reads reads,
      Watches watches,
      Writes writes,
      Deletes deletes,
      Subresources subresources,
      CustomResources customs,
      Reviews reviews) {
    this.subresources = subresources;
    this.customs = customs;
    this.reviews = reviews;
    this.reads = reads;
    this.watches = watches;
    this.writes = writes;
    this.deletes = deletes;
  }

  CompletableFuture<ApiResponse> answer(Responses responses, RequestPath path, ResourceType type) {
    if (!path.subresource().isEmpty()) {
      warnIfDeprecated(responses, type);
      return subresource(responses, path, type);
    }
    String verb = verb(responses.request(), path);
    if (type.verbs().contains(verb) || verb.equals("watch")) {
      warnIfDeprecated(responses, type);
    }
    if (!type.verbs().contains(verb)) {
      throw verb.equals("watch")
          ? ApiStatusException.methodNotAllowed(type.name(), verb)
          : ApiStatusException.methodNotOffered();
    }
    return switch (verb) {
      case "get" -> get(responses, path, type);
      case "list" -> list(responses, path, type);
      case "watch" -> now(watch(responses, path, type));
      case "create" -> now(create(responses, path, type));
      case "update" -> now(update(responses, path, type));
      case "patch" -> now(patch(responses, path, type));
      case "delete" -> now(delete(responses, path, type));
      case "deletecollection" -> deleteCollection(responses, path, type);
      default -> throw ApiStatusException.methodNotOffered();
    };
  }

  private static void warnIfDeprecated(Responses responses, ResourceType type) {
    CustomVersion custom = type.custom();
    String warning = custom == null
        ? DEPRECATED.get(type.apiVersion() + " " + type.kind())
        : custom.deprecationWarning();
    if (warning != null) {
      responses.warn(warning);
    }
  }

  private CompletableFuture<ApiResponse> subresource(
      Responses responses, RequestPath path, ResourceType type) {
    ResourceType.Subresource subresource = type.subresource(path.subresource());
    if (subresource == null) {
      return now(responses.failure(
          type.builtIn()
              ? ApiStatusException.noSuchResource()
              : ApiStatusException.notFound(type.name(), path.name())));
    }
    String verb = switch (responses.request().method()) {
      case "GET" -> "get";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "POST" -> "create";
      case "DELETE" -> "delete";
      default -> "";
    };
    if (!subresource.verbs().contains(verb)) {
      throw ApiStatusException.methodNotOffered();
    }
    CompletableFuture<ApiResponse> answer = subresources.answer(responses, path, type, verb);
    customs.changed(type, path.name());
    return answer;
  }

  private static String verb(ApiRequest request, RequestPath path) {
    boolean named = !path.name().isEmpty();
    return switch (request.method()) {
      case "GET" ->
        path.legacyWatch() ? "watch" : named ? "get" : request.flag("watch") ? "watch" : "list";
      case "POST" -> named || path.legacyWatch() ? "" : "create";
      case "PUT" -> named ? "update" : "";
      case "PATCH" -> named ? "patch" : "";
      case "DELETE" -> named ? "delete" : "deletecollection";
      default -> "";
    };
  }

  private CompletableFuture<ApiResponse> get(
      Responses responses, RequestPath path, ResourceType type) {
    Representation representation = represent(responses, type, Negotiation.Target.OBJECT);
    String version = responses.request().parameter("resourceVersion");
    return reads
        .get(type, path.namespace(), path.name(), version == null ? "" : version)
        .thenApply(object -> responses.object(200, representation, object));
  }

  private CompletableFuture<ApiResponse> list(
      Responses responses, RequestPath path, ResourceType type) {
    Representation representation = represent(responses, type, Negotiation.Target.LIST);
    ListOptions options = ListOptions.read(responses.request(), type);
    return reads
        .list(type, path.namespace(), options)
        .thenApply(list -> responses.list(representation, list));
  }

  private ApiResponse watch(Responses responses, RequestPath path, ResourceType type) {
    Representation representation = represent(responses, type, Negotiation.Target.WATCH);
    String contentType = representation.streamContentType();
    if (contentType == null) {
      throw ApiStatusException.notAcceptable(
          "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch");
    }
    ListOptions options = ListOptions.read(responses.request(), type).named(path.name());
    return responses.watch(
        contentType, watches.start(type, path.namespace(), options, representation));
  }

  private ApiResponse create(Responses responses, RequestPath path, ResourceType type) {
    if (type.namespaced() && path.namespace().isEmpty()) {
      throw ApiStatusException.methodNotOffered();
    }
    Representation representation = represent(responses, type, Negotiation.Target.OBJECT);
    WriteOptions options = WriteOptions.read(responses.request(), "CreateOptions");
    ObjectNode body = Decoding.body(responses, type);
    if (Reviews.review(type)) {
      if (type.kind().equals("SelfSubjectReview")) {
        Metadata.of(body).node().put("creationTimestamp", writes.now());
      }
      return responses.object(201, representation, reviews.answer(type, responses.request(), body));
    }
    if (type.kind().equals("Binding")) {
      return subresources.bind(
          responses, customs.pods(), path.namespace(), Metadata.of(body).name(), body);
    }
    FieldValidation.apply(responses, type, body, options);
    if (type.storage().equals("certificatesigningrequests.certificates.k8s.io")) {
      Reviews.requester(body, responses.request());
    }
    customs.checkCreate(type);
    Writes.Written written = writes.create(type, path.namespace(), body, options.dryRun());
    WriteWarnings.of(type, written).forEach(responses::warn);
    customs.changed(type, written.object().stored().name());
    return responses.object(201, representation, written.object());
  }

  private ApiResponse patch(Responses responses, RequestPath path, ResourceType type) {
    Representation representation = represent(responses, type, Negotiation.Target.OBJECT);
    PatchRequests patch = PatchRequests.read(responses.request(), type);
    WriteOptions options = WriteOptions.read(responses.request(), "PatchOptions");
    Writes.Written written = writes.change(
        type,
        path.namespace(),
        path.name(),
        Writes.Part.WHOLE,
        options.dryRun(),
        FieldValidation.after(responses, type, patch, options));
    WriteWarnings.of(type, written).forEach(responses::warn);
    customs.changed(type, path.name());
    return responses.object(200, representation, written.object());
  }

  private ApiResponse update(Responses responses, RequestPath path, ResourceType type) {
    Representation representation = represent(responses, type, Negotiation.Target.OBJECT);
    WriteOptions options = WriteOptions.read(responses.request(), "UpdateOptions");
    ObjectNode body = Decoding.body(responses, type);
    FieldValidation.apply(responses, type, body, options);
    Writes.Written written = writes.replace(
        type, path.namespace(), path.name(), body, Writes.Part.WHOLE, options.dryRun());
    WriteWarnings.of(type, written).forEach(responses::warn);
    customs.changed(type, path.name());
    return responses.object(written.created() ? 201 : 200, representation, written.object());
  }

  private ApiResponse delete(Responses responses, RequestPath path, ResourceType type) {
    Representation representation = represent(responses, type, Negotiation.Target.OBJECT);
    DeleteOptions options = DeleteOptions.read(responses.request(), responses.negotiation());
    if (type.storage().equals("jobs.batch") && !options.choosesDependents()) {
      responses.warn("child pods are preserved by default when jobs are deleted; set"
          + " propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress"
          + " this warning");
    }
    Deletes.Deleted deleted = deletes.delete(type, path.namespace(), path.name(), options);
    customs.changed(type, path.name());
    int code = options.orphanDependentsFalse() && !deleted.gone() ? 202 : 200;
    if (deleted.gone() && !type.behaviour().answersWithObject()) {
      return responses.success(code, Deletes.success(type, deleted.object().stored()));
    }
    return responses.object(code, representation, deleted.object());
  }

  private CompletableFuture<ApiResponse> deleteCollection(
      Responses responses, RequestPath path, ResourceType type) {
    Representation representation = represent(responses, type, Negotiation.Target.LIST);
    ListOptions options = ListOptions.read(responses.request(), type);
    DeleteOptions how = DeleteOptions.read(responses.request(), responses.negotiation());
    return reads.list(type, path.namespace(), options).thenApply(list -> {
      List<ServedObject> deleted = new ArrayList<>();
      for (ServedObject object : list.items()) {
        try {
          deletes.delete(type, object.stored().namespace(), object.stored().name(), how);
          deleted.add(object);
        } catch (ApiStatusException failure) {
          if (failure.code() != 404) {
            throw failure;
          }
        }
      }
      customs.changed(type, "");
      return responses.list(
          representation,
          new ServedList(
              type, list.resourceVersion(), list.continueToken(), list.remaining(), deleted));
    });
  }

  private static Representation represent(
      Responses responses, ResourceType type, Negotiation.Target target) {
    return responses.negotiation().choose(responses.request(), type, target);
  }

  private static CompletableFuture<ApiResponse> now(ApiResponse response) {
    return CompletableFuture.completedFuture(response);
  }
}
