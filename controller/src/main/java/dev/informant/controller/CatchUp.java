package dev.informant.controller;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.informer.Informer;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.Scope;
import dev.informant.kubernetes.rest.RestClient;
import dev.informant.kubernetes.rest.RestRequest;
import dev.informant.object.Keys;
import dev.informant.object.ResourceVersions;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.store.IndexedView;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * Waits until a cache has everything that was written before the call: a new leader must not work from a cache that is older
 * than the last write of the previous one. Thread-safe.
 */
/*
 * The server tells the version of the collection now. Usually the cache reaches it with the next event or bookmark. A
 * collection without changes gets a bookmark about once a minute only, which is too long for a take-over; after PATIENCE the
 * metadata of all objects is listed and compared instead. The cache is as good as the list if it has every listed object in
 * that version or a later one, and no other object that is not newer than the list.
 */
final class CatchUp {
  private static final Logger LOG = System.getLogger(CatchUp.class.getName());
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final String LIST_ACCEPT =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

  private final RestClient rest;
  private final EngineRuntime runtime;
  private final BooleanSupplier wanted;

  /**
   * @param wanted whether to go on trying
   */
  CatchUp(RestClient rest, EngineRuntime runtime, BooleanSupplier wanted) {
    this.rest = rest;
    this.runtime = runtime;
    this.wanted = wanted;
  }

  /** Completes when the cache has caught up, or it is not wanted any more. */
  CompletableFuture<Void> of(CachedKind<?> cache) {
    CompletableFuture<?>[] all = cache.kind().coveredNamespaces().stream()
        .map(namespace -> of(cache, namespace))
        .toArray(CompletableFuture[]::new);
    return CompletableFuture.allOf(all);
  }

  private <S extends HasMetadata> CompletableFuture<Void> of(
      CachedKind<S> cache, String namespace) {
    KindInformer<S> kind = cache.kind();
    Scope scope = namespace.isEmpty() ? kind.scope() : kind.namespace(namespace).scope();
    CompletableFuture<Void> done = new CompletableFuture<>();
    attempt(cache.informer(), scope, done);
    return done;
  }

  private <S> void attempt(Informer<S> informer, Scope scope, CompletableFuture<Void> done) {
    if (!wanted.getAsBoolean()) {
      done.complete(null);
      return;
    }
    list(scope).query("limit", "1").send().whenComplete((answer, failure) -> {
      String version = failure != null ? "" : version(answer.tree());
      if (failure != null || !ResourceVersions.isComparable(version)) {
        again(informer, scope, done, failure);
        return;
      }
      informer.awaitVersion(version, PATIENCE).whenComplete((reached, late) -> {
        if (late == null) {
          done.complete(null);
        } else {
          compare(informer, scope, done);
        }
      });
    });
  }

  private <S> void compare(Informer<S> informer, Scope scope, CompletableFuture<Void> done) {
    list(scope).header("Accept", LIST_ACCEPT).send().whenComplete((answer, failure) -> {
      if (failure == null && isAsGoodAs(answer.tree(), informer.snapshot(), scope.namespace())) {
        done.complete(null);
      } else {
        again(informer, scope, done, failure);
      }
    });
  }

  private <S> void again(
      Informer<S> informer,
      Scope scope,
      CompletableFuture<Void> done,
      @org.jspecify.annotations.Nullable Throwable failure) {
    if (failure != null) {
      LOG.log(
          Level.WARNING,
          "{0}: could not read the current version, retrying in 1 s: {1}",
          scope,
          failure.getMessage());
    }
    runtime
        .timers()
        .schedule(
            PATIENCE, () -> runtime.callbacks().execute(() -> attempt(informer, scope, done)));
  }

  private RestRequest list(Scope scope) {
    RestRequest request = rest.get().resource(scope.resource()).namespace(scope.namespace());
    if (!scope.labelSelector().isEmpty()) {
      request.query("labelSelector", scope.labelSelector());
    }
    if (!scope.fieldSelector().isEmpty()) {
      request.query("fieldSelector", scope.fieldSelector());
    }
    return request;
  }

  private static String version(JsonNode list) {
    return list.path("metadata").path("resourceVersion").asText("");
  }

  private static boolean isAsGoodAs(JsonNode list, IndexedView<?> view, String namespace) {
    Set<String> listed = new HashSet<>();
    for (JsonNode item : list.path("items")) {
      JsonNode metadata = item.path("metadata");
      String key =
          Keys.of(metadata.path("namespace").asText(""), metadata.path("name").asText(""));
      listed.add(key);
      Revision<?> cached = view.revision(key);
      if (cached == null
          || ResourceVersions.isOlder(
              cached.resourceVersion(), metadata.path("resourceVersion").asText(""))) {
        return false;
      }
    }
    for (String key : view.keys()) {
      boolean here = namespace.isEmpty() || Keys.namespace(key).equals(namespace);
      Revision<?> cached = view.revision(key);
      if (here
          && cached != null
          && !listed.contains(key)
          && !ResourceVersions.isOlder(version(list), cached.resourceVersion())) {
        return false;
      }
    }
    return true;
  }
}
