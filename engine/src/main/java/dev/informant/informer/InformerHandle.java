package dev.informant.informer;

import dev.informant.log.QuietLog;
import dev.informant.log.Readable;
import dev.informant.runtime.EngineRuntime;
import dev.informant.store.IndexedView;
import dev.informant.store.Lister;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One user's share in a shared informer. Closing it removes the handlers and indexes added through it and returns the share;
 * the last share closes the informer. Reading through a closed handle throws. Thread-safe.
 */
/*
 * `end` is set once, under `closing`. Handlers, indexes and futures are first listed, then `end` is read; closing sets
 * `end` first and then takes what is listed: nothing added through the handle outlives it.
 */
final class InformerHandle<T> implements Informer<T> {
  private static final Logger LOG = QuietLog.of(SharedIndexInformer.class);

  private final SharedIndexInformer<T> informer;
  private final Share share;
  private final Lister<T> lister;
  private final Set<Registration<T>> handlers = ConcurrentHashMap.newKeySet();
  private final Set<HandleIndex> indexes = ConcurrentHashMap.newKeySet();
  private final Set<CompletableFuture<Void>> pending = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> calls = new CompletableFuture<>();

  private final Object closing = new Object();
  private volatile InformerState.@Nullable Closed end; // written under closing
  private boolean last; // guarded by closing

  /** A share in a shared informer. */
  interface Share {
    /** Returns the share; says whether it was the last, so that the informer must be closed. */
    boolean release();

    /** Whether all shares were ended together. */
    boolean isRevoked();
  }

  InformerHandle(SharedIndexInformer<T> informer, Share share) {
    this.informer = informer;
    this.share = share;
    this.lister = new Lister<>(this::snapshot, informer.accessor());
  }

  SharedIndexInformer<T> shared() {
    return informer;
  }

  EngineRuntime runtime() {
    return informer.runtime();
  }

  private boolean isOver() {
    return end != null || share.isRevoked();
  }

  private IllegalStateException over(String what) {
    return new IllegalStateException(overMessage(what));
  }

  private String overMessage(String what) {
    return "cannot " + what + ": this handle on informer " + name()
        + " is closed; request a new one from the factory";
  }

  private void refuseIfOver(String what) {
    if (isOver()) {
      throw over(what);
    }
  }

  @Override
  public String name() {
    return informer.name();
  }

  @Override
  public void start() {
    refuseIfOver("start");
    informer.start();
  }

  // ---- handlers

  @Override
  public Registration<T> addHandler(
      ResourceEventHandler<? super T> handler, HandlerOptions<? super T> options) {
    refuseIfOver("add a handler");
    return kept(informer.addHandler(handler, options));
  }

  @Override
  public Registration<T> addRevisionHandler(
      RevisionHandler<? super T> handler, HandlerOptions<? super T> options) {
    refuseIfOver("add a handler");
    return kept(informer.addRevisionHandler(handler, options));
  }

  private Registration<T> kept(Registration<T> registration) {
    handlers.add(registration);
    registration.ended().whenComplete((done, failure) -> handlers.remove(registration));
    if (end != null) {
      registration.remove();
      throw over("add handler " + registration.name());
    }
    return registration;
  }

  // ---- reading

  @Override
  public Index<T> index(String indexName, Function<? super T, @Nullable String> function) {
    return indexAll(indexName, StoreIndex.single(function));
  }

  @Override
  public Index<T> indexAll(
      String indexName, Function<? super T, ? extends Collection<String>> function) {
    refuseIfOver("add index " + indexName);
    HandleIndex index =
        new HandleIndex(informer.storeIndex(indexName, function).through(this::snapshot));
    indexes.add(index);
    if (end != null) {
      index.close();
      throw over("add index " + indexName);
    }
    return index;
  }

  /** An index that is forgotten when it is closed. */
  private final class HandleIndex implements Index<T> {
    private final StoreIndex<T> index;

    HandleIndex(StoreIndex<T> index) {
      this.index = index;
    }

    @Override
    public String name() {
      return index.name();
    }

    @Override
    public List<T> get(String value) {
      return index.get(value);
    }

    @Override
    public List<String> keys(String value) {
      return index.keys(value);
    }

    @Override
    public Set<String> values() {
      return index.values();
    }

    @Override
    public void close() {
      indexes.remove(this);
      index.close();
    }

    @Override
    public String toString() {
      return index.toString();
    }
  }

