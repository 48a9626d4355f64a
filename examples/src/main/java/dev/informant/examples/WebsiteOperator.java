package dev.informant.examples;

import dev.informant.controller.ChangeFilter;
import dev.informant.controller.Context;
import dev.informant.controller.Controller;
import dev.informant.controller.ControllerManager;
import dev.informant.controller.Election;
import dev.informant.controller.Outcome;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.metrics.ControllerMetrics;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;

/** Creates a Deployment and a Service for each {@link Website}: what the page "Write a controller" shows. */
public final class WebsiteOperator implements AutoCloseable {
  static final String FINALIZER = "example.com/website-operator";

  private final SharedInformerFactory informers;
  private final ControllerManager manager;

  /**
   * @param identity of this replica, unique per process
   */
  public WebsiteOperator(SharedInformerFactory informers, MeterRegistry registry, String identity) {
    this.informers = informers;
    // snippet: metrics
    ControllerMetrics metrics = new ControllerMetrics(registry);
    // end
    // snippet: start
    manager = ControllerManager.builder(informers)
        .name("website-operator")
        .election(Election.onLease("default", "website-operator").withIdentity(identity))
        .observer(metrics)
        .build();
    manager.add(websites());
    manager.start();
    // end
  }

  // snippet: describe
  private Controller<Website> websites() {
    return Controller.of(Website.class)
        .owns(Deployment.class)
        .owns(Service.class)
        .when(ChangeFilter.generation())
        .finalizer(FINALIZER, this::cleanUp)
        .concurrency(4)
        .reconcile(this::reconcile);
  }

  // end

  // snippet: reconcile
  private Outcome reconcile(Website website, Context<Website> context) {
    Deployment deployment = context.read(Deployment.class).get(context.key());
    if (deployment == null) {
      deployment = context.create(deploymentOf(website, context));
      context.event("Created", "CreateDeployment", "created the Deployment");
    } else {
      deployment = context.edit(deployment, each -> configure(each, website));
    }
    if (context.read(Service.class).get(context.key()) == null) {
      context.create(serviceOf(website, context));
    }
    context.editStatus(website, each -> {
      each.setStatus(new Website.Status());
      each.getStatus().observedGeneration = website.getMetadata().getGeneration();
    });
    return isReady(deployment) ? Outcome.done() : Outcome.again(Duration.ofMinutes(1));
  }

  // end

  // snippet: cleanup
  private Outcome cleanUp(Website website, Context<Website> context) {
    // Release what Kubernetes does not delete itself. Deployment and Service are deleted with their
    // owner.
    context.event("Released", "CleanUp", "released external resources");
    return Outcome.done();
  }

  // end

  private static boolean isReady(Deployment deployment) {
    return deployment.getStatus() != null
        && deployment.getSpec().getReplicas().equals(deployment.getStatus().getReadyReplicas());
  }

  // snippet: desired
  private static Deployment deploymentOf(Website website, Context<Website> context) {
    Deployment deployment = new DeploymentBuilder()
        .withMetadata(metadata(website, context))
        .withNewSpec()
        .withNewSelector()
        .withMatchLabels(labels(website))
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(labels(website))
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("web")
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
    configure(deployment, website);
    return deployment;
  }

  private static void configure(Deployment deployment, Website website) {
    deployment.getSpec().setReplicas(website.getSpec().replicas);
    var container = deployment.getSpec().getTemplate().getSpec().getContainers().get(0);
    container.setImage(website.getSpec().image);
  }

  private static ObjectMeta metadata(Website website, Context<Website> context) {
    return new ObjectMetaBuilder()
        .withName(website.getMetadata().getName())
        .withNamespace(website.getMetadata().getNamespace())
        .withOwnerReferences(context.ownerReference())
        .build();
  }

  // end

  private static Service serviceOf(Website website, Context<Website> context) {
    return new ServiceBuilder()
        .withMetadata(metadata(website, context))
        .withNewSpec()
        .withSelector(labels(website))
        .addNewPort()
        .withName("http")
        .withPort(80)
        .endPort()
        .endSpec()
        .build();
  }

  private static Map<String, String> labels(Website website) {
    return Map.of("website", website.getMetadata().getName());
  }

  /** For probes: {@code /readyz} and {@code /healthz}. */
  public ControllerManager manager() {
    return manager;
  }

  @Override
  public void close() {
    // snippet: close
    manager.close(); // runs return, the lease is given back, events are sent
    informers.close(); // last: runs read the caches
    // end
  }

  public static void main(String[] arguments) throws InterruptedException {
    // snippet: main
    var informers = SharedInformerFactory.builder(Config.autoConfigure(null)).build();
    var operator =
        new WebsiteOperator(informers, new SimpleMeterRegistry(), System.getenv("POD_NAME"));
    Runtime.getRuntime().addShutdownHook(new Thread(operator::close)); // SIGTERM, Ctrl-C
    Thread.currentThread().join(); // all threads of the operator are daemons
    // end
  }
}
