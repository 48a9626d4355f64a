package dev.informant.controller;

import dev.informant.controller.Caches.Kind;
import dev.informant.controller.ControllerBuilder.Watched;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.Registration;
import dev.informant.informer.RevisionHandler;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.Keys;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.source.SourceException;
import dev.informant.workqueue.WorkQueueObserver;
import dev.informant.workqueue.WorkQueueStatistics;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One controller at work: its handlers feed the queue of the current session, whose workers run keys. Thread-safe. */
/*
 * Handlers are there from the start to the end; between terms there is no session, and what they report is dropped. The next
 * session begins with all keys of a cache that has caught up, so nothing is missed. The session is published before the
 * cache is listed: a change is in the list, or it finds the session.
 *
 * A run replaces a delay that is pending for its key: the outcome of the latest run decides when the next one follows. It is
 * taken back before the reconciler reads, so a delay that is set meanwhile stays.
 */
final class RunningController<T extends HasMetadata> implements ControllerHandle {
  private static final Logger LOG = System.getLogger(Controller.class.getName());

  private final Controller<T> controller;
  private final SharedInformerFactory informers;
  private final EngineRuntime runtime;
  private final Caches caches;
  private final Permissions permissions;
  private final EventRecorder events;
  private final ControllerObserver observer;
  private final WorkQueueObserver queueObserver;
  private final CachedKind<T> primary;
  private final Set<CachedKind<?>> used = new LinkedHashSet<>();
  private final Map<Registration<?>, String> handlers = new ConcurrentHashMap<>();

  private final boolean everywhere;

  private volatile @Nullable Session session;

  RunningController(
      Controller<T> controller,
      SharedInformerFactory informers,
      Caches caches,
      Permissions permissions,
      EventRecorder events,
      ControllerObserver observer) {
    this.controller = controller;
    this.informers = informers;
    this.runtime = informers.runtime();
    this.caches = caches;
    this.permissions = permissions;
    this.events = events;
    this.observer = observer;
    this.queueObserver = observer.queueObserver(controller.name);
    this.primary = caches.open(controller.primary);
    this.everywhere = primary.kind().coveredNamespaces().contains("");
    used.add(primary);
    controller.watches.forEach(this::use);
    controller.reads.forEach(kind -> used.add(caches.open(kind)));
    controller.indexes.forEach(index -> index.addTo(caches));
    used.forEach(this::allow);
    if (controller.finalizer != null) {
      primary
          .kind()
          .coveredNamespaces()
          .forEach(
              namespace -> permissions.add(namespace, primary.resource(), "", List.of("patch")));
    }
  }

  private <S extends HasMetadata> void use(Watched<S> watched) {
    CachedKind<S> cache = caches.open(watched.kind());
    used.add(cache);
    if (watched.owned()) {
      cache.index(Owners.INDEX, Owners::uidOfController);
    }
  }

  private void allow(CachedKind<?> cache) {
    cache
        .kind()
        .coveredNamespaces()
        .forEach(namespace ->
            permissions.add(namespace, cache.resource(), "", List.of("get", "list", "watch")));
  }

  // ---- handlers

  /** Adds the handlers. */
  void listen() {
    observe(primary, new PrimaryHandler());
    controller.watches.forEach(this::listen);
  }

  private <S extends HasMetadata> void listen(Watched<S> watched) {
    observe(caches.open(watched.kind()), new MappedHandler<>(watched));
  }

  private <S extends HasMetadata> Registration<S> observe(
      CachedKind<S> cache, RevisionHandler<S> handler) {
    Registration<S> registration = cache
        .informer()
        .addRevisionHandler(
            handler, HandlerOptions.<S>defaults().withName("controller " + controller.name));
    handlers.put(registration, cache.informer().name());
    return registration;
  }

