package dev.informant.kubernetes;

import dev.informant.informer.HandlerOptions;
import dev.informant.informer.InformerState;
import dev.informant.informer.Informers;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.RevisionHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.SharedInformerRegistry;
import dev.informant.object.ObjectAccessor;
import dev.informant.runtime.EngineRuntime;
import dev.informant.store.IndexFunction;
import dev.informant.store.IndexedView;
import dev.informant.store.Lister;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One kind in a set of namespaces that may change at any time: one informer per namespace, shared with whoever
 * else asks for that namespace, read and heard as one. Needs no right to list the whole cluster. Adding a
 * namespace starts it if the factory is started; removing one takes its objects out of the view at once and
 * tells every handler of their deletion. Thread-safe.
 */
/*
 * `lock` makes the set, the handlers and the indexes change one after the other, so that every handler and
 * every index is at every namespace. Readers use `parts`, a copy of the map, and never wait.
 */
public final class NamespaceSetInformer<T> implements AutoCloseable {
  private final String name;
  private final Function<String, SharedInformerRegistry<?>.Lease<T>> lease;
  private final EngineRuntime runtime;
  private final @Nullable NamespaceSet followed;
  private final UnionView<T> view;
  private final Lister<T> lister;

  private final Object lock = new Object();
  // guarded by lock
  private final Map<String, SharedInformerRegistry<?>.Lease<T>> leases = new LinkedHashMap<>();
  private final List<NamespaceSetRegistration<T>> handlers = new ArrayList<>();
  private final Map<String, IndexFunction<T>> indexes = new HashMap<>();
  private boolean closed;
  // written under lock
  private volatile Map<String, SharedIndexInformer<T>> parts = Map.of();

  /**
   * @param name of the kind, for messages
   * @param lease takes a share in the informer of a namespace
   */
  NamespaceSetInformer(
      String name,
      ObjectAccessor<T> accessor,
      Function<String, SharedInformerRegistry<?>.Lease<T>> lease,
      EngineRuntime runtime,
      Collection<String> namespaces) {
    this.name = name;
    this.lease = lease;
    this.runtime = runtime;
    this.followed = null;
    this.view = new UnionView<>(this::views, accessor);
    this.lister = new Lister<>(view, accessor);
    namespaces.forEach(this::add);
  }

  /**
   * @param followed decides which namespaces these are, from now on
   */
  NamespaceSetInformer(
      String name,
      ObjectAccessor<T> accessor,
      Function<String, SharedInformerRegistry<?>.Lease<T>> lease,
      EngineRuntime runtime,
      NamespaceSet followed) {
    this.name = name;
    this.lease = lease;
    this.runtime = runtime;
    this.followed = followed;
    this.view = new UnionView<>(this::views, accessor);
    this.lister = new Lister<>(view, accessor);
    followed.follow(this);
  }

  private Map<String, IndexedView<T>> views() {
    Map<String, IndexedView<T>> views = new LinkedHashMap<>();
    parts.forEach((namespace, informer) -> views.put(namespace, informer.indexer()));
    return views;
  }

  // ---- the set

  /** The namespaces now in the set. */
  public Set<String> namespaces() {
    return Set.copyOf(parts.keySet());
  }

  /**
   * Adds a namespace; it need not exist yet. Does nothing if it is in the set.
   *
   * @throws IllegalStateException if the namespaces are those of a {@link NamespaceSet}: change that
   */
  public void addNamespace(String namespace) {
    refuseIfFollowing();
    add(namespace);
  }

  private void refuseIfFollowing() {
    if (followed != null) {
      throw new IllegalStateException("the namespaces of " + name
          + " are those of the factory's NamespaceSet; change them there");
    }
  }

  final void add(String namespace) {
    if (namespace.isEmpty()) {
      throw new IllegalArgumentException(
          "a set of namespaces needs names; for all namespaces use the kind without a namespace");
    }
    synchronized (lock) {
      if (closed) {
        throw new IllegalStateException("cannot add namespace " + namespace
            + ": the set informer of " + name + " is closed; ask the factory for a new one");
      }
      if (leases.containsKey(namespace)) {
        return;
      }
      SharedInformerRegistry<?>.Lease<T> taken = lease.apply(namespace);
      SharedIndexInformer<T> informer = taken.informer();
      leases.put(namespace, taken);
      Map<String, IndexFunction<T>> missing = new HashMap<>(indexes);
      missing.keySet().removeAll(informer.indexer().indexNames());
      informer.addIndexers(missing);
      handlers.removeIf(handler -> !handler.isActive());
      handlers.forEach(handler -> handler.join(namespace, informer));
      publish();
    }
  }

  /**
   * Takes a namespace out of the set. Does nothing if it is not in it.
   *
   * @return completes when every handler has been told of the deletion of what it was shown of it
   */
  public CompletableFuture<Void> removeNamespace(String namespace) {
    refuseIfFollowing();
    return remove(namespace);
  }

