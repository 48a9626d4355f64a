import io.kubernetes.client.Discovery;
import io.kubernetes.client.ProtoClient;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.PatchUtils;
import io.kubernetes.client.util.Watch;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import java.io.FileReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Does with the server of $KUBECONFIG what programs built on client-java do: typed requests, patches, a watch,
 * informers, generic and protobuf clients. Ends with a line of what passed and failed.
 */
public final class ClientJava {
  private static final String NAMESPACE = "client-java";
  private static final long PATIENCE = 60_000;

  private final ApiClient client;
  private final CoreV1Api core;

  private ClientJava(ApiClient client) {
    this.client = client;
    this.core = new CoreV1Api(client);
  }

  private interface Step {
    void run() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    ApiClient client;
    try (FileReader file = new FileReader(System.getenv("KUBECONFIG"))) {
      client = ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(file)).build();
    }
    client.setReadTimeout(0); // its informers need that
    ClientJava program = new ClientJava(client);
    Map<String, Step> steps = new LinkedHashMap<>();
    steps.put("prepare", program::prepare);
    steps.put("requests", program::requests);
    steps.put("patches", program::patches);
    steps.put("pages", program::pages);
    steps.put("watch", program::watch);
    steps.put("informers", program::informers);
    steps.put("generic client", program::generic);
    steps.put("dynamic client", program::dynamic);
    steps.put("protobuf client", program::protobuf);
    steps.put("discovery", program::discovery);
    int failed = 0;
    for (Map.Entry<String, Step> step : steps.entrySet()) {
      try {
        step.getValue().run();
      } catch (ApiException refused) {
        failed++;
        System.out.println("FAILED " + step.getKey() + ": " + refused.getCode() + " " + refused.getResponseBody());
      } catch (Exception | AssertionError failure) {
        failed++;
        System.out.println("FAILED " + step.getKey() + ": " + failure);
      }
    }
    System.out.println("client-java: " + (steps.size() - failed) + " passed, " + failed + " failed");
    System.exit(failed > 0 ? 1 : 0); // its HTTP client leaves threads behind
  }

  private static void ensure(String claim, boolean holds) {
    if (!holds) {
      throw new AssertionError("not so: " + claim);
    }
  }

  private static int codeOf(Callable<?> request) throws Exception {
    try {
      request.call();
      return 200;
    } catch (ApiException refused) {
      return refused.getCode();
    }
  }

  private static void eventually(String claim, Callable<Boolean> condition) throws Exception {
    long end = System.currentTimeMillis() + PATIENCE;
    while (!condition.call()) {
      ensure(claim, System.currentTimeMillis() < end);
      Thread.sleep(20);
    }
  }

  private static V1ConfigMap configMap(String name) {
    return new V1ConfigMap()
        .metadata(new V1ObjectMeta().name(name).namespace(NAMESPACE).labels(Map.of("a", "b")))
        .data(Map.of("k", "1"));
  }

  private void prepare() throws Exception {
    V1Namespace namespace = new V1Namespace().metadata(new V1ObjectMeta().name(NAMESPACE));
    int code = codeOf(() -> core.createNamespace(namespace).execute());
    ensure("the namespace exists", code == 200 || code == 409);
  }

  private void requests() throws Exception {
    V1ConfigMap created = core.createNamespacedConfigMap(NAMESPACE, configMap("request")).execute();
    ensure("the server sets uid and version", created.getMetadata().getUid() != null);
    ensure("a second create is refused", 409 == codeOf(() ->
        core.createNamespacedConfigMap(NAMESPACE, configMap("request")).execute()));
    created.setData(Map.of("k", "2"));
    core.replaceNamespacedConfigMap("request", NAMESPACE, created).execute();
    ensure("a stale replace is a conflict", 409 == codeOf(() ->
        core.replaceNamespacedConfigMap("request", NAMESPACE, created).execute()));
    V1ConfigMap read = core.readNamespacedConfigMap("request", NAMESPACE).execute();
    ensure("what was written is read", read.getData().equals(Map.of("k", "2")));
    ensure("the time is one", read.getMetadata().getCreationTimestamp() != null);
    core.deleteNamespacedConfigMap("request", NAMESPACE).execute();
    ensure("it is gone", 404 == codeOf(() -> core.readNamespacedConfigMap("request", NAMESPACE).execute()));
  }

  private void patches() throws Exception {
    core.createNamespacedConfigMap(NAMESPACE, configMap("patched")).execute();
    patch(V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH, "{\"data\":{\"m\":\"1\"}}");
    patch(V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH, "{\"data\":{\"s\":\"1\"}}");
    V1ConfigMap last = patch(
        V1Patch.PATCH_FORMAT_JSON_PATCH, "[{\"op\":\"replace\",\"path\":\"/data/k\",\"value\":\"9\"}]");
    ensure("three patches are answered", last.getData().equals(Map.of("k", "9", "m", "1", "s", "1")));
    ensure("a test that fails is 422", 422 == codeOf(() ->
        patch(V1Patch.PATCH_FORMAT_JSON_PATCH, "[{\"op\":\"test\",\"path\":\"/data/k\",\"value\":\"0\"}]")));
    core.deleteNamespacedConfigMap("patched", NAMESPACE).execute();
  }

  private V1ConfigMap patch(String format, String patch) throws ApiException {
    return PatchUtils.patch(
        V1ConfigMap.class,
        () -> core.patchNamespacedConfigMap("patched", NAMESPACE, new V1Patch(patch)).buildCall(null),
        format,
        client);
  }

  private void pages() throws Exception {
    for (int i = 0; i < 5; i++) {
      core.createNamespacedConfigMap(NAMESPACE, configMap("page-" + i)).execute();
    }
    List<String> names = new ArrayList<>();
    String token = null;
    do {
      V1ConfigMapList page = core.listNamespacedConfigMap(NAMESPACE).labelSelector("a=b").limit(2)._continue(token).execute();
      page.getItems().forEach(map -> names.add(map.getMetadata().getName()));
      token = page.getMetadata().getContinue();
    } while (token != null && !token.isEmpty());
    ensure("five in three pages", names.equals(List.of("page-0", "page-1", "page-2", "page-3", "page-4")));
    core.deleteCollectionNamespacedConfigMap(NAMESPACE).execute();
  }

  private void watch() throws Exception {
    String version = core.listNamespacedConfigMap(NAMESPACE).execute().getMetadata().getResourceVersion();
    core.createNamespacedConfigMap(NAMESPACE, configMap("watched")).execute();
    core.deleteNamespacedConfigMap("watched", NAMESPACE).execute();
    List<String> types = new ArrayList<>();
    try (Watch<V1ConfigMap> events = Watch.createWatch(
        client,
        core.listNamespacedConfigMap(NAMESPACE).resourceVersion(version).watch(true).timeoutSeconds(30).buildCall(null),
        new com.google.gson.reflect.TypeToken<Watch.Response<V1ConfigMap>>() {}.getType())) {
      while (types.size() < 2 && events.hasNext()) {
        types.add(events.next().type);
      }
    }
    ensure("the create and the delete are replayed", types.equals(List.of("ADDED", "DELETED")));
  }

  private void informers() throws Exception {
    for (int i = 0; i < 3; i++) {
      core.createNamespacedConfigMap(NAMESPACE, configMap("before-" + i)).execute();
    }
    SharedInformerFactory factory = new SharedInformerFactory(client);
    SharedIndexInformer<V1ConfigMap> informer = factory.sharedIndexInformerFor(
        parameters -> core.listNamespacedConfigMap(NAMESPACE)
            .resourceVersion(parameters.resourceVersion)
            .timeoutSeconds(parameters.timeoutSeconds)
            .watch(parameters.watch)
            .buildCall(null),
        V1ConfigMap.class,
        V1ConfigMapList.class);
    AtomicInteger added = new AtomicInteger();
    AtomicInteger updated = new AtomicInteger();
    AtomicInteger deleted = new AtomicInteger();
    informer.addEventHandler(new ResourceEventHandler<>() {
      @Override
      public void onAdd(V1ConfigMap map) {
        added.incrementAndGet();
      }

      @Override
      public void onUpdate(V1ConfigMap before, V1ConfigMap after) {
        if (!before.getMetadata().getResourceVersion().equals(after.getMetadata().getResourceVersion())) {
          updated.incrementAndGet();
        }
      }

      @Override
      public void onDelete(V1ConfigMap map, boolean unknown) {
        deleted.incrementAndGet();
      }
    });
    factory.startAllRegisteredInformers();
    try {
      eventually("three adds", () -> informer.hasSynced() && added.get() == 3);
      core.createNamespacedConfigMap(NAMESPACE, configMap("after")).execute();
      eventually("a fourth add", () -> added.get() == 4);
      V1ConfigMap changed = configMap("after").data(Map.of("k", "2"));
      core.replaceNamespacedConfigMap("after", NAMESPACE, changed).execute();
      eventually("an update", () -> updated.get() == 1);
      ensure("the cache has it", informer.getIndexer().getByKey(NAMESPACE + "/after").getData().get("k").equals("2"));
      core.deleteCollectionNamespacedConfigMap(NAMESPACE).execute();
      eventually("four deletes", () -> deleted.get() == 4 && informer.getIndexer().list().isEmpty());
    } finally {
      factory.stopAllRegisteredInformers();
    }
  }

  private void generic() throws Exception {
    var maps = new GenericKubernetesApi<>(V1ConfigMap.class, V1ConfigMapList.class, "", "v1", "configmaps", client);
    ensure("created", maps.create(configMap("generic")).isSuccess());
    CompletableFuture<String> seen = new CompletableFuture<>();
    try (var events = maps.watch(NAMESPACE, new io.kubernetes.client.util.generic.options.ListOptions())) {
      CompletableFuture.runAsync(() -> seen.complete(events.next().type));
      ensure("a watch without a version begins with what is there", seen.get(PATIENCE, TimeUnit.MILLISECONDS).equals("ADDED"));
    }
    var patched = maps.patch(NAMESPACE, "generic", V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH, new V1Patch("{\"data\":{\"g\":\"1\"}}"));
    ensure("patched", patched.isSuccess() && patched.getObject().getData().get("g").equals("1"));
    ensure("deleted", maps.delete(NAMESPACE, "generic").isSuccess());
    ensure("404 is an answer", maps.get(NAMESPACE, "generic").getHttpStatusCode() == 404);
  }

  private void dynamic() {
    var pods = new DynamicKubernetesApi("", "v1", "pods", client).list();
    ensure("the simulated pods are there", pods.isSuccess() && !pods.getObject().getItems().isEmpty());
  }

  private void protobuf() throws Exception {
    ProtoClient protobuf = new ProtoClient(client);
    String path = "/api/v1/namespaces/" + NAMESPACE + "/configmaps";
    V1.ConfigMap map = V1.ConfigMap.newBuilder()
        .setMetadata(Meta.ObjectMeta.newBuilder().setName("protobuf"))
        .putData("k", "v")
        .build();
    ensure("created", protobuf.create(map, path, "v1", "ConfigMap").object != null);
    V1.ConfigMap read = protobuf.<V1.ConfigMap>get(V1.ConfigMap.newBuilder(), path + "/protobuf").object;
    ensure("what was written is read", read != null && read.getDataMap().equals(Map.of("k", "v")));
    ensure("deleted", protobuf.delete(V1.ConfigMap.newBuilder(), path + "/protobuf").status != null);
  }

  private void discovery() throws Exception {
    ensure("deployments are found", new Discovery(client).findAll().stream()
        .anyMatch(resource -> resource.getKind().equals("Deployment") && resource.getGroup().equals("apps")));
  }
}
