package website;

import dev.informant.informer.Informer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import dev.informant.runtime.EngineRuntime;
import dev.informant.workqueue.WorkQueue;
import dev.informant.workqueue.Workers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A Website becomes a Deployment; status and finalizer are kept. */
public final class WebsiteOperator implements AutoCloseable {
  static final String FINALIZER = "example.com/website";
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final KubernetesClient client;
  private final SharedInformerFactory informers;
  private final Informer<Website> websites;
  private final Informer<Deployment> deployments;
  private final WorkQueue<String> queue =
      WorkQueue.<String>builder(EngineRuntime.shared()).name("websites").build();
  private final Workers<String> workers;

  public WebsiteOperator(KubernetesClient client) {
    this.client = client;
    informers = SharedInformerFactory.builder(client)
        .transform(Transforms.stripManagedFields())
        .build();
    websites = informers.kind(Website.class).informer();
    deployments = informers.apps().v1().deployments().withLabels("app=website").informer();
    websites.addKeyHandler(queue::add);
    deployments.addKeyHandler(queue::add); // a deployment has the name of its website
    informers.start();
    informers.awaitSynced(LIMIT);
    workers = Workers.run(queue, 2, this::reconcile);
  }

  private void reconcile(String key) throws Exception {
    Website website = websites.lister().get(key);
    if (website == null) {
      return;
    }
    boolean ours = website.getMetadata().getFinalizers().contains(FINALIZER);
    if (website.getMetadata().getDeletionTimestamp() != null) {
      if (ours) {
        editFinalizers(website, finalizers -> finalizers.remove(FINALIZER));
      }
      return;
    }
    if (!ours) {
      website = editFinalizers(website, finalizers -> finalizers.add(FINALIZER));
    }
    Deployment cached = deployments.lister().get(key);
    if (cached == null) {
      await(deployments, client.resource(deploymentOf(website)).create());
    } else if (!website.getSpec().replicas.equals(cached.getSpec().getReplicas())) {
      await(deployments, client.resource(withReplicas(cached, website.getSpec().replicas)).update());
    }
    if (website.getStatus() == null
        || !website.getMetadata().getGeneration().equals(website.getStatus().observedGeneration)) {
      Website copy = client.getKubernetesSerialization().clone(website);
      copy.setStatus(new Website.Status());
      copy.getStatus().observedGeneration = website.getMetadata().getGeneration();
      copy.getStatus().phase = "Ready";
      await(websites, client.resource(copy).updateStatus());
    }
  }

  private static Deployment withReplicas(Deployment deployment, int replicas) {
    return new DeploymentBuilder(deployment).editSpec().withReplicas(replicas).endSpec().build();
  }

  private Website editFinalizers(Website cached, Consumer<List<String>> change) throws Exception {
    Website copy = client.getKubernetesSerialization().clone(cached);
    change.accept(copy.getMetadata().getFinalizers());
    Website written = client.resource(copy).update();
    await(websites, written);
    return written;
  }

  private static <T extends HasMetadata> void await(Informer<T> informer, T written) throws Exception {
    informer.awaitVersion(written.getMetadata().getResourceVersion(), LIMIT).get();
  }

  private static Deployment deploymentOf(Website website) {
    String name = website.getMetadata().getName();
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(website.getMetadata().getNamespace())
        .addToLabels("app", "website")
        .withOwnerReferences(new OwnerReferenceBuilder()
            .withApiVersion(website.getApiVersion())
            .withKind(website.getKind())
            .withName(name)
            .withUid(website.getMetadata().getUid())
            .withController(true)
            .build())
        .endMetadata()
        .withNewSpec()
        .withReplicas(website.getSpec().replicas)
        .withNewSelector().withMatchLabels(Map.of("website", name)).endSelector()
        .withNewTemplate()
        .withNewMetadata().addToLabels("website", name).endMetadata()
        .withNewSpec().addNewContainer().withName("web").withImage(website.getSpec().image).endContainer().endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  /** Workers first: they read the cache. */
  @Override
  public void close() {
    try {
      queue.shutDownWithDrain(LIMIT);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    workers.close();
    informers.close();
  }
}
