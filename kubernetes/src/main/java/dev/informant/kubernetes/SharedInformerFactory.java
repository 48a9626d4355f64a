package dev.informant.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.informer.Informer;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.SharedInformerRegistry;
import dev.informant.informer.SyncResult;
import dev.informant.internal.compact.CompactForm;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.codec.HasMetadataAccessor;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.codec.TreeCodec;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.discovery.Discovery;
import dev.informant.kubernetes.discovery.RestMapper;
import dev.informant.kubernetes.informers.TypedInformers;
import dev.informant.kubernetes.internal.model.Fabric8;
import dev.informant.kubernetes.internal.model.ModelMapper;
import dev.informant.kubernetes.rest.RestClient;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.HttpSource;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.LabelSelector;
import dev.informant.object.ObjectAccessor;
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
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Creates and shares the informers of one cluster: one per kind, model and scope, on one connection. An informer runs
 * until its last handle or the factory is closed. Built-in kinds have accessors ({@code core().v1().pods()}); for other
 * kinds use the methods of this class. Thread-safe.
 */
public final class SharedInformerFactory extends TypedInformers implements AutoCloseable {
  private final ApiConnection connection;
  private final Supplier<ApiConnection> connections;
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

  /** Scopes of which an informer has been created: only the first one begins with an initial state. */
  private final Set<Scope> begun = ConcurrentHashMap.newKeySet();

  private volatile boolean closed;

  SharedInformerFactory(
      ApiConnection connection,
      Supplier<ApiConnection> connections,
      EngineRuntime runtime,
      InformerOptions<Object> defaults,
      Map<String, InformerOptions<?>> overrides,
      Discovery discovery) {
    this.connection = connection;
    this.connections = connections;
    this.runtime = runtime;
    this.defaults = defaults;
    this.overrides = overrides;
    this.discovery = discovery;
    this.rest = new RestClient(connection, runtime);
    this.mapper = new RestMapper(discovery);
    this.savedCaches = new SavedCaches(new ClusterIdentity(connection), runtime);
  }

  /**
   * Returns a builder with the configuration of a client and its own connections: equivalent to {@code
   * builder(client.getConfiguration())}. Interceptors and connections of the client are not used; see {@link
   * #sharingTransportOf}. Closing the factory leaves the client open.
   */
  public static SharedInformerFactoryBuilder builder(Client client) {
    return builder(client.getConfiguration());
  }

  /**
   * Returns a builder for informers with their own connections. They use HTTP/2 where the server supports it. Renewed
   * certificates and tokens (files, kubeconfig or plugin) take effect without a restart.
   */
  public static SharedInformerFactoryBuilder builder(Config config) {
    Objects.requireNonNull(config, "config");
    return new SharedInformerFactoryBuilder(() -> ApiConnection.of(config));
  }

  /**
   * Returns a builder for informers over the connections of a client: its HTTP library, interceptors and credentials.
   * Use it for a client whose transport is a mock or is instrumented. Renewed certificates take effect only if the
   * client supports it. Closing the factory leaves the client open.
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

  /** Selects a kind by its class: a model class or the class of a custom resource. */
  @Override
  public <T extends HasMetadata> KindInformer<T> kind(Class<T> type) {
    return new KindInformer<>(this, Resource.of(type), ModelCodec.of(type), Scope.modelOf(type));
  }

  /** Opens an informer of a kind by its class: short for {@code kind(type).informer()}. */
  public <T extends HasMetadata> Informer<T> informerFor(Class<T> type) {
    return kind(type).informer();
  }

  /** Selects a kind without a class, as generic objects. */
  public KindInformer<GenericKubernetesResource> forResource(Resource resource) {
    return new KindInformer<>(this, resource, ModelCodec.generic(resource.type()), Scope.GENERIC);
  }

