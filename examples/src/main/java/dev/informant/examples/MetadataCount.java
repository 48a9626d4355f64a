package dev.informant.examples;

import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Counts objects by namespace from their metadata; the server sends nothing else. */
public final class MetadataCount {
  private MetadataCount() {}

  public static Map<String, Integer> byNamespace(Client client, Class<? extends HasMetadata> kind) {
    // snippet: metadata
    try (var informers = SharedInformerFactory.builder(client).build()) {
      var objects = informers.metadata(kind).informer(); // Informer<PartialObjectMetadata>
      informers.start();
      objects.awaitSynced(Duration.ofSeconds(30));
      // end
      Map<String, Integer> counts = new TreeMap<>();
      for (PartialObjectMetadata object : objects.lister().list()) {
        counts.merge(object.getMetadata().getNamespace(), 1, Integer::sum);
      }
      return counts;
    }
  }

  public static void main(String[] arguments) {
    try (var client = new KubernetesClientBuilder().build()) {
      System.out.println("secrets     " + byNamespace(client, Secret.class));
      System.out.println("config maps " + byNamespace(client, ConfigMap.class));
    }
  }
}
