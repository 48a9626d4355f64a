package dev.informant.kubernetes;

import dev.informant.informer.CommonOptions;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.RevisionHandler;
import dev.informant.informer.SharedIndexInformerBuilder;
import dev.informant.internal.compact.Compression;
import dev.informant.internal.options.Option;
import dev.informant.internal.options.Settings;
import dev.informant.kubernetes.internal.compact.Compressions;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.source.ListOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The options of the informers of a factory, or of one kind. Options that are not set for a kind are taken from the
 * factory, otherwise the default applies. With a cache directory the default of {@link #closeTimeout} is 25 seconds.
 * Not thread-safe.
 */
/*
 * A new option is declared here, as a constant and a method, and read where it takes effect. Options that an informer
 * of the engine also has are declared in CommonOptions only.
 */
public final class InformerOptions<T> extends CommonOptions<InformerOptions<T>> {
  /** Leaves the parameters as they are. */
  static final UnaryOperator<ListOptions> UNTWEAKED = options -> options;

  /** Time to save 100 000 objects, within the usual termination grace period of 30 s. */
  private static final Duration CLOSE_WITH_SAVE = Duration.ofSeconds(25);

  private static final Option<Place> PLACE = Option.of("namespace", new Place("", null));
  static final Option<String> LABEL_SELECTOR = Option.of("labelSelector", "");
  static final Option<String> FIELD_SELECTOR = Option.of("fieldSelector", "");
  static final Option<UnaryOperator<ListOptions>> TWEAK = Option.of("tweakListOptions", UNTWEAKED);
  private static final Option<Transform<?>> TRANSFORM = Option.of("transform", Transforms.none());
  private static final Option<Boolean> SHARE_EQUAL_PARTS = Option.unset("shareEqualParts");
  static final Option<CacheForm> CACHE_FORM = Option.of("cacheForm", CacheForm.OBJECTS);
  static final Option<Integer> RECENTLY_READ =
      Option.of("recentlyRead", 0).accepting(objects -> objects >= 0, "must not be negative");
  private static final Option<Compression> COMPRESSION = Option.unset("compression");
  static final Option<Path> CACHE_DIRECTORY = Option.unset("cacheDirectory");
  static final Option<String> CACHE_VERSION = Option.of("cacheVersion", "");
  static final Option<Boolean> CACHE_SECRETS = Option.of("cacheSecrets", false);
  static final Option<Duration> CACHE_SAVE_INTERVAL = Option.of(
          "cacheSaveInterval", Duration.ofMinutes(5))
      .accepting(value -> !value.isNegative() && !value.isZero(), "must be positive");
  static final Option<Function<Resource, InformerObserver>> OBSERVER =
      Option.of("observer", resource -> InformerObserver.NONE);
  private static final Option<RevisionHandler<?>> AFTER_STORE = Option.unset("afterStore");
  private static final Option<Collection<?>> INITIAL_STATE = Option.unset("initialState");

  /** One namespace or several: the last call of the two options counts. */
  private record Place(String namespace, @Nullable NamespaceSet several) {}

  /** The options set here, without those of {@link CommonOptions}. */
  private final Settings own = new Settings();

  private final boolean ofAllKinds;

  InformerOptions() {
    this(/* ofAllKinds= */ false);
  }

  private InformerOptions(boolean ofAllKinds) {
    this.ofAllKinds = ofAllKinds;
  }

  /** The options of a factory, for all of its kinds. */
  static InformerOptions<Object> ofFactory() {
    return new InformerOptions<>(/* ofAllKinds= */ true);
  }

  /**
   * One namespace; empty, the default, means all. Kinds of cluster scope ignore it.
   *
   * @throws IllegalArgumentException if it is not the name of a namespace
   */
  public InformerOptions<T> namespace(String value) {
    return own(PLACE, new Place(NamespaceName.orAll(value), null));
  }

  /**
   * Several namespaces, which may change while informers run. Kinds of cluster scope ignore it. The last call of this
   * and {@link #namespace} counts.
   */
  public InformerOptions<T> namespaces(NamespaceSet value) {
    return own(PLACE, new Place("", Objects.requireNonNull(value, "namespaces")));
  }

  /**
   * Selects objects by labels. The server filters.
   *
   * @throws IllegalArgumentException if the selector is malformed
   */
  public InformerOptions<T> labelSelector(String value) {
    return own(LABEL_SELECTOR, ListOptions.NONE.withLabelSelector(value).labelSelector());
  }

  /**
   * Selects objects by fields. The server filters.
   *
   * @throws IllegalArgumentException if the selector is malformed
   */
  public InformerOptions<T> fieldSelector(String value) {
    return own(FIELD_SELECTOR, ListOptions.NONE.withFieldSelector(value).fieldSelector());
  }

  /** Changes the parameters of every list and watch, after the selectors have been set. */
  public InformerOptions<T> tweakListOptions(UnaryOperator<ListOptions> value) {
    return own(TWEAK, value);
  }

  /** Changes each object before it is cached. */
  public InformerOptions<T> transform(Transform<T> value) {
    return own(TRANSFORM, value);
  }

  /**
   * Whether equal parts of different objects (labels, probes, tolerations, …) are stored once. Default: yes, unless the
   * transform may change them. Do not change cached objects: a change of a shared part changes other objects.
   */
  public InformerOptions<T> shareEqualParts(boolean value) {
    return own(SHARE_EQUAL_PARTS, value);
  }

  /** The form in which the cache keeps objects. Default: {@link CacheForm#OBJECTS}. */
  public InformerOptions<T> cacheForm(CacheForm value) {
    return own(CACHE_FORM, value);
  }

  /**
   * The number of recently read objects that a compact cache keeps decoded, rounded up to a power of two. Default: 0.
   * It is a direct-mapped cache: a colliding key evicts the previous entry. Readers share these objects, so do not
   * change them.
   */
  public InformerOptions<T> recentlyRead(int objects) {
    return own(RECENTLY_READ, objects);
  }

  /** How compact and saved caches are compressed, for tests. Default: {@link Compressions#available()}. */
  InformerOptions<T> compression(Compression value) {
    return own(COMPRESSION, value);
  }

  /**
   * Saves caches in this directory when informers are closed and at intervals, and loads them at the start: handlers
   * are called at once, and only later changes are fetched. Default: none. The files are readable by their owner only.
   * Secrets are not saved unless {@link #cacheSecrets} is set.
   */
  public InformerOptions<T> cacheDirectory(Path value) {
    return own(CACHE_DIRECTORY, value);
  }

  /**
   * The version of your own code that changes objects (a transform, a codec, a class for a custom resource, {@link
   * #tweakListOptions}). Change it when that code changes: a cache saved with another version is not used. Code cannot
   * be fingerprinted, so informers with such code do not save their caches unless this option is set.
   */
  public InformerOptions<T> cacheVersion(String value) {
    return own(CACHE_VERSION, value);
  }

  /** Whether Secrets may be written to the cache directory. Default: no; files of an earlier run are then deleted. */
  public InformerOptions<T> cacheSecrets(boolean value) {
    return own(CACHE_SECRETS, value);
  }

  /**
   * How often a changed cache is saved. The first save comes after a random time between half an interval and a full
   * one, so that informers do not save at the same time. Default: five minutes.
   */
  public InformerOptions<T> cacheSaveInterval(Duration value) {
    return own(CACHE_SAVE_INTERVAL, value);
  }

  /** Returns the observer of the informers of a kind. */
  public InformerOptions<T> observer(Function<Resource, InformerObserver> value) {
    return own(OBSERVER, value);
  }

  /**
   * Called with each change after the cache was updated and before any handler is called. Runs in the pipeline and must
   * not block. Exceptions are logged.
   */
  public InformerOptions<T> afterStore(RevisionHandler<? super T> value) {
    return own(AFTER_STORE, value);
  }

  /**
   * Fills the cache before the first list, with objects as the cache would hold them. Handlers are called with them at
   * once. The first list then brings updates and deletes, and completes the sync. The cache is neither loaded from nor
   * saved to the cache directory. An informer of one namespace takes the objects of that namespace.
   *
   * @throws IllegalArgumentException if these are the options of a factory for all kinds
   */
  public InformerOptions<T> initialState(Collection<? extends T> objects) {
    if (ofAllKinds) {
      throw new IllegalArgumentException(
          "initialState cannot be set for all kinds; set it for one with kind(...), forResource(...), trees(...),"
              + " metadata(...) or forCodec(...)");
    }
    return own(INITIAL_STATE, List.copyOf(objects));
  }

  private <V> InformerOptions<T> own(Option<V> option, V value) {
    own.set(option, value);
    return this;
  }

  /**
   * Returns which option set here can never apply to a kind, and why; null if all can.
   *
   * @param namespaced whether the kind is in namespaces
   * @param typed whether its objects have their own class
   */
  @Nullable
  String inapplicable(boolean namespaced, boolean typed) {
    if (!namespaced && (namespaces() != null || !namespace().isEmpty())) {
      return "namespace is set, but the kind is of cluster scope; remove it";
    }
    if (!typed && Boolean.TRUE.equals(own.find(SHARE_EQUAL_PARTS))) {
      return "shareEqualParts is set, but only objects of a model class have parts that can be shared; remove it";
    }
    return null;
  }

  /** Returns these options merged over those of the factory; options set in neither have their defaults. */
  InformerOptions<T> over(InformerOptions<?> factory) {
    InformerOptions<T> both = new InformerOptions<>();
    both.takeFrom(factory).takeFrom(this);
    both.own.setAll(factory.own).setAll(own);
    return both;
  }

  /** Returns a copy that later changes do not affect. */
  InformerOptions<T> copy() {
    return over(new InformerOptions<>());
  }

  <V> V get(Option<V> option) {
    return own.get(option);
  }

  String namespace() {
    return own.get(PLACE).namespace();
  }

  @Nullable
  NamespaceSet namespaces() {
    return own.get(PLACE).several();
  }

  @SuppressWarnings(
      "unchecked") // a factory's transform accepts any object and returns one of its type
  Transform<T> transform() {
    return (Transform<T>) own.get(TRANSFORM);
  }

  boolean sharesEqualParts() {
    Boolean shares = own.find(SHARE_EQUAL_PARTS);
    return shares == null ? !transform().changesParts() : shares;
  }

  Compression compressionOrBest() {
    Compression chosen = own.find(COMPRESSION);
    return chosen == null ? Compressions.available() : chosen;
  }

  @Nullable
  Path cacheDirectory() {
    return own.find(INITIAL_STATE) == null ? own.find(CACHE_DIRECTORY) : null;
  }

  /**
   * Applies these options to the builder of an informer.
   *
   * @param inScope which objects of an initial state the informer covers; null if it does not begin with that state
   */
  @SuppressWarnings(
      "unchecked") // options of a kind are for its objects, those of a factory accept any
  void applyTo(SharedIndexInformerBuilder<T> builder, @Nullable Predicate<? super T> inScope) {
    if (cacheDirectory() != null) {
      builder.closeTimeout(CLOSE_WITH_SAVE);
    }
    builder.takeFrom(this).transform(transform());
    RevisionHandler<?> afterStore = own.find(AFTER_STORE);
    if (afterStore != null) {
      builder.afterStore((RevisionHandler<T>) afterStore);
    }
    Collection<?> initialState = own.find(INITIAL_STATE);
    if (initialState != null && inScope != null) {
      builder.initialState(
          ((Collection<T>) initialState).stream().filter(inScope).toList());
    }
  }
}