  /** Selects a kind without a class, as JSON trees. */
  public KindInformer<JsonNode> trees(Resource resource) {
    return new KindInformer<>(this, resource, new TreeCodec(resource.type()), Scope.TREES);
  }

  /** Selects the metadata of a kind: the server sends nothing else. */
  public KindInformer<PartialObjectMetadata> metadata(Resource resource) {
    Fabric8.model(() -> PartialObjectMetadata.class);
    return new KindInformer<>(this, resource, ModelCodec.metadata(), Scope.METADATA);
  }

  /** Selects the metadata of a kind by its class. */
  public KindInformer<PartialObjectMetadata> metadata(Class<? extends HasMetadata> type) {
    return metadata(Resource.of(type));
  }

  /**
   * Selects a kind in your own object model.
   *
   * @param model distinguishes this model from others of the same kind
   */
  public <T> KindInformer<T> forCodec(Resource resource, Codec<T> codec, String model) {
    return new KindInformer<>(this, resource, codec, Scope.modelOf(model));
  }

  // ---- life

  /** Starts all informers, and later each new one when it is opened. Idempotent. */
  public void start() {
    refuseIfClosed();
    registry.start();
  }

  /**
   * Waits until all informers are synced. Does not wait for informers that were never started.
   *
   * @throws NotSyncedException if one is not synced or has ended, with a message that names each of them and its cause,
   *     and if the factory is closed
   */
  public void awaitSynced(Duration timeout) {
    if (closed) {
      throw new NotSyncedException(
          "cannot wait for the sync: this informer factory is closed; build a new one",
          /* state= */ null,
          null);
    }
    registry.awaitSynced(timeout);
  }

  /** Returns which informers are synced now, and why the others are not. Does not wait. */
  public Map<Scope, SyncResult> syncResults() {
    return registry.syncResults();
  }

  /** Describes the transport to the server: connection, HTTP library and protocol. */
  public String transport() {
    return connection.transport();
  }

  /** Time, timers and threads of the informers. */
  public EngineRuntime runtime() {
    return runtime;
  }

  /**
   * Opens another connection to the same server, with the same credentials: for requests that must not wait for others. A
   * factory that shares the transport of a client shares it here, too. The caller closes it.
   */
  public ApiConnection newConnection() {
    refuseIfClosed();
    return connections.get();
  }

  /** Returns the shared informers by scope, for health checks and metrics. */
  public Map<Scope, SharedIndexInformer<?>> all() {
    return registry.informers();
  }

  /** Discovers the kinds of the cluster, over the same connection. */
  public Discovery clusterKinds() {
    return discovery;
  }

  /** Maps kinds, resources and kubectl names to each other, over the same connection. */
  public RestMapper mapper() {
    return mapper;
  }

  /** Sends single requests over the same connection: raw paths, any verb, subresources. */
  public RestClient rest() {
    return rest;
  }

  /**
   * Returns fabric8's client over the same connection, for the writes of reconcilers. Closing the factory closes it; a
   * client passed to {@link #sharingTransportOf} stays open.
   */
  public synchronized KubernetesClient client() {
    refuseIfClosed();
    if (client == null) {
      client = connection.client();
    }
    return client;
  }

