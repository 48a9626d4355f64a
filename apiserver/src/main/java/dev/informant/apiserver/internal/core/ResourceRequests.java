package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind;
import dev.informant.apiserver.internal.registry.CustomVersion;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Requests about resources, by verb. Thread-safe. */
final class ResourceRequests {
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

  CompletableFuture<ApiResponse> answer(Call call, RequestPath path, ResourceType type) {
    if (path.name().equals(".") || path.name().equals("..")) {
      throw ApiStatusException.badRequest(
          "Name parameter invalid: \"" + path.name() + "\": may not be '" + path.name() + "'");
    }
    if (!path.subresource().isEmpty()) {
      warnIfDeprecated(call, type);
      return subresource(call, path, type);
    }
    String verb = verb(call.request(), path);
    if (type.verbs().contains(verb) || verb.equals("watch")) {
      warnIfDeprecated(call, type);
    }
    if (!type.verbs().contains(verb)) {
      throw verb.equals("watch")
          ? ApiStatusException.methodNotAllowed(type.name(), verb)
          : ApiStatusException.methodNotOffered();
    }
    return switch (verb) {
      case "get" -> get(call, path, type);
      case "list" -> list(call, path, type);
      case "watch" -> now(watch(call, path, type));
      case "create" -> now(create(call, path, type));
      case "update" -> now(update(call, path, type));
      case "patch" -> now(patch(call, path, type));
      case "delete" -> now(delete(call, path, type));
      case "deletecollection" -> deleteCollection(call, path, type);
      default -> throw ApiStatusException.methodNotOffered();
    };
  }

  private static void warnIfDeprecated(Call call, ResourceType type) {
    CustomVersion custom = type.custom();
    String warning = custom == null ? type.traits().deprecation() : custom.deprecationWarning();
    if (warning != null) {
      call.warn(warning);
    }
  }

