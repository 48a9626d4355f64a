package dev.informant.kubernetes;

import dev.informant.informer.HandlerOptions;
import dev.informant.informer.Index;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerState;
import dev.informant.informer.Informers;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.RevisionHandler;
import dev.informant.log.Readable;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.ResourceVersions;
import dev.informant.runtime.EngineRuntime;
import dev.informant.store.IndexedView;
import dev.informant.store.Lister;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The informer of one kind in a {@link NamespaceSet}: one informer per namespace, shared with other users of that namespace,
 * read and followed as one. Needs no right to list the whole cluster. A namespace added to the set is started if the factory
 * is; one that is removed leaves the view at once, and every handler is called with the deletion of its objects.
 * Thread-safe.
 */
/*
 * `lock` orders changes of the set, the handlers and the indexes, so that every handler and every index is at every
 * namespace. Readers use `parts`, a copy of the map, and never wait. The handle of a namespace is closed after it has left
 * `parts`: a reader that finds it closed reads again (`read`).
 */
final class NamespaceSetInformer<T> implements Informer<T> {
  private final String name;
  private final ObjectAccessor<T> accessor;
  private final Function<String, Informer<T>> open;
  private final EngineRuntime runtime;
  private final NamespaceSet namespaces;
  private final Lister<T> lister;
  private final Instant created;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  private final Object lock = new Object();
  // guarded by lock
  private final List<NamespaceSetRegistration<T>> handlers = new ArrayList<>();
  private final List<NamespaceSetIndex<T>> indexes = new ArrayList<>();
  private boolean started;
  // written under lock
  private volatile Map<String, Informer<T>> parts = Map.of();
  private volatile InformerState.@Nullable Closed end;

  /**
   * @param name for messages
   * @param open opens a handle on the informer of a namespace
   * @param namespaces decides which namespaces these are, from now on
   */
  NamespaceSetInformer(
      String name,
      ObjectAccessor<T> accessor,
      Function<String, Informer<T>> open,
      EngineRuntime runtime,
      NamespaceSet namespaces) {
    this.name = name;
    this.accessor = accessor;
    this.open = open;
    this.runtime = runtime;
    this.namespaces = namespaces;
    this.lister = new Lister<>(this::snapshot, accessor);
    this.created = runtime.clock().now();
    namespaces.follow(this);
  }

  // ---- the set

  /** The namespaces now in the set. */
  public Set<String> namespaces() {
    return Set.copyOf(parts.keySet());
  }

  void add(String namespace) {
    synchronized (lock) {
      refuseIfClosed("add namespace " + namespace);
      if (parts.containsKey(namespace)) {
        return;
      }
      Informer<T> part = open.apply(namespace);
      if (started) {
        part.start();
      }
      indexes.forEach(index -> index.join(namespace, part));
      handlers.removeIf(handler -> !handler.isActive());
      handlers.forEach(handler -> handler.join(namespace, part));
      Map<String, Informer<T>> more = new LinkedHashMap<>(parts);
      more.put(namespace, part);
      parts = more;
    }
  }

  /** Completes when every handler has been called with the deletions. */
  CompletableFuture<Void> remove(String namespace) {
    Informer<T> part;
    List<CompletableFuture<Void>> told = new ArrayList<>();
    synchronized (lock) {
      part = parts.get(namespace);
      if (part == null) {
        return CompletableFuture.completedFuture(null);
      }
      Map<String, Informer<T>> fewer = new LinkedHashMap<>(parts);
      fewer.remove(namespace);
      parts = fewer;
      indexes.forEach(index -> index.leave(namespace));
      handlers.forEach(handler -> told.add(handler.leave(namespace)));
    }
    return CompletableFuture.allOf(told.toArray(CompletableFuture[]::new))
        .whenCompleteAsync((done, failure) -> part.close(), runtime.callbacks());
  }

  private void refuseIfClosed(String what) {
    if (end != null) {
      throw new IllegalStateException(closedMessage(what));
    }
  }

  private String closedMessage(String what) {
    return "cannot " + what + ": informer " + name
        + " is closed; request a new one from the factory";
  }

  /** Reads the namespaces, again if one of them left meanwhile. */
  private <R> R read(Function<Map<String, Informer<T>>, R> question) {
    while (true) {
      refuseIfClosed("read");
      Map<String, Informer<T>> present = parts;
      try {
        return question.apply(present);
      } catch (IllegalStateException closed) {
        if (present == parts) {
          throw closed;
        }
      }
    }
  }

