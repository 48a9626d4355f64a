package dev.informant.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.compact.CompactForm;
import dev.informant.informer.Informer;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.SharedInformerRegistry;
import dev.informant.informer.SyncResult;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.HasMetadataAccessor;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.codec.TreeCodec;
import dev.informant.kubernetes.discovery.Discovery;
import dev.informant.kubernetes.discovery.RestMapper;
import dev.informant.kubernetes.informers.TypedInformers;
import dev.informant.kubernetes.rest.RestClient;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.HttpSource;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.ListOptions;
import dev.informant.store.CacheArchive;
import dev.informant.store.IndexFunction;
import dev.informant.store.Indexer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The informers of one cluster: one per kind, model and scope, shared by all users, on one connection. An
 * informer lives until the last handle on it is closed, or the factory is.
 * Kinds of the models have accessors ({@code core().v1().pods()}); every other way in is a method here.
 * Thread-safe.
 */
public final class SharedInformerFactory extends TypedInformers implements AutoCloseable {
  private final ApiConnection connection;
  private final EngineRuntime runtime;
  private final InformerOptions<Object> defaults;
  private final Map<String, InformerOptions<?>> overrides;

  private final Discovery discovery;
  private final RestClient rest;
  private final RestMapper mapper;
  private @Nullable KubernetesClient client; // guarded by this
  private final SavedCaches savedCaches;
  private final SharedInformerRegistry<Scope> registry = new SharedInformerRegistry<>();
  /** Informers of several namespaces. Closed ones are removed when the next one is opened. */
  private final Set<NamespaceSetInformer<?>> following = ConcurrentHashMap.newKeySet();

  private volatile boolean closed;

  SharedInformerFactory(
      ApiConnection connection,
      EngineRuntime runtime,
      InformerOptions<Object> defaults,
      Map<String, InformerOptions<?>> overrides,
      Discovery discovery) {
    this.connection = connection;
    this.runtime = runtime;
    this.defaults = defaults;
    this.overrides = overrides;
    this.discovery = discovery;
    this.rest = new RestClient(connection);
    this.mapper = new RestMapper(discovery);
    this.savedCaches = new SavedCaches(new ClusterIdentity(connection), runtime);
  }

  /**
   * Informers with the configuration of a client, over connections of their own: exactly {@code
   * builder(client.getConfiguration())}. Interceptors and connections of the client are not used: see {@link
   * #sharingTransportOf}. Closing the factory leaves the client open.
   */
  public static SharedInformerFactoryBuilder builder(Client client) {
    return builder(client.getConfiguration());
  }

  /**
   * Informers over connections of their own: HTTP/2 where the server offers it, and renewed certificates and tokens
   * (files, kubeconfig or plugin) are used without a restart.
   */
  public static SharedInformerFactoryBuilder builder(Config config) {
    Objects.requireNonNull(config, "config");
    return new SharedInformerFactoryBuilder(() -> ApiConnection.of(config));
  }

  /**
   * Informers over the connections of a client: its HTTP library, interceptors and credentials, as it was built. Use it with
   * a client whose transport is a mock or is instrumented. Certificates that are renewed are followed only as far as the
   * client does. Closing the factory leaves the client open.
   */
  public static SharedInformerFactoryBuilder sharingTransportOf(Client client) {
    Objects.requireNonNull(client, "client");
    return new SharedInformerFactoryBuilder(() -> ApiConnection.of(client));
  }

  /**
   * Returns the key of an object, as handlers, work queues and caches use it: {@code namespace/name}, or {@code name} for
   * an object of cluster scope.
   *
   * @throws dev.informant.object.KeyException if the object has no name
   */
  public static String keyOf(HasMetadata object) {
    return HasMetadataAccessor.instance().key(object);
  }

  // ---- ways in

