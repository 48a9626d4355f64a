import dev.informant.benchmarks.peers.Counters;
import dev.informant.benchmarks.peers.Options;
import dev.informant.benchmarks.peers.Peer;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.credentials.AccessTokenAuthentication;

/** client-java's informer with its defaults; it leaves managed fields out while decoding unless told otherwise. */
public final class ClientJavaPeer implements Peer {
  private SharedIndexInformer<V1Pod> informer;

  @Override
  public String name() {
    return "client-java";
  }

  @Override
  public String version() {
    String jar = ApiClient.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return jar.replaceAll(".*-([0-9.]+)\\.jar", "$1");
  }

  @Override
  public void start(Options options, Counters counters) throws Exception {
    if (!options.strip()) {
      // Must be set before the library's JSON class is loaded.
      System.setProperty("kubernetes.client.includeManagedFields", "true");
    }
    ClientBuilder builder = new ClientBuilder().setBasePath(options.server()).setVerifyingSsl(false);
    if (!options.token().isEmpty()) {
      builder.setAuthentication(new AccessTokenAuthentication(options.token()));
    }
    ApiClient client = builder.build();
    client.setReadTimeout(0);
    CoreV1Api api = new CoreV1Api(client);
    SharedInformerFactory factory = new SharedInformerFactory(client);
    informer = factory.sharedIndexInformerFor(
        asked -> api.listPodForAllNamespaces()
            .resourceVersion(asked.resourceVersion)
            .timeoutSeconds(asked.timeoutSeconds)
            .watch(asked.watch)
            .buildCall(null),
        V1Pod.class,
        V1PodList.class);
    for (int i = 0; i < options.handlers(); i++) {
      join(counters);
    }
    factory.startAllRegisteredInformers();
  }

  @Override
  public void join(Counters counters) {
    informer.addEventHandler(new ResourceEventHandler<V1Pod>() {
      @Override
      public void onAdd(V1Pod pod) {
        counters.adds.increment();
      }

      @Override
      public void onUpdate(V1Pod before, V1Pod pod) {
        counters.updated();
      }

      @Override
      public void onDelete(V1Pod pod, boolean unknown) {
        counters.deletes.increment();
      }
    });
  }

  @Override
  public int storeSize() {
    return informer.getIndexer().listKeys().size();
  }

  @Override
  public boolean hasManagedFields() {
    var fields = informer.getIndexer().list().get(0).getMetadata().getManagedFields();
    return fields != null && !fields.isEmpty();
  }
}
