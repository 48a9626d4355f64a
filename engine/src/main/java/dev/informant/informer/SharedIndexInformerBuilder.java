package dev.informant.informer;

import dev.informant.internal.options.Settings;
import dev.informant.internal.source.CallSite;
import dev.informant.internal.source.ReflectorOptions;
import dev.informant.log.Readable;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.ObjectForm;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.ListerWatcher;
import dev.informant.store.CacheArchive;
import dev.informant.store.IndexFunction;
import dev.informant.store.Indexer;
import dev.informant.store.MutationException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Collects the options of an informer. Not thread-safe. */
public final class SharedIndexInformerBuilder<T>
    extends CommonOptions<SharedIndexInformerBuilder<T>> {
  final ListerWatcher<T> source;
  final ObjectAccessor<T> accessor;
  final Map<String, IndexFunction<T>> indexers = new LinkedHashMap<>();
  EngineRuntime runtime = EngineRuntime.shared();
  ObjectForm<T> form;
  InformerObserver observer = InformerObserver.NONE;

  @Nullable
  CacheArchive<T> archive;

  Duration saveInterval = Duration.ofMinutes(5);

  @Nullable
  UnaryOperator<T> deepCopy;

  @Nullable
  Consumer<? super MutationException> mutationListener;

  @Nullable
  RevisionHandler<? super T> afterStore;

  @Nullable
  Collection<? extends T> initialState;

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
   * The name in messages and metrics. Default: the description, otherwise the class and line that build the informer.
   */
  public SharedIndexInformerBuilder<T> name(String value) {
    return set(ReflectorOptions.NAME, value);
  }

  /** The kind of the objects, for messages. Default: {@code objects}. */
  public SharedIndexInformerBuilder<T> description(String value) {
    return set(ReflectorOptions.DESCRIPTION, value);
  }

  /** Adds an index; listers use the one named {@value Indexer#NAMESPACE_INDEX}. */
  public SharedIndexInformerBuilder<T> indexer(String indexName, IndexFunction<T> function) {
    indexers.put(
        Objects.requireNonNull(indexName, "indexName"),
        Objects.requireNonNull(function, "function"));
    return this;
  }

  /**
   * Changes each object before it is cached, once per state. Runs in the pipeline and must not block. If it throws,
   * only that object is skipped.
   */
  public SharedIndexInformerBuilder<T> transform(UnaryOperator<T> value) {
    return set(ReflectorOptions.transform(), value);
  }

  /**
   * The form in which objects are queued and cached: the objects themselves (the default), or for example a {@link
   * dev.informant.internal.compact.CompactForm}. A form belongs to one informer.
   */
  public SharedIndexInformerBuilder<T> form(ObjectForm<T> value) {
    form = Objects.requireNonNull(value, "form");
    return this;
  }

  /**
   * Saves the cache when the informer is closed and after every {@code interval} in which it changed, and loads it at
   * the start. Default: none.
   */
  public SharedIndexInformerBuilder<T> archive(CacheArchive<T> value, Duration interval) {
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException(
          "the interval of saving must be positive: " + Readable.time(interval));
    }
    archive = Objects.requireNonNull(value, "archive");
    saveInterval = interval;
    return this;
  }

  /** Receives the events of the informer. */
  public SharedIndexInformerBuilder<T> observer(InformerObserver value) {
    observer = Objects.requireNonNull(value, "observer");
    return this;
  }

  /**
   * Called with each change after the cache was updated and before any handler is called. Runs in the pipeline and must
   * not block. Exceptions are logged.
   */
  public SharedIndexInformerBuilder<T> afterStore(RevisionHandler<? super T> value) {
    afterStore = Objects.requireNonNull(value, "afterStore");
    return this;
  }

  /**
   * Fills the cache before the first list, with objects as the cache would hold them. Handlers are called with them at
   * once. The first list then brings updates and deletes, and completes the sync. Excludes {@link #archive}.
   *
   * @throws dev.informant.object.KeyException if an object has no name
   */
  public SharedIndexInformerBuilder<T> initialState(Collection<? extends T> objects) {
    objects.forEach(accessor::key);
    initialState = List.copyOf(objects);
    return this;
  }

  /** Makes a deep copy of an object. Required by the mutation detector. */
  public SharedIndexInformerBuilder<T> deepCopy(UnaryOperator<T> value) {
    deepCopy = value;
    return this;
  }

  /** Receives changes of cached objects; they are then neither logged nor thrown. */
  public SharedIndexInformerBuilder<T> mutationListener(Consumer<? super MutationException> value) {
    mutationListener = value;
    return this;
  }

  /** The settings of the informer, with a name and a description. */
  Settings complete() {
    Settings complete = new Settings().setAll(settings());
    String description = complete.get(ReflectorOptions.DESCRIPTION);
    if (complete.get(ReflectorOptions.NAME).isEmpty()) {
      complete.set(
          ReflectorOptions.NAME,
          description.isEmpty() ? CallSite.find(CallSite::isForeign, "objects") : description);
    }
    if (description.isEmpty()) {
      complete.set(ReflectorOptions.DESCRIPTION, "objects");
    }
    boolean repaired = complete.get(PARITY) == Parity.REPAIRED;
    return complete
        .set(ReflectorOptions.HISTORY_CHECKS, repaired)
        .set(ReflectorOptions.PATIENT_RETRIES, repaired);
  }

  /**
   * Builds the informer.
   *
   * @throws IllegalStateException if both an initial state and an archive are set
   */
  public SharedIndexInformer<T> build() {
    if (initialState != null && archive != null) {
      throw new IllegalStateException("both initialState and archive are set; remove one of them");
    }
    return new SharedIndexInformer<>(this).built();
  }
}