  final CompletableFuture<Void> remove(String namespace) {
    SharedInformerRegistry<?>.Lease<T> given;
    List<CompletableFuture<Void>> told = new ArrayList<>();
    synchronized (lock) {
      given = leases.remove(namespace);
      if (given == null) {
        return CompletableFuture.completedFuture(null);
      }
      handlers.forEach(handler -> told.add(handler.leave(namespace)));
      publish();
    }
    return CompletableFuture.allOf(told.toArray(CompletableFuture[]::new))
        .whenCompleteAsync((done, failure) -> given.close(), runtime.callbacks());
  }

  /** Makes the set what is given: adds what is new, removes what is missing. */
  public CompletableFuture<Void> setNamespaces(Collection<String> namespaces) {
    refuseIfFollowing();
    Set<String> wanted = Set.copyOf(namespaces);
    List<CompletableFuture<Void>> told = new ArrayList<>();
    for (String present : namespaces()) {
      if (!wanted.contains(present)) {
        told.add(remove(present));
      }
    }
    wanted.forEach(this::add);
    return CompletableFuture.allOf(told.toArray(CompletableFuture[]::new));
  }

  // guarded by lock
  private void publish() {
    Map<String, SharedIndexInformer<T>> now = new LinkedHashMap<>();
    leases.forEach((namespace, taken) -> now.put(namespace, taken.informer()));
    parts = now;
  }

  // ---- handlers and reading

  /** Adds a handler with default options. */
  public NamespaceSetRegistration<T> addHandler(ResourceEventHandler<T> handler) {
    return addHandler(handler, HandlerOptions.defaults());
  }

  /** Adds a handler to every namespace, those to come included. */
  public NamespaceSetRegistration<T> addHandler(
      ResourceEventHandler<T> handler, HandlerOptions<T> options) {
    return addRevisionHandler(RevisionHandler.of(handler), options);
  }

  /** As {@link #addHandler(ResourceEventHandler)}; the handler decodes only what it asks for. */
  public NamespaceSetRegistration<T> addRevisionHandler(RevisionHandler<T> handler) {
    return addRevisionHandler(handler, HandlerOptions.defaults());
  }

  /** As {@link #addHandler(ResourceEventHandler, HandlerOptions)}; the handler decodes only what it asks for. */
  public NamespaceSetRegistration<T> addRevisionHandler(
      RevisionHandler<T> handler, HandlerOptions<T> options) {
    NamespaceSetRegistration<T> registration = new NamespaceSetRegistration<>(
        Objects.requireNonNull(handler, "handler"), options, runtime);
    synchronized (lock) {
      if (closed) {
        throw new IllegalStateException("cannot add a handler: the set informer of " + name
            + " is closed; ask the factory for a new one");
      }
      handlers.add(registration);
      parts.forEach(registration::join);
    }
    return registration;
  }

  /**
   * Adds an index to every namespace, those to come included.
   *
   * @throws IllegalArgumentException if the name is taken in one of them; none has it then
   */
  public void addIndexer(String indexName, IndexFunction<T> function) {
    synchronized (lock) {
      boolean taken = indexes.containsKey(indexName);
      for (SharedIndexInformer<T> informer : parts.values()) {
        taken |= informer.indexer().indexNames().contains(indexName);
      }
      if (taken) {
        throw new IllegalArgumentException("there is an index \"" + indexName + "\" already");
      }
      indexes.put(indexName, function);
      parts.values().forEach(informer -> informer.addIndexer(indexName, function));
    }
  }

  /** The caches of all namespaces, to be read as one. */
  public IndexedView<T> indexer() {
    return view;
  }

  /** Finds cached objects by name and labels. */
  public Lister<T> lister() {
    return lister;
  }

  // ---- state

  /** Whether the first list of every namespace of the set is in the cache. */
  public boolean hasSynced() {
    return parts.values().stream().allMatch(SharedIndexInformer::hasSynced);
  }

  /**
   * Waits until every namespace now in the set has its first list.
   *
   * @throws NotSyncedException if that takes longer; it names each namespace that has not, and why
   */
  public void awaitSynced(Duration timeout) {
    Informers.awaitSync(timeout, parts.values());
  }

  /** What each namespace's informer is doing, since when, and because of what. */
  public Map<String, InformerState> states() {
    Map<String, InformerState> states = new LinkedHashMap<>();
    parts.forEach((namespace, informer) -> states.put(namespace, informer.state()));
    return states;
  }

  /** The objects left out now because they cannot be understood, by key, and why. */
  public Map<String, Throwable> skipped() {
    Map<String, Throwable> skipped = new LinkedHashMap<>();
    parts.values().forEach(informer -> skipped.putAll(informer.skipped()));
    return skipped;
  }

  /** The set stays as it is from now on. */
  final void unfollow() {
    if (followed != null) {
      followed.unfollow(this);
    }
  }

  final boolean isClosed() {
    synchronized (lock) {
      return closed;
    }
  }

  /** Ends the set: no handler is called after it, and no deletes are told. Idempotent. */
  @Override
  public void close() {
    unfollow();
    List<NamespaceSetRegistration<T>> ending;
    List<SharedInformerRegistry<?>.Lease<T>> given;
    synchronized (lock) {
      closed = true;
      ending = List.copyOf(handlers);
      given = List.copyOf(leases.values());
      handlers.clear();
      leases.clear();
    }
    ending.forEach(NamespaceSetRegistration::remove);
    given.forEach(taken -> taken.close());
  }
}
