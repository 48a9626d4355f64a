package dev.informant.examples;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What the migration page shows of fabric8's informers, so that it compiles. */
final class Fabric8Before {
  private Fabric8Before() {}

  static void index(KubernetesClient client) throws Exception {
    // snippet: index
    SharedIndexInformer<Pod> pods = client.pods().inAnyNamespace().runnableInformer(0);
    pods.addIndexers(Map.of("node", pod -> List.of(pod.getSpec().getNodeName())));
    pods.start().toCompletableFuture().get(30, TimeUnit.SECONDS);
    // end
  }

  static void generic(
      KubernetesClient client,
      ResourceDefinitionContext context,
      ResourceEventHandler<GenericKubernetesResource> handler) {
    // snippet: generic
    client.genericKubernetesResources(context).inAnyNamespace().inform(handler);
    // end
  }
}
