package dev.informant.informer;

import dev.informant.internal.store.RevisionStore;
import dev.informant.internal.store.RevisionStore.Revisions;
import dev.informant.log.QuietLog;
import dev.informant.object.Revision;
import dev.informant.queue.Delta;
import dev.informant.queue.Queue;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Moves changes from the queue into the store and on to the listeners, in steps on one serial queue.
 * Thread-safe: every public operation is a step of its own or can run at any time.
 */
/*
 * A drain step takes what the queue holds, up to a limit, writes it to the store and collects what
 * handlers are to be told; then each listener gets the collected list in one hand-off. If more is left, the step
 * queues itself again, so that other informers on the pool get their turn.
 *
 * Joining is a step too. It runs between drains, when the store and what has been handed to the listeners
 * agree: the newcomer gets the store's present state to walk by itself, and from then on every list. No gap,
 * no duplicate, and nobody waits for it.
 *
 * A turn whose write fails is lost, with what it held: the store changes as a whole or not at all, and no handler
 * has been notified. So the failure requests another list, which shows what is missing; until it is stored, a queue
 * that had not synced does not sync, and no version counts as reached. If the JVM is out of memory, nothing is
 * repaired: the informer ends with that cause.
 *
 * `wanted` holds "a drain is queued": it is cleared before the queue is looked at, so a change that comes
 * in after the look queues another drain.
 */
final class InformerPipeline<T> {
  private static final Logger LOG = QuietLog.of(InformerPipeline.class);
  private static final int MOST_POLLS = 64;
  private static final int MOST_NOTIFICATIONS = 2048;

  private final String name;
  private final EngineRuntime runtime;
  private final Queue<Revision<T>> queue;
  private final RevisionStore<T> store;
  private final InformerObserver observer;
  private final ResyncSchedule<T> resyncs;
  private final StoredVersions<T> versions;
  private final DeltaProcessor<T> deltas;
  private final SerialQueue steps;
  private final CopyOnWriteArrayList<ProcessorListener<T>> listeners = new CopyOnWriteArrayList<>();
  private final Set<ProcessorListener<T>> leaving = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private final AtomicBoolean wanted = new AtomicBoolean();
  private final @Nullable HandlerCalls<T, ?> afterStore;
  private final Consumer<Revision<T>> onShown;
  private final Runnable onSynced;
  private final Consumer<Throwable> end;
  private final BiConsumer<Throwable, Runnable> relist;
  private volatile boolean synced;
  private volatile boolean closed;

  // belong to the steps
  private List<Notification<T>> collected = new ArrayList<>();
  private int processed;
  private boolean warming;

  /**
   * @param afterStore called with each change as soon as it is stored; null for nobody
   * @param onShown handlers will be called with this revision
   * @param onSynced the first list is stored
   * @param end ends the informer, with the cause
   * @param relist lists everything again because of a failure, and runs the second argument when that list is queued
   */
  InformerPipeline(
      String name,
      EngineRuntime runtime,
      Queue<Revision<T>> queue,
      RevisionStore<T> store,
      ResyncSchedule<T> resyncs,
      Parity parity,
      InformerObserver observer,
      StoredVersions<T> versions,
      @Nullable HandlerCalls<T, ?> afterStore,
      Consumer<Revision<T>> onShown,
      Runnable onSynced,
      Consumer<Throwable> end,
      BiConsumer<Throwable, Runnable> relist) {
    this.name = name;
    this.runtime = runtime;
    this.queue = queue;
    this.store = store;
    this.resyncs = resyncs;
    this.observer = observer;
    this.versions = versions;
    this.afterStore = afterStore;
    this.onShown = onShown;
    this.onSynced = onSynced;
    this.end = end;
    this.relist = relist;
    this.deltas = new DeltaProcessor<>(store, parity, resyncs, new Collector());
    this.steps = runtime.pipelineQueue(this::stepFailed);
    queue.onAvailable(this::drainSoon);
  }

