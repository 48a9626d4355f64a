package dev.informant.examples;

import dev.informant.informer.Index;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the pods of each node, from an index of a local cache. */
public final class PodsByNode implements AutoCloseable {
  private final SharedInformerFactory informers;
  private final Index<Pod> byNode;

  public PodsByNode(Client client) {
    // snippet: index
    informers = SharedInformerFactory.builder(client)
        .transform(Transforms.stripManagedFields())
        .build();
    var pods = informers.core().v1().pods().informer();
    byNode = pods.index("node", pod -> pod.getSpec().getNodeName()); // null: in no entry
    informers.start();
    informers.awaitSynced(Duration.ofSeconds(30)); // throws with the state and its cause
    // end
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
