package dev.informant.controller;

import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The caches that the controllers of one {@link ControllerManager} read, one per kind and form. Thread-safe. */
final class Caches {
  private final SharedInformerFactory informers;
  private final Object lock = new Object();
  // guarded by lock
  private final Map<Object, CachedKind<?>> caches = new LinkedHashMap<>();

  Caches(SharedInformerFactory informers) {
    this.informers = informers;
  }

  @SuppressWarnings("unchecked") // the key decides the type
  <S extends HasMetadata> CachedKind<S> open(Kind<S> kind) {
    synchronized (lock) {
      CachedKind<S> known = (CachedKind<S>) caches.get(kind.identity());
      if (known == null) {
        known = new CachedKind<>(kind.of(informers), informers.runtime().clock());
        caches.put(kind.identity(), known);
      }
      return known;
    }
  }

  @SuppressWarnings("unchecked") // the key decides the type
  <S extends HasMetadata> @Nullable CachedKind<S> find(Object identity) {
    synchronized (lock) {
      return (CachedKind<S>) caches.get(identity);
    }
  }

  List<CachedKind<?>> all() {
    synchronized (lock) {
      return List.copyOf(caches.values());
    }
  }

  /** The resource of an object without a class, as far as a cache knows its kind. */
  @Nullable
  Resource resourceOf(String apiVersion, String kind) {
    for (CachedKind<?> cache : all()) {
      Resource resource = cache.resource();
      if (resource.kind().equals(kind) && resource.apiVersion().equals(apiVersion)) {
        return resource;
      }
    }
    return null;
  }

  void wrote(Resource resource, byte[] json) {
    each(resource, cache -> cache.wrote(json));
  }

  void deleted(Resource resource, String key, String uid, String version) {
    each(resource, cache -> cache.deleted(key, uid, version));
  }

  private void each(Resource resource, Consumer<CachedKind<?>> action) {
    all().stream().filter(cache -> cache.isOf(resource)).forEach(action);
  }

  void close() {
    all().forEach(CachedKind::close);
  }

  /**
   * A kind in one form, before there is a factory, or of one.
   *
   * @param identity the class or the description: one cache for each
   */
  record Kind<S extends HasMetadata>(
      Object identity, java.util.function.Function<SharedInformerFactory, KindInformer<S>> open) {
    static <S extends HasMetadata> Kind<S> of(Class<S> type) {
      return new Kind<>(type, informers -> informers.kind(type));
    }

    static <S extends HasMetadata> Kind<S> of(KindInformer<S> kind) {
      return new Kind<>(kind, informers -> kind);
    }

    KindInformer<S> of(SharedInformerFactory informers) {
      return open.apply(informers);
    }
  }
}
