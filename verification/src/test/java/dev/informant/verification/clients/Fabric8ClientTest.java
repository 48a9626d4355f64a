package dev.informant.verification.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.ApiServer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** fabric8's client, unmodified, against the embedded server. */
@Timeout(120)
class Fabric8ClientTest {
  private final ApiServer server = ApiServer.start();
  private final Watches watches = new Watches();

  @AfterEach
  void stop() {
    server.close();
  }

  private KubernetesClient client(boolean onlyHttpWatches) {
    Config config = Config.fromKubeconfig(server.kubeconfig());
    config.setOnlyHttpWatches(onlyHttpWatches);
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("watches", watches))
        .build();
  }

  /** Counts watches; a body is read of those alone that are no WebSockets. */
  private static final class Watches implements Interceptor {
    final AtomicInteger all = new AtomicInteger();
    final AtomicInteger overHttp = new AtomicInteger();

    private static boolean isWatch(HttpRequest request) {
      return String.valueOf(request.uri().getQuery()).contains("watch=true");
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      all.addAndGet(isWatch(request) ? 1 : 0);
    }

    @Override
    public AsyncBody.Consumer<List<ByteBuffer>> consumer(
        AsyncBody.Consumer<List<ByteBuffer>> body, HttpRequest request) {
      overHttp.addAndGet(isWatch(request) ? 1 : 0);
      return body;
    }
  }

  private static ConfigMap map(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .endMetadata()
        .addToData("k", value)
        .build();
  }

  @Test
  void writesAreReadAndConflictsAreSeen() {
    try (KubernetesClient client = client(false)) {
      ConfigMap created = client.resource(map("a", "1")).create();
      assertThat(created.getMetadata().getUid()).isNotEmpty();
      client.configMaps().inNamespace("default").withName("a").edit(one -> {
        one.getData().put("k", "2");
        return one;
      });
      ConfigMap read = client.configMaps().inNamespace("default").withName("a").get();
      assertThat(read.getData()).containsEntry("k", "2");
      assertThatThrownBy(() -> client.resource(created).lockResourceVersion().update())
          .isInstanceOfSatisfying(
              KubernetesClientException.class,
              failure -> assertThat(failure.getCode()).isEqualTo(409));
      client.configMaps().inNamespace("default").withName("a").delete();
      assertThat(client.configMaps().inNamespace("default").withName("a").get()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void informersSeeEveryChangeOverWebSocketsAndHttp(boolean onlyHttp) throws InterruptedException {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (KubernetesClient client = client(onlyHttp)) {
      client.resource(map("before", "1")).create();
      try (SharedIndexInformer<ConfigMap> informer =
          client.configMaps().inNamespace("default").inform(recorder(seen))) {
        assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo("added before 1");
        client.resource(map("after", "1")).create();
        assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo("added after 1");
        client.resource(map("after", "2")).update();
        assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo("changed after 2");
        client.resource(map("before", "1")).delete();
        assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo("deleted before 1");
        assertThat(informer.getIndexer().list()).hasSize(1);
        // fabric8 falls back to HTTP if it gets no WebSocket
        assertThat(watches.all).hasPositiveValue();
        assertThat(watches.overHttp).hasValue(onlyHttp ? watches.all.get() : 0);
      }
    }
  }

  private static ResourceEventHandler<ConfigMap> recorder(BlockingQueue<String> seen) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(ConfigMap object) {
        seen.add("added " + shown(object));
      }

      @Override
      public void onUpdate(ConfigMap before, ConfigMap now) {
        seen.add("changed " + shown(now));
      }

      @Override
      public void onDelete(ConfigMap object, boolean finalStateUnknown) {
        seen.add("deleted " + shown(object));
      }
    };
  }

  private static String shown(ConfigMap map) {
    return map.getMetadata().getName() + " " + map.getData().get("k");
  }
}