  @Override
  public Lister<T> lister() {
    refuseIfOver("read");
    return lister;
  }

  @Override
  public IndexedView<T> snapshot() {
    refuseIfOver("read");
    return informer.snapshot();
  }

  @Override
  public String keyOf(T object) {
    return informer.keyOf(object);
  }

  @Override
  public void checkMutations() {
    informer.checkMutations();
  }

  // ---- state

  @Override
  public InformerState state() {
    InformerState over = end;
    return over == null ? informer.state() : over;
  }

  @Override
  public Map<String, Throwable> skipped() {
    refuseIfOver("read");
    return informer.skipped();
  }

  @Override
  public long skippedCount() {
    refuseIfOver("read");
    return informer.skippedCount();
  }

  @Override
  public boolean isSynced() {
    return !isOver() && informer.isSynced();
  }

  @Override
  public CompletableFuture<Void> synced() {
    if (isOver()) {
      return CompletableFuture.failedFuture(over("wait for the sync"));
    }
    return untilClosed(informer.synced());
  }

  @Override
  public void awaitSynced(Duration timeout) {
    Waiting.checkTimeout(timeout);
    if (isOver()) {
      InformerState state = state();
      throw new NotSyncedException(overMessage("wait for the sync"), state, state.cause());
    }
    if (informer.isClosed()) {
      throw NotSyncedException.never("informer " + name(), state(), /* otherwise= */ null);
    }
    Waiting.forSync(synced(), timeout, informer, () -> "informer " + name());
  }

  @Override
  public String lastSyncResourceVersion() {
    refuseIfOver("read");
    return informer.lastSyncResourceVersion();
  }

  @Override
  public String storedResourceVersion() {
    refuseIfOver("read");
    return informer.storedResourceVersion();
  }

  @Override
  public CompletableFuture<Void> awaitVersion(String resourceVersion, Duration timeout) {
    refuseIfOver("wait for version " + resourceVersion);
    return untilClosed(informer.awaitVersion(resourceVersion, timeout));
  }

  /** The same future, which fails when the handle is closed before. */
  private CompletableFuture<Void> untilClosed(CompletableFuture<Void> future) {
    if (!future.isDone()) {
      pending.add(future);
      future.whenComplete((done, failure) -> pending.remove(future));
      if (end != null) {
        future.completeExceptionally(closedBefore());
      }
    }
    return future;
  }

  private IllegalStateException closedBefore() {
    return new IllegalStateException(
        "the handle on informer " + name() + " was closed before it was reached");
  }

  // ---- end

  @Override
  public boolean isClosed() {
    return isOver() || informer.isClosed();
  }

  /** Completes when no handler of this handle is inside a call; for the last handle, when the informer has ended. */
  @Override
  public CompletableFuture<Void> closed() {
    return CompletableFuture.anyOf(calls, informer.closed()).thenAccept(done -> {});
  }

  @Override
  public CompletableFuture<Void> closeAsync() {
    return end() ? informer.closeAsync() : calls.copy();
  }

  @Override
  public void close() {
    if (end()) {
      informer.close();
    } else if (Waiting.isAllowed()) {
      awaitCalls();
    }
  }

  /** That the thread was interrupted before does not count, and is kept. */
  private void awaitCalls() {
    boolean interrupted = Thread.interrupted();
    try {
      if (!Waiting.forQuiet(calls, informer.closeTimeout())) {
        informer
            .unreturned()
            .forEach(handler -> LOG.log(
                Level.WARNING,
                "informer " + name() + ": a handle was closed, but a call of handler " + handler
                    + " has not returned within " + Readable.time(informer.closeTimeout())));
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns whether the shared informer must be closed, which ends its handlers and indexes. */
  private boolean end() {
    synchronized (closing) {
      if (end != null) {
        return last;
      }
      end = new InformerState.Closed(informer.runtime().clock().now(), /* cause= */ null);
      last = share.release();
      if (last) {
        return true;
      }
    }
    CompletableFuture<?>[] removed = List.copyOf(handlers).stream()
        .map(Registration::remove)
        .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(removed).whenComplete((done, failure) -> calls.complete(null));
    if (!informer.isClosed()) {
      List.copyOf(indexes).forEach(Index::close);
    }
    List.copyOf(pending).forEach(future -> future.completeExceptionally(closedBefore()));
    return false;
  }
}
