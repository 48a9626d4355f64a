package dev.informant.informer;

import dev.informant.internal.options.Option;
import dev.informant.internal.options.Settings;
import dev.informant.internal.source.Reflector;
import dev.informant.internal.source.ReflectorOptions;
import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.log.QuietLog;
import dev.informant.log.Readable;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.Revision;
import dev.informant.queue.InOrderQueue;
import dev.informant.queue.Queue;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.source.ListerWatcher;
import dev.informant.store.Indexer;
import dev.informant.store.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a queue from a source and calls a process function with the queued changes: the parts of an informer, without
 * sharing and without isolation of handlers. The process function runs on the callback threads, one call at a time, and
 * may block; this stops only its own controller. If it throws, its changes are lost: the collection is listed again
 * after a pause, and the controller is not synced until such a list has been processed.
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
   * Starts to list and watch.
   *
   * @throws IllegalStateException if it was started before, or is closed
   */
  public void start() {
    if (closed) {
      throw new IllegalStateException("cannot start: " + this + " is closed; build a new one");
    }
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

  /**
   * Returns the failure that the controller has not recovered from yet; null if there is none. It retries until it is
   * closed.
   */
  public @Nullable Throwable failure() {
    return reflector.state().cause();
  }

  /** Closes the controller without waiting: no further call of the process function starts. Idempotent. */
  @Override
  public void close() {
    closed = true;
    reflector.close();
    queue.close();
    steps.execute(() -> stopped.complete(null));
  }

  /** Completes when the controller is closed and neither a request nor the process function is running. */
  public CompletableFuture<Void> closed() {
    return CompletableFuture.allOf(reflector.closed(), stopped);
  }

  @Override
  public String toString() {
    return "controller " + reflector.name();
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
      LOG.log(Level.WARNING, this + ": the process function failed, listing again", failure);
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
    private final Settings options = new Settings();
    private Duration resync = Duration.ZERO;

    private Builder(ListerWatcher<T> source, ObjectAccessor<T> accessor, EngineRuntime runtime) {
      this.source = Objects.requireNonNull(source, "source");
      this.accessor = Objects.requireNonNull(accessor, "accessor");
      this.runtime = Objects.requireNonNull(runtime, "runtime");
    }

    /** The queue between source and process function, for this controller alone. Default: {@link InOrderQueue}. */
    public Builder<T> queue(Queue<Revision<T>> value) {
      this.queue = Objects.requireNonNull(value, "queue");
      return this;
    }

    /** The name in messages. Default: the class and line that build the controller. */
    public Builder<T> name(String value) {
      return set(ReflectorOptions.NAME, value);
    }

    /** Changes each object before it is queued. */
    public Builder<T> transform(UnaryOperator<T> value) {
      return set(ReflectorOptions.transform(), value);
    }

    /** How often every object is queued again. Default, zero: never. */
    public Builder<T> resync(Duration period) {
      Objects.requireNonNull(period, "resync");
      if (period.isNegative()) {
        throw new IllegalArgumentException("resync must not be negative: " + Readable.time(period));
      }
      resync = period;
      return this;
    }

    /** The page size of every list. Default, 0: 500 where paging does not bypass the server's cache. */
    public Builder<T> pageSize(long value) {
      return set(ReflectorOptions.PAGE_SIZE, value);
    }

    private <V> Builder<T> set(Option<V> option, V value) {
      options.set(option, value);
      return this;
    }

    /** Builds a controller that calls {@code process} with all changes. */
    public QueueController<T> process(Queue.Consumer<Revision<T>> process) {
      return build(reflector -> {}, Objects.requireNonNull(process, "process"));
    }

    /**
     * Builds a controller that writes every change to a store, as it arrives. The store's own code (the listener of an
     * {@code UndeltaStore}) runs on the callback threads.
     */
    public QueueController<T> into(Store<T> store) {
      Objects.requireNonNull(store, "store");
      Function<String, @Nullable Revision<T>> stored = key -> {
        T object = store.get(key);
        return object == null ? null : Revision.of(object, accessor);
      };
      return build(reflector -> reflector.previous(stored), new StoreWriter<>(store));
    }

    /**
     * Builds a controller that keeps a store up to date and calls one handler after each change. Nothing else may write
     * to the store. Exceptions of the handler are logged, and the call counts as returned. The handler is called with
     * the start and the end of a list, unless the queue is a {@link dev.informant.queue.DeltaFifo}.
     *
     * @param indexer built with {@link Indexer#builder}
     * @throws IllegalArgumentException if the indexer is of another class
     */
    public QueueController<T> into(Indexer<T> indexer, ResourceEventHandler<? super T> handler) {
      Objects.requireNonNull(indexer, "indexer");
      Objects.requireNonNull(handler, "handler");
      if (!(indexer instanceof SnapshotIndexer<T> store)) {
        throw new IllegalArgumentException(
            "a controller with a handler needs an indexer of Indexer.builder(...)," + " not a "
                + indexer.getClass().getName());
      }
      return build(
          reflector -> reflector.form(store.form()).previous(store.revisionStore()::get),
          new SingleHandler<>(store.revisionStore(), handler));
    }

    private QueueController<T> build(
        Consumer<Reflector.Builder<T>> wiring, Queue.Consumer<Revision<T>> process) {
      Reflector.Builder<T> reflector = Reflector.builder(source, accessor, queue, runtime)
          .options(options)
          .resync(resync, () -> true);
      wiring.accept(reflector);
      return new QueueController<>(queue, reflector.build(), process, runtime);
    }
  }
}
