package dev.informant.informer;

import dev.informant.informer.Notification.Update;
import dev.informant.internal.store.RevisionStore.Revisions;
import dev.informant.log.QuietLog;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves one handler: takes batches from the pipeline and calls the handler one notification at a time
 * on its own serial queue. {@link #offer} belongs to the pipeline; everything else is for any thread.
 */
/*
 * The serial queue is used for one task at a time: the buffer says when the listener sleeps, and only
 * then a task is given. A task delivers until the buffer is empty, or until it has delivered TURN calls;
 * then it queues itself again, so that a flooded handler does not keep its thread from others. A batch can be as
 * large as the store (what a late handler is shown), so the turn may end inside it: `walk` is where. The price
 * of a hand-off is therefore one uncontended lock per batch and one wake-up per idle period.
 *
 * What a handler throws stays inside its call. A delivery that breaks off elsewhere (an observer or a clock that
 * throws) goes on with the same batch, after the last call that was made: `current` is the batch, `remaining` and
 * `walk` are the place in it. If the JVM is out of memory, the informer ends instead.
 */
final class ProcessorListener<T> {
  /** Calls that a handler may get in one go. */
  static final int TURN = 512;

  private static final Logger LOG = QuietLog.of(ProcessorListener.class);
  private static final long SLOW_NANOS = Duration.ofMillis(100).toNanos();
  private static final int CALLS_PER_CLOCK_READING = 32;
  private static final ThreadLocal<Boolean> INSIDE = new ThreadLocal<>();

  private final String name;
  private final HandlerCalls<T, ?> calls;
  private final EngineRuntime runtime;
  private final InformerObserver observer;
  private final Consumer<Throwable> end;
  private final NotificationBuffer<T> buffer;
  private final SerialQueue queue;
  private final Backlog backlog;
  private final CallbackGate gate = new CallbackGate();
  private final CompletableFuture<Void> synced = new CompletableFuture<>();
  private final AtomicLong failures = new AtomicLong();

  /** Calls left of the batch being delivered, and when it came; written by the consumer. */
  private final AtomicLong remaining = new AtomicLong();

  private volatile long currentNanos;

  /** Calls of all batches taken so far, whether made or not; written by the consumer. */
  private volatile long taken;

  // all belong to the consumer
  private NotificationBuffer.@Nullable Timed<T> current;
  private @Nullable Iterator<Revision<T>> walk;
  private int left; // calls of this turn
  private int unclocked;
  private long clockNanos;

  /**
   * @param end ends the informer, with the cause
   */
  ProcessorListener(
      String name,
      HandlerCalls<T, ?> calls,
      HandlerOptions.Buffer policy,
      EngineRuntime runtime,
      InformerObserver observer,
      Consumer<Throwable> end) {
    this.name = name;
    this.calls = calls;
    this.runtime = runtime;
    this.observer = observer;
    this.end = end;
    this.buffer = policy == HandlerOptions.Buffer.CONFLATING
        ? new ConflatingBuffer<>(this)
        : new UnboundedBuffer<>();
    this.queue = runtime.callbackQueue(this::undelivered);
    this.backlog = new Backlog(
        this::lag, behind -> observer.onEvent(new InformerEvent.HandlerBehind(name, behind)));
  }

  /** Whether this thread is inside some handler's call. */
  static boolean isInsideHandler() {
    return INSIDE.get() != null;
  }

  String name() {
    return name;
  }

  /** Hands over a batch; returns at once. */
  void offer(Batch<T> batch, long nanos) {
    if (!gate.isOpen()
        || (batch instanceof Batch.Resync<T> resync && !resync.audience().contains(this))) {
      return;
    }
    if (buffer.offer(batch, nanos)) {
      queue.execute(this::deliver);
    }
    backlog.grewBy(batch.size());
  }

  /** Completes when the handler has returned from its initial list; fails if it is shut before. */
  CompletableFuture<Void> synced() {
    return synced;
  }

  /** Drops what waits and lets no further call begin; returns whether this call did it. */
  boolean shut(String why) {
    boolean first = gate.shut();
    if (first) {
      buffer.clear();
      synced.completeExceptionally(
          new IllegalStateException("handler " + name + " had not synced: " + why));
    }
    return first;
  }

  /** Completes when the listener is shut and the call in progress has returned. */
  CompletableFuture<Void> quiet() {
    return gate.quiet();
  }

  boolean isActive() {
    return gate.isOpen();
  }

  long failures() {
    return failures.get();
  }

  HandlerLag lag() {
    long now = runtime.clock().nanos();
    long left = remaining.get();
    long oldest = left > 0 ? currentNanos : buffer.oldestNanos(now);
    long depth = left + buffer.depth();
    return depth == 0
        ? HandlerLag.NONE
        : new HandlerLag(depth, Duration.ofNanos(Math.max(0, now - oldest)));
  }

  /** A number that changes with every call that returns. */
  long progress() {
    return taken - remaining.get();
  }

  /** Delivers what waits, up to a turn of calls. */
  private void deliver() {
    if (!gate.enter()) {
      forget();
      return;
    }
    INSIDE.set(true);
    try {
      left = TURN;
      readClock();
      while (gate.isOpen()) {
        NotificationBuffer.Timed<T> next = current;
        if (next == null) {
          next = buffer.take();
          if (next == null) {
            return;
          }
          current = next;
          currentNanos = next.nanos();
          taken += next.batch().size(); // only the consumer writes
          remaining.set(next.batch().size());
        }
        if (deliverBatch(next.batch())) {
          current = null;
          walk = null;
        }
        readClock();
        if (left <= 0) {
          runtime.giveWay();
          queue.execute(this::deliver);
          return;
        }
      }
    } finally {
      if (current == null || !gate.isOpen()) {
        forget();
      }
      INSIDE.remove();
      gate.leave();
    }
  }

  private void forget() {
    current = null;
    walk = null;
    remaining.set(0);
  }

  /** Makes its calls as far as the turn goes; returns whether there are no more. */
  private boolean deliverBatch(Batch<T> batch) {
    if (batch instanceof Batch.Changes<T> changes) {
      return deliverChanges(changes.notifications());
    } else if (batch instanceof Batch.Initial<T> initial) {
      Iterator<Revision<T>> revisions = walk(initial.revisions());
      while (left > 0 && revisions.hasNext()) {
        deliverOne(new Notification.Add<>(revisions.next(), /* initial= */ true));
      }
      return !revisions.hasNext();
    } else if (batch instanceof Batch.Resync<T> resync) {
      Iterator<Revision<T>> revisions = walk(resync.revisions());
      while (left > 0 && revisions.hasNext()) {
        Revision<T> revision = revisions.next();
        deliverOne(new Update<>(revision, revision, null));
      }
      return !revisions.hasNext();
    } else if (batch instanceof Batch.ListMark<T> mark) {
      deliverMark(mark);
    } else if (gate.isOpen()) {
      synced.complete(null);
    }
    return true;
  }

  private boolean deliverChanges(List<Notification<T>> changes) {
    int from = changes.size() - (int) remaining.getPlain();
    int to = Math.min(changes.size(), from + left);
    for (int i = from; i < to; i++) {
      deliverOne(changes.get(i));
    }
    return to == changes.size();
  }

  private void deliverMark(Batch.ListMark<T> mark) {
    if (gate.isOpen()) {
      try {
        calls.call(mark);
      } catch (Throwable failure) {
        failed(mark.begins() ? "the start of a list" : "the end of a list", failure);
      }
    }
  }

  /** The walk over the present batch, where the turn before left it. */
  private Iterator<Revision<T>> walk(Revisions<T> revisions) {
    Iterator<Revision<T>> begun = walk;
    if (begun == null) {
      begun = revisions.iterator();
      walk = begun;
    }
    return begun;
  }

  private void deliverOne(Notification<T> notification) {
    left--;
    if (!gate.isOpen()) {
      return;
    }
    try {
      if (!(notification instanceof Update<T> update) || update.concerns(this)) {
        call(notification);
      }
    } finally {
      // Made is made, even if what it threw could not be reported. Only the consumer writes, so no
      // read-modify-write is needed.
      remaining.lazySet(remaining.getPlain() - 1);
    }
    if (unclocked >= CALLS_PER_CLOCK_READING) {
      readClock();
    }
  }

  private void call(Notification<T> notification) {
    unclocked++;
    boolean followed = observer.follows(notification.key());
    if (followed) {
      reached(InformerEvent.Stage.CALLED, notification);
    }
    try {
      calls.call(notification);
    } catch (Throwable failure) { // whatever it is, the next call is owed to the handler
      failed(notification.key(), failure);
    }
    if (followed) {
      reached(InformerEvent.Stage.RETURNED, notification);
    }
  }

  private void reached(InformerEvent.Stage stage, Notification<T> notification) {
    observer.onEvent(new InformerEvent.ChangeReached(
        stage,
        notification.key(),
        notification.resourceVersion(),
        name,
        runtime.clock().nanos()));
  }

  /** Reports the calls since the last reading if they took long; a reading a call would cost more. */
  private void readClock() {
    long now = runtime.clock().nanos();
    long took = now - clockNanos;
    int calls = unclocked;
    clockNanos = now;
    unclocked = 0;
    if (calls > 0 && took >= SLOW_NANOS) {
      observer.onEvent(new InformerEvent.HandlerSlow(name, calls, Duration.ofNanos(took), lag()));
    }
  }

  private void failed(String key, Throwable failure) {
    long count = failures.incrementAndGet();
    observer.onEvent(new InformerEvent.HandlerFailed(name, key, failure));
    if (Long.bitCount(count) == 1) { // the first, then each time the count has doubled
      LOG.log(
          Level.WARNING,
          "handler " + name + ": threw for " + key + " (" + count
              + (count == 1 ? " failure" : " failures") + " so far); the call is not repeated",
          failure);
    }
  }

  /** A delivery could not run, or broke off outside of the handler's calls. */
  private void undelivered(Throwable failure) {
    if (failure instanceof RejectedExecutionException) {
      boolean first = shut("the runtime is closed");
      forget(); // no delivery runs: a refusal comes before one begins or after one has ended
      if (first) {
        LOG.log(
            Level.WARNING, "handler " + name + ": receives no more calls, the runtime is closed");
      }
    } else if (failure instanceof OutOfMemoryError) {
      end.accept(failure);
    } else {
      queue.execute(this::deliver);
      LOG.log(Level.ERROR, "handler " + name + ": delivery failed, continuing", failure);
    }
  }
}
