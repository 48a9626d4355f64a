package dev.informant.controller;

import dev.informant.informer.Index;
import dev.informant.informer.Informer;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.LabelSelector;
import dev.informant.object.ResourceVersions;
import dev.informant.object.Revision;
import dev.informant.runtime.Clock;
import dev.informant.store.IndexedView;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The cache of one kind with the writes of this process laid over it. Thread-safe.
 */
/*
 * A write is remembered as the server answered it, never as it was sent, and laid over the cache until the cache has caught up.
 * Caught up means: the stored version of the collection has reached the write's. This holds whatever became of the object
 * meanwhile (deleted by others between two lists, moved out of the selector, re-created), and it needs no event for that
 * object. An object that the cache shows with the same uid and the same or a later version has caught up as well: that is
 * true for a no-op write at once, and does not wait for bookmarks in several namespaces. The stored version is read before
 * the snapshot, so that the snapshot contains everything up to it.
 *
 * A delete hides one uid. Its version is often unknown (the server answers with a Status), and a cache that has not seen the
 * object at all may still be about to show it. Since a uid never returns, the entry stays until it expires.
 *
 * Versions that cannot be compared are not remembered: reads then show the cache. The time limit is for a server that was
 * restored from a backup, whose versions went back.
 */
final class CachedKind<S extends HasMetadata> implements Reader<S> {
  /** How long a write is remembered at most. */
  static final Duration LIMIT = Duration.ofMinutes(5);

  private final KindInformer<S> kind;
  private final Informer<S> informer;
  private final Clock clock;
  private final Map<String, FunctionIndex<S>> indexes = new ConcurrentHashMap<>();
  private final Map<String, Written<S>> writes = new ConcurrentHashMap<>();

  private record FunctionIndex<S>(
      Index<S> index, Function<? super S, ? extends Collection<String>> function) {}

  /**
   * @param object null if it is gone, or not in this cache any more
   * @param deleted whether it was deleted
   * @param version empty if unknown, for a delete only
   */
  private record Written<S>(
      @Nullable S object, boolean deleted, String uid, String version, long atNanos) {}

  CachedKind(KindInformer<S> kind, Clock clock) {
    this.kind = kind;
    this.informer = kind.informer();
    this.clock = clock;
  }

  KindInformer<S> kind() {
    return kind;
  }

  Informer<S> informer() {
    return informer;
  }

  Resource resource() {
    return kind.resource();
  }

  boolean isOf(Resource other) {
    return resource().group().equals(other.group())
        && resource().plural().equals(other.plural())
        && resource().version().equals(other.version());
  }

  /** Adds an index; one of the same name stays. */
  void index(String name, Function<? super S, ? extends Collection<String>> function) {
    indexes.computeIfAbsent(
        name, absent -> new FunctionIndex<>(informer.indexAll(name, function), function));
  }

  void close() {
    informer.closeAsync();
  }

  // ---- writes

  /** The server answered a write with this object. */
  void wrote(byte[] json) {
    S object;
    try {
      object = kind.decode(json);
    } catch (DecodeException unreadable) {
      return; // the informer reports it when it receives the object
    }
    String version = version(object);
    String key = informer.keyOf(object);
    if (!ResourceVersions.isComparable(version)) {
      return;
    }
    boolean shown =
        kind.covers(object) && (!kind.hasFieldSelector() || informer.snapshot().contains(key));
    remember(key, new Written<>(shown ? object : null, false, uid(object), version, clock.nanos()));
  }

  /**
   * An object was deleted for good.
   *
   * @param version of its last state; empty if unknown
   */
  void deleted(String key, String uid, String version) {
    if (!uid.isEmpty()) {
      remember(key, new Written<>(null, true, uid, version, clock.nanos()));
    }
  }

  private void remember(String key, Written<S> written) {
    forgetExpired();
    writes.merge(key, written, (known, next) -> {
      boolean late = ResourceVersions.isOlder(next.version(), known.version())
          || (known.deleted() && known.uid().equals(next.uid()));
      return late ? known : next;
    });
  }

  private void forgetExpired() {
    writes.values().removeIf(this::isExpired);
  }

