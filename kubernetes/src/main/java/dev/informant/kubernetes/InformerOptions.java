package dev.informant.kubernetes;

import dev.informant.compact.Compression;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.Parity;
import dev.informant.informer.QueueKind;
import dev.informant.informer.WatchErrorHandler;
import dev.informant.kubernetes.internal.compact.Compressions;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.source.BackoffPolicy;
import dev.informant.source.ListOptions;
import dev.informant.source.Reflector;
import dev.informant.source.WatchListPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How informers are made. What is not said here is taken from the options above: a kind's from the
 * factory's, the factory's from the defaults. Not thread-safe.
 */
public final class InformerOptions<T> {
  /** Leaves the parameters as they are. */
  static final UnaryOperator<ListOptions> UNTWEAKED = options -> options;

  private static final Duration CLOSE = Duration.ofSeconds(10);
  /** Saving 100 000 objects takes that long; pods are given half a minute to end. */
  private static final Duration CLOSE_WITH_SAVE = Duration.ofSeconds(25);

  private @Nullable Duration resync;
  private @Nullable String namespace;
  private @Nullable NamespaceSet namespaces;
  private @Nullable String labelSelector;
  private @Nullable String fieldSelector;
  private @Nullable UnaryOperator<ListOptions> tweak;
  private @Nullable Transform<T> transform;
  private @Nullable Boolean shareEqualParts;
  private @Nullable CacheForm cacheForm;
  private @Nullable Integer recentlyRead;
  private @Nullable Compression compression;
  private @Nullable Path cacheDirectory;
  private @Nullable String cacheVersion;
  private @Nullable Boolean cacheSecrets;
  private @Nullable Duration cacheSaveInterval;
  private @Nullable QueueKind queue;
  private @Nullable WatchListPolicy watchList;
  private @Nullable Long pageSize;
  private @Nullable Duration minWatchTimeout;
  private HandlerOptions.@Nullable Buffer handlerBuffer;
  private @Nullable Parity parity;
  private @Nullable BackoffPolicy backoff;
  private @Nullable Function<Resource, InformerObserver> observer;
  private @Nullable WatchErrorHandler watchErrorHandler;
  private @Nullable Duration closeTimeout;

  InformerOptions() {}

