package dev.informant.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.discovery.Discovery;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.log.Readable;
import dev.informant.runtime.EngineRuntime;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects the options of a factory. An informer takes the first value that is set: on its {@link KindInformer} ({@code
 * namespace}, {@code namespaces}, {@code withLabels}, {@code withFields}), for its kind and form ({@link #kind} for
 * objects of a class, {@link #forResource}, {@link #trees}, {@link #metadata}, {@link #forCodec}), for all informers
 * ({@link #options}), or the default. Values are replaced, not merged; for example, transforms are not chained. {@code
 * namespace} and {@code namespaces} count as one option. The forms of a kind do not inherit from each other. Not
 * thread-safe.
 */
public final class SharedInformerFactoryBuilder {
  /** By name: not every release of fabric8 has the class. */
  private static final String METADATA = "io.fabric8.kubernetes.api.model.PartialObjectMetadata";

  private final Supplier<ApiConnection> connection;
  private final InformerOptions<Object> defaults = InformerOptions.ofFactory();
  private final Map<String, InformerOptions<?>> overrides = new HashMap<>();
  private @Nullable Path discoveryDirectory;
  private Duration discoveryLifetime = Discovery.DEFAULT_LIFETIME;
  private EngineRuntime runtime = EngineRuntime.shared();

  SharedInformerFactoryBuilder(Supplier<ApiConnection> connection) {
    this.connection = connection;
  }

  /**
   * Sets options for all informers.
   *
   * @throws IllegalArgumentException if an option applies to a single kind only
   */
  public SharedInformerFactoryBuilder options(Consumer<InformerOptions<Object>> change) {
    change.accept(defaults);
    return this;
  }

  /**
   * Sets options for the informers of one class.
   *
   * @throws IllegalArgumentException if the class does not represent one kind, or an option cannot apply to it
   */
  public <T extends HasMetadata> SharedInformerFactoryBuilder kind(
      Class<T> type, Consumer<InformerOptions<T>> change) {
    if (type.getName().equals(METADATA)) {
      throw new IllegalArgumentException(
          "PartialObjectMetadata represents many kinds; call metadata(resource, options) for one of them");
    }
    return override(Resource.of(type), Scope.modelOf(type), /* typed= */ true, change);
  }

  /** Sets options for the informers of one kind as generic objects. */
  public SharedInformerFactoryBuilder forResource(
      Resource resource, Consumer<InformerOptions<GenericKubernetesResource>> change) {
    return override(resource, Scope.GENERIC, /* typed= */ false, change);
  }

  /** Sets options for the informers of one kind as JSON trees. */
  public SharedInformerFactoryBuilder trees(
      Resource resource, Consumer<InformerOptions<JsonNode>> change) {
    return override(resource, Scope.TREES, /* typed= */ false, change);
  }

  /** Sets options for the informers of the metadata of one kind. */
  public SharedInformerFactoryBuilder metadata(
      Resource resource, Consumer<InformerOptions<PartialObjectMetadata>> change) {
    return override(resource, Scope.METADATA, /* typed= */ false, change);
  }

  /** Sets options for the informers of the metadata of one kind, by its class. */
  public SharedInformerFactoryBuilder metadata(
      Class<? extends HasMetadata> type, Consumer<InformerOptions<PartialObjectMetadata>> change) {
    return metadata(Resource.of(type), change);
  }

  /**
   * Sets options for the informers of one kind in your own model.
   *
   * @param codec and {@code model}: as for {@link SharedInformerFactory#forCodec}
   */
  public <T> SharedInformerFactoryBuilder forCodec(
      Resource resource, Codec<T> codec, String model, Consumer<InformerOptions<T>> change) {
    boolean typed = codec instanceof ModelCodec<?> known && known.isTyped();
    return override(resource, Scope.modelOf(model), typed, change);
  }

  @SuppressWarnings("unchecked") // kept by resource and model, and with it T
  private <T> SharedInformerFactoryBuilder override(
      Resource resource, String model, boolean typed, Consumer<InformerOptions<T>> change) {
    InformerOptions<T> options = (InformerOptions<T>) overrides.computeIfAbsent(
        Scope.optionsKey(resource, model), absent -> new InformerOptions<>());
    change.accept(options);
    String problem = options.inapplicable(resource.namespaced(), typed);
    if (problem != null) {
      throw new IllegalArgumentException("invalid option for " + resource + ": " + problem);
    }
    return this;
  }

  /** Short for the option of that name for all informers. */
  public SharedInformerFactoryBuilder resync(Duration value) {
    defaults.resync(value);
    return this;
  }

  /** Short for the option of that name for one class. */
  public SharedInformerFactoryBuilder resync(Class<? extends HasMetadata> type, Duration value) {
    return kind(type, options -> options.resync(value));
  }

  /** Short for the option of that name for all informers. */
  public SharedInformerFactoryBuilder namespace(String value) {
    defaults.namespace(value);
    return this;
  }

  /** Short for the option of that name for all informers. */
  public SharedInformerFactoryBuilder namespaces(NamespaceSet value) {
    defaults.namespaces(value);
    return this;
  }

  /** Short for the option of that name for all informers. It receives objects of every kind. */
  public SharedInformerFactoryBuilder transform(Transform<Object> value) {
    defaults.transform(value);
    return this;
  }

  /** Short for the option of that name for all informers. */
  public SharedInformerFactoryBuilder cacheForm(CacheForm value) {
    defaults.cacheForm(value);
    return this;
  }

  /** Short for the option of that name for one class. */
  public SharedInformerFactoryBuilder cacheForm(
      Class<? extends HasMetadata> type, CacheForm value) {
    return kind(type, options -> options.cacheForm(value));
  }

  /** Short for the option of that name for all informers. */
  public SharedInformerFactoryBuilder cacheDirectory(Path value) {
    defaults.cacheDirectory(value);
    return this;
  }

  /** Short for the option of that name for all informers. */
  public SharedInformerFactoryBuilder cacheVersion(String value) {
    defaults.cacheVersion(value);
    return this;
  }

  /** Short for the option of that name for all informers. */
  public SharedInformerFactoryBuilder mutationDetector(boolean yes) {
    defaults.mutationDetector(yes);
    return this;
  }

  /** Time, timers and threads. Default: {@link EngineRuntime#shared()}. */
  public SharedInformerFactoryBuilder runtime(EngineRuntime value) {
    runtime = Objects.requireNonNull(value, "runtime");
    return this;
  }

  /**
   * How long the discovered kinds of the cluster are used before the server is asked for changes. Default: ten minutes.
   */
  public SharedInformerFactoryBuilder discoveryLifetime(Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException("lifetime is negative: " + Readable.time(value));
    }
    discoveryLifetime = value;
    return this;
  }

  /**
   * Keeps the discovered kinds of the cluster on disk, so that a new process starts without discovery. Default: in
   * memory only.
   *
   * @param directory created if it does not exist; its files are readable by their owner only
   * @param lifetime as for {@link #discoveryLifetime}
   */
  public SharedInformerFactoryBuilder discoveryCache(Path directory, Duration lifetime) {
    discoveryDirectory = Objects.requireNonNull(directory, "directory");
    return discoveryLifetime(lifetime);
  }

  /**
   * Builds the factory with the current options. The builder may be changed and used again. No connection is opened
   * before the factory is started.
   *
   * @throws IllegalArgumentException if the server's address is malformed
   */
  public SharedInformerFactory build() {
    ApiConnection opened = connection.get();
    Discovery discovery = discoveryDirectory == null
        ? new Discovery(opened, discoveryLifetime, runtime.clock())
        : new Discovery(opened, discoveryDirectory, discoveryLifetime, runtime.clock());
    Map<String, InformerOptions<?>> kinds = new HashMap<>();
    overrides.forEach((kind, options) -> kinds.put(kind, options.copy()));
    return new SharedInformerFactory(
        opened, connection, runtime, defaults.copy(), kinds, discovery);
  }
}
