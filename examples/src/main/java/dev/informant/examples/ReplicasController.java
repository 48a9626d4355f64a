package dev.informant.examples;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.informant.informer.Informer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.runtime.EngineRuntime;
import dev.informant.workqueue.WorkQueue;
import dev.informant.workqueue.Workers;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.Map;

/**
 * A classic controller: handlers put keys into a work queue; workers take them, read
 * the cache and update the cluster. This one writes the number of replicas of every deployment
 * to an annotation.
 *
 * <p>The rules: Handlers only queue keys. A worker receives a key and reads the current state. It changes a copy, never the
 * cached object. Failed work is retried with growing delays. A conflict means that the cache is behind: it is a failure
 * like others, and the retry reads the newer object.
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
    handler.awaitSynced(Duration.ofSeconds(30)); // the cache is complete
    workers = Workers.run(queue, threads, this::reconcile); // failed keys are queued again
    // end
  }

  private void reconcile(String key) {
    Deployment deployment = deployments.lister().get(key);
    if (deployment == null) {
      return; // deleted: nothing to clean up
    }
    String wanted = String.valueOf(deployment.getSpec().getReplicas());
    Map<String, String> annotations = deployment.getMetadata().getAnnotations();
    if (annotations != null && wanted.equals(annotations.get(ANNOTATION))) {
      return;
    }
    client
        .resource(new DeploymentBuilder(deployment) // a copy: the cached object is shared
            .editMetadata()
            .addToAnnotations(ANNOTATION, wanted)
            .endMetadata()
            .build())
        .update();
  }

  /** Processes queued keys for up to 20 s. Informers are closed last, because workers read their caches. */
  @Override
  public void close() {
    // snippet: close
    boolean drained =
        queue.shutDownWithDrain().completeOnTimeout(false, 20, SECONDS).join();
    workers.close(); // starts no other item, waits for those in progress
    informers.close();
    // end
    if (!drained) {
      System.err.println("some work was not finished; the next start finds it again");
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    // snippet: sigterm
    var client = new KubernetesClientBuilder().build();
    var controller = new ReplicasController(client, 2);
    Runtime.getRuntime().addShutdownHook(new Thread(controller::close)); // SIGTERM, Ctrl-C
    Thread.currentThread().join(); // all threads of informers and workers are daemons
    // end
  }
}