  /** How often handlers that do not say otherwise see everything again; zero, the default: never. */
  public InformerOptions<T> resync(Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException("resync is negative: " + value);
    }
    resync = value;
    return this;
  }

  /** One namespace; empty, the default, means all. Kinds of cluster scope ignore it. */
  public InformerOptions<T> namespace(String value) {
    namespace = Objects.requireNonNull(value, "namespace");
    namespaces = null;
    return this;
  }

  /**
   * Several namespaces, which may change while informers run. Kinds of cluster scope ignore it. Of this and {@link
   * #namespace} the last call counts.
   */
  public InformerOptions<T> namespaces(NamespaceSet value) {
    namespaces = Objects.requireNonNull(value, "namespaces");
    namespace = null;
    return this;
  }

  /**
   * Only objects whose labels match, chosen by the server.
   *
   * @throws IllegalArgumentException if the selector is malformed
   */
  public InformerOptions<T> labelSelector(String value) {
    labelSelector = Selectors.checkLabels(value);
    return this;
  }

  /**
   * Only objects whose fields match, chosen by the server.
   *
   * @throws IllegalArgumentException if the selector is malformed
   */
  public InformerOptions<T> fieldSelector(String value) {
    fieldSelector = Selectors.checkFields(value);
    return this;
  }

  /** Changes the parameters of every list and watch, after the selectors have been set. */
  public InformerOptions<T> tweakListOptions(UnaryOperator<ListOptions> value) {
    tweak = Objects.requireNonNull(value, "tweak");
    return this;
  }

  /** Changes each object before anybody sees it. */
  public InformerOptions<T> transform(Transform<T> value) {
    transform = Objects.requireNonNull(value, "transform");
    return this;
  }

  /**
   * Whether equal parts of different objects (labels, probes, tolerations, …) are one object in the
   * cache. Default: yes, unless the transform may change them. Cached objects are never to be changed;
   * with this, changing one changes others.
   */
  public InformerOptions<T> shareEqualParts(boolean value) {
    shareEqualParts = value;
    return this;
  }

  /** In which form the cache keeps objects. Default: {@link CacheForm#OBJECTS}. */
  public InformerOptions<T> cacheForm(CacheForm value) {
    cacheForm = Objects.requireNonNull(value, "cacheForm");
    return this;
  }

  /**
   * For how many objects that were read a compact cache has a place as objects too, rounded up to a power of two.
   * Default: none. A key has one place, which a read of another key may take. Readers share these, so with this option
   * objects must not be changed.
   */
  public InformerOptions<T> recentlyRead(int objects) {
    if (objects < 0) {
      throw new IllegalArgumentException("recentlyRead is negative: " + objects);
    }
    recentlyRead = objects;
    return this;
  }

  /** How compact and saved caches are compressed. Default: {@link Compressions#available()}. */
  public InformerOptions<T> compression(Compression value) {
    compression = Objects.requireNonNull(value, "compression");
    return this;
  }

  /**
   * Where caches are saved, when informers are closed and at intervals, and from where they are loaded at the start:
   * handlers are fed at once and only what changed meanwhile is fetched. Default: nowhere. The files are the
   * owner's alone; Secrets are left out unless {@link #cacheSecrets} says otherwise.
   */
  public InformerOptions<T> cacheDirectory(Path value) {
    cacheDirectory = Objects.requireNonNull(value, "cacheDirectory");
    return this;
  }

  /**
   * Names what your own code makes of objects (a transform, a codec, a class for a custom resource, {@link
   * #tweakListOptions}). Change it when that code changes: a cache saved under another version is not used. Code has
   * no identity of its own, so without this, informers with such code do not save their caches.
   */
  public InformerOptions<T> cacheVersion(String value) {
    cacheVersion = Objects.requireNonNull(value, "cacheVersion");
    return this;
  }

  /** Whether Secrets may be written to the cache directory too. Default: no; what an earlier run wrote is deleted then. */
  public InformerOptions<T> cacheSecrets(boolean value) {
    cacheSecrets = value;
    return this;
  }

  /**
   * How often a changed cache is saved; the first time after half of this time to all of it, so that informers do not save
   * together. Default: every five minutes.
   */
  public InformerOptions<T> cacheSaveInterval(Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException("cacheSaveInterval must be positive: " + value);
    }
    cacheSaveInterval = value;
    return this;
  }

  /** Default: {@link QueueKind#IN_ORDER}. */
  public InformerOptions<T> queue(QueueKind value) {
    queue = Objects.requireNonNull(value, "queue");
    return this;
  }

  /** Default: {@link WatchListPolicy#AUTO}. */
  public InformerOptions<T> watchList(WatchListPolicy value) {
    watchList = Objects.requireNonNull(value, "watchList");
    return this;
  }

  /** The page size of every list; 0, the default, pages where that does not defeat the server's cache. */
  public InformerOptions<T> pageSize(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("pageSize is negative: " + value);
    }
    pageSize = value;
    return this;
  }

  /**
   * Raises the least time asked for a watch: five minutes, as in client-go. For shorter watches say {@code
   * tweakListOptions(asked -> asked.withWatchTimeout(…))}.
   *
   * @throws IllegalArgumentException if it is less than that
   */
  public InformerOptions<T> minWatchTimeout(Duration value) {
    if (value.compareTo(Reflector.MIN_WATCH_TIMEOUT) < 0) {
      throw new IllegalArgumentException(
          "minWatchTimeout raises the least time asked for a watch, which is "
              + Reflector.MIN_WATCH_TIMEOUT.toMinutes() + " min: " + value
              + " cannot; shorten watches with tweakListOptions and withWatchTimeout");
    }
    minWatchTimeout = value;
    return this;
  }

  /** The buffer of handlers that do not say otherwise. Default: unbounded. */
  public InformerOptions<T> handlerBuffer(HandlerOptions.Buffer value) {
    handlerBuffer = Objects.requireNonNull(value, "handlerBuffer");
    return this;
  }

  /** Default: {@link Parity#REPAIRED}. */
  public InformerOptions<T> parity(Parity value) {
    parity = Objects.requireNonNull(value, "parity");
    return this;
  }

  /** Default: {@link BackoffPolicy#DEFAULT}. */
  public InformerOptions<T> backoff(BackoffPolicy value) {
    backoff = Objects.requireNonNull(value, "backoff");
    return this;
  }

  /** Hears what the informers do, by kind. */
  public InformerOptions<T> observer(Function<Resource, InformerObserver> value) {
    observer = Objects.requireNonNull(value, "observer");
    return this;
  }

  /** Hears of every failed request. */
  public InformerOptions<T> watchErrorHandler(WatchErrorHandler value) {
    watchErrorHandler = Objects.requireNonNull(value, "watchErrorHandler");
    return this;
  }

  /**
   * How long closing waits for a handler's call in progress and for the cache to be saved. Default: ten seconds, with a cache
   * directory 25.
   */
  public InformerOptions<T> closeTimeout(Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException("closeTimeout is negative: " + value);
    }
    closeTimeout = value;
    return this;
  }

  /**
   * What is said here and can never hold for a kind; null if everything can.
   *
   * @param namespaced whether the kind lives in namespaces
   * @param typed whether its objects are of a class of their own
   */
  @Nullable
  String inapplicable(boolean namespaced, boolean typed) {
    if (!namespaced && (namespaces != null || namespace != null && !namespace.isEmpty())) {
      return "a namespace: the kind is of cluster scope";
    }
    if (!typed && Boolean.TRUE.equals(shareEqualParts)) {
      return "shareEqualParts: only objects of a class of their own have parts that can be shared";
    }
    return null;
  }

  /** What is said here now; what is said later does not change it. */
  InformerOptions<T> copy() {
    InformerOptions<T> copy = new InformerOptions<>();
    copy.resync = resync;
    copy.namespace = namespace;
    copy.namespaces = namespaces;
    copy.labelSelector = labelSelector;
    copy.fieldSelector = fieldSelector;
    copy.tweak = tweak;
    copy.transform = transform;
    copy.shareEqualParts = shareEqualParts;
    copy.cacheForm = cacheForm;
    copy.recentlyRead = recentlyRead;
    copy.compression = compression;
    copy.cacheDirectory = cacheDirectory;
    copy.cacheVersion = cacheVersion;
    copy.cacheSecrets = cacheSecrets;
    copy.cacheSaveInterval = cacheSaveInterval;
    copy.queue = queue;
    copy.watchList = watchList;
    copy.pageSize = pageSize;
    copy.minWatchTimeout = minWatchTimeout;
    copy.handlerBuffer = handlerBuffer;
    copy.parity = parity;
    copy.backoff = backoff;
    copy.observer = observer;
    copy.watchErrorHandler = watchErrorHandler;
    copy.closeTimeout = closeTimeout;
    return copy;
  }

  /** All options, each from the first of {@code kind} and {@code factory} that says it. */
  @SuppressWarnings(
      "unchecked") // the factory's transform takes any object and returns one of its type
  static <T> Resolved<T> resolve(InformerOptions<T> kind, InformerOptions<Object> factory) {
    Transform<T> transform =
        first(kind.transform, (Transform<T>) (Transform<?>) factory.transform, Transforms.none());
    InformerOptions<?> places = kind.namespace != null || kind.namespaces != null ? kind : factory;
    return new Resolved<>(
        first(kind.resync, factory.resync, Duration.ZERO),
        places.namespace == null ? "" : places.namespace,
        places.namespaces,
        first(kind.labelSelector, factory.labelSelector, ""),
        first(kind.fieldSelector, factory.fieldSelector, ""),
        first(kind.tweak, factory.tweak, UNTWEAKED),
        transform,
        first(kind.shareEqualParts, factory.shareEqualParts, !transform.changesParts()),
        first(kind.cacheForm, factory.cacheForm, CacheForm.OBJECTS),
        first(kind.recentlyRead, factory.recentlyRead, 0),
        kind.compression != null ? kind.compression : factory.compression,
        kind.cacheDirectory != null ? kind.cacheDirectory : factory.cacheDirectory,
        first(kind.cacheVersion, factory.cacheVersion, ""),
        first(kind.cacheSecrets, factory.cacheSecrets, false),
        first(kind.cacheSaveInterval, factory.cacheSaveInterval, Duration.ofMinutes(5)),
        first(kind.queue, factory.queue, QueueKind.IN_ORDER),
        first(kind.watchList, factory.watchList, WatchListPolicy.AUTO),
        first(kind.pageSize, factory.pageSize, 0L),
        first(kind.minWatchTimeout, factory.minWatchTimeout, Reflector.MIN_WATCH_TIMEOUT),
        first(kind.handlerBuffer, factory.handlerBuffer, HandlerOptions.Buffer.UNBOUNDED),
        first(kind.parity, factory.parity, Parity.REPAIRED),
        first(kind.backoff, factory.backoff, BackoffPolicy.DEFAULT),
        first(kind.observer, factory.observer, resource -> InformerObserver.NONE),
        first(kind.watchErrorHandler, factory.watchErrorHandler, cause -> {}),
        first(
            kind.closeTimeout,
            factory.closeTimeout,
            isSaved(factory, kind) ? CLOSE_WITH_SAVE : CLOSE));
  }

  private static boolean isSaved(InformerOptions<?> factory, InformerOptions<?> kind) {
    return kind.cacheDirectory != null || factory.cacheDirectory != null;
  }

  private static <V> V first(@Nullable V kind, @Nullable V factory, V otherwise) {
    return kind != null ? kind : factory != null ? factory : otherwise;
  }

  /** Nothing left to inherit. */
  record Resolved<T>(
      Duration resync,
      String namespace,
      @Nullable NamespaceSet namespaces,
      String labelSelector,
      String fieldSelector,
      UnaryOperator<ListOptions> tweak,
      Transform<T> transform,
      boolean shareEqualParts,
      CacheForm cacheForm,
      int recentlyRead,
      @Nullable Compression compression,
      @Nullable Path cacheDirectory,
      String cacheVersion,
      boolean cacheSecrets,
      Duration cacheSaveInterval,
      QueueKind queue,
      WatchListPolicy watchList,
      long pageSize,
      Duration minWatchTimeout,
      HandlerOptions.Buffer handlerBuffer,
      Parity parity,
      BackoffPolicy backoff,
      Function<Resource, InformerObserver> observer,
      WatchErrorHandler watchErrorHandler,
      Duration closeTimeout) {
    /** What to compress with. The default is looked for only when it is needed: it may load a library. */
    Compression compressionOrBest() {
      return compression == null ? Compressions.available() : compression;
    }
  }
}