  /** A kind by its class: any of the models, or a custom resource's. */
  @Override
  public <T extends HasMetadata> KindInformer<T> kind(Class<T> type) {
    return new KindInformer<>(this, Resource.of(type), ModelCodec.of(type), Scope.modelOf(type));
  }

  /** Opens an informer of a kind by its class: short for {@code kind(type).informer()}. */
  public <T extends HasMetadata> Informer<T> informerFor(Class<T> type) {
    return kind(type).informer();
  }

  /** A kind without a class, as generic objects. */
  public KindInformer<GenericKubernetesResource> forResource(Resource resource) {
    return new KindInformer<>(this, resource, ModelCodec.generic(resource.type()), Scope.GENERIC);
  }

  /** A kind without a class, as JSON trees. */
  public KindInformer<JsonNode> trees(Resource resource) {
    return new KindInformer<>(this, resource, new TreeCodec(resource.type()), Scope.TREES);
  }

  /** The metadata of a kind: the server sends nothing else. */
  public KindInformer<PartialObjectMetadata> metadata(Resource resource) {
    return new KindInformer<>(this, resource, ModelCodec.metadata(), Scope.METADATA);
  }

  /** The metadata of a kind by its class. */
  public KindInformer<PartialObjectMetadata> metadata(Class<? extends HasMetadata> type) {
    return metadata(Resource.of(type));
  }

  /**
   * A kind in an object model of your own.
   *
   * @param model tells this model from others of the same kind
   */
  public <T> KindInformer<T> forCodec(Resource resource, Codec<T> codec, String model) {
    return new KindInformer<>(this, resource, codec, Scope.modelOf(model));
  }

  // ---- life

  /** Starts all informers, and from now on each new one when it is first asked for. Idempotent. */
  public void start() {
    refuseIfClosed();
    registry.start();
  }

  /**
   * Waits until all informers have their first list. For those that were never started it does not wait.
   *
   * @throws NotSyncedException if one has not; the message names each that has not, and why
   */
  public void awaitSynced(Duration timeout) {
    registry.awaitSynced(timeout);
  }

  /** Which informers have their first list now, and why the others do not. Does not wait. */
  public Map<Scope, SyncResult> syncResults() {
    return registry.syncResults();
  }

  /** How requests reach the server: connection, HTTP library and protocol, for people to read. */
  public String transport() {
    return connection.transport();
  }

  /** The shared informers, by what they cover: for health checks and metrics. */
  public Map<Scope, SharedIndexInformer<?>> all() {
    return registry.informers();
  }

  /** Which kinds the cluster has, asked over the same connection. */
  public Discovery clusterKinds() {
    return discovery;
  }

  /** From kinds to resources and back, and from the names people use, asked over the same connection. */
  public RestMapper mapper() {
    return mapper;
  }

  /** Single requests over the same connection: raw paths, any verb, subresources. */
  public RestClient rest() {
    return rest;
  }

  /**
   * fabric8's client over the same connection, typed and dynamic: what reconcilers write with. It ends with the
   * factory; a factory that was built on a client has its own view of that one's connections.
   */
  public synchronized KubernetesClient client() {
    refuseIfClosed();
    if (client == null) {
      client = connection.client();
    }
    return client;
  }

  /**
   * Closes all informers at once, waits for their handlers' calls and requests and for caches to be saved, no longer than the
   * longest of their close timeouts, and closes the connection if it is ours. A cache that has not been saved by then keeps
   * the file of before.
   */
  @Override
  public void close() {
    closed = true;
    following.forEach(NamespaceSetInformer::factoryClosed);
    following.clear();
    try {
      registry.closeCompletely(); // the connection must outlive the requests
    } finally {
      closeClient();
      connection.close();
    }
  }

  private synchronized void closeClient() {
    if (client != null) {
      client.close();
    }
  }

  // ---- for KindInformer

  <T> Scope scopeOf(KindInformer<T> kind) {
    return kind.scope(resolve(kind));
  }

