package dev.informant.examples;

import dev.informant.informer.Index;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds pods by node and by image in indexes of a local cache. */
public final class PodsByNode implements AutoCloseable {
  private final SharedInformerFactory informers;
  private final Index<Pod> byNode;
  private final Index<Pod> byImage;

  public PodsByNode(Client client) {
    // snippet: index
    informers = SharedInformerFactory.builder(client)
        .transform(Transforms.stripManagedFields())
        .build();
    var pods = informers.core().v1().pods().informer();
    byNode = pods.index("node", pod -> pod.getSpec().getNodeName()); // null: not in the index
    informers.start();
    informers.awaitSynced(Duration.ofSeconds(30)); // throws with the state and its cause
    // end
    // snippet: indexAll
    byImage = pods.indexAll(
        "image",
        pod -> pod.getSpec().getContainers().stream()
            .map(Container::getImage)
            .distinct()
            .toList());
    // end
  }

  public List<Pod> running(String image) {
    return byImage.get(image);
  }

  public List<Pod> on(String node) {
    return byNode.get(node);
  }

  public Map<String, Integer> counts() {
    Map<String, Integer> counts = new TreeMap<>();
    byNode.values().forEach(node -> counts.put(node, byNode.keys(node).size()));
    return counts;
  }

  @Override
  public void close() {
    informers.close();
  }

  public static void main(String[] arguments) {
    try (var client = new KubernetesClientBuilder().build();
        var pods = new PodsByNode(client)) {
      pods.counts().forEach((node, count) -> System.out.println(node + " " + count));
    }
  }
}
