package dev.informant.controller;

import dev.informant.controller.Caches.Kind;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Describes a controller. A kind given by its class is watched as the factory is configured for that class; give a {@link
 * KindInformer} of the factory for anything else: namespaces, selectors, kinds without a class, metadata only. Not thread-safe.
 */
public final class ControllerBuilder<T extends HasMetadata> {
  /** How many runs at a time, unless configured: {@value}. */
  public static final int DEFAULT_CONCURRENCY = 1;

  /** How long a run may take, unless configured. */
  public static final Duration DEFAULT_DEADLINE = Duration.ofMinutes(10);

  /** The first and the longest pause after failures, unless configured. */
  public static final Duration DEFAULT_BACKOFF = Duration.ofMillis(5);

  public static final Duration DEFAULT_LONGEST_BACKOFF = Duration.ofSeconds(1000);

  final Kind<T> primary;
  final List<Watched<?>> watches = new ArrayList<>();
  final List<CacheIndex<?>> indexes = new ArrayList<>();
  final List<Kind<?>> reads = new ArrayList<>();
  String name;
  ChangeFilter<? super T> filter = change -> true;
  boolean filtered;

  @Nullable
  ToIntFunction<? super T> priority;

  int concurrency = DEFAULT_CONCURRENCY;
  Duration deadline = DEFAULT_DEADLINE;
  Duration backoff = DEFAULT_BACKOFF;
  Duration longestBackoff = DEFAULT_LONGEST_BACKOFF;

  @Nullable
  String finalizer;

  @Nullable
  Reconciler<T> cleanup;

  Consumer<? super String> gone = key -> {};

  /**
   * A watched kind.
   *
   * @param keys which keys a state of an object belongs to; given the resource of the primary
   */
  record Watched<S extends HasMetadata>(
      Kind<S> kind, KeyMapper<S> keys, ChangeFilter<? super S> filter, boolean owned) {}

  /** Which keys a state of an object belongs to. */
  @FunctionalInterface
  interface KeyMapper<S> {
    Collection<String> keys(S object, Resource primary);
  }

  record CacheIndex<S extends HasMetadata>(
      Kind<S> kind, String name, Function<? super S, ? extends Collection<String>> function) {
    void addTo(Caches caches) {
      caches.open(kind).index(name, function);
    }
  }

  ControllerBuilder(Kind<T> primary, String name) {
    this.primary = primary;
    this.name = name.toLowerCase(Locale.ROOT);
  }

