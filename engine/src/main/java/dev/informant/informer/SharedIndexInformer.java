package dev.informant.informer;

import dev.informant.object.ObjectAccessor;
import dev.informant.object.Revision;
import dev.informant.queue.DeltaFifo;
import dev.informant.queue.InOrderQueue;
import dev.informant.queue.Queue;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.FailureLevel;
import dev.informant.source.ListerWatcher;
import dev.informant.source.Reflector;
import dev.informant.store.IndexFunction;
import dev.informant.store.IndexedView;
import dev.informant.store.Lister;
import dev.informant.store.MutationDetector;
import dev.informant.store.RevisionStore;
import dev.informant.store.SnapshotIndexer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a local, indexed, always fresh copy of one collection and tells any number of handlers what
 * changes in it. It starts once, retries for ever, and ends only when it is closed; its cache stays
 * readable after that. Any thread may call any method.
 */
/*
 * The parts: a Reflector fills the queue; the InformerPipeline moves the queue's content into the store
 * and on to the ProcessorListeners. This class holds them together and answers for them.
 *
 * `lock` gives starts and the adding of handlers one order. The end does not take it: it may be brought about
 * by a step that the runtime refuses, under whatever locks the one who gave the step holds. So the end sets
 * `closed` first and looks for the reflector second, while a start sets `reflector` first and looks at
 * `closed` second: one of them sees the other. A handler that is added meanwhile is let out by its own join,
 * or by addHandler if that join never runs.
 */
public final class SharedIndexInformer<T> implements AutoCloseable {
  private static final Logger LOG = System.getLogger(SharedIndexInformer.class.getName());

  private final String name;
  private final EngineRuntime runtime;
  private final InformerObserver observer;
  private final HandlerOptions.Buffer defaultBuffer;
  private final Duration closeTimeout;
  private final SnapshotIndexer<T> indexer;
  private final Lister<T> lister;
  private final @Nullable MutationDetector<T> detector;
  private final ResyncSchedule<T> resyncs;
  private final InformerPipeline<T> pipeline;
  private final Reflector.Builder<T> reflectorOptions;
  private final StoredVersions<T> versions;
  private final SkippedObjects skipped = new SkippedObjects();
  private final CompletableFuture<Void> synced = new CompletableFuture<>();
  private final CompletableFuture<Void> quiet = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final AtomicInteger handlers = new AtomicInteger();
  private final Set<String> handlerNames = ConcurrentHashMap.newKeySet();
  private final Instant created;

  private final Object lock = new Object();
  private volatile @Nullable Reflector<T> reflector; // written under lock
  private final AtomicReference<InformerState.@Nullable Closed> closed = new AtomicReference<>();

  SharedIndexInformer(SharedIndexInformerBuilder<T> options) {
    this.name = options.nameOrDefault();
    this.runtime = options.runtime;
    this.observer = InformerObserver.all(
        new StateLog(name), new FlightRecording(name), options.observer);
    this.defaultBuffer = options.buffer;
    this.closeTimeout = options.closeTimeout;
    this.created = runtime.clock().now();
    this.indexer = SnapshotIndexer.builder(options.accessor)
        .indexErrors(this::indexFailed)
        .runtime(runtime)
        .build();
    indexer.addIndexers(options.indexers);
    RevisionStore<T> store = indexer.revisionStore();
    Queue<Revision<T>> queue = options.queue == QueueKind.IN_ORDER
        ? new InOrderQueue<>(Revision::key)
        : new DeltaFifo<>(Revision::key, store);
    this.resyncs = new ResyncSchedule<>(options.resync);
    this.lister = new Lister<>(indexer, options.accessor);
    UnaryOperator<T> deepCopy = options.deepCopy;
    this.detector = deepCopy != null && MutationDetector.isWanted()
        ? new MutationDetector<>(name, deepCopy, runtime, options.mutationListener)
        : null;
    this.versions =
        new StoredVersions<>(options.queue, indexer, runtime, this::lastSyncResourceVersion);
    this.pipeline = new InformerPipeline<>(
        name,
        runtime,
        queue,
        store,
        resyncs,
        options.parity,
        observer,
        versions,
        this::shown,
        this::onSynced,
        this::end,
        this::lost);
    this.reflectorOptions = Reflector.builder(options.source, options.accessor, queue, runtime)
        .name(name)
        .description(options.descriptionOrDefault())
        .transform(options.transform)
        .watchList(options.watchList)
        .pageSize(options.pageSize)
        .minWatchTimeout(options.minWatchTimeout)
        .backoff(options.backoff)
        .previous(store::get)
        .listener(
            new ReflectorEvents<>(this, options.watchErrorHandler, runtime, observer, skipped));
  }