  boolean hasSynced() {
    return synced;
  }

  boolean isClosed() {
    return closed;
  }

  List<ProcessorListener<T>> listeners() {
    return List.copyOf(listeners);
  }

  /** Lets a listener in: what is stored now, then every change. */
  void join(ProcessorListener<T> listener) {
    steps.execute(() -> {
      listeners.add(listener);
      if (closed || !listener.isActive()) { // removed before its turn came
        leave(listener, "the informer is closed");
        return;
      }
      Revisions<T> stored = store.state();
      long now = runtime.clock().nanos();
      if (stored.size() > 0) {
        listener.offer(new Batch.Initial<>(stored), now);
      }
      if (synced) {
        listener.offer(new Batch.Synced<>(), now);
      }
    });
  }

  /** Hands the same batch to every listener; none of them runs or waits here. */
  private void distribute(Batch<T> batch) {
    long now = runtime.clock().nanos();
    for (ProcessorListener<T> listener : listeners) {
      listener.offer(batch, now);
    }
  }

  /**
   * Takes in what an earlier run saved and shows it to the handlers, without being synced by that.
   *
   * @param then told whether it went well
   */
  void warm(List<Revision<T>> revisions, String resourceVersion, Consumer<Boolean> then) {
    steps.execute(() -> Waiting.notInside(() -> {
      boolean done = false;
      try {
        queue.holdSync();
        warming = true;
        deltas.process(
            List.of(
                new Delta.ReplacedAll<>(resourceVersion, revisions, /* authoritative= */ false)),
            /* inInitialList= */ true);
        handOver();
        done = true;
      } finally {
        warming = false;
        then.accept(done);
      }
    }));
  }

  /** What was taken in is known to be fresh. */
  void confirm() {
    queue.confirmSync();
    drainSoon();
  }

  /** Lets a listener out at once; what waits for it is dropped. */
  void leave(ProcessorListener<T> listener, String why) {
    leaving.add(listener);
    listener.shut(why);
    listener.quiet().whenComplete((done, failure) -> leaving.remove(listener));
    listeners.remove(listener);
    resyncs.remove(listener);
  }

  /** Queues a resync for those who are due. */
  void checkResyncs() {
    resyncs.check(runtime.clock().nanos(), queue::resync);
  }

  /** Changes that wait in the queue. */
  int queued() {
    return queue.depth();
  }

  /** Runs {@code answer} as a step. */
  void ping(Runnable answer) {
    steps.execute(answer);
  }

  void drainSoon() {
    if (!closed && wanted.compareAndSet(false, true)) {
      steps.execute(() -> Waiting.notInside(this::drain));
    }
  }

  /**
   * Takes in nothing more and shuts every listener; returns those who may be inside a call, removed ones
   * too. Idempotent.
   */
  List<ProcessorListener<T>> close() {
    closed = true;
    queue.close();
    listeners.forEach(listener -> leave(listener, "the informer was closed"));
    steps.execute(() -> stopped.complete(null));
    return List.copyOf(leaving);
  }

  /** The names of removed handlers whose calls have not returned. */
  List<String> unreturned() {
    return leaving.stream()
        .filter(listener -> !listener.quiet().isDone())
        .map(ProcessorListener::name)
        .sorted()
        .toList();
  }

  /** Completes when it is closed and its last step has returned. */
  CompletableFuture<Void> stopped() {
    return stopped;
  }

