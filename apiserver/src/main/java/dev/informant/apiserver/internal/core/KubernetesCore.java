package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.BuiltInResources;
import dev.informant.apiserver.internal.registry.ResourceRegistry;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.storage.MvccStore;
import dev.informant.apiserver.internal.storage.StoredObject;
import dev.informant.runtime.EngineRuntime;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A Kubernetes API over objects in memory. All time and randomness come from the runtime, so that a run is
 * a function of its seed and of the requests. Thread-safe.
 */
public final class KubernetesCore implements ApiCore {
  private static final Logger LOG = System.getLogger(KubernetesCore.class.getName());
  private final EngineRuntime runtime;
  private final FreshCluster fresh;
  private final CoreOptions options;
  private final Negotiation negotiation;
  private final MvccStore store;
  private final ResourceRegistry registry;
  private final CoreFaults faults;
  private final Watches watches;
  private final Writes writes;
  private final ResourceRequests resources;
  private final NonResourceRequests others;
  private final EventExpiry eventExpiry;

  private KubernetesCore(
      EngineRuntime runtime,
      CoreOptions options,
      Negotiation negotiation,
      AccessCheck access,
      Tokens tokens) {
    this.runtime = runtime;
    this.options = options;
    this.negotiation = negotiation;
    this.store = new MvccStore(runtime, options.history());
    this.registry = new ResourceRegistry(BuiltInResources.served(options.groupVersions()));
    Reads reads = new Reads(store);
    this.watches = new Watches(runtime, store, reads, options, negotiation);
    this.faults = new CoreFaults(store, watches);
    this.writes = new Writes(runtime, store, negotiation);
    Deletes deletes = new Deletes(runtime, store);
    Subresources subresources = new Subresources(
        store,
        reads,
        writes,
        new Evictions(runtime, store, registry, writes, deletes),
        new TokenRequests(runtime.clock(), store, tokens));
    CustomResources customs = new CustomResources(runtime, store, registry, writes, deletes);
    this.resources = new ResourceRequests(
        reads,
        watches,
        writes,
        deletes,
        subresources,
        customs,
        new Reviews(registry, access, tokens));
    this.others = new NonResourceRequests(registry, options);
    this.fresh = new FreshCluster(registry, writes);
    fresh.createNamespaces();
    this.eventExpiry = new EventExpiry(runtime, store, options.eventLife());
    eventExpiry.start();
  }

  public static KubernetesCore create(EngineRuntime runtime) {
    return create(runtime, CoreOptions.DEFAULT, new JsonNegotiation());
  }

  public static KubernetesCore create(
      EngineRuntime runtime, CoreOptions options, Negotiation negotiation) {
    return create(runtime, options, negotiation, everybody -> true, Tokens.NONE);
  }

  /**
   * @param access what access reviews answer; the core itself refuses nobody
   * @param tokens issues the tokens of service accounts, and answers reviews of tokens
   */
  public static KubernetesCore create(
      EngineRuntime runtime,
      CoreOptions options,
      Negotiation negotiation,
      AccessCheck access,
      Tokens tokens) {
    return new KubernetesCore(runtime, options, negotiation, access, tokens);
  }

  /** Whether there is such a service account now. */
  public boolean hasServiceAccount(Tokens.Account account) {
    StoredObject stored =
        store.latest("serviceaccounts", StoredObject.key(account.namespace(), account.name()));
    return stored != null && Metadata.of(stored.tree()).uid().equals(account.uid());
  }

  /** The resources being served. */
  public ResourceRegistry registry() {
    return registry;
  }

  /**
   * Puts an object in as it is, status and all, without a request: to load a cluster quickly. What the
   * server sets (uid, creationTimestamp) is kept if given and set if not.
   *
   * @throws ApiStatusException as a create would, e.g. because its namespace does not exist
   */
  public void seed(ResourceType type, ObjectNode object) {
    writes.seed(type, object);
  }

  /** Creates the objects by which a server announces itself in its cluster; to be called once. */
  public void announce(String address, int port) {
    fresh.announce(address, port);
  }

  public CoreFaults faults() {
    return faults;
  }

  @Override
  public CompletableFuture<ApiResponse> handle(ApiRequest request) {
    String given = request.header("audit-id");
    String auditId =
        given == null || given.isEmpty() ? Metadata.randomUid(runtime.random()) : given;
    Call call = new Call(request, negotiation, auditId);
    CompletableFuture<ApiResponse> answer;
    try {
      answer = route(call);
    } catch (RuntimeException | StackOverflowError failure) {
      answer = CompletableFuture.failedFuture(failure);
    }
    return answer.exceptionally(failure -> failure(call, failure));
  }

  private CompletableFuture<ApiResponse> route(Call call) {
    ApiRequest request = call.request();
    if (request.body().length > options.bodyLimit()) {
      throw ApiStatusException.tooLarge(options.bodyLimit());
    }
    if (RequestTimeout.over(request)) {
      return CompletableFuture.completedFuture(call.timedOut());
    }
    RequestPath path = RequestPath.parse(request.path());
    if (path == null || path.resource().isEmpty()) {
      return CompletableFuture.completedFuture(others.answer(call, path));
    }
    ResourceType type = registry.find(path.group(), path.version(), path.resource());
    if (path.noNamespace() && type != null && type.namespaced() && !collection(request, path)) {
      throw ApiStatusException.badRequest("Namespace parameter required.");
    }
    if (type == null
        || !type.namespaced() && path.noNamespace()
        || type.namespaced() == path.namespace().isEmpty() && !allowed(type, path)) {
      return CompletableFuture.completedFuture(
          call.noSuchResource(registry.ownGroup(path.group())));
    }
    return resources.answer(call, path, type);
  }

  private static boolean collection(ApiRequest request, RequestPath path) {
    return request.method().equals("GET") && path.name().isEmpty();
  }

  /** A namespaced collection that can be listed may be named without its namespace; nothing else may. */
  private static boolean allowed(ResourceType type, RequestPath path) {
    return type.namespaced()
        ? path.name().isEmpty() && type.verbs().contains("list")
        : path.namespace().isEmpty();
  }

  private static ApiResponse failure(Call call, Throwable thrown) {
    Throwable failure = thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
    if (failure instanceof ApiStatusException status) {
      return call.failure(status);
    }
    LOG.log(
        Level.ERROR,
        "a request failed inside the server: "
            + call.request().method()
            + " "
            + call.request().path(),
        failure);
    return call.failure(ApiStatusException.internal(
        "Internal error occurred: " + failure.getClass().getName()));
  }

  @Override
  public void close() {
    eventExpiry.close();
    watches.open(type -> true).forEach(ServedWatch::finish);
  }
}
