package dev.informant.informer;

import dev.informant.internal.source.CallSite;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.ObjectForm;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.BackoffPolicy;
import dev.informant.source.ListerWatcher;
import dev.informant.source.Reflector;
import dev.informant.source.WatchListPolicy;
import dev.informant.store.CacheArchive;
import dev.informant.store.IndexFunction;
import dev.informant.store.Indexer;
import dev.informant.store.MutationDetector;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Collects the options of an informer. Not thread-safe. */
public final class SharedIndexInformerBuilder<T> {
  final ListerWatcher<T> source;
  final ObjectAccessor<T> accessor;
  final Map<String, IndexFunction<T>> indexers = new LinkedHashMap<>();
  EngineRuntime runtime = EngineRuntime.shared();
  String description = "";
  String name = "";
  QueueKind queue = QueueKind.IN_ORDER;
  Duration resync = Duration.ZERO;
  UnaryOperator<T> transform = UnaryOperator.identity();
  ObjectForm<T> form;
  WatchErrorHandler watchErrorHandler = cause -> {};
  WatchListPolicy watchList = WatchListPolicy.AUTO;
  long pageSize;
  Duration minWatchTimeout = Reflector.MIN_WATCH_TIMEOUT;
  BackoffPolicy backoff = BackoffPolicy.DEFAULT;
  Parity parity = Parity.REPAIRED;
  HandlerOptions.Buffer buffer = HandlerOptions.Buffer.UNBOUNDED;
  InformerObserver observer = InformerObserver.NONE;
  Duration closeTimeout = Duration.ofSeconds(10);

  @Nullable
  CacheArchive<T> archive;

  Duration saveInterval = Duration.ofMinutes(5);

  @Nullable
  UnaryOperator<T> deepCopy;

  MutationDetector.@Nullable Listener mutationListener;

  SharedIndexInformerBuilder(ListerWatcher<T> source, ObjectAccessor<T> accessor) {
    this.source = Objects.requireNonNull(source, "source");
    this.accessor = Objects.requireNonNull(accessor, "accessor");
    this.form = ObjectForm.shared(accessor);
  }

  /** Time, timers and threads. Default: {@link EngineRuntime#shared()}. */
  public SharedIndexInformerBuilder<T> runtime(EngineRuntime value) {
    runtime = Objects.requireNonNull(value, "runtime");
    return this;
  }

  /**
   * For messages and metrics. Default: the description, or if there is none either, the place in the program
   * that builds the informer.
   */
  public SharedIndexInformerBuilder<T> name(String value) {
    name = Objects.requireNonNull(value, "name");
    return this;
  }

  /** What the objects are, for messages. Default: {@code objects}. */
  public SharedIndexInformerBuilder<T> description(String value) {
    description = Objects.requireNonNull(value, "description");
    return this;
  }

  /** Default: {@link QueueKind#IN_ORDER}. */
  public SharedIndexInformerBuilder<T> queue(QueueKind value) {
    queue = Objects.requireNonNull(value, "queue");
    return this;
  }