  public static <T> SharedIndexInformerBuilder<T> builder(
      ListerWatcher<T> source, ObjectAccessor<T> accessor) {
    return new SharedIndexInformerBuilder<>(source, accessor);
  }

  public String name() {
    return name;
  }

  /** Adds a handler with default options. */
  public Registration<T> addHandler(ResourceEventHandler<T> handler) {
    return addHandler(handler, HandlerOptions.defaults());
  }

  /**
   * Adds a handler, at any time before the informer is closed. It is shown what the cache holds, as adds
   * that are flagged initial, and then every later change: no gap, no duplicate. The same handler may be
   * added more than once; each registration is served by itself.
   *
   * @throws IllegalStateException if the informer is closed
   */
  public Registration<T> addHandler(ResourceEventHandler<T> handler, HandlerOptions<T> options) {
    Objects.requireNonNull(handler, "handler");
    HandlerOptions.Buffer buffer = options.buffer();
    ProcessorListener<T> listener = new ProcessorListener<>(
        unique(options.nameFor(handler, handlers.incrementAndGet())),
        new HandlerCalls<>(handler, options.filter()),
        buffer == null ? defaultBuffer : buffer,
        runtime,
        observer);
    synchronized (lock) {
      refuseIfClosed("add handler " + listener.name());
      resyncs.add(listener, options.resync(), runtime.clock().nanos());
      pipeline.join(listener);
    }
    if (isClosed()) {
      pipeline.leave(listener, "the informer is closed");
    }
    observer.onHandlerAdded(listener.name());
    return new Registration<>(this, listener);
  }

  /** The name, with a number if another handler has it. */
  private String unique(String wanted) {
    String candidate = wanted;
    for (int number = 2; !handlerNames.add(candidate); number++) {
      candidate = wanted + "#" + number;
    }
    return candidate;
  }

  void remove(ProcessorListener<T> listener) {
    handlerNames.remove(listener.name());
    pipeline.leave(listener, "it was removed");
    observer.onHandlerRemoved(listener.name());
  }

  Duration resyncPeriod(ProcessorListener<T> listener) {
    return resyncs.period(listener);
  }

  /** The registered handlers' names and how far each is behind. */
  public Map<String, HandlerLag> lags() {
    Map<String, HandlerLag> lags = new LinkedHashMap<>();
    pipeline.listeners().forEach(listener -> lags.put(listener.name(), listener.lag()));
    return lags;
  }

  /**
   * Adds an index over what is cached and what will be.
   *
   * @throws IllegalArgumentException if the name is taken
   * @throws IllegalStateException if the informer is closed
   */
  public void addIndexer(String indexName, IndexFunction<T> function) {
    addIndexers(Map.of(indexName, function));
  }

  /** As {@link #addIndexer}, all or none. */
  public void addIndexers(Map<String, IndexFunction<T>> indexers) {
    refuseIfClosed("add indexes " + indexers.keySet());
    indexer.addIndexers(indexers);
  }

  private void refuseIfClosed(String what) {
    if (isClosed()) {
      throw new IllegalStateException(
          "cannot " + what + ": informer " + name + " is closed; build a new one");
    }
  }

  /** The cache, to be read. */
  public IndexedView<T> indexer() {
    return indexer;
  }

  /** Finds cached objects by name and labels. */
  public Lister<T> lister() {
    return lister;
  }

