package dev.informant.informer;

import dev.informant.object.ObjectAccessor;
import dev.informant.object.ResourceVersions;
import dev.informant.object.Revision;
import dev.informant.queue.DeltaFifo;
import dev.informant.queue.InOrderQueue;
import dev.informant.queue.Queue;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.ListerWatcher;
import dev.informant.source.Reflector;
import dev.informant.store.IndexFunction;
import dev.informant.store.IndexedView;
import dev.informant.store.Lister;
import dev.informant.store.RevisionStore;
import dev.informant.store.SnapshotIndexer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a local, indexed copy of one collection up to date and calls any number of handlers with its changes. It starts
 * once, retries indefinitely, and ends only when it is closed, when its runtime is closed, or when the JVM is out of
 * memory; its cache stays readable after that. Any thread may call any method.
 */
/*
 * The parts, in the order data flows. A Reflector fills the queue and reports to ReflectorEvents, which passes it on to
 * StoredVersions (how far the cache has got), InformerPipeline and InformerLife (the state between start and end). The
 * InformerPipeline moves the queue's content into the store and on to the ProcessorListeners, which InformerHandlers adds
 * and removes. MutationGuard looks for changed objects, SavedState loads and saves the cache. They call one another along
 * that flow; any of them may end the informer, and `end` ends them all.
 */
public final class SharedIndexInformer<T> implements Informer<T> {
  private final String name;
  private final EngineRuntime runtime;
  private final ListerWatcher<T> source;
  private final ObjectAccessor<T> accessor;
  private final InformerObserver observer;
  private final Duration closeTimeout;
  private final SkippedObjects skipped = new SkippedObjects();
  private final InformerLife<T> life;
  private final SnapshotIndexer<T> indexer;
  private final Lister<T> lister;
  private final MutationGuard<T> mutations;
  private final ResyncSchedule<T> resyncs;
  private final StoredVersions<T> versions;
  private final InformerPipeline<T> pipeline;
  private final InformerHandlers<T> handlers;
  private final @Nullable SavedState<T> saved;
  private final Reflector.Builder<T> reflectorOptions;
  private final AtomicInteger indexesAdded = new AtomicInteger();

  SharedIndexInformer(SharedIndexInformerBuilder<T> options) {
    this.name = options.nameOrDefault();
    this.runtime = options.runtime;
    this.source = options.source;
    this.closeTimeout = options.closeTimeout;
    this.accessor = options.accessor;
    this.observer =
        InformerObserver.all(new StateLog(name), new FlightRecording(name), options.observer);
    this.life = new InformerLife<>(name, runtime, observer, skipped::size, source::transport);
    this.indexer = SnapshotIndexer.builder(options.accessor)
        .indexErrors((index, key, cause) ->
            observer.onEvent(new InformerEvent.IndexFailed(index, key, cause)))
        .form(options.form)
        .runtime(runtime)
        .build();
    indexer.addIndexers(options.indexers);
    this.lister = new Lister<>(indexer, options.accessor);
    RevisionStore<T> store = indexer.revisionStore();
    Queue<Revision<T>> queue = options.queue == QueueKind.IN_ORDER
        ? new InOrderQueue<>(Revision::key)
        : new DeltaFifo<>(Revision::key, store);
    this.resyncs = new ResyncSchedule<>(options.resync);
    this.mutations = new MutationGuard<>(
        name, runtime, observer, options.form, options.deepCopy, options.mutationListener);
    this.versions =
        new StoredVersions<>(options.queue, indexer, runtime, life::lastSyncResourceVersion);
    this.pipeline = new InformerPipeline<>(
        name,
        runtime,
        queue,
        store,
        resyncs,
        options.parity,
        observer,
        versions,
        mutations::shown,
        life::onSynced,
        this::end,
        life::relist);
    this.handlers = new InformerHandlers<>(
        runtime, life, pipeline, resyncs, options.buffer, observer, this::end);
    this.saved = options.archive == null
        ? null
        : new SavedState<>(
            name,
            runtime,
            options.archive,
            options.saveInterval,
            observer,
            skipped,
            versions,
            pipeline,
            life);
    this.reflectorOptions = Reflector.builder(source, options.accessor, queue, runtime)
        .name(name)
        .description(options.descriptionOrDefault())
        .transform(options.transform)
        .form(indexer.form())
        .watchList(options.watchList)
        .pageSize(options.pageSize)
        .minWatchTimeout(options.minWatchTimeout)
        .historyChecks(options.parity == Parity.REPAIRED)
        .backoff(options.backoff)
        .previous(store::get)
        .listener(new ReflectorEvents<>(
            options.watchErrorHandler,
            runtime,
            observer,
            skipped,
            versions,
            pipeline,
            saved,
            life,
            this::end));
  }

