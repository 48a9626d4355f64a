package dev.informant.kubernetes;

import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.runtime.EngineRuntime;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Collects the options of a factory. Which option holds for an informer: what its {@link KindInformer}
 * says ({@code inNamespace}, {@code withLabels}, {@code withFields}), else what {@link #kind} says for its
 * class, else what {@link #options} says, else the default. An option that is said replaces the one below
 * it as a whole; transforms are not added to each other. Not thread-safe.
 */
public final class SharedInformerFactoryBuilder {
  private final Supplier<ApiConnection> connection;
  private final InformerOptions<Object> defaults = new InformerOptions<>();
  private final Map<String, InformerOptions<?>> overrides = new HashMap<>();
  private EngineRuntime runtime = EngineRuntime.shared();

  SharedInformerFactoryBuilder(Supplier<ApiConnection> connection) {
    this.connection = connection;
  }

  /** Options for all informers. */
  public SharedInformerFactoryBuilder options(Consumer<InformerOptions<Object>> change) {
    change.accept(defaults);
    return this;
  }

  /** Options for the informers of one class. */
  @SuppressWarnings("unchecked") // kept by class
  public <T extends HasMetadata> SharedInformerFactoryBuilder kind(
      Class<T> type, Consumer<InformerOptions<T>> change) {
    change.accept((InformerOptions<T>) overrides.computeIfAbsent(
        SharedInformerFactory.keyOf(type), absent -> new InformerOptions<>()));
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

  /** Short for the option of that name for all informers. It is given objects of every kind. */
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

  /** Time, timers and threads. Default: {@link EngineRuntime#shared()}. */
  public SharedInformerFactoryBuilder runtime(EngineRuntime value) {
    runtime = Objects.requireNonNull(value, "runtime");
    return this;
  }

  /** Makes the factory. No connection is opened before it is started. */
  public SharedInformerFactory build() {
    return new SharedInformerFactory(connection.get(), runtime, defaults, new HashMap<>(overrides));
  }
}
