package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.kinds.Kind;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.storage.MvccStore;
import dev.informant.apiserver.internal.storage.SnapshotMap;
import dev.informant.apiserver.internal.storage.StoredObject;
import dev.informant.apiserver.internal.storage.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** get and list. Thread-safe. */
final class Reads {
  /** How long a reader waits for a revision that is not there yet. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  private final MvccStore store;

  Reads(MvccStore store) {
    this.store = store;
  }

  CompletableFuture<ServedObject> get(
      ResourceType type, String namespace, String name, String resourceVersion) {
    Long wanted = VersionText.parse(resourceVersion);
    if (wanted == null) {
      throw ApiStatusException.internal(VersionText.complaint(resourceVersion));
    }
    String key = StoredObject.key(namespace, name);
    if (resourceVersion.isEmpty()) {
      return CompletableFuture.completedFuture(
          found(type, name, store.latest(type.storage(), key)));
    }
    return notOlderThan(type, wanted)
        .thenApply(view -> found(type, name, view.objects().get(key)));
  }

  private static ServedObject found(ResourceType type, String name, @Nullable StoredObject object) {
    if (object == null) {
      throw ApiStatusException.notFound(type.name(), name);
    }
    return StorageVersions.serve(type, object);
  }

  CompletableFuture<ServedList> list(ResourceType type, String namespace, ListParameters options) {
    options.checkForList();
    RequestScope scope = RequestScope.of(type, namespace, options);
    Long wanted = VersionText.parse(options.resourceVersion());
    if (!options.continueToken().isEmpty()) {
      ContinueToken token = ContinueToken.decode(options.continueToken());
      if (wanted == null || wanted != 0) {
        throw ApiStatusException.badRequest(
            "specifying resource version is not allowed when using continue");
      }
      return resumed(scope, options, token);
    }
    if (wanted == null) {
      throw ApiStatusException.badRequest(
          "invalid resource version: " + VersionText.complaint(options.resourceVersion()));
    }
    if (options.resourceVersion().isEmpty()) {
      return consistent(type)
          .thenApply(view -> page(scope, view, scope.from(), options.limit(), options.selects()));
    }
    boolean exact = options.match().equals("Exact")
        || options.match().isEmpty() && options.limit() > 0 && wanted != 0;
    if (exact && wanted == 0) {
      return consistent(type)
          .thenApply(view -> page(scope, view, scope.from(), options.limit(), options.selects()));
    }
    if (exact) {
      return reached(type, wanted)
          .thenApply(there ->
              page(scope, exactly(type, wanted), scope.from(), options.limit(), options.selects()));
    }
    long limit = wanted == 0 && !type.is(Kind.Trait.UNCACHED) ? 0 : options.limit();
    return notOlderThan(type, wanted)
        .thenApply(view -> page(scope, view, scope.from(), limit, options.selects()));
  }

  private CompletableFuture<ServedList> resumed(
      RequestScope scope, ListParameters options, ContinueToken token) {
    return token.revision() <= store.revision()
        ? CompletableFuture.completedFuture(continued(scope, options, token))
        : reached(scope.type(), token.revision())
            .thenApply(there -> continued(scope, options, token));
  }

  private ServedList continued(RequestScope scope, ListParameters options, ContinueToken token) {
    View view;
    if (token.revision() < 0) {
      view = store.latest(scope.type().storage());
    } else {
      View held = store.exact(scope.type().storage(), token.revision());
      if (held == null) {
        throw ApiStatusException.expiredContinue(token.inconsistent().encode());
      }
      view = held;
    }
    long limit = options.resourceVersion().equals("0") ? 0 : options.limit();
    return page(scope, view, scope.prefix() + token.start(), limit, options.selects());
  }

  /** The latest state, through the cache if that catches up in time. */
  private CompletableFuture<View> consistent(ResourceType type) {
    return store
        .awaitCached(type.storage(), store.revision(), PATIENCE)
        .thenApply(
            caughtUp -> caughtUp ? store.cached(type.storage()) : store.latest(type.storage()));
  }

  private CompletableFuture<View> notOlderThan(ResourceType type, long wanted) {
    return reached(type, wanted).thenApply(there -> store.cached(type.storage()));
  }

  /** Completes when the cache has {@code wanted}; with 504 if it does not in time. */
  CompletableFuture<Boolean> reached(ResourceType type, long wanted) {
    long reachable = VersionText.reachable(wanted);
    if (type.is(Kind.Trait.UNCACHED) && reachable > store.revision()) {
      throw ApiStatusException.tooLargeResourceVersion(wanted, store.revision(), 0);
    }
    return store.awaitCached(type.storage(), reachable, PATIENCE).thenApply(there -> {
      if (!there) {
        throw ApiStatusException.tooLargeResourceVersion(
            wanted, store.cached(type.storage()).revision(), 1);
      }
      return true;
    });
  }

  private View exactly(ResourceType type, long wanted) {
    View view = store.exact(type.storage(), wanted);
    if (view == null) {
      throw ApiStatusException.expired("The resourceVersion for the provided list is too old.");
    }
    return view;
  }

  private static ServedList page(
      RequestScope scope, View view, String start, long limit, boolean selects) {
    if (limit <= 0) {
      return new ServedList(
          scope.type(), view.revision(), null, null, () -> served(scope, view, start));
    }
    List<ServedObject> items = new ArrayList<>();
    Iterator<ServedObject> matches = served(scope, view, start);
    while (items.size() < limit && matches.hasNext()) {
      items.add(matches.next());
    }
    if (items.size() < limit) {
      return new ServedList(scope.type(), view.revision(), null, null, items);
    }
    String lastKey = items.get(items.size() - 1).stored().key();
    // further keys make a further page, even if none of them will match
    if (!scope.entries(view, lastKey + "\0").iterator().hasNext()) {
      return new ServedList(scope.type(), view.revision(), null, null, items);
    }
    String relative = lastKey.substring(scope.prefix().length());
    Long remaining = selects ? null : scope.count(view, start) - items.size() + 0L;
    return new ServedList(
        scope.type(),
        view.revision(),
        ContinueToken.after(view.revision(), relative, !scope.type().is(Kind.Trait.UNCACHED))
            .encode(),
        remaining,
        items);
  }

  private static Iterator<ServedObject> served(RequestScope scope, View view, String start) {
    Matches matches = new Matches(scope, view, start);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return matches.hasNext();
      }

      @Override
      public ServedObject next() {
        return StorageVersions.serve(scope.type(), matches.next());
      }
    };
  }

  /** The objects of a snapshot that are in scope, found as they are asked for. */
  static final class Matches implements Iterator<StoredObject> {
    private final RequestScope scope;
    private final Iterator<SnapshotMap.Entry<StoredObject>> entries;
    private @Nullable StoredObject next;

    Matches(RequestScope scope, View view, String start) {
      this.scope = scope;
      this.entries = scope.entries(view, start).iterator();
      advance();
    }

    private void advance() {
      next = null;
      while (next == null && entries.hasNext()) {
        StoredObject candidate = entries.next().value();
        next = scope.matches(candidate) ? candidate : null;
      }
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public StoredObject next() {
      StoredObject found = next;
      if (found == null) {
        throw new NoSuchElementException();
      }
      advance();
      return found;
    }
  }
}
