package dev.informant.internal.source;

import dev.informant.internal.options.Option;
import dev.informant.internal.options.Settings;
import dev.informant.log.Readable;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import dev.informant.queue.Queue;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
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
   * Begins, where the destination has some state already: the first list is of the newest version, and not of what the
   * server has cached, which may be older.
   *
   * @throws IllegalStateException if it was started before
   */
  public void startKnowing() {
    loop.startKnowing();
  }

  /**
   * Begins with what the destination has already, the state of {@code resourceVersion}: watches from there. If the
   * server does not know that version any more, is behind it, or has few objects, everything is listed as usual.
   *
   * @param objects how many objects the destination has
   * @param sameServer asks whether the server is the one that state is of; if not, everything is listed. May fail with
   *     {@link SourceException}: what is worth asking again is
   * @throws IllegalStateException if it was started before
   */
  public void resume(
      String resourceVersion, int objects, Supplier<CompletableFuture<Boolean>> sameServer) {
    loop.resume(resourceVersion, objects, sameServer);
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

  /** Whether a watch has ever been established. */
  public boolean hasWatched() {
    return loop.hasWatched();
  }

  public String name() {
    return settings.name();
  }

  /** What is reflected, for messages. */
  public String description() {
    return settings.get(ReflectorOptions.DESCRIPTION);
  }

  @Override
  public String toString() {
    return "reflector " + name() + (description().isEmpty() ? "" : " of " + description());
  }

  /** Collects what a reflector works with. Not thread-safe. */
  public static final class Builder<T> {
    private final ListerWatcher<T> source;
    private final ObjectAccessor<T> accessor;
    private final Queue<Revision<T>> destination;
    private final EngineRuntime runtime;
    private final Settings options = new Settings();
    private ObjectForm<T> form;
    private Duration resyncPeriod = Duration.ZERO;
    private BooleanSupplier shouldResync = () -> true;
    private Function<String, @Nullable Revision<T>> previous = key -> null;
    private ReflectorListener<T> listener = new ReflectorListener<>() {};

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

    /** Sets one of {@link ReflectorOptions}. */
    public <V> Builder<T> set(Option<V> option, V value) {
      options.set(option, value);
      return this;
    }

    /** Sets all options that are set there. */
    public Builder<T> options(Settings values) {
      options.setAll(values);
      return this;
    }

    /** In which form objects are handed on. Default: the objects themselves. */
    public Builder<T> form(ObjectForm<T> value) {
      this.form = value;
      return this;
    }

    /**
     * While watching, calls {@code should} once in each period and resyncs the destination if it returns true. A
     * period of zero never does.
     */
    public Builder<T> resync(Duration period, BooleanSupplier should) {
      if (period.isNegative()) {
        throw new IllegalArgumentException("resync must not be negative: " + Readable.time(period));
      }
      this.resyncPeriod = period;
      this.shouldResync = should;
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

    public Reflector<T> build() {
      if (options.get(ReflectorOptions.NAME).isEmpty()) {
        options.set(ReflectorOptions.NAME, CallSite.find(CallSite::isForeign, "unnamed"));
      }
      return new Reflector<>(new ReflectorSettings<>(
          source,
          accessor,
          destination,
          runtime,
          form,
          resyncPeriod,
          shouldResync,
          previous,
          new GuardedListener<>(options.get(ReflectorOptions.NAME), listener),
          new Settings().setAll(options)));
    }
  }
}
