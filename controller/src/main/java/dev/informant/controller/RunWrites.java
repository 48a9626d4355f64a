package dev.informant.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.internal.model.ModelMapper;
import dev.informant.kubernetes.rest.PatchType;
import dev.informant.kubernetes.rest.RestClient;
import dev.informant.kubernetes.rest.RestRequest;
import dev.informant.kubernetes.transport.Answer;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.Keys;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one run: each is checked against the run's right to write, awaited, and its answer laid over the caches.
 * Belongs to the thread of the run.
 */
final class RunWrites {
  /** How often an edit is tried again after a conflict. */
  private static final int CONFLICTS = 10;

  private static final String STATUS = "status";

  private final SharedInformerFactory informers;
  private final RestClient rest;
  private final Caches caches;
  private final Permissions permissions;
  private final Run run;
  private final String manager;
  private final String defaultNamespace;
  private final boolean everywhere;

  /**
   * @param manager the field manager of all writes
   * @param defaultNamespace of new objects without one
   * @param everywhere whether the controller works in all namespaces, so that it needs its rights in all of them
   */
  RunWrites(
      SharedInformerFactory informers,
      Caches caches,
      Permissions permissions,
      Run run,
      String manager,
      String defaultNamespace,
      boolean everywhere) {
    this.informers = informers;
    this.rest = informers.rest();
    this.caches = caches;
    this.permissions = permissions;
    this.run = run;
    this.manager = manager;
    this.defaultNamespace = defaultNamespace;
    this.everywhere = everywhere;
  }

  <S extends HasMetadata> S create(S object) {
    Target target = target(object);
    return written(
        object,
        target,
        "create",
        rest.post()
            .resource(target.resource())
            .namespace(target.namespace())
            .query("fieldManager", manager)
            .body(ModelMapper.shared().bytes(object)),
        "");
  }

  <S extends HasMetadata> S update(S object, String subresource) {
    Target target = named(object);
    return written(
        object,
        target,
        "update",
        to(rest.put(), target, subresource)
            .query("fieldManager", manager)
            .body(ModelMapper.shared().bytes(object)),
        subresource);
  }

  <S extends HasMetadata> S patch(S object, PatchType type, Object body, String subresource) {
    Target target = named(object);
    return written(
        object,
        target,
        "patch",
        to(rest.patch(type), target, subresource).query("fieldManager", manager).body(body),
        subresource);
  }

  <S extends HasMetadata> S apply(S object, String subresource) {
    Target target = named(object);
    ObjectNode body = ModelMapper.shared().mapper().valueToTree(object);
    body.put("apiVersion", target.resource().apiVersion())
        .put("kind", target.resource().kind());
    if (body.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove(List.of("managedFields", "resourceVersion", "uid"));
    }
    return written(
        object,
        target,
        "patch",
        to(rest.patch(PatchType.APPLY), target, subresource)
            .query("fieldManager", manager)
            .query("force", "true")
            .body(body),
        subresource);
  }

  /**
   * Sends what a change makes of an object as a merge patch that holds only for the version it was made from; after a
   * conflict the object is read from the server and changed again. Sends nothing if the change changes nothing.
   */
  <S extends HasMetadata> S edit(S object, String subresource, Consumer<? super S> change) {
    Target target = named(object);
    S base = object;
    for (int conflicts = 0; ; conflicts++) {
      S changed = copy(base);
      change.accept(changed);
      ObjectNode patch = MergeDifference.between(tree(base), tree(changed));
      if (patch.isEmpty()) {
        return base;
      }
      ObjectNode metadata = patch.get("metadata") instanceof ObjectNode present
          ? present
          : patch.putObject("metadata");
      metadata.put("resourceVersion", base.getMetadata().getResourceVersion());
      try {
        return patch(base, PatchType.MERGE, patch, subresource);
      } catch (SourceException refusal) {
        if (refusal.code() != HttpURLConnection.HTTP_CONFLICT || conflicts == CONFLICTS) {
          throw refusal;
        }
        S fresh = fetch(object, target);
        if (!Objects.equals(fresh.getMetadata().getUid(), object.getMetadata().getUid())) {
          throw refusal; // another object of the same name
        }
        base = fresh;
      }
    }
  }

  /** Reads an object from the server. */
  <S extends HasMetadata> S fetch(S object) {
    return fetch(object, named(object));
  }

  private <S extends HasMetadata> S fetch(S object, Target target) {
    String request = "get of " + target;
    allow(target, "", "get");
    Answer answer = run.await(request, to(rest.get(), target, "").send());
    caches.wrote(target.resource(), answer.bytes());
    return read(object, answer);
  }

  /**
   * Deletes this very object: not one of the same name that replaced it.
   *
   * @return false if it was already gone
   */
  boolean delete(HasMetadata object, @Nullable String propagation) {
    Target target = named(object);
    String request = "delete of " + target;
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    options.put("apiVersion", "v1").put("kind", "DeleteOptions");
    String uid = object.getMetadata().getUid();
    if (uid != null && !uid.isEmpty()) {
      options.putObject("preconditions").put("uid", uid);
    }
    if (propagation != null) {
      options.put("propagationPolicy", propagation);
    }
    allow(target, "", "delete");
    run.check(request);
    Answer answer;
    try {
      answer = run.await(request, to(rest.delete(), target, "").body(options).send());
    } catch (SourceException refusal) {
      if (refusal.code() == HttpURLConnection.HTTP_NOT_FOUND) {
        caches.deleted(target.resource(), target.key(), uid == null ? "" : uid, "");
        return false;
      }
      throw refusal;
    }
    deleted(target, answer, uid);
    return true;
  }

