package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.ApiServerBuilder;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.informers.TypedInformers;
import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of every version of every group that has an accessor is listed and watched, on one server. */
@Timeout(300)
class EveryAccessorTest {
  /** What the accessors lead to, group by group and version by version. */
  private static List<KindInformer<?>> kinds(SharedInformerFactory informers) throws Exception {
    List<KindInformer<?>> kinds = new ArrayList<>();
    for (Method group : accessors(TypedInformers.class)) {
      Object ofGroup = group.invoke(informers);
      for (Method version : accessors(ofGroup.getClass())) {
        Object ofVersion = version.invoke(ofGroup);
        for (Method kind : accessors(ofVersion.getClass())) {
          kinds.add((KindInformer<?>) kind.invoke(ofVersion));
        }
      }
    }
    return kinds;
  }

  private static List<Method> accessors(Class<?> type) {
    return List.of(type.getDeclaredMethods()).stream()
        .filter(method -> Modifier.isPublic(method.getModifiers())
            && method.getParameterCount() == 0
            && !method.isSynthetic())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyGroupVersionAndKindSyncsWithAndWithoutTls(boolean tls) throws Exception {
    Set<String> versions = new TreeSet<>();
    Set<String> unknown = new TreeSet<>(); // to the server, which has those of one release
    try (ApiServer none = ApiServer.builder().plainHttp().start();
        EmbeddedCluster any = new EmbeddedCluster(
            none, java.nio.file.Files.createTempDirectory("informant-binding"));
        SharedInformerFactory names = ClusterFixture.builder(any.config()).build()) {
      kinds(names).forEach(kind -> versions.add(kind.scope().resource().apiVersion()));
    }
    ApiServerBuilder builder = ApiServer.builder();
    versions.forEach(version -> {
      try {
        builder.serve(version);
      } catch (IllegalArgumentException noneOfThisRelease) {
        unknown.add(version);
      }
    });
    assertThat(unknown)
        .allMatch(version -> version.startsWith("gateway.networking.k8s.io/")
            || version.matches(".*/v\\d+(alpha|beta)\\d+"));
    if (!tls) {
      builder.plainHttp();
    }
    try (EmbeddedCluster cluster = EmbeddedCluster.start(builder);
        KubernetesClient client =
            new KubernetesClientBuilder().withConfig(cluster.config()).build();
        SharedInformerFactory informers =
            ClusterFixture.builder(cluster.config()).build()) {
      List<KindInformer<?>> kinds = kinds(informers).stream()
          .filter(kind -> isServed(client, kind.scope().resource()))
          .toList();
      kinds.forEach(KindInformer::informer);
      informers.start();
      informers.awaitSynced(ClusterFixture.LIMIT.multipliedBy(2));
      var results = informers.syncResults();
      assertThat(results).hasSizeGreaterThan(60).hasSize(kinds.size());
      assertThat(results)
          .allSatisfy((scope, result) ->
              assertThat(result.failure()).as(scope.toString()).isNull());
    }
  }

  /** Accessors also have kinds of earlier releases than the server's. */
  private static boolean isServed(KubernetesClient client, Resource resource) {
    APIResourceList served = client.getApiResources(resource.apiVersion());
    return served != null
        && served.getResources().stream()
            .anyMatch(each -> each.getName().equals(resource.plural()));
  }
}