  <T> Informer<T> open(KindInformer<T> kind) {
    refuseIfClosed();
    InformerOptions.Resolved<T> options = resolve(kind);
    NamespaceSet several = kind.namespaces(options);
    if (several == null) {
      Scope scope = kind.scope(options);
      return registry.open(scope, () -> create(kind, scope, options));
    }
    NamespaceSetInformer<T> informer = new NamespaceSetInformer<>(
        kind.resource() + " in several namespaces",
        kind.codec().accessor(),
        name -> open(kind.namespace(name)),
        runtime,
        several);
    following.removeIf(NamespaceSetInformer::isClosed);
    following.add(informer);
    if (closed) {
      informer.factoryClosed();
    }
    return informer;
  }

  @SuppressWarnings("unchecked") // overrides are kept by resource and model, and with it T
  private <T> InformerOptions.Resolved<T> resolve(KindInformer<T> kind) {
    InformerOptions<T> override =
        (InformerOptions<T>) overrides.get(Scope.optionsKey(kind.resource(), kind.model()));
    return InformerOptions.resolve(override == null ? new InformerOptions<>() : override, defaults);
  }

  private <T> SharedIndexInformer<T> create(
      KindInformer<T> kind, Scope scope, InformerOptions.Resolved<T> options) {
    // one decoder, so that what comes from a file and what the watch brings share their equal parts
    Codec<T> decoder = Decoders.of(kind.codec(), options);
    HttpSource<T> source = HttpSource.builder(connection, kind.resource(), decoder)
        .runtime(runtime)
        .namespace(scope.namespace())
        .leaveOutManagedFields(options.transform().leavesOutManagedFields())
        .keepBytes(
            options.cacheForm() == CacheForm.COMPACT && options.transform().isDoneInBytes())
        .build();
    SelectingSource<T> selecting =
        new SelectingSource<>(source, asked -> options.tweak().apply(select(asked, scope)));
    KindWatcher<T> watcher = new KindWatcher<>(
        selecting,
        kind.resource(),
        connection.address(),
        () -> isAbsent(kind.resource()),
        runtime.clock());
    var builder = SharedIndexInformer.builder(watcher, kind.codec().accessor())
        .runtime(runtime)
        .name(scope.toString())
        .description(scope.toString())
        .resync(options.resync())
        .transform(options.transform())
        .queue(options.queue())
        .watchList(options.watchList())
        .pageSize(options.pageSize())
        .minWatchTimeout(options.minWatchTimeout())
        .handlerBuffer(options.handlerBuffer())
        .parity(options.parity())
        .backoff(options.backoff())
        .observer(options.observer().apply(kind.resource()))
        .watchErrorHandler(options.watchErrorHandler())
        .closeTimeout(options.closeTimeout());
    if (kind.resource().namespaced()) {
      builder.indexer(
          Indexer.NAMESPACE_INDEX, IndexFunction.byNamespace(kind.codec().accessor()));
    }
    CompactForm<T> form = options.cacheForm() == CacheForm.COMPACT
        ? CompactForms.of(scope, kind.codec(), options, runtime)
        : null;
    if (form != null) {
      builder.form(form);
    }
    CacheArchive<T> archive = savedCaches.archive(scope, kind.codec(), decoder, options, form);
    if (archive != null) {
      builder.archive(archive, options.cacheSaveInterval());
    }
    var deepCopy = kind.codec().deepCopy();
    if (deepCopy != null) {
      builder.deepCopy(deepCopy);
    }
    return builder.build();
  }

  private CompletableFuture<Boolean> isAbsent(Resource resource) {
    discovery.forget();
    return discovery.kinds().thenApply(kinds -> kinds.lacks(resource));
  }

  private static ListOptions select(ListOptions options, Scope scope) {
    return options
        .withLabelSelector(scope.labelSelector())
        .withFieldSelector(scope.fieldSelector());
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new IllegalStateException("this informer factory is closed; build a new one");
    }
  }
}
