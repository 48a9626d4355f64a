package dev.informant.source;

import dev.informant.internal.source.CallSite;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import dev.informant.queue.Queue;
import dev.informant.runtime.EngineRuntime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a queue fed with the state and the changes of one collection: lists it, watches it, and begins
 * again whenever something fails, until it is closed. Only an OutOfMemoryError ends it by itself; {@link #state()} names
 * it as the cause. It never blocks a thread; its steps run on
 * the pipeline of its runtime, and so do the calls of its transform, its listener and its destination.
 *
 * <p>Any thread may call any method.
 */
public final class Reflector<T> implements AutoCloseable {
  /** The least time asked for a watch; each one is asked for up to twice as long. */
  public static final Duration MIN_WATCH_TIMEOUT = Duration.ofMinutes(5);

  private final ReflectorSettings<T> settings;
  private final ReflectorLoop<T> loop;

  private Reflector(ReflectorSettings<T> settings) {
    this.settings = settings;
    this.loop = new ReflectorLoop<>(settings);
  }

  public static <T> Builder<T> builder(
      ListerWatcher<T> source,
      ObjectAccessor<T> accessor,
      Queue<Revision<T>> destination,
      EngineRuntime runtime) {
    return new Builder<>(source, accessor, destination, runtime);
  }

  /**
   * Begins. A reflector that has been closed before stays closed.
   *
   * @throws IllegalStateException if it was started before
   */
  public void start() {
    loop.start();
  }

  /**
   * Begins with what the destination has already, the state of {@code resourceVersion}: watches from there. If the
   * server does not know that version any more, or is behind it, everything is listed as usual.
   *
   * @param sameServer asks whether the server is the one that state is of; if not, everything is listed. May fail with
   *     {@link SourceException}: what is worth asking again is
   * @throws IllegalStateException if it was started before
   */
  public void resume(String resourceVersion, Supplier<CompletableFuture<Boolean>> sameServer) {
    loop.resume(resourceVersion, sameServer);
  }

  /**
   * What it has put into its destination was lost there, or is not to be relied on: ends the round as failed, and lists
   * again after the usual pause. Before the start and after the end it does nothing.
   *
   * @param cause why, for the listener and {@link #state()}: a {@link SourceException} as it is, anything else as what
   *     was thrown by who could not take it in
   * @param listed runs in a step when the destination has been given that list
   */
  public void relist(Throwable cause, Runnable listed) {
    loop.relist(cause, listed);
  }

  /** Runs {@code answer} as one of its steps, behind those that wait: an answer shows that they run. */
  public void ping(Runnable answer) {
    loop.ping(answer);
  }

  /** Ends it in whatever state it is: the request under way is cancelled, no other is sent. Idempotent. */
  @Override
  public void close() {
    loop.close();
  }

  /** Completes when it has been closed and nothing of it runs any more. */
  public CompletableFuture<Void> closed() {
    return loop.closed();
  }

  /** The version of the last list, event or bookmark; empty before the first. */
  public String lastSyncResourceVersion() {
    return loop.lastSyncResourceVersion();
  }

  public ReflectorState state() {
    return loop.state();
  }

  public String name() {
    return settings.name();
  }

  /** What is reflected, for messages. */
  public String description() {
    return settings.description();
  }

  @Override
  public String toString() {
    return "reflector " + name() + " of " + description();
  }

  /** Collects the options of a reflector. Not thread-safe. */
  public static final class Builder<T> {
    private final ListerWatcher<T> source;
    private final ObjectAccessor<T> accessor;
    private final Queue<Revision<T>> destination;
    private final EngineRuntime runtime;
    private String name = "";
    private String description = "objects";
    private UnaryOperator<T> transform = UnaryOperator.identity();
    private ObjectForm<T> form;
    private Duration resyncPeriod = Duration.ZERO;
    private BooleanSupplier shouldResync = () -> true;
    private WatchListPolicy watchList = WatchListPolicy.AUTO;
    private long pageSize;
    private Duration minWatchTimeout = MIN_WATCH_TIMEOUT;
    private boolean historyChecks = true;
    private Function<String, @Nullable Revision<T>> previous = key -> null;
    private ReflectorListener<T> listener = new ReflectorListener<>() {};
    private BackoffPolicy backoff = BackoffPolicy.DEFAULT;
    private Duration maxInternalErrorRetry = Duration.ZERO;

    private Builder(
        ListerWatcher<T> source,
        ObjectAccessor<T> accessor,
        Queue<Revision<T>> destination,
        EngineRuntime runtime) {
      this.source = source;
      this.accessor = accessor;
      this.form = ObjectForm.shared(accessor);
      this.destination = destination;
      this.runtime = runtime;
    }

    /** For messages. Default: the place in the program that builds it. */
    public Builder<T> name(String value) {
      this.name = value;
      return this;
    }

    /** What is reflected, for messages. */
    public Builder<T> description(String value) {
      this.description = value;
      return this;
    }

    /** Changes each object before anybody sees it; called once for each state of an object. */
    public Builder<T> transform(UnaryOperator<T> value) {
      this.transform = value;
      return this;
    }

    /** In which form objects are handed on. Default: the objects themselves. */
    public Builder<T> form(ObjectForm<T> value) {
      this.form = value;
      return this;
    }

    /**
     * While watching, asks {@code shouldResync} once in each period and if so resyncs the destination. A
     * period of zero never does.
     */
    public Builder<T> resync(Duration period, BooleanSupplier should) {
      this.resyncPeriod = period;
      this.shouldResync = should;
      return this;
    }

    /** Whether to begin with a streaming list. Default: {@link WatchListPolicy#AUTO}. */
    public Builder<T> watchList(WatchListPolicy value) {
      this.watchList = value;
      return this;
    }

    /** The page size of every list. Default, 0: 500 where paging does not defeat the server's cache. */
    public Builder<T> pageSize(long value) {
      if (value < 0) {
        throw new IllegalArgumentException("pageSize must not be negative: " + value);
      }
      this.pageSize = value;
      return this;
    }

    /** Raises the least time asked for a watch; less than {@link #MIN_WATCH_TIMEOUT} is ignored. */
    public Builder<T> minWatchTimeout(Duration value) {
      this.minWatchTimeout = value;
      return this;
    }

    /**
     * Whether to ask the server for its version when a watch, opened again after a loss, stays silent: one that was
     * restored from a backup shows by a lower one that it must be listed again. Default: true.
     */
    public Builder<T> historyChecks(boolean value) {
      this.historyChecks = value;
      return this;
    }

    /** Looks up what the cache holds under a key; used to keep unchanged and unreadable objects. */
    public Builder<T> previous(Function<String, @Nullable Revision<T>> value) {
      this.previous = value;
      return this;
    }

    public Builder<T> listener(ReflectorListener<T> value) {
      this.listener = value;
      return this;
    }

    /** Waiting times between attempts. Default: {@link BackoffPolicy#DEFAULT}. */
    public Builder<T> backoff(BackoffPolicy value) {
      this.backoff = value;
      return this;
    }

    /** How long internal errors in a watch are answered by watching again at once. Default: not at all. */
    public Builder<T> maxInternalErrorRetry(Duration value) {
      this.maxInternalErrorRetry = value;
      return this;
    }

    public Reflector<T> build() {
      if (resyncPeriod.isNegative()) {
        throw new IllegalArgumentException("the resync period is negative: " + resyncPeriod);
      }
      String given = name.isEmpty() ? CallSite.find(CallSite::isForeign, "unnamed") : name;
      return new Reflector<>(new ReflectorSettings<>(
          source,
          accessor,
          destination,
          runtime,
          given,
          description,
          transform,
          form,
          resyncPeriod,
          shouldResync,
          watchList,
          pageSize,
          minWatchTimeout.compareTo(MIN_WATCH_TIMEOUT) > 0 ? minWatchTimeout : MIN_WATCH_TIMEOUT,
          historyChecks,
          previous,
          new GuardedListener<>(given, listener),
          backoff,
          maxInternalErrorRetry));
    }
  }
}
