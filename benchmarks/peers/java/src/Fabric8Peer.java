import dev.informant.benchmarks.peers.Counters;
import dev.informant.benchmarks.peers.Options;
import dev.informant.benchmarks.peers.Peer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;

/** fabric8's informer with its defaults: one list (pages if asked for), then a WebSocket. */
public final class Fabric8Peer implements Peer {
  private SharedIndexInformer<Pod> informer;

  @Override
  public String name() {
    return "fabric8";
  }

  @Override
  public String version() {
    return io.fabric8.kubernetes.client.Version.clientVersion();
  }

  /**
   * The library has no transform. Its one hook before handlers and store is the ItemStore: an object is put there
   * first and the same instance is then given to the handlers.
   */
  private static final class StrippingStore extends BasicItemStore<Pod> {
    StrippingStore() {
      super(Cache::metaNamespaceKeyFunc);
    }

    @Override
    public Pod put(String key, Pod pod) {
      pod.getMetadata().setManagedFields(List.of());
      return super.put(key, pod);
    }
  }

  @Override
  public void start(Options options, Counters counters) {
    Config config = new ConfigBuilder(Config.empty())
        .withMasterUrl(options.server())
        .withTrustCerts(true)
        .withOauthToken(options.token().isEmpty() ? null : options.token())
        .withWatchList(false)
        .build();
    KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build();
    var pods = client.pods().inAnyNamespace();
    informer = options.page() > 0
        ? pods.withLimit(options.page()).runnableInformer(0)
        : pods.runnableInformer(0);
    if (options.strip()) {
      informer.itemStore(new StrippingStore());
    }
    informer.exceptionHandler((started, problem) -> {
      counters.errors.increment();
      return true;
    });
    for (int i = 0; i < options.handlers(); i++) {
      join(counters);
    }
    informer.start();
  }

  @Override
  public void join(Counters counters) {
    informer.addEventHandler(new ResourceEventHandler<Pod>() {
      @Override
      public void onAdd(Pod pod) {
        counters.adds.increment();
      }

      @Override
      public void onUpdate(Pod before, Pod pod) {
        counters.updated();
      }

      @Override
      public void onDelete(Pod pod, boolean unknown) {
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