  /** The name in logs, metrics and as field manager. Default: the kind in lower case. Unique within {@link ControllerManager}. */
  public ControllerBuilder<T> name(String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException("the name of a controller must not be blank");
    }
    name = value;
    return this;
  }

  /** Runs the owner when an object that it controls changes: owner reference with {@code controller: true}, group and kind compared. */
  public <S extends HasMetadata> ControllerBuilder<T> owns(Class<S> type) {
    return owns(Kind.of(type), change -> true);
  }

  /** As {@link #owns(Class)}, for changes that pass a filter. */
  public <S extends HasMetadata> ControllerBuilder<T> owns(
      Class<S> type, ChangeFilter<? super S> when) {
    return owns(Kind.of(type), when);
  }

  /** As {@link #owns(Class)}, for a kind described by the factory, such as {@code informers.metadata(Job.class)}. */
  public <S extends HasMetadata> ControllerBuilder<T> owns(KindInformer<S> kind) {
    return owns(Kind.of(kind), change -> true);
  }

  /** As {@link #owns(KindInformer)}, for changes that pass a filter. */
  public <S extends HasMetadata> ControllerBuilder<T> owns(
      KindInformer<S> kind, ChangeFilter<? super S> when) {
    return owns(Kind.of(kind), when);
  }

  private <S extends HasMetadata> ControllerBuilder<T> owns(
      Kind<S> kind, ChangeFilter<? super S> when) {
    watches.add(new Watched<>(
        kind, Owners::keyOfController, Objects.requireNonNull(when, "filter"), /* owned= */ true));
    return this;
  }

  /**
   * Runs keys when an object of another kind changes.
   *
   * @param mapper returns the keys ({@code namespace/name}) that an object belongs to; called with the state before and
   *     after a change. It must be quick and depend on the object only
   */
  public <S extends HasMetadata> ControllerBuilder<T> watches(
      Class<S> type, Function<? super S, ? extends Collection<String>> mapper) {
    return watches(Kind.of(type), mapper, change -> true);
  }

  /** As {@link #watches(Class, Function)}, for changes that pass a filter. */
  public <S extends HasMetadata> ControllerBuilder<T> watches(
      Class<S> type,
      Function<? super S, ? extends Collection<String>> mapper,
      ChangeFilter<? super S> when) {
    return watches(Kind.of(type), mapper, when);
  }

  /** As {@link #watches(Class, Function)}, for a kind described by the factory. */
  public <S extends HasMetadata> ControllerBuilder<T> watches(
      KindInformer<S> kind, Function<? super S, ? extends Collection<String>> mapper) {
    return watches(Kind.of(kind), mapper, change -> true);
  }

  /** As {@link #watches(KindInformer, Function)}, for changes that pass a filter. */
  public <S extends HasMetadata> ControllerBuilder<T> watches(
      KindInformer<S> kind,
      Function<? super S, ? extends Collection<String>> mapper,
      ChangeFilter<? super S> when) {
    return watches(Kind.of(kind), mapper, when);
  }

  private <S extends HasMetadata> ControllerBuilder<T> watches(
      Kind<S> kind,
      Function<? super S, ? extends Collection<String>> mapper,
      ChangeFilter<? super S> when) {
    watches.add(mapped(kind, mapper, when));
    return this;
  }

  static <S extends HasMetadata> Watched<S> mapped(
      Kind<S> kind,
      Function<? super S, ? extends Collection<String>> mapper,
      ChangeFilter<? super S> when) {
    Objects.requireNonNull(mapper, "mapper");
    return new Watched<>(
        kind,
        (object, primary) -> mapper.apply(object),
        Objects.requireNonNull(when, "filter"),
        /* owned= */ false);
  }

  /** Caches a kind that the reconciler reads and whose changes run nothing. */
  public <S extends HasMetadata> ControllerBuilder<T> reads(Class<S> type) {
    reads.add(Kind.of(type));
    return this;
  }

  /** As {@link #reads(Class)}, for a kind described by the factory. */
  public <S extends HasMetadata> ControllerBuilder<T> reads(KindInformer<S> kind) {
    reads.add(Kind.of(kind));
    return this;
  }

  /** Adds an index to a cached kind, for {@link Reader#byIndex}. */
  public <S extends HasMetadata> ControllerBuilder<T> index(
      Class<S> type, String index, Function<? super S, ? extends Collection<String>> function) {
    indexes.add(new CacheIndex<>(Kind.of(type), index, function));
    return this;
  }

  /** As {@link #index(Class, String, Function)}, for a kind described by the factory. */
  public <S extends HasMetadata> ControllerBuilder<T> index(
      KindInformer<S> kind,
      String index,
      Function<? super S, ? extends Collection<String>> function) {
    indexes.add(new CacheIndex<>(Kind.of(kind), index, function));
    return this;
  }

  /** Which changes of the primary kind run it. Default: all. */
  public ControllerBuilder<T> when(ChangeFilter<? super T> which) {
    filter = Objects.requireNonNull(which, "filter");
    filtered = true;
    return this;
  }

  /**
   * The priority of changes of the primary kind: higher first, and a waiting key gains one per second. Default: {@link
   * Controller#NORMAL}. Objects of the initial list have {@link Controller#LOW}.
   */
  public ControllerBuilder<T> priority(ToIntFunction<? super T> of) {
    priority = Objects.requireNonNull(of, "priority");
    return this;
  }

  /** The largest number of concurrent runs; one key has one run at a time. Default: {@value #DEFAULT_CONCURRENCY}. */
  public ControllerBuilder<T> concurrency(int runs) {
    if (runs < 1) {
      throw new IllegalArgumentException("concurrency must be at least 1: " + runs);
    }
    concurrency = runs;
    return this;
  }

  /**
   * How long a run may take. A longer one is counted, makes the controllers unhealthy, is interrupted, and cannot write any
   * more; its key waits until it has returned. Default: ten minutes.
   */
  public ControllerBuilder<T> deadline(Duration longest) {
    deadline = positive(longest, "deadline");
    return this;
  }

  /** The pause after the first failure of a key, which doubles with each further one, and the longest pause. */
  public ControllerBuilder<T> backoff(Duration first, Duration longest) {
    backoff = positive(first, "back-off");
    longestBackoff = positive(longest, "back-off");
    return this;
  }

  private static Duration positive(Duration value, String what) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException("the " + what + " must be positive: " + value);
    }
    return value;
  }

  /**
   * Adds a finalizer to every object before its first run. When the deletion of the object is requested, {@code cleanup} runs
   * instead of the reconciler, and the finalizer is removed after it has returned {@link Outcome#done()}. It may run several
   * times, and for objects that were never reconciled.
   *
   * @param finalizerName such as {@code example.com/backups}
   */
  public ControllerBuilder<T> finalizer(String finalizerName, Reconciler<T> cleanUp) {
    if (finalizerName.indexOf('/') < 1) {
      throw new IllegalArgumentException("the finalizer \"" + finalizerName
          + "\" needs a domain; name it like example.com/" + name);
    }
    finalizer = finalizerName;
    cleanup = Objects.requireNonNull(cleanUp, "cleanUp");
    return this;
  }

  /** Called with the key of an object that does not exist any more, in the order of the runs of that key. */
  public ControllerBuilder<T> gone(Consumer<? super String> action) {
    gone = Objects.requireNonNull(action, "action");
    return this;
  }

  /** Completes the description. */
  public Controller<T> reconcile(Reconciler<T> reconciler) {
    return new Controller<>(this, Objects.requireNonNull(reconciler, "reconciler"));
  }
}
