package dev.informant.informer;

import dev.informant.log.QuietLog;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.Revision;
import dev.informant.queue.InOrderQueue;
import dev.informant.queue.Queue;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.source.ListerWatcher;
import dev.informant.source.Reflector;
import dev.informant.source.ReflectorState;
import dev.informant.store.SnapshotIndexer;
import dev.informant.store.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a queue from a source and calls a process function with what the queue hands over: the parts of an informer,
 * without its sharing and without its isolation. The process function runs on the callback threads, one call at a
 * time, and may block; that stops this controller and no other. If it throws, its changes are lost, so the
 * collection is listed again after a pause, and the controller is not synced before such a list has been processed.
 *
 * <p>Any thread may call any method.
 */
public final class QueueController<T> implements AutoCloseable {
  private static final Logger LOG = QuietLog.of(QueueController.class);

  private final Queue<Revision<T>> queue;
  private final Reflector<T> reflector;
  private final Queue.Consumer<Revision<T>> process;
  private final SerialQueue steps;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private final AtomicBoolean wanted = new AtomicBoolean();
  private volatile boolean closed;

  private QueueController(
      Queue<Revision<T>> queue,
      Reflector<T> reflector,
      Queue.Consumer<Revision<T>> process,
      EngineRuntime runtime) {
    this.queue = queue;
    this.reflector = reflector;
    this.process = process;
    this.steps =
        runtime.callbackQueue(refused -> stopped.complete(null)); // steps catch what they throw
  }

  public static <T> Builder<T> builder(
      ListerWatcher<T> source, ObjectAccessor<T> accessor, EngineRuntime runtime) {
    return new Builder<>(source, accessor, runtime);
  }

  /**
   * Begins to list and watch. A controller that has been closed before stays closed.
   *
   * @throws IllegalStateException if it was started before
   */
  public void start() {
    reflector.start();
    queue.onAvailable(this::drainSoon);
  }

  /** Whether the process function has returned from the first list. Once true, it stays true. */
  public boolean hasSynced() {
    return queue.hasSynced();
  }

  /** The version of the last list, event or bookmark received; empty before the first. */
  public String lastSyncResourceVersion() {
    return reflector.lastSyncResourceVersion();
  }

  /** What the reflector does now, since when, and because of what. */
  public ReflectorState state() {
    return reflector.state();
  }

  /** Ends it without waiting: no further call of the process function begins. Idempotent. */
  @Override
  public void close() {
    closed = true;
    reflector.close();
    queue.close();
    steps.execute(() -> stopped.complete(null));
  }

  /** Completes when it has been closed and neither a request nor the process function runs any more. */
  public CompletableFuture<Void> closed() {
    return CompletableFuture.allOf(reflector.closed(), stopped);
  }

  @Override
  public String toString() {
    return "controller " + reflector.name() + " of " + reflector.description();
  }

  private void drainSoon() {
    if (!closed && wanted.compareAndSet(false, true)) {
      steps.execute(this::drain);
    }
  }

  /** One turn of the queue; others have theirs before the next. */
  private void drain() {
    wanted.set(false); // first: a change that arrives after the poll wants another turn
    boolean more = true;
    try {
      more = !closed && queue.poll(process);
    } catch (Throwable failure) {
      LOG.log(Level.WARNING, this + ": the process function failed; listing again", failure);
      reflector.relist(failure, () -> {});
    }
    if (more) {
      drainSoon();
    }
  }

  /** Collects the options of a controller. Not thread-safe. */
  public static final class Builder<T> {
    private final ListerWatcher<T> source;
    private final ObjectAccessor<T> accessor;
    private final EngineRuntime runtime;
    private Queue<Revision<T>> queue = new InOrderQueue<>(Revision::key);
    private Consumer<Reflector.Builder<T>> options = reflector -> {};

    private Builder(ListerWatcher<T> source, ObjectAccessor<T> accessor, EngineRuntime runtime) {
      this.source = source;
      this.accessor = accessor;
      this.runtime = runtime;
    }

    /** The queue between source and process function, for this controller alone. Default: {@link InOrderQueue}. */
    public Builder<T> queue(Queue<Revision<T>> value) {
      this.queue = value;
      return this;
    }

    /** Sets options of the reflector: its name, page size, transform, resync. */
    public Builder<T> reflector(Consumer<Reflector.Builder<T>> value) {
      this.options = value;
      return this;
    }

    /** A controller that calls {@code process} with all changes. */
    public QueueController<T> process(Queue.Consumer<Revision<T>> process) {
      return build(reflector -> {}, process);
    }

    /**
     * A controller that writes every change to a store, as it arrives. The store's own code (the listener of an {@code
     * UndeltaStore}) runs on the callback threads.
     */
    public QueueController<T> into(Store<T> store) {
      Function<String, @Nullable Revision<T>> stored = key -> {
        T object = store.get(key);
        return object == null ? null : Revision.of(object, accessor);
      };
      return build(reflector -> reflector.previous(stored), new StoreWriter<>(store));
    }

    /**
     * A controller that keeps a store, which nobody else writes, and calls one handler after each change of it. What
     * the handler throws is logged, and the call counts as returned.
     */
    public QueueController<T> into(SnapshotIndexer<T> store, ResourceEventHandler<T> handler) {
      return build(
          reflector -> reflector.form(store.form()).previous(store.revisionStore()::get),
          new SingleHandler<>(store.revisionStore(), handler));
    }

    private QueueController<T> build(
        Consumer<Reflector.Builder<T>> defaults, Queue.Consumer<Revision<T>> process) {
      Reflector.Builder<T> reflector = Reflector.builder(source, accessor, queue, runtime);
      defaults.accept(reflector);
      options.accept(reflector);
      return new QueueController<>(queue, reflector.build(), process, runtime);
    }
  }
}