  private boolean isExpired(Written<S> written) {
    return clock.nanos() - written.atNanos() > LIMIT.toNanos();
  }

  /** How many writes are laid over the cache. */
  int remembered() {
    return writes.size();
  }

  // ---- reads

  @Override
  public @Nullable S get(String key) {
    if (writes.isEmpty()) {
      return informer.snapshot().get(key);
    }
    String stored = informer.storedResourceVersion();
    IndexedView<S> view = informer.snapshot();
    Written<S> written = live(key, stored, view);
    return written == null ? view.get(key) : written.object();
  }

  @Override
  public List<S> list() {
    return overlaid(IndexedView::list, object -> true);
  }

  @Override
  public List<S> list(LabelSelector selector) {
    return overlaid(view -> view.list(selector), object -> {
      Map<String, String> labels = object.getMetadata().getLabels();
      return selector.matches(labels == null ? Map.of() : labels);
    });
  }

  @Override
  public List<S> inNamespace(String namespace) {
    return overlaid(
        view -> informer.lister().namespace(namespace).list(),
        object -> namespace.isEmpty() || namespace.equals(object.getMetadata().getNamespace()));
  }

  @Override
  public List<S> byIndex(String name, String value) {
    FunctionIndex<S> index = indexes.get(name);
    if (index == null) {
      throw new IllegalArgumentException("there is no index " + name + " of " + resource()
          + "; add it with index(…) on the controller");
    }
    return overlaid(
        view -> index.index().get(value),
        object -> index.function().apply(object).contains(value));
  }

  /**
   * @param cached reads the cache; may read a later state than the view it is given
   * @param matches tells which written objects belong to the result
   */
  private List<S> overlaid(Function<IndexedView<S>, List<S>> cached, Predicate<S> matches) {
    if (writes.isEmpty()) {
      return cached.apply(informer.snapshot());
    }
    String stored = informer.storedResourceVersion();
    IndexedView<S> view = informer.snapshot();
    List<S> found = cached.apply(view); // as late as the view, or later
    Map<String, Written<S>> over = new HashMap<>();
    for (String key : writes.keySet()) {
      Written<S> written = live(key, stored, view);
      if (written != null) {
        over.put(key, written);
      }
    }
    List<S> result = new ArrayList<>(found.size() + over.size());
    for (S object : found) {
      String key = informer.keyOf(object);
      Written<S> written = over.get(key);
      if (written == null || isNotOlder(object, written)) {
        result.add(object);
        over.remove(key);
      }
    }
    for (Written<S> written : over.values()) {
      S object = written.object();
      if (object != null && matches.test(object)) {
        result.add(object);
      }
    }
    return result;
  }

  private static boolean isNotOlder(HasMetadata object, Written<?> written) {
    return written.deleted()
        ? !uid(object).equals(written.uid())
        : !ResourceVersions.isOlder(version(object), written.version());
  }

  /** The write that the cache lacks; null if there is none. */
  private @Nullable Written<S> live(String key, String stored, IndexedView<S> view) {
    Written<S> written = writes.get(key);
    if (written == null) {
      return null;
    }
    Revision<S> cached = view.revision(key);
    if (isExpired(written) || isCaughtUp(written, stored, cached)) {
      writes.remove(key, written);
      return null;
    }
    if (written.deleted() && (cached == null || !cached.uid().equals(written.uid()))) {
      return null; // another object, or none
    }
    return written;
  }

  private static boolean isCaughtUp(
      Written<?> written, String stored, @Nullable Revision<?> cached) {
    String version = written.version();
    if (written.deleted()) {
      return false; // see above
    }
    if (ResourceVersions.isComparable(stored) && !ResourceVersions.isOlder(stored, version)) {
      return true;
    }
    return cached != null
        && cached.uid().equals(written.uid())
        && ResourceVersions.isComparable(cached.resourceVersion())
        && !ResourceVersions.isOlder(cached.resourceVersion(), version);
  }

  private static String uid(HasMetadata object) {
    String uid = object.getMetadata().getUid();
    return uid == null ? "" : uid;
  }

  private static String version(HasMetadata object) {
    String version = object.getMetadata().getResourceVersion();
    return version == null ? "" : version;
  }
}