  /**
   * Looks now whether anybody has changed a cached object; without a mutation detector it sees nothing.
   *
   * @throws MutationDetector.MutationException if so
   */
  public void checkMutations() {
    if (detector != null) {
      detector.checkNow();
    }
  }

  EngineRuntime runtime() {
    return runtime;
  }

  /** Tells the observers that the informer is whole. */
  SharedIndexInformer<T> built() {
    observer.onBuilt(this);
    return this;
  }

  /** Changes received that are not in the cache yet. */
  public int queuedChanges() {
    return pipeline.queued();
  }

  /** Runs {@code answer} behind the steps that wait: first the reflector's, then the pipeline's. */
  void ping(Runnable answer) {
    Reflector<T> source = reflector;
    if (source == null) {
      pipeline.ping(answer);
    } else {
      source.ping(() -> pipeline.ping(answer));
    }
  }

  /** For each handler that has something to do, a number that changes as it gets on. */
  Map<String, Long> progress() {
    Map<String, Long> progress = new LinkedHashMap<>();
    for (ProcessorListener<T> listener : pipeline.listeners()) {
      if (listener.lag().depth() > 0) {
        progress.put(listener.name(), listener.progress());
      }
    }
    return progress;
  }

  /**
   * Begins to fetch and follow the collection. Starting again does nothing.
   *
   * @throws IllegalStateException if the informer is closed
   */
  public void start() {
    Reflector<T> starting;
    synchronized (lock) {
      refuseIfClosed("start");
      if (reflector != null) {
        LOG.log(Level.DEBUG, "informer " + name + " is started already");
        return;
      }
      Duration check = resyncs.start(runtime.clock().nanos());
      starting = reflectorOptions.resync(check, this::resyncIfDue).build();
      reflector = starting;
    }
    if (isClosed()) {
      starting.close();
      return;
    }
    if (detector != null) {
      detector.start();
    }
    starting.start();
  }

  /** The pipeline queues the resync together with those it is for: nothing is left to do. */
  private boolean resyncIfDue() {
    pipeline.checkResyncs();
    return false;
  }

  public boolean isStarted() {
    return reflector != null;
  }

  public boolean isClosed() {
    return closed.get() != null;
  }

  /** Whether the first list is in the cache. Handlers may still be busy with it. */
  public boolean hasSynced() {
    return pipeline.hasSynced();
  }

  /** Completes when {@link #hasSynced()}; fails only if the informer is closed before. */
  public CompletableFuture<Void> synced() {
    return synced.copy();
  }

  /**
   * Waits until the first list is in the cache.
   *
   * @throws NotSyncedException if that takes longer, or the informer is closed; it says why
   */
  public void awaitSynced(Duration timeout) {
    Waiting.forSync(synced, timeout, this::state, () -> "informer " + name);
  }

  /** What the informer is doing, since when, and because of what. */
  public InformerState state() {
    InformerState end = closed.get();
    Reflector<T> source = reflector;
    if (end != null) {
      return end;
    }
    return source == null
        ? new InformerState.Created(created)
        : ReflectorEvents.stateOf(source.state(), hasSynced(), source.lastSyncResourceVersion());
  }

  /** The version of the last list, event or bookmark received; empty before the first. */
  public String lastSyncResourceVersion() {
    Reflector<T> source = reflector;
    return source == null ? "" : source.lastSyncResourceVersion();
  }

  /**
   * Completes when the cache has taken in {@code resourceVersion} or a later one; fails with {@link
   * TimeoutException} after {@code timeout}, and with {@link IllegalStateException} when the informer is
   * closed before. After a write, this is what to wait for before reading.
   */
  public CompletableFuture<Void> awaitVersion(String resourceVersion, Duration timeout) {
    CompletableFuture<Void> reached = versions.await(resourceVersion, timeout);
    pipeline.drainSoon();
    if (isClosed()) {
      versions.close(this::closedBefore);
    }
    return reached;
  }

  /** How often an object was left out because it could not be understood. */
  public long skippedCount() {
    return skipped.total();
  }

  /** The objects left out now, by key, and why; at most a thousand of them. */
  public Map<String, Throwable> skipped() {
    return skipped.causes();
  }