  /** Completes when every handler has seen all objects of its initial list. */
  CompletableFuture<Void> synced() {
    List<CompletableFuture<?>> all = new ArrayList<>();
    handlers.keySet().forEach(registration -> all.add(registration.synced()));
    used.forEach(cache -> all.add(cache.informer().synced()));
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
  }

  List<CachedKind<?>> caches() {
    return List.copyOf(used);
  }

  /** What is not synced, by informer. */
  Set<String> notSynced() {
    Set<String> names = new LinkedHashSet<>();
    handlers.forEach((registration, informer) -> {
      if (!registration.isSynced()) {
        names.add(informer);
      }
    });
    return names;
  }

  private void queue(String key, int priority) {
    Session working = session;
    if (working != null) {
      working.queue.add(key, priority);
    }
  }

  /** Feeds the keys of the primary kind; objects are decoded only for a filter or a priority. */
  private final class PrimaryHandler implements RevisionHandler<T> {
    @Override
    public void onAdd(Revision<T> revision, boolean inInitialList) {
      if (session != null && passes(null, revision, inInitialList)) {
        queue(revision.key(), inInitialList ? Controller.LOW : priority(revision));
      }
    }

    @Override
    public void onUpdate(Revision<T> before, Revision<T> after) {
      if (session != null && passes(before, after, /* initial= */ false)) {
        // a resync shows the same state again
        queue(after.key(), before == after ? Controller.LOW : priority(after));
      }
    }

    @Override
    public void onDelete(Revision<T> last, boolean finalStateUnknown) {
      if (session != null && passes(last, null, /* initial= */ false)) {
        queue(last.key(), priority(last));
      }
    }

    private boolean passes(
        @Nullable Revision<T> before, @Nullable Revision<T> after, boolean initial) {
      return !controller.filtered
          || controller.filter.passes(new ObjectChange<>(
              before == null ? null : before.object(),
              after == null ? null : after.object(),
              initial));
    }

    private int priority(Revision<T> revision) {
      return controller.priority == null
          ? Controller.NORMAL
          : controller.priority.applyAsInt(revision.object());
    }
  }

  /** Feeds the keys that objects of another kind belong to, before and after each change. */
  private final class MappedHandler<S extends HasMetadata> implements RevisionHandler<S> {
    private final Watched<S> watched;

    MappedHandler(Watched<S> watched) {
      this.watched = watched;
    }

    @Override
    public void onAdd(Revision<S> revision, boolean inInitialList) {
      changed(
          null,
          revision.object(),
          inInitialList,
          inInitialList ? Controller.LOW : Controller.NORMAL);
    }

    @Override
    public void onUpdate(Revision<S> before, Revision<S> after) {
      changed(
          before.object(),
          after.object(),
          /* initial= */ false,
          before == after ? Controller.LOW : Controller.NORMAL);
    }

    @Override
    public void onDelete(Revision<S> last, boolean finalStateUnknown) {
      changed(last.object(), null, /* initial= */ false, Controller.NORMAL);
    }

    private void changed(@Nullable S before, @Nullable S after, boolean initial, int priority) {
      if (session == null || !watched.filter().passes(new ObjectChange<>(before, after, initial))) {
        return;
      }
      Set<String> keys = new LinkedHashSet<>();
      if (before != null) {
        keys.addAll(watched.keys().keys(before, primary.resource()));
      }
      if (after != null) {
        keys.addAll(watched.keys().keys(after, primary.resource()));
      }
      keys.forEach(key -> queue(key, priority));
    }
  }

  // ---- sessions

  /** From now on changes are queued; nothing runs yet. */
  Session prepare(Term term) {
    Session prepared = new Session(
        controller.name,
        term,
        runtime,
        controller.backoff,
        controller.longestBackoff,
        queueObserver);
    session = prepared;
    return prepared;
  }