  // ---- what an informer has

  @Override
  public String name() {
    return name;
  }

  @Override
  public void start() {
    synchronized (lock) {
      refuseIfClosed("start");
      started = true;
      parts.values().forEach(Informer::start);
    }
  }

  @Override
  public Registration<T> addHandler(
      ResourceEventHandler<? super T> handler, HandlerOptions<? super T> options) {
    return add(NamespaceSetRegistration.of(
        Objects.requireNonNull(handler, "handler"), RevisionHandler.of(handler), options, runtime));
  }

  @Override
  public Registration<T> addRevisionHandler(
      RevisionHandler<? super T> handler, HandlerOptions<? super T> options) {
    Objects.requireNonNull(handler, "handler");
    return add(NamespaceSetRegistration.of(handler, handler, options, runtime));
  }

  private Registration<T> add(NamespaceSetRegistration<T> registration) {
    synchronized (lock) {
      refuseIfClosed("add handler " + registration.name());
      handlers.add(registration);
      parts.forEach(registration::join);
    }
    return registration;
  }

  @Override
  public Index<T> index(String indexName, Function<? super T, @Nullable String> function) {
    return add(indexName, part -> part.index(indexName, function));
  }

  @Override
  public Index<T> indexAll(
      String indexName, Function<? super T, ? extends Collection<String>> function) {
    return add(indexName, part -> part.indexAll(indexName, function));
  }

  private Index<T> add(String indexName, Function<Informer<T>, Index<T>> make) {
    NamespaceSetIndex<T> index =
        new NamespaceSetIndex<>(indexName, make, this::forget, () -> refuseIfClosed("read"));
    synchronized (lock) {
      refuseIfClosed("add index " + indexName);
      parts.forEach(index::join);
      indexes.add(index);
    }
    return index;
  }

  private void forget(NamespaceSetIndex<T> index) {
    synchronized (lock) {
      indexes.remove(index);
    }
  }

  @Override
  public Lister<T> lister() {
    refuseIfClosed("read");
    return lister;
  }

  @Override
  public IndexedView<T> snapshot() {
    return read(present -> {
      Map<String, IndexedView<T>> views = new LinkedHashMap<>();
      present.forEach((namespace, part) -> views.put(namespace, part.snapshot()));
      return new UnionView<>(views, accessor);
    });
  }

  @Override
  public String keyOf(T object) {
    return accessor.key(object);
  }

  @Override
  public void checkMutations() {
    parts.values().forEach(Informer::checkMutations);
  }

  // ---- state

  /** The state of each namespace's informer. */
  public Map<String, InformerState> states() {
    Map<String, InformerState> states = new LinkedHashMap<>();
    parts.forEach((namespace, part) -> states.put(namespace, part.state()));
    return states;
  }

  /** The state of the namespace that needs attention most: one that has ended before all others. {@link #states()} has all. */
  @Override
  public InformerState state() {
    InformerState over = end;
    if (over != null) {
      return over;
    }
    return states().values().stream()
        .max(Comparator.comparingInt(NamespaceSetInformer::severity))
        .orElseGet(() -> new InformerState.Created(created));
  }

  private static int severity(InformerState state) {
    int kind;
    if (state instanceof InformerState.Closed) {
      return 20;
    } else if (state instanceof InformerState.BackingOff) {
      kind = 4;
    } else if (state instanceof InformerState.Created) {
      kind = 3;
    } else if (state instanceof InformerState.Listing) {
      kind = 2;
    } else {
      kind = state instanceof InformerState.Warm ? 1 : 0;
    }
    return state.cause() == null ? kind : kind + 10;
  }

  @Override
  public Map<String, Throwable> skipped() {
    Map<String, Throwable> skipped = new LinkedHashMap<>();
    parts.values().forEach(part -> skipped.putAll(part.skipped()));
    return skipped;
  }

  @Override
  public long skippedCount() {
    return parts.values().stream().mapToLong(Informer::skippedCount).sum();
  }

  /** Whether every namespace now in the set is synced. */
  @Override
  public boolean isSynced() {
    return end == null && parts.values().stream().allMatch(Informer::isSynced);
  }

  /** Completes when every namespace now in the set is synced or has left it. */
  @Override
  public CompletableFuture<Void> synced() {
    try {
      return all(Informer::synced);
    } catch (IllegalStateException closed) {
      return CompletableFuture.failedFuture(closed);
    }
  }