  /**
   * Ends the informer for good: nothing is fetched and no handler is called after it. It waits for
   * calls in progress, up to the close timeout; inside a handler, an observer or a step of the pipeline it
   * does not wait. Idempotent.
   */
  @Override
  public void close() {
    closeAll(List.of(this));
  }

  /** Closes informers side by side and waits for all together, up to the longest timeout. */
  static void closeAll(List<SharedIndexInformer<?>> informers) {
    informers.forEach(informer -> informer.end(/* cause= */ null));
    Duration timeout = informers.stream()
        .map(informer -> informer.closeTimeout)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
    CompletableFuture<Void> all = CompletableFuture.allOf(
        informers.stream().map(informer -> informer.quiet).toArray(CompletableFuture<?>[]::new));
    if (!Waiting.isAllowed() || Waiting.forQuiet(all, timeout)) {
      return;
    }
    for (SharedIndexInformer<?> informer : informers) {
      if (!informer.quiet.isDone()) {
        LOG.log(
            Level.WARNING,
            "informer " + informer.name + " is closed, but a call of one of its handlers has not"
                + " returned for " + timeout);
      }
    }
  }

  /** Completes when the informer is closed and nothing of it runs any more. */
  public CompletableFuture<Void> closed() {
    return ended.copy();
  }

  private IllegalStateException closedBefore(String what) {
    InformerState.Closed end = closed.get();
    return new IllegalStateException(
        "informer " + name + " was closed before it had " + what, end == null ? null : end.cause());
  }

  /** Closes without waiting; {@code cause} is null if the owner wants it. */
  void end(@Nullable Throwable cause) {
    InformerState before = state();
    if (!closed.compareAndSet(null, new InformerState.Closed(runtime.clock().now(), cause))) {
      return;
    }
    Reflector<T> source = reflector;
    CompletableFuture<Void> fetching = CompletableFuture.completedFuture(null);
    if (source != null) {
      source.close();
      fetching = source.closed();
    }
    List<CompletableFuture<Void>> calls = new ArrayList<>();
    pipeline.close().forEach(listener -> calls.add(listener.quiet()));
    synced.completeExceptionally(closedBefore("synced"));
    versions.close(this::closedBefore);
    CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
        .whenComplete((done, failure) -> quiet.complete(null));
    CompletableFuture.allOf(quiet, fetching, pipeline.stopped())
        .whenComplete((done, failure) -> ended.complete(null));
    if (detector != null) {
      detector.close();
    }
    observer.onTransition(before, state());
  }

  // --- what the parts report

  /** A list has been queued; an empty one may have left nothing in the queue that would tell. */
  void listed() {
    pipeline.drainSoon();
  }

  /** The source has got to another version, perhaps without anything to store. */
  void versionMoved() {
    if (versions.areAwaited()) {
      pipeline.drainSoon();
    }
  }

  /** Changes were lost on their way into the cache: a new list brings them back. */
  private void lost(Throwable cause) {
    Reflector<T> source = reflector;
    if (source != null) {
      source.relist(cause);
    }
  }

  private void shown(Revision<T> revision) {
    if (detector == null) {
      return;
    }
    try {
      detector.captured(revision);
    } catch (Throwable failure) { // the notification goes out all the same
      observer.onFailure(failure, FailureLevel.RECOVERED);
      LOG.log(
          Level.WARNING,
          "informer " + name + ": " + revision.key() + " could not be copied; the mutation detector"
              + " does not watch it",
          failure);
    }
  }

  private void onSynced() {
    observer.onSynced();
    try {
      runtime.callbacks().execute(() -> synced.complete(null));
    } catch (RejectedExecutionException runtimeClosed) {
      synced.completeExceptionally(runtimeClosed);
    }
  }

  private void indexFailed(String indexName, String key, RuntimeException cause) {
    observer.onIndexFailure(indexName, key, cause);
    LOG.log(
        Level.WARNING,
        "informer " + name + ": index function " + indexName + " failed for " + key
            + "; the object is not found through that index",
        cause);
  }
}