  /** Queues all keys of the cache and starts the workers. */
  void run(Session prepared) {
    var view = primary.informer().snapshot();
    for (String key : view.keys()) {
      T object = controller.filtered ? view.get(key) : null;
      if (object == null
          || controller.filter.passes(new ObjectChange<>(null, object, /* initial= */ true))) {
        prepared.queue.add(key, Controller.LOW);
      }
    }
    prepared.start(
        controller.concurrency,
        key -> attempt(prepared, key),
        (key, failure) -> failed(prepared, key, failure));
  }

  /** Ends a session; completes when its last run has returned. */
  CompletableFuture<Void> end(Session ended) {
    if (session == ended) {
      session = null;
    }
    return ended.end();
  }

  void close() {
    handlers.keySet().forEach(Registration::remove);
  }

  // ---- runs

  /** Throws what the key is to be tried again for. */
  private void attempt(Session working, String key) throws Exception {
    if (!working.term.isCurrent()) {
      return; // the next leader begins with all keys
    }
    working.queue.cancel(key);
    Run run = new Run(controller + ", " + key, working.term, runtime);
    working.began(run);
    Timers.Timer deadline = runtime
        .timers()
        .schedule(controller.deadline, () -> runtime.callbacks().execute(() -> late(run, key)));
    ReconcileSpan span = ReconcileSpan.begin(controller.name, key);
    Outcome outcome;
    boolean threw = false;
    try {
      outcome = reconcile(working, key, run);
      if (outcome == null) {
        outcome = Outcome.retry(new IllegalStateException(
            controller + " returned null for " + key + "; return Outcome.done() instead"));
      }
    } catch (Throwable failure) { // also an Error: the key must be free again
      outcome = Outcome.retry(failure);
      threw = true;
    } finally {
      deadline.cancel();
      run.returned();
      working.returned(run);
    }
    if (span != null) {
      span.end(outcome);
    }
    report(key, outcome, threw, run);
    next(working, key, outcome);
  }

  private void late(Run run, String key) {
    if (run.expire("the run exceeds its deadline of " + controller.deadline.toMillis() + " ms")) {
      LOG.log(
          Level.WARNING,
          "{0}: the run of {1} exceeds its deadline of {2} ms and is interrupted",
          controller,
          key,
          controller.deadline.toMillis());
      quietly(() -> observer.onDeadline(controller.name, key));
    }
  }

  private void report(String key, Outcome outcome, boolean threw, Run run) {
    quietly(
        () -> observer.onRun(controller.name, key, outcome, threw, Duration.ofNanos(run.nanos())));
  }

  private void quietly(Runnable call) {
    try {
      call.run();
    } catch (Throwable failure) {
      LOG.log(Level.ERROR, controller + ": the observer threw", failure);
    }
  }

  private void next(Session working, String key, Outcome outcome) throws Exception {
    if (outcome instanceof Outcome.Again again) {
      working.queue.addAfter(key, again.after());
    } else if (outcome instanceof Outcome.GiveUp end) {
      LOG.log(
          Level.WARNING, controller + ": gave up " + key + " until its next change", end.cause());
    } else if (outcome instanceof Outcome.Retry retry) {
      throw rethrown(retry.cause());
    }
  }

  /** What it is told, in a form that can be thrown here. */
  private static Exception rethrown(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof Exception exception ? exception : new IllegalStateException(cause);
  }

  /** The key is queued again by the workers; this decides how long it waits at least, and what is logged. */
  private void failed(Session working, String key, Throwable failure) {
    Duration requested = retryAfter(failure);
    if (requested != null) {
      working.limiter.atLeast(key, requested);
    }
    int inARow = working.queue.retries(key) + 1;
    if (failure instanceof RunEndedException || isConflict(failure)) {
      LOG.log(Level.INFO, "{0}: {1} is run again: {2}", controller, key, failure.getMessage());
    } else if (Integer.bitCount(inARow) == 1) { // a key that keeps failing does not fill the log
      LOG.log(
          Level.WARNING,
          controller + ": " + key + " failed, and will be retried; failures in a row: " + inARow,
          failure);
    }
  }