  private void drain() {
    wanted.set(false);
    if (closed) {
      return;
    }
    StoredVersions.Mark mark = versions.mark();
    long began = runtime.clock().nanos();
    processed = 0;
    boolean more = true;
    for (int polls = 0;
        more && polls < MOST_POLLS && collected.size() < MOST_NOTIFICATIONS;
        polls++) {
      more = poll();
    }
    handOver();
    if (processed > 0) {
      observer.onEvent(new InformerEvent.Processed(
          processed, Duration.ofNanos(runtime.clock().nanos() - began)));
    }
    if (more || (processed > 0 && versions.areAwaited())) {
      drainSoon();
    } else if (processed == 0) {
      versions.stored(mark); // it was queued before we looked, and there was nothing left
    } else {
      versions.drained(mark);
    }
    if (!more) {
      resyncs.processed(() -> queue.depth() == 0);
    }
  }

  private boolean poll() {
    boolean more;
    try {
      more = queue.poll(this::take);
    } catch (OutOfMemoryError fatal) {
      throw fatal;
    } catch (Throwable failure) {
      lost(failure);
      more = true;
    }
    if (!synced && queue.hasSynced()) {
      handOver();
      synced = true;
      distribute(new Batch.Synced<>());
      onSynced.run();
    }
    return more;
  }

  private void take(List<Delta<Revision<T>>> changes, boolean inInitialList) {
    processed += changes.size();
    deltas.process(changes, inInitialList);
  }

  private void handOver() {
    if (!collected.isEmpty()) {
      List<Notification<T>> changes = collected;
      collected = new ArrayList<>();
      distribute(new Batch.Changes<>(changes));
    }
  }

  /** A step broke off, or was refused because the runtime is closed. */
  private void stepFailed(Throwable failure) {
    if (failure instanceof RejectedExecutionException) {
      end.accept(failure);
      stopped.complete(null);
    } else if (failure instanceof OutOfMemoryError) {
      end.accept(failure);
    } else {
      lost(failure);
      drainSoon();
    }
  }

  /** Changes were lost on their way into the store: a new list brings them back. */
  private void lost(Throwable failure) {
    int losses = versions.lost();
    relist.accept(failure, () -> {
      versions.relisted(losses);
      drainSoon();
    });
    LOG.log(Level.ERROR, "informer " + name + ": could not store changes, listing again", failure);
  }

  private void stored(Notification<T> notification) {
    if (observer.follows(notification.key())) {
      observer.onEvent(new InformerEvent.ChangeReached(
          InformerEvent.Stage.STORED,
          notification.key(),
          notification.resourceVersion(),
          "",
          runtime.clock().nanos()));
    }
  }

  private void callAfterStore(HandlerCalls<T, ?> calls, Notification<T> notification) {
    try {
      calls.call(notification);
    } catch (OutOfMemoryError fatal) {
      throw fatal;
    } catch (Throwable thrown) { // an Error too: handlers must receive the notification
      LOG.log(
          Level.WARNING,
          "informer " + name + ": afterStore threw for " + notification.key() + ", continuing",
          thrown);
    }
  }

  private final class Collector implements DeltaProcessor.Output<T> {
    @Override
    public void notify(Notification<T> notification) {
      collected.add(notification);
      stored(notification);
      if (afterStore != null) {
        callAfterStore(afterStore, notification);
      }
      if (notification instanceof Notification.Add<T> add) {
        onShown.accept(add.revision());
      } else if (notification instanceof Notification.Update<T> update) {
        onShown.accept(update.after());
      }
    }

    @Override
    public void listBegins(String storedVersion) {
      mark(/* begins= */ true, storedVersion);
    }

    @Override
    public void listEnds(String resourceVersion) {
      mark(/* begins= */ false, resourceVersion);
    }

    private void mark(boolean begins, String version) {
      if (!warming) { // what an earlier run saved is not a list
        handOver();
        distribute(new Batch.ListMark<>(begins, version));
      }
    }

    @Override
    public void resync(Set<ProcessorListener<T>> audience) {
      handOver();
      if (!audience.isEmpty()) {
        distribute(new Batch.Resync<>(store.state(), audience));
      }
    }

    @Override
    public void stale(String key, String stored, String stale) {
      observer.onEvent(new InformerEvent.Stale(key, stored, stale));
    }
  }
}
