package dev.informant.examples;

import dev.informant.informer.Informer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.runtime.EngineRuntime;
import dev.informant.workqueue.WorkQueue;
import dev.informant.workqueue.Workers;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Map;

/**
 * A controller as the literature writes it: handlers put keys into a work queue, workers take them out, read
 * the cache and bring the cluster to what it should be. Here: every deployment carries the number of its
 * replicas in an annotation.
 *
 * <p>The rules: handlers only queue; a worker is told a key and reads the present state; what it reads is never
 * changed, a copy is; work that fails is tried again, later each time; a conflict means that the cache is
 * behind, and is no failure.
 */
public final class ReplicasController implements AutoCloseable {
  public static final String ANNOTATION = "example.com/replicas";

  private final KubernetesClient client;
  private final SharedInformerFactory informers;
  private final Informer<Deployment> deployments;
  private final WorkQueue<String> queue =
      WorkQueue.<String>builder(EngineRuntime.shared()).name("replicas").build();
  private final Workers<String> workers;

  public ReplicasController(KubernetesClient client, int threads) {
    this.client = client;
    // snippet: controller
    informers = SharedInformerFactory.builder(client).build();
    deployments = informers.apps().v1().deployments().informer();
    var handler = deployments.addKeyHandler(queue::add);
    informers.start();
    handler.awaitSynced(Duration.ofSeconds(30)); // not before the cache is whole
    workers = Workers.run(queue, threads, this::reconcile); // what throws is queued again
    // end
  }

  private void reconcile(String key) {
    Deployment deployment = deployments.lister().get(key);
    if (deployment == null) {
      return; // deleted: nothing of ours is left to clean up
    }
    String wanted = String.valueOf(deployment.getSpec().getReplicas());
    Map<String, String> annotations = deployment.getMetadata().getAnnotations();
    if (annotations != null && wanted.equals(annotations.get(ANNOTATION))) {
      return;
    }
    try {
      client
          .resource(new DeploymentBuilder(deployment) // a copy: the cached object is shared
              .editMetadata()
              .addToAnnotations(ANNOTATION, wanted)
              .endMetadata()
              .build())
          .update();
    } catch (KubernetesClientException refused) {
      if (refused.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        return; // deleted meanwhile
      }
      if (refused.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        return; // changed meanwhile: the change is on its way here and will be worked on
      }
      throw refused;
    }
  }

  /** Stops the workers first: they read the cache, which ends with the informers. */
  @Override
  public void close() {
    queue.shutDown();
    workers.close();
    informers.close();
  }

  @SuppressWarnings("try") // it only has to be open
  public static void main(String[] arguments) throws InterruptedException {
    try (var client = new KubernetesClientBuilder().build();
        var controller = new ReplicasController(client, 2)) {
      Thread.currentThread().join();
    }
  }
}
