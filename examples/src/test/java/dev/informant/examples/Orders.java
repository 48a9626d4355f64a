package dev.informant.examples;

import dev.informant.informer.Informer;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;

/** A program to be tested: it knows the config maps of a namespace. */
final class Orders implements AutoCloseable {
  private final SharedInformerFactory informers;
  private final Informer<ConfigMap> maps;

  Orders(KubernetesClient client) {
    informers = SharedInformerFactory.builder(client).build();
    maps = informers.core().v1().configMaps().namespace("default").informer();
    informers.start();
  }

  void awaitSynced(Duration limit) {
    maps.awaitSynced(limit);
  }

  List<String> known() {
    return maps.lister().list().stream().map(map -> map.getMetadata().getName()).toList();
  }

  @Override
  public void close() {
    informers.close();
  }
}