  /**
   * Closes all informers. Waits for handler calls and requests in progress and for caches to be saved, up to the
   * longest of the close timeouts. Then closes the connection, unless it belongs to a client. A cache that was not
   * saved in time keeps its previous file.
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

  <T> T decode(KindInformer<T> kind, byte[] json) {
    Codec<T> codec = kind.codec();
    byte[] read = codec.representation() == Codec.Representation.METADATA
        ? metadataAlone(json, codec.expected())
        : json.clone();
    return resolve(kind).transform().apply(codec.decode(read, 0, read.length));
  }

  private static byte[] metadataAlone(byte[] json, TypeMeta type) {
    try {
      ObjectMapper mapper = ModelMapper.shared().mapper();
      ObjectNode alone = mapper.createObjectNode();
      alone.put("apiVersion", type.apiVersion()).put("kind", type.kind());
      alone.set("metadata", mapper.readTree(json).path("metadata"));
      return mapper.writeValueAsBytes(alone);
    } catch (IOException malformed) {
      throw new DecodeException("not valid JSON");
    }
  }

  <T> Set<String> namespacesOf(KindInformer<T> kind) {
    return kind.namespaceNames(resolve(kind));
  }

  <T> boolean covers(KindInformer<T> kind, T object) {
    return kind.covers(resolve(kind), object);
  }

  <T> boolean hasFieldSelector(KindInformer<T> kind) {
    return kind.hasFieldSelector(resolve(kind));
  }

  <T> Informer<T> open(KindInformer<T> kind) {
    refuseIfClosed();
    InformerOptions<T> options = resolve(kind);
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
    following.removeIf(NamespaceSetInformer::isEnded);
    following.add(informer);
    if (closed) {
      informer.factoryClosed();
    }
    return informer;
  }

  @SuppressWarnings("unchecked") // overrides are kept by resource and model, and with it T
  private <T> InformerOptions<T> resolve(KindInformer<T> kind) {
    InformerOptions<T> override =
        (InformerOptions<T>) overrides.get(Scope.optionsKey(kind.resource(), kind.model()));
    return (override == null ? new InformerOptions<T>() : override).over(defaults);
  }

  /** Which objects a scope covers, as far as namespace and labels decide it: fields only the server knows. */
  private static <T> Predicate<T> covers(Scope scope, ObjectAccessor<T> accessor) {
    LabelSelector labels = LabelSelector.parse(scope.labelSelector());
    return object ->
        (scope.namespace().isEmpty() || scope.namespace().equals(accessor.namespace(object)))
            && labels.matches(accessor.labels(object));
  }

  private <T> SharedIndexInformer<T> create(
      KindInformer<T> kind, Scope scope, InformerOptions<T> options) {
    // one decoder, so that what comes from a file and what the watch brings share their equal parts
    Codec<T> decoder = Decoders.of(kind.codec(), options);
    HttpSource<T> source = HttpSource.builder(connection, kind.resource(), decoder)
        .runtime(runtime)
        .namespace(scope.namespace())
        .leaveOutManagedFields(options.transform().leavesOutManagedFields())
        .keepBytes(options.get(InformerOptions.CACHE_FORM) == CacheForm.COMPACT
            && options.transform().isDoneInBytes())
        .build();
    SelectingSource<T> selecting = new SelectingSource<>(
        source, asked -> tweak(select(asked, scope), options.get(InformerOptions.TWEAK)));
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
        .observer(options.get(InformerOptions.OBSERVER).apply(kind.resource()));
    options.applyTo(builder, begun.add(scope) ? covers(scope, kind.codec().accessor()) : null);
    if (kind.resource().namespaced()) {
      builder.indexer(
          Indexer.NAMESPACE_INDEX, IndexFunction.byNamespace(kind.codec().accessor()));
    }
    CompactForm<T> form = options.get(InformerOptions.CACHE_FORM) == CacheForm.COMPACT
        ? CompactForms.of(scope, kind.codec(), options, runtime)
        : null;
    if (form != null) {
      builder.form(form);
    }
    CacheArchive<T> archive = savedCaches.archive(scope, kind.codec(), decoder, options, form);
    if (archive != null) {
      builder.archive(archive, options.get(InformerOptions.CACHE_SAVE_INTERVAL));
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

  private static ListOptions tweak(ListOptions options, UnaryOperator<ListOptions> tweak) {
    ListOptions tweaked = tweak.apply(options);
    if (tweaked == null) {
      throw new IllegalStateException(
          "the function of tweakListOptions returned null; return the options that it received");
    }
    return tweaked;
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new IllegalStateException("this informer factory is closed; build a new one");
    }
  }
}