  public static <T> SharedIndexInformerBuilder<T> builder(
      ListerWatcher<T> source, ObjectAccessor<T> accessor) {
    return new SharedIndexInformerBuilder<>(source, accessor);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Registration<T> addHandler(
      ResourceEventHandler<? super T> handler, HandlerOptions<? super T> options) {
    Objects.requireNonNull(handler, "handler");
    Objects.requireNonNull(options, "options");
    return new HandlerRegistration<>(this, handlers.add(handler, options));
  }

  @Override
  public Registration<T> addRevisionHandler(
      RevisionHandler<? super T> handler, HandlerOptions<? super T> options) {
    Objects.requireNonNull(handler, "handler");
    Objects.requireNonNull(options, "options");
    return new HandlerRegistration<>(this, handlers.add(handler, options));
  }

  void remove(ProcessorListener<T> listener) {
    handlers.remove(listener);
  }

  Duration resyncPeriod(ProcessorListener<T> listener) {
    return handlers.resyncPeriod(listener);
  }

  /** The registered handlers' names and how far each is behind. */
  public Map<String, HandlerLag> lags() {
    return handlers.lags();
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
    life.refuseIfClosed("add indexes " + indexers.keySet());
    indexer.addIndexers(indexers);
  }

  @Override
  public Index<T> index(String indexName, Function<? super T, @Nullable String> function) {
    return storeIndex(indexName, StoreIndex.single(function));
  }

  @Override
  public Index<T> indexAll(
      String indexName, Function<? super T, ? extends Collection<String>> function) {
    return storeIndex(indexName, function);
  }

  StoreIndex<T> storeIndex(
      String indexName, Function<? super T, ? extends Collection<String>> function) {
    life.refuseIfClosed("add index " + indexName);
    return StoreIndex.add(indexName, indexesAdded.incrementAndGet(), function, indexer);
  }

  /** The cache, to be read. */
  public IndexedView<T> indexer() {
    return indexer;
  }

  @Override
  public Lister<T> lister() {
    return lister;
  }

  @Override
  public IndexedView<T> snapshot() {
    return indexer.snapshot();
  }

  @Override
  public String keyOf(T object) {
    return accessor.key(object);
  }

  ObjectAccessor<T> accessor() {
    return accessor;
  }

  @Override
  public void checkMutations() {
    mutations.checkNow();
  }

  EngineRuntime runtime() {
    return runtime;
  }

  /** Tells the observers that the informer is whole. */
  SharedIndexInformer<T> built() {
    observer.onEvent(new InformerEvent.Built(this));
    return this;
  }

  /** Changes received that are not in the cache yet. */
  public int queuedChanges() {
    return pipeline.queued();
  }

  /** Runs {@code answer} behind the steps that wait: first the reflector's, then the pipeline's. */
  void ping(Runnable answer) {
    life.ping(() -> pipeline.ping(answer));
  }

  /** For each handler that has something to do, a number that changes as it gets on. */
  Map<String, Long> progress() {
    return handlers.progress();
  }

  @Override
  public void start() {
    Reflector<T> starting = life.start(this::reflector);
    if (starting == null) {
      return;
    }
    mutations.start();
    if (saved == null) {
      starting.start();
    } else {
      saved.start(starting);
    }
    Runnable forget = runtime.onClose(this::runtimeClosed);
    life.ended().whenComplete((done, failure) -> forget.run());
  }

  /** Without it nothing would tell: a watch that is silent has no step to be refused. */
  private void runtimeClosed() {
    end(new IllegalStateException(
        "the runtime of informer " + name + " was closed; close informers before their runtime"));
  }

  private Reflector<T> reflector() {
    Duration check = resyncs.start(runtime.clock().nanos());
    return reflectorOptions.resync(check, this::resyncIfDue).build();
  }

  /** The pipeline queues the resync together with those it is for: nothing is left to do. */
  private boolean resyncIfDue() {
    pipeline.checkResyncs();
    return false;
  }

  public boolean isStarted() {
    return life.isStarted();
  }

  @Override
  public boolean isClosed() {
    return life.isClosed();
  }

  @Override
  public boolean isSynced() {
    return pipeline.hasSynced();
  }

  @Override
  public CompletableFuture<Void> synced() {
    return life.synced().copy();
  }

  @Override
  public void awaitSynced(Duration timeout) {
    Waiting.forSync(life.synced(), timeout, this, () -> "informer " + name);
  }

  @Override
  public InformerState state() {
    return life.state(isSynced());
  }

  /** The request whose answer the cache waits for; null if it does not, or the source does not know. */
  @Nullable
  String underWay() {
    InformerState state = state();
    return state instanceof InformerState.Listing || state instanceof InformerState.Warm
        ? source.underWay()
        : null;
  }

  @Override
  public String lastSyncResourceVersion() {
    return life.lastSyncResourceVersion();
  }

  @Override
  public String storedResourceVersion() {
    if (versions.track()) {
      pipeline.drainSoon();
    }
    return versions.stored();
  }

  @Override
  public CompletableFuture<Void> awaitVersion(String resourceVersion, Duration timeout) {
    ResourceVersions.check(resourceVersion);
    Waiting.checkTimeout(timeout);
    CompletableFuture<Void> reached = versions.await(resourceVersion, timeout);
    pipeline.drainSoon();
    if (isClosed()) {
      versions.close(life::closedBefore);
    }
    return reached;
  }

  @Override
  public long skippedCount() {
    return skipped.total();
  }

  @Override
  public Map<String, Throwable> skipped() {
    return skipped.causes();
  }

  /**
   * Ends the informer for good: nothing is fetched and no handler is called after it. A cache that has
   * an archive is saved. It waits for that and for calls in progress, up to the close timeout or until its thread is
   * interrupted, after which a save is given up; that the thread was interrupted before does not count, and is kept. Inside
   * a handler, an observer or a step of the pipeline it does not wait. Idempotent.
   */
  @Override
  public void close() {
    new CloseTogether(List.of(this)).close();
  }

  @Override
  public CompletableFuture<Void> closeAsync() {
    end(/* cause= */ null);
    return CompletableFuture.allOf(life.ended(), saveAtEnd());
  }

  /** Saves the cache, if it has an archive; completes when that is over. Cancelling gives a save up. */
  CompletableFuture<Void> saveAtEnd() {
    return saved == null ? CompletableFuture.completedFuture(null) : saved.saveAtEnd();
  }

  Duration closeTimeout() {
    return closeTimeout;
  }

  /** Completes when it is closed and no handler is inside a call. */
  CompletableFuture<Void> quiet() {
    return life.quiet();
  }

  @Override
  public CompletableFuture<Void> closed() {
    return life.ended().copy();
  }

  /** Ends all parts without waiting; {@code cause} is null if the owner closes it. */
  void end(@Nullable Throwable cause) {
    InformerState before = state();
    if (!life.close(cause)) {
      return;
    }
    CompletableFuture<Void> fetching = life.stopFetching();
    CompletableFuture<?>[] calls =
        pipeline.close().stream().map(ProcessorListener::quiet).toArray(CompletableFuture[]::new);
    versions.close(life::closedBefore);
    life.ending(
        CompletableFuture.allOf(calls), CompletableFuture.allOf(fetching, pipeline.stopped()));
    mutations.close();
    observer.onEvent(new InformerEvent.StateChanged(before, state()));
  }
}