  /**
   * How often handlers that do not say otherwise see everything again. Default, zero: never. Less than a
   * second counts as a second.
   */
  public SharedIndexInformerBuilder<T> resync(Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException("resync is negative: " + value);
    }
    resync = value;
    return this;
  }

  /** Adds an index; listers use the one named {@value Indexer#NAMESPACE_INDEX}. */
  public SharedIndexInformerBuilder<T> indexer(String indexName, IndexFunction<T> function) {
    indexers.put(
        Objects.requireNonNull(indexName, "indexName"),
        Objects.requireNonNull(function, "function"));
    return this;
  }

  /**
   * Changes each object before anybody sees it, once per state. It runs in the pipeline and must not
   * block. What it throws harms only that object.
   */
  public SharedIndexInformerBuilder<T> transform(UnaryOperator<T> value) {
    transform = Objects.requireNonNull(value, "transform");
    return this;
  }

  /**
   * In which form objects wait and are kept: the objects themselves (the default), or for instance a {@link
   * dev.informant.compact.CompactForm}. A form belongs to one informer.
   */
  public SharedIndexInformerBuilder<T> form(ObjectForm<T> value) {
    form = Objects.requireNonNull(value, "form");
    return this;
  }

  /**
   * Where the cache is saved, when the informer is closed and every {@code interval} in which it changed, and from
   * where it is loaded at the start. Default: nowhere.
   */
  public SharedIndexInformerBuilder<T> archive(CacheArchive<T> value, Duration interval) {
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException("the interval of saving must be positive: " + interval);
    }
    archive = Objects.requireNonNull(value, "archive");
    saveInterval = interval;
    return this;
  }

  /** Hears of every failed request. */
  public SharedIndexInformerBuilder<T> watchErrorHandler(WatchErrorHandler value) {
    watchErrorHandler = Objects.requireNonNull(value, "watchErrorHandler");
    return this;
  }

  /** Whether to begin with a streaming list. Default: {@link WatchListPolicy#AUTO}. */
  public SharedIndexInformerBuilder<T> watchList(WatchListPolicy value) {
    watchList = Objects.requireNonNull(value, "watchList");
    return this;
  }

  /** The page size of every list. Default, 0: 500 where paging does not defeat the server's cache. */
  public SharedIndexInformerBuilder<T> pageSize(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("pageSize must not be negative: " + value);
    }
    pageSize = value;
    return this;
  }

  /**
   * Raises the least time asked for a watch. Default: {@link Reflector#MIN_WATCH_TIMEOUT}.
   *
   * @throws IllegalArgumentException if it is less than that
   */
  public SharedIndexInformerBuilder<T> minWatchTimeout(Duration value) {
    if (value.compareTo(Reflector.MIN_WATCH_TIMEOUT) < 0) {
      throw new IllegalArgumentException(
          "minWatchTimeout must be " + Reflector.MIN_WATCH_TIMEOUT.toMinutes() + " min or more: "
              + value + "; a source may ask for shorter watches");
    }
    minWatchTimeout = value;
    return this;
  }

  /** Waiting times between attempts. Default: {@link BackoffPolicy#DEFAULT}. */
  public SharedIndexInformerBuilder<T> backoff(BackoffPolicy value) {
    backoff = Objects.requireNonNull(value, "backoff");
    return this;
  }

  /** Default: {@link Parity#REPAIRED}. */
  public SharedIndexInformerBuilder<T> parity(Parity value) {
    parity = Objects.requireNonNull(value, "parity");
    return this;
  }

  /** The buffer of handlers that do not say otherwise. Default: unbounded. */
  public SharedIndexInformerBuilder<T> handlerBuffer(HandlerOptions.Buffer value) {
    buffer = Objects.requireNonNull(value, "handlerBuffer");
    return this;
  }

  /** Hears what the informer does. */
  public SharedIndexInformerBuilder<T> observer(InformerObserver value) {
    observer = Objects.requireNonNull(value, "observer");
    return this;
  }

  /** How long closing waits for a handler's call in progress. Default: ten seconds. */
  public SharedIndexInformerBuilder<T> closeTimeout(Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException("closeTimeout is negative: " + value);
    }
    closeTimeout = value;
    return this;
  }

  /**
   * Copies an object with everything in it. With it, and the system property {@value
   * MutationDetector#PROPERTY} set to true, the informer finds out who changes cached objects.
   */
  public SharedIndexInformerBuilder<T> deepCopy(UnaryOperator<T> value) {
    deepCopy = value;
    return this;
  }

  /** Hears of changed objects. Default: the log, and {@link SharedIndexInformer#checkMutations()}. */
  public SharedIndexInformerBuilder<T> mutationListener(MutationDetector.Listener value) {
    mutationListener = value;
    return this;
  }

  String descriptionOrDefault() {
    return description.isEmpty() ? "objects" : description;
  }

  String nameOrDefault() {
    if (!name.isEmpty()) {
      return name;
    }
    return description.isEmpty() ? CallSite.find(CallSite::isForeign, "objects") : description;
  }

  public SharedIndexInformer<T> build() {
    return new SharedIndexInformer<>(this).built();
  }
}
