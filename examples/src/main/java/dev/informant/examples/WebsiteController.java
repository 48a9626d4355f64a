package dev.informant.examples;

import dev.informant.informer.Informer;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.runtime.EngineRuntime;
import dev.informant.workqueue.WorkQueue;
import dev.informant.workqueue.Workers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Creates a deployment for each {@link Website}: the controller of the page "Write a controller by hand". */
public final class WebsiteController implements AutoCloseable {
  static final String FINALIZER = "example.com/website";
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final KubernetesClient client;
  private final SharedInformerFactory informers;
  private final Informer<Website> websites;
  private final Informer<Deployment> deployments;
  private final Consumer<Website> cleanUp;
  final WorkQueue<String> queue =
      WorkQueue.<String>builder(EngineRuntime.shared()).name("websites").build();
  private final Workers<String> workers;

  /**
   * @param cleanUp releases what Kubernetes does not delete itself (Deployments are deleted with their owner). It may be called
   *     again for the same Website
   */
  public WebsiteController(KubernetesClient client, int threads, Consumer<Website> cleanUp) {
    this.client = client;
    this.cleanUp = cleanUp;
    // snippet: start
    informers = SharedInformerFactory.builder(client).build();
    websites = informers.informerFor(Website.class);
    deployments = informers.apps().v1().deployments().informer();
    websites.addKeyHandler(queue::add);
    deployments.addHandler(ResourceEventHandler.<Deployment>builder()
        .onAdd((deployment, initial) -> addOwner(deployment))
        .onUpdate((before, after) -> addOwner(after))
        .onDelete(gone -> addOwner(gone.object()))
        .build());
    informers.start();
    informers.awaitSynced(LIMIT);
    workers = Workers.run(queue, threads, this::reconcile);
    // end
  }

  // snippet: owner
  private void addOwner(@Nullable HasMetadata object) {
    if (object == null) {
      return; // a delete whose last state is unknown
    }
    object.getMetadata().getOwnerReferences().stream()
        .filter(owner -> owner.getKind().equals("Website"))
        .forEach(owner -> queue.add(object.getMetadata().getNamespace() + "/" + owner.getName()));
  }

  // end

  // snippet: reconcile
  private void reconcile(String key) throws Exception {
    Website website = websites.lister().get(key);
    if (website == null) {
      return; // deleted
    }
    boolean ours = website.getMetadata().getFinalizers().contains(FINALIZER);
    if (website.getMetadata().getDeletionTimestamp() != null) {
      if (ours) {
        cleanUp.accept(website);
        editFinalizers(website, finalizers -> finalizers.remove(FINALIZER));
      }
      return; // without ours, the object waits for the finalizers of other controllers
    }
    if (!ours) {
      website = editFinalizers(website, finalizers -> finalizers.add(FINALIZER));
    }
    applyDeployment(key, website);
    setStatus(website);
  }

  // end

  // snippet: await
  private static <T extends HasMetadata> void awaitCached(Informer<T> informer, T written)
      throws Exception {
    informer.awaitVersion(written.getMetadata().getResourceVersion(), LIMIT).get();
  }

  // end

  // snippet: finalizer
  private Website editFinalizers(Website cached, Consumer<List<String>> change) throws Exception {
    Website copy = client.getKubernetesSerialization().clone(cached); // cached objects are shared
    change.accept(copy.getMetadata().getFinalizers());
    Website written = client.resource(copy).update();
    awaitCached(websites, written);
    return written;
  }

  // end

  // snippet: deployment
  private void applyDeployment(String key, Website website) throws Exception {
    Deployment cached = deployments.lister().get(key);
    if (cached == null) {
      awaitCached(deployments, client.resource(newDeployment(website)).create());
      return;
    }
    if (!cached.hasOwnerReferenceFor(website)) {
      throw new IllegalStateException("Deployment " + key + " exists and has another owner");
    }
    Deployment changed = withSpecOf(website, cached);
    if (!changed.getSpec().equals(cached.getSpec())) {
      awaitCached(deployments, client.resource(changed).update());
    }
  }

  /** A copy of the Deployment with the fields that the Website determines; other fields stay. */
  private static Deployment withSpecOf(Website website, Deployment deployment) {
    return new DeploymentBuilder(deployment)
        .editSpec()
        .withReplicas(website.getSpec().replicas)
        .editTemplate()
        .editSpec()
        .editFirstContainer()
        .withImage(website.getSpec().image)
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  // end

  // snippet: status
  private void setStatus(Website website) throws Exception {
    Long generation = website.getMetadata().getGeneration();
    Website.Status status = website.getStatus();
    if (status != null && generation.equals(status.observedGeneration)) {
      return; // a write without a change would trigger the next reconciliation
    }
    Website copy = client.getKubernetesSerialization().clone(website);
    copy.setStatus(new Website.Status());
    copy.getStatus().observedGeneration = generation;
    awaitCached(websites, client.resource(copy).updateStatus());
  }

  // end

  private static Deployment newDeployment(Website website) {
    String name = website.getMetadata().getName();
    Map<String, String> labels = Map.of("website", name);
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(website.getMetadata().getNamespace())
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
        .withNewSelector()
        .withMatchLabels(labels)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("web")
        .withImage(website.getSpec().image)
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  @Override
  public void close() {
    // snippet: close
    boolean drained = queue
        .shutDownWithDrain()
        .completeOnTimeout(false, LIMIT.toSeconds(), TimeUnit.SECONDS)
        .join();
    workers.close(); // starts no other item, waits for those in progress
    informers.close(); // last: workers read the caches
    // end
    if (!drained) {
      System.err.println("some work was not finished; the next start repeats it");
    }
  }

  private static void release(Website website) {
    System.out.println("released resources of " + website.getMetadata().getName());
  }

  public static void main(String[] arguments) throws InterruptedException {
    // snippet: sigterm
    var client = new KubernetesClientBuilder().build();
    var controller = new WebsiteController(client, 2, WebsiteController::release);
    Runtime.getRuntime().addShutdownHook(new Thread(controller::close)); // SIGTERM, Ctrl-C
    Thread.currentThread().join(); // all threads of informers and workers are daemons
    // end
  }
}