  @Override
  public void awaitSynced(Duration timeout) {
    long deadline = deadline(timeout);
    Duration left = timeout;
    while (true) {
      Map<String, Informer<T>> present = parts;
      refuseToWaitIfClosed();
      try {
        Informers.awaitSynced(left, present.values());
        return;
      } catch (NotSyncedException failure) {
        refuseToWaitIfClosed();
        if (present == parts) {
          throw failure;
        }
        left = left(deadline);
      }
    }
  }

  private void refuseToWaitIfClosed() {
    InformerState over = end;
    if (over != null) {
      throw new NotSyncedException(closedMessage("wait for the sync"), over, over.cause());
    }
  }

  private long deadline(Duration timeout) {
    if (timeout.isNegative()) {
      throw new IllegalArgumentException("timeout is negative: " + Readable.time(timeout));
    }
    return NamespaceSetRegistration.deadline(timeout, runtime);
  }

  private Duration left(long deadline) {
    return NamespaceSetRegistration.left(deadline, runtime);
  }

  /** The lowest of the namespaces' versions; empty if one has none. */
  @Override
  public String lastSyncResourceVersion() {
    return lowest(Informer::lastSyncResourceVersion);
  }

  /** The lowest of the namespaces' versions; empty if one has none. */
  @Override
  public String storedResourceVersion() {
    return lowest(Informer::storedResourceVersion);
  }

  private String lowest(Function<Informer<T>, String> version) {
    List<String> versions = parts.values().stream().map(version).toList();
    if (!versions.stream().allMatch(ResourceVersions::isComparable)) {
      return "";
    }
    return versions.stream().min(ResourceVersions::compare).orElse("");
  }

  /** Completes when every namespace now in the set has reached the version or left the set. */
  @Override
  public CompletableFuture<Void> awaitVersion(String resourceVersion, Duration timeout) {
    ResourceVersions.check(resourceVersion);
    return all(part -> part.awaitVersion(resourceVersion, timeout));
  }

  /** Completes when the futures of all namespaces have; those of namespaces that leave do not count. */
  private CompletableFuture<Void> all(Function<Informer<T>, CompletableFuture<Void>> each) {
    List<CompletableFuture<Void>> all = read(present -> {
      List<CompletableFuture<Void>> futures = new ArrayList<>();
      present.forEach((namespace, part) ->
          futures.add(each.apply(part).<@Nullable Void>handle((done, failure) -> {
            if (failure != null && (end != null || parts.get(namespace) == part)) {
              throw failure instanceof CompletionException wrapped
                  ? wrapped
                  : new CompletionException(failure);
            }
            return null;
          })));
      return futures;
    });
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
  }

  // ---- end

  /**
   * Whether its owner closed it, or the informer of a namespace in the set has ended, for example because it gave up: then
   * {@link #state()} has that cause, and the other namespaces are followed until it is closed.
   */
  @Override
  public boolean isClosed() {
    return state() instanceof InformerState.Closed;
  }

  /** Whether its owner, or the factory, closed it. */
  boolean isEnded() {
    return end != null;
  }

  @Override
  public CompletableFuture<Void> closed() {
    return closed.copy();
  }

  @Override
  public CompletableFuture<Void> closeAsync() {
    List<CompletableFuture<Void>> closing = new ArrayList<>();
    end().forEach(part -> closing.add(part.closeAsync()));
    return CompletableFuture.allOf(closing.toArray(CompletableFuture[]::new));
  }

  /** No handler is called after it, and none is called with deletions. */
  @Override
  public void close() {
    closeAsync();
    parts.values().forEach(Informer::close); // they wait, where that is allowed
  }

  /** The factory is closed, which closes the informers of the namespaces. */
  void factoryClosed() {
    end();
  }

  private Collection<Informer<T>> end() {
    namespaces.unfollow(this);
    List<NamespaceSetRegistration<T>> ending;
    synchronized (lock) {
      if (end != null) {
        return parts.values();
      }
      end = new InformerState.Closed(runtime.clock().now(), /* cause= */ null);
      ending = List.copyOf(handlers);
      handlers.clear();
    }
    List<CompletableFuture<Void>> quiet = new ArrayList<>();
    ending.forEach(handler -> quiet.add(handler.remove()));
    parts.values().forEach(part -> quiet.add(part.closed()));
    CompletableFuture.allOf(quiet.toArray(CompletableFuture[]::new))
        .whenComplete((done, failure) -> closed.complete(null));
    return parts.values();
  }
}