  /** The answer is the object if it lives on until finalizers or its grace period let it go, else its last state or a status. */
  private void deleted(Target target, Answer answer, @Nullable String uid) {
    JsonNode body = answer.tree();
    JsonNode metadata = body.path("metadata");
    boolean isObject = !body.path("kind").asText().equals("Status");
    boolean livesOn = isObject
        && (!metadata.path("finalizers").isEmpty()
            || metadata.path("deletionGracePeriodSeconds").asLong(0) > 0);
    if (livesOn) {
      caches.wrote(target.resource(), answer.bytes());
      return;
    }
    String told = isObject
        ? metadata.path("uid").asText("")
        : body.path("details").path("uid").asText("");
    String gone = told.isEmpty() && uid != null ? uid : told;
    caches.deleted(
        target.resource(), target.key(), gone, metadata.path("resourceVersion").asText(""));
  }

  /** Adds or removes a finalizer so that nobody else's is lost; returns the object after it, or null if it is gone. */
  <S extends HasMetadata> @Nullable S finalizer(S object, String name, boolean present) {
    try {
      return edit(object, "", changed -> {
        List<String> finalizers = changed.getMetadata().getFinalizers();
        Predicate<String> ours = name::equals;
        if (!present) {
          finalizers.removeIf(ours);
        } else if (finalizers.stream().noneMatch(ours)
            && changed.getMetadata().getDeletionTimestamp() == null) {
          finalizers.add(name);
        }
      });
    } catch (SourceException refusal) {
      if (refusal.code() == HttpURLConnection.HTTP_NOT_FOUND) {
        return null;
      }
      throw refusal;
    }
  }

  // ---- how

  /** Where an object is. */
  private record Target(Resource resource, String namespace, String name) {
    String key() {
      return Keys.of(namespace, name);
    }

    @Override
    public String toString() {
      return resource + " " + (namespace.isEmpty() ? name : namespace + '/' + name);
    }
  }

  private Target target(HasMetadata object) {
    ObjectMeta metadata = object.getMetadata();
    if (metadata == null) {
      throw new IllegalArgumentException("cannot write a " + object.getClass().getSimpleName()
          + " without metadata; set at least its name");
    }
    Resource resource = resourceOf(object);
    String namespace = !resource.namespaced()
        ? ""
        : metadata.getNamespace() == null ? defaultNamespace : metadata.getNamespace();
    return new Target(resource, namespace, metadata.getName() == null ? "" : metadata.getName());
  }

  private Target named(HasMetadata object) {
    Target target = target(object);
    if (target.name().isEmpty()) {
      throw new IllegalArgumentException("cannot write a " + target.resource() + " without a name");
    }
    return target;
  }

  private Resource resourceOf(HasMetadata object) {
    if (!(object instanceof GenericKubernetesResource)) {
      return Resource.of(object.getClass());
    }
    String apiVersion = String.valueOf(object.getApiVersion());
    String kind = String.valueOf(object.getKind());
    Resource known = caches.resourceOf(apiVersion, kind);
    if (known != null) {
      return known;
    }
    int slash = apiVersion.indexOf('/');
    return run.await(
            "discovery of " + apiVersion + " " + kind,
            informers
                .mapper()
                .resourceOf(
                    slash < 0 ? "" : apiVersion.substring(0, slash),
                    apiVersion.substring(slash + 1),
                    kind))
        .orElseThrow(() -> new IllegalArgumentException(
            "the server has no kind " + kind + " in " + apiVersion + "; is its CRD installed?"));
  }

  private void allow(Target target, String subresource, String verb) {
    permissions.add(
        everywhere ? "" : target.namespace(), target.resource(), subresource, List.of(verb));
  }

  private static RestRequest to(RestRequest request, Target target, String subresource) {
    return request
        .resource(target.resource())
        .namespace(target.namespace())
        .name(target.name())
        .subresource(subresource);
  }

  private <S extends HasMetadata> S written(
      S object, Target target, String verb, RestRequest request, String subresource) {
    String what = verb + " of " + target + (subresource.isEmpty() ? "" : " " + subresource);
    allow(target, subresource, verb);
    run.check(what);
    Answer answer = run.await(what, request.send());
    if (subresource.isEmpty() || subresource.equals(STATUS)) { // others answer with another kind
      caches.wrote(target.resource(), answer.bytes());
    }
    return read(object, answer);
  }

  @SuppressWarnings("unchecked") // the class of an S is that of its answer
  private static <S extends HasMetadata> S read(S object, Answer answer) {
    return (S) answer.as(object.getClass());
  }

  @SuppressWarnings("unchecked") // the class of an S
  private static <S extends HasMetadata> S copy(S object) {
    return ModelMapper.shared().copy(object, (Class<S>) object.getClass());
  }

  private static JsonNode tree(HasMetadata object) {
    return ModelMapper.shared().mapper().valueToTree(object);
  }
}
