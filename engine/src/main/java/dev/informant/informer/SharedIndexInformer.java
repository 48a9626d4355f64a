package dev.informant.informer;

import dev.informant.internal.options.Settings;
import dev.informant.internal.source.Reflector;
import dev.informant.internal.source.ReflectorOptions;
import dev.informant.internal.store.RevisionStore;
import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.ResourceVersions;
import dev.informant.object.Revision;
import dev.informant.queue.DeltaFifo;
import dev.informant.queue.InOrderQueue;
import dev.informant.queue.Queue;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.ListerWatcher;
import dev.informant.store.IndexFunction;
import dev.informant.store.IndexedView;
import dev.informant.store.Lister;
import java.time.Duration;
import java.util.ArrayList;
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
 * once and retries indefinitely. It ends when it is closed, when {@link CommonOptions#giveUpIf} decides to give up
 * before the first sync, when its runtime is closed, or when the JVM is out of memory; {@link #state()} then names the
 * cause. Its cache stays readable. Any thread may call any method.
 */
/*
 * The parts, in the order data flows. A Reflector fills the queue and reports to ReflectorEvents, which passes it on to
 * StoredVersions (the version that the cache has reached), InformerPipeline and InformerLife (the state between start
 * and end). The InformerPipeline moves the queue's content into the store and on to the ProcessorListeners, which
 * InformerHandlers adds and removes. MutationGuard looks for changed objects, SavedState loads and saves the cache.
 * They call one another along that flow; any of them may end the informer, and `end` ends them all.
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
  private final @Nullable Collection<? extends T> initialState;
  private final AtomicInteger indexesAdded = new AtomicInteger();

  SharedIndexInformer(SharedIndexInformerBuilder<T> options) {
    Settings settings = options.complete();
    this.name = settings.get(ReflectorOptions.NAME);
    this.runtime = options.runtime;
    this.source = options.source;
    this.closeTimeout = settings.get(CommonOptions.CLOSE_TIMEOUT);
    this.accessor = options.accessor;
    this.observer = new EndingObserver(
        InformerObserver.all(new StateLog(name), new FlightRecording(name), options.observer),
        this::end);
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
    QueueKind queueKind = settings.get(CommonOptions.QUEUE);
    Queue<Revision<T>> queue = queueKind == QueueKind.IN_ORDER
        ? new InOrderQueue<>(Revision::key)
        : new DeltaFifo<>(Revision::key, store);
    this.resyncs = new ResyncSchedule<>(settings.get(CommonOptions.RESYNC));
    this.mutations = new MutationGuard<>(
        name,
        runtime,
        observer,
        options.form,
        options.findsMutations(),
        options.deepCopy,
        options.mutationListener);
    this.versions =
        new StoredVersions<>(queueKind, indexer, runtime, life::lastSyncResourceVersion);
    this.pipeline = new InformerPipeline<>(
        name,
        runtime,
        queue,
        store,
        resyncs,
        settings.get(CommonOptions.PARITY),
        observer,
        versions,
        afterStore(options.afterStore),
        mutations::shown,
        life::onSynced,
        this::end,
        life::relist);
    this.handlers = new InformerHandlers<>(
        runtime,
        life,
        pipeline,
        resyncs,
        settings.get(CommonOptions.BUFFER),
        observer,
        mutations,
        this::end);
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
    this.initialState = options.initialState;
    this.reflectorOptions = Reflector.builder(source, options.accessor, queue, runtime)
        .options(settings)
        .form(indexer.form())
        .previous(store::get)
        .listener(new ReflectorEvents<>(
            settings, runtime, observer, skipped, versions, pipeline, saved, life, this::end));
  }

  @SuppressWarnings("unchecked") // it only receives revisions of T
  private static <T> @Nullable HandlerCalls<T, ?> afterStore(
      @Nullable RevisionHandler<? super T> handler) {
    return handler == null
        ? null
        : HandlerCalls.of((RevisionHandler<T>) handler, /* filter= */ null);
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

  /** Returns the names of the registered handlers and how far each is behind. */
  public Map<String, HandlerLag> lags() {
    return handlers.lags();
  }

  /**
   * Adds an index over cached and future objects.
   *
   * @throws IllegalArgumentException if the name is in use
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

  /** Returns a read-only view of the cache. */
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

  /** Notifies the observers that the informer is built. */
  SharedIndexInformer<T> built() {
    observer.onEvent(new InformerEvent.Built(this));
    return this;
  }

  /** Returns the number of received changes that are not in the cache yet. */
  public int queuedChanges() {
    return pipeline.queued();
  }

  /** Runs {@code answer} behind the steps that wait: first the reflector's, then the pipeline's. */
  void ping(Runnable answer) {
    life.ping(() -> pipeline.ping(answer));
  }

  /** Returns, for each handler with pending calls, a number that changes as it makes progress. */
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
    if (saved != null) {
      saved.start(starting);
    } else if (initialState != null) {
      pipeline.warm(
          revisions(initialState), /* resourceVersion= */ "", done -> starting.startKnowing());
    } else {
      starting.start();
    }
    Runnable forget = runtime.onClose(this::runtimeClosed);
    life.ended().whenComplete((done, failure) -> forget.run());
  }

  private List<Revision<T>> revisions(Collection<? extends T> objects) {
    List<Revision<T>> revisions = new ArrayList<>(objects.size());
    for (T object : objects) {
      revisions.add(indexer
          .form()
          .hold(accessor.uid(object), accessor.resourceVersion(object), object, /* bytes= */ null));
    }
    return revisions;
  }

  /** Required because a silent watch runs no step that the closed runtime could refuse. */
  private void runtimeClosed() {
    end(new IllegalStateException(
        "the runtime of informer " + name + " was closed; close informers before their runtime"));
  }

  private Reflector<T> reflector() {
    Duration check = resyncs.start(runtime.clock().nanos());
    return reflectorOptions.resync(check, this::resyncIfDue).build();
  }

  /** The pipeline queues the resync together with the handlers that are due. */
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
    Waiting.checkTimeout(timeout);
    if (isClosed()) {
      throw NotSyncedException.never("informer " + name, state(), /* otherwise= */ null);
    }
    Waiting.forSync(life.synced(), timeout, this, () -> "informer " + name);
  }

  @Override
  public InformerState state() {
    return life.state(isSynced());
  }

  /** Whether a watch has ever been established. */
  boolean hasWatched() {
    return life.hasWatched();
  }

  /** Returns the request that the cache is waiting for; null if there is none, or the source does not know. */
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
   * Closes the informer permanently: afterwards nothing is fetched and no handler is called. A cache with an archive is
   * saved. Waits for the save and for calls in progress, up to the close timeout or until the thread is interrupted;
   * the save is then cancelled. An interrupt from before the call is ignored and preserved. Does not wait inside a
   * handler, an observer or a step of the pipeline. Idempotent.
   *
   * @throws dev.informant.store.MutationException after everything is closed, if the mutation detector found a changed
   *     object that {@link #checkMutations} has not thrown
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

  /** Saves the cache, if it has an archive. Completes when the save has ended; cancelling the future cancels it. */
  CompletableFuture<Void> saveAtEnd() {
    return saved == null ? CompletableFuture.completedFuture(null) : saved.saveAtEnd();
  }

  Duration closeTimeout() {
    return closeTimeout;
  }

  /** The names of removed handlers whose calls have not returned. */
  List<String> unreturned() {
    return pipeline.unreturned();
  }

  /** Completes when the informer is closed and no handler call is running. */
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