  private CompletableFuture<ApiResponse> subresource(
      Call call, RequestPath path, ResourceType type) {
    ResourceType.Subresource subresource = type.subresource(path.subresource());
    if (subresource == null || path.legacyWatch()) {
      return now(call.failure(
          type.builtIn()
              ? ApiStatusException.noSuchResource()
              : ApiStatusException.notFound(type.name(), path.name())));
    }
    String verb = switch (call.request().method()) {
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
    CompletableFuture<ApiResponse> answer = subresources.answer(call, path, type, verb);
    customs.changed(type, path.name());
    return answer;
  }

  /** Empty if there is nothing at the path that takes the method. */
  private static String verb(ApiRequest request, RequestPath path) {
    boolean named = !path.name().isEmpty();
    boolean taken = switch (request.method()) {
      case "GET" -> true;
      case "DELETE" -> !path.legacyWatch();
      case "POST" -> !named && !path.legacyWatch();
      case "PUT", "PATCH" -> named && !path.legacyWatch();
      default -> false;
    };
    return taken ? path.verb(request) : "";
  }

  private CompletableFuture<ApiResponse> get(Call call, RequestPath path, ResourceType type) {
    Representation representation = represent(call, type, Negotiation.Target.OBJECT);
    String export = call.request().parameter("export");
    if (export != null && !export.equals("0") && !export.equalsIgnoreCase("false")) {
      throw ApiStatusException.badRequest(
          "the export parameter, deprecated since v1.14, is no longer supported");
    }
    String version = call.request().parameter("resourceVersion");
    return reads
        .get(type, path.namespace(), path.name(), version == null ? "" : version)
        .thenApply(object -> call.object(200, representation, object));
  }

  private CompletableFuture<ApiResponse> list(Call call, RequestPath path, ResourceType type) {
    Representation representation = represent(call, type, Negotiation.Target.LIST);
    ListParameters options = ListParameters.read(call.request(), type);
    return reads
        .list(type, path.namespace(), options)
        .thenApply(list -> call.list(representation, list));
  }

  private ApiResponse watch(Call call, RequestPath path, ResourceType type) {
    Representation representation = represent(call, type, Negotiation.Target.WATCH);
    String contentType = representation.streamContentType();
    if (contentType == null) {
      throw ApiStatusException.notAcceptable(
          "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch");
    }
    ListParameters options = ListParameters.read(call.request(), type).named(path.name());
    return call.watch(contentType, watches.start(type, path.namespace(), options, representation));
  }

  private ApiResponse create(Call call, RequestPath path, ResourceType type) {
    if (type.namespaced() && path.namespace().isEmpty()) {
      if (!type.builtIn()) {
        return call.pageNotFound();
      }
      throw ApiStatusException.methodNotOffered();
    }
    Representation representation = represent(call, type, Negotiation.Target.OBJECT);
    WriteOptions options = WriteOptions.read(call.request(), "CreateOptions");
    ObjectNode body = Decoding.body(call, type);
    if (Reviews.review(type)) {
      FieldValidation.apply(call, type, body, options);
      return call.object(
          201,
          representation,
          reviews.answer(type, call.request(), path.namespace(), body, writes.now()));
    }
    if (Bindings.binding(type)) {
      FieldValidation.apply(call, type, body, options);
      return subresources.bind(
          call, customs.pods(), path.namespace(), Metadata.of(body).name(), body, options);
    }
    FieldValidation.apply(call, type, body, options);
    if (type.is(Kind.Trait.RECORDS_REQUESTER)) {
      Reviews.requester(body, call.request());
    }
    customs.checkCreate(type, Metadata.of(body).name());
    Writes.Written written = writes.create(type, path.namespace(), body, options.dryRun());
    if (!options.dryRun()) {
      customs.created(type, written.object().stored());
    }
    return call.object(201, representation, written.object());
  }

  private ApiResponse patch(Call call, RequestPath path, ResourceType type) {
    Representation representation = represent(call, type, Negotiation.Target.OBJECT);
    PatchBody patch = PatchBody.read(call.request(), type);
    WriteOptions options = WriteOptions.read(call.request(), "PatchOptions");
    Writes.Written written = writes.change(
        type,
        path.namespace(),
        path.name(),
        Writes.Part.WHOLE,
        options.dryRun(),
        FieldValidation.after(call, type, patch, options));
    customs.changed(type, path.name());
    return call.object(200, representation, written.object());
  }

  private ApiResponse update(Call call, RequestPath path, ResourceType type) {
    Representation representation = represent(call, type, Negotiation.Target.OBJECT);
    WriteOptions options = WriteOptions.read(call.request(), "UpdateOptions");
    ObjectNode body = Decoding.body(call, type);
    FieldValidation.apply(call, type, body, options);
    Writes.Written written = writes.replace(
        type, path.namespace(), path.name(), body, Writes.Part.WHOLE, options.dryRun());
    customs.changed(type, path.name());
    return call.object(written.created() ? 201 : 200, representation, written.object());
  }

  private ApiResponse delete(Call call, RequestPath path, ResourceType type) {
    Representation representation = represent(call, type, Negotiation.Target.OBJECT);
    DeleteOptions options = DeleteOptions.read(call.request(), call.negotiation());
    Deletes.Deleted deleted = deletes.delete(type, path.namespace(), path.name(), options);
    customs.changed(type, path.name());
    int code = options.orphanDependentsFalse() && !deleted.gone() ? 202 : 200;
    if (deleted.gone() && !type.is(Kind.Trait.ANSWERS_WITH_OBJECT)) {
      return call.success(code, Deletes.success(type, deleted.object().stored()));
    }
    return call.object(code, representation, deleted.object());
  }

  private CompletableFuture<ApiResponse> deleteCollection(
      Call call, RequestPath path, ResourceType type) {
    if (type.namespaced() && path.namespace().isEmpty()) {
      throw ApiStatusException.methodNotOffered();
    }
    Representation representation = represent(call, type, Negotiation.Target.LIST);
    ListParameters options = ListParameters.read(call.request(), type);
    DeleteOptions how = DeleteOptions.read(call.request(), call.negotiation());
    return reads.list(type, path.namespace(), options.exactly()).thenApply(list -> {
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
      return call.list(
          representation,
          new ServedList(
              type, list.resourceVersion(), list.continueToken(), list.remaining(), deleted));
    });
  }

  private static Representation represent(Call call, ResourceType type, Negotiation.Target target) {
    return call.negotiation().choose(call.request(), type, target);
  }

  private static CompletableFuture<ApiResponse> now(ApiResponse response) {
    return CompletableFuture.completedFuture(response);
  }
}
