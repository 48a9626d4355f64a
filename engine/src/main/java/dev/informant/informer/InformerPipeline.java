package dev.informant.informer;

import dev.informant.log.QuietLog;
import dev.informant.object.Revision;
import dev.informant.queue.Delta;
import dev.informant.queue.Queue;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.source.FailureLevel;
import dev.informant.store.RevisionStore;
import dev.informant.store.RevisionStore.Revisions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

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
 * A turn that fails is lost, with what it held. Nothing of it has been told: the store changes as a whole or not
 * at all, and room for the notifications is made before. So another list shows what is missing, and the
 * failure asks for one; until it is in, a queue that had not synced does not, and no version counts as reached.
 *
 * `wanted` holds "a drain is queued": it is cleared before the queue is looked at, so a change that comes
 * in after the look queues another drain.
 */
final class InformerPipeline<T> {
  private static final Logger LOG = QuietLog.of(InformerPipeline.class);
  private static final int MOST_POLLS = 64;
  private static final int MOST_NOTIFICATIONS = 2048;
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final String name;
  private final EngineRuntime runtime;
  private final Queue<Revision<T>> queue;
  private final RevisionStore<T> store;
  private final InformerObserver observer;
  private final SharedProcessor<T> processor = new SharedProcessor<>();
  private final ResyncSchedule<T> resyncs;
  private final DeltaProcessor<T> deltas;
  private final SerialQueue steps;
  private final Set<ProcessorListener<T>> leaving = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private final AtomicBoolean wanted = new AtomicBoolean();
  private final Consumer<Revision<T>> onShown;
  private final Runnable onSynced;
  private final Consumer<Throwable> onRefused;
  private final Consumer<Throwable> onLost;
  private volatile boolean synced;
  private volatile boolean closed;

  private final Versions versions;

  /** How the store's progress is followed beyond what single objects tell. */
  interface Versions {
    /** How far the source has got with what it has queued. */
    Mark mark();

    /** Changes were lost: until they have been listed again, no version proves anything. */
    void lost();

    /** Whether anybody waits for one, or for what was lost. */
    boolean areAwaited();

    /** Everything up to {@code mark} is in the store, if nothing was lost. */
    void stored(Mark mark);

    /** The queue is empty again, and what {@code mark} tells of has been taken off: a place to go on from. */
    void drained(Mark mark);

    /**
     * @param version up to which the source has queued everything
     * @param relists how many of the losses have been followed by a list, which is queued too
     * @param lists how many lists the version counts in
     */
    record Mark(String version, int relists, int lists) {}
  }

  // belong to the steps
  private ArrayList<Notification<T>> collected = new ArrayList<>();
  private int processed;

  InformerPipeline(
      String name,
      EngineRuntime runtime,
      Queue<Revision<T>> queue,
      RevisionStore<T> store,
      ResyncSchedule<T> resyncs,
      Parity parity,
      InformerObserver observer,
      Versions versions,
      Consumer<Revision<T>> onShown,
      Runnable onSynced,
      Consumer<Throwable> onRefused,
      Consumer<Throwable> onLost) {
    this.name = name;
    this.runtime = runtime;
    this.queue = queue;
    this.store = store;
    this.resyncs = resyncs;
    this.observer = observer;
    this.versions = versions;
    this.onShown = onShown;
    this.onSynced = onSynced;
    this.onRefused = onRefused;
    this.onLost = onLost;
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
    return processor.listeners();
  }

  /** Lets a listener in: what is stored now, then every change. */
  void join(ProcessorListener<T> listener) {
    steps.execute(() -> {
      processor.add(listener);
      if (closed || !listener.isActive()) { // removed before its turn came
        leave(listener, "the informer is closed");
        return;
      }
      Revisions<T> stored = store.state();
      if (stored.size() > 0) {
        hand(listener, new Batch.Initial<>(stored));
      }
      if (synced) {
        hand(listener, new Batch.Synced<>());
      }
    });
  }

  private void hand(ProcessorListener<T> listener, Batch<T> batch) {
    try {
      listener.offer(batch, runtime.clock().nanos());
    } catch (Throwable failure) {
      owed(failure);
    }
  }

  private void distribute(Batch<T> batch) {
    Throwable failure = processor.distribute(batch, runtime.clock().nanos());
    if (failure != null) {
      owed(failure);
    }
  }

  /** A listener could not take a batch in, and keeps it: it tries again with the next, or after a while. */
  private void owed(Throwable failure) {
    runtime.timers().schedule(AGAIN, () -> steps.execute(this::handOverWhatIsOwed));
    observer.onEvent(new InformerEvent.Failed(failure, FailureLevel.RECOVERED));
    LOG.log(
        Level.ERROR,
        "informer " + name + ": a handler must wait for what it is to be told",
        failure);
  }

  private void handOverWhatIsOwed() {
    Throwable failure = closed ? null : processor.retry();
    if (failure != null) {
      owed(failure);
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
        deltas.process(
            List.of(
                new Delta.ReplacedAll<>(resourceVersion, revisions, /* authoritative= */ false)),
            /* inInitialList= */ true);
        done = true;
      } finally {
        try {
          handOver();
        } finally {
          then.accept(done);
        }
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
    processor.remove(listener);
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
    processor.listeners().forEach(listener -> leave(listener, "the informer was closed"));
    steps.execute(() -> stopped.complete(null));
    return List.copyOf(leaving);
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
    Versions.Mark mark = versions.mark();
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
    } catch (Throwable failure) {
      failed(failure);
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

  /** A step broke off, or was refused because the runtime is closed, which is the end. */
  private void stepFailed(Throwable failure) {
    if (failure instanceof RejectedExecutionException) {
      onRefused.accept(failure);
      stopped.complete(null);
    } else {
      failed(failure);
      drainSoon();
    }
  }

  /** Changes were lost. There may be no memory left to say so: first what repairs it. */
  private void failed(Throwable failure) {
    try {
      versions.lost();
      onLost.accept(failure);
      LOG.log(
          Level.ERROR,
          "informer " + name + ": changes could not be taken in; they are listed again",
          failure);
    } catch (Throwable whileReporting) {
      if (whileReporting != failure) {
        whileReporting.addSuppressed(failure);
      }
      LOG.log(Level.ERROR, "informer " + name + ": cannot report a failure", whileReporting);
    }
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

  private final class Collector implements DeltaProcessor.Output<T> {
    @Override
    public void expect(int notifications) {
      collected.ensureCapacity(collected.size() + notifications);
    }

    @Override
    public void notify(Notification<T> notification) {
      collected.add(notification);
      stored(notification);
      if (notification instanceof Notification.Add<T> add) {
        onShown.accept(add.revision());
      } else if (notification instanceof Notification.Update<T> update) {
        onShown.accept(update.after());
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
