package dev.informant.examples;

import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Counts the pods of each node, from an index of a local cache. */
public final class PodsByNode implements AutoCloseable {
  private final SharedInformerFactory informers;
  private final KindInformer<Pod> pods;

  public PodsByNode(Client client) {
    // snippet: index
    informers = SharedInformerFactory.builder(client)
        .transform(Transforms.stripManagedFields())
        .build();
    pods = informers.core().v1().pods();
    pods.informer()
        .addIndexer(
            "node", pod -> Stream.ofNullable(pod.getSpec().getNodeName()).toList());
    informers.start();
    pods.informer().awaitSynced(Duration.ofSeconds(30)); // fails with the state and its cause
    // end
  }

  public List<Pod> on(String node) {
    return pods.informer().indexer().byIndex("node", node);
  }

  public Map<String, Integer> counts() {
    var view = pods.informer().indexer().snapshot(); // all counts from one state of the cache
    Map<String, Integer> counts = new TreeMap<>();
    view.indexValues("node")
        .forEach(node -> counts.put(node, view.indexKeys("node", node).size()));
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