  private static boolean isConflict(Throwable failure) {
    return failure instanceof SourceException refusal
        && refusal.code() == HttpURLConnection.HTTP_CONFLICT;
  }

  private static @Nullable Duration retryAfter(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 10; depth++, cause = cause.getCause()) {
      if (cause instanceof SourceException refusal && refusal.retryAfter() != null) {
        return refusal.retryAfter();
      }
    }
    return null;
  }

  private Outcome reconcile(Session working, String key, Run run) throws Exception {
    T object = primary.get(key);
    if (object == null) {
      controller.gone.accept(key);
      return Outcome.done();
    }
    RunWrites writes = new RunWrites(
        informers, caches, permissions, run, controller.name, Keys.namespace(key), everywhere);
    boolean dying = object.getMetadata().getDeletionTimestamp() != null;
    if (controller.finalizer == null || controller.cleanup == null) {
      return controller.reconciler.reconcile(object, context(working, key, object, run, writes));
    }
    boolean present = object.getMetadata().getFinalizers().contains(controller.finalizer);
    if (!dying) {
      T guarded = present ? object : writes.finalizer(object, controller.finalizer, true);
      if (guarded == null || guarded.getMetadata().getDeletionTimestamp() != null) {
        return Outcome.done(); // its deletion is on its way as another change
      }
      return controller.reconciler.reconcile(guarded, context(working, key, guarded, run, writes));
    }
    if (!present) {
      return Outcome.done(); // others have finalizers
    }
    Outcome outcome =
        controller.cleanup.reconcile(object, context(working, key, object, run, writes));
    if (outcome instanceof Outcome.Done) {
      writes.finalizer(object, controller.finalizer, false);
    }
    return outcome;
  }

  private Context<T> context(Session working, String key, T object, Run run, RunWrites writes) {
    return new Context<>(
        controller.name, key, object, working.queue.retries(key), run, caches, writes, events);
  }

  // ---- the handle

  @Override
  public String name() {
    return controller.name;
  }

  @Override
  public int concurrency() {
    return controller.concurrency;
  }

  @Override
  public int activeRuns() {
    Session working = session;
    return working == null ? 0 : working.activeRuns();
  }

  @Override
  public @Nullable WorkQueueStatistics queue() {
    Session working = session;
    return working == null ? null : working.queue.statistics();
  }

  /** The runs that exceed their deadline, with the time they have taken. */
  Map<String, Duration> lateRuns() {
    Map<String, Duration> late = new LinkedHashMap<>();
    Session working = session;
    if (working != null) {
      for (Run run : working.runs()) {
        if (run.isLate()) {
          late.put(run.what(), Duration.ofNanos(run.nanos()));
        }
      }
    }
    return late;
  }

  @Override
  public void trigger(String key, int priority) {
    Keys.split(key);
    queue(key, priority);
  }

  @Override
  public void triggerAll(int priority) {
    primary.informer().snapshot().keys().forEach(key -> queue(key, priority));
  }

  @Override
  public <S extends HasMetadata> Watch watch(
      KindInformer<S> kind, Function<? super S, ? extends Collection<String>> mapper) {
    return watch(Kind.of(kind), mapper);
  }

  @Override
  public <S extends HasMetadata> Watch watch(
      Class<S> type, Function<? super S, ? extends Collection<String>> mapper) {
    return watch(Kind.of(type), mapper);
  }

  private <S extends HasMetadata> Watch watch(
      Kind<S> kind, Function<? super S, ? extends Collection<String>> mapper) {
    CachedKind<S> cache = caches.open(kind);
    allow(cache);
    Registration<S> registration =
        observe(cache, new MappedHandler<>(ControllerBuilder.mapped(kind, mapper, change -> true)));
    return new Watch() {
      @Override
      public boolean isSynced() {
        return registration.isSynced();
      }

      @Override
      public void close() {
        handlers.remove(registration);
        registration.remove();
      }
    };
  }

  Resource resource() {
    return primary.resource();
  }
}
