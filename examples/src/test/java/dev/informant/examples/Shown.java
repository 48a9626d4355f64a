package dev.informant.examples;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.faults.Faults;
import dev.informant.apiserver.simulator.ClusterSimulator;
import dev.informant.apiserver.simulator.SimulatorOptions;
import dev.informant.kubernetes.CacheForm;
import dev.informant.kubernetes.NamespaceSet;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transform;
import dev.informant.kubernetes.Transforms;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.ListWatch;
import dev.informant.source.ListerWatcher;
import dev.informant.workqueue.WorkQueue;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What pages and class comments show besides the examples: it has to compile. {@link PagesTest} looks for it here; nobody
 * runs it.
 */
@SuppressWarnings({"unused", "UnusedVariable"})
final class Shown {
  private Shown() {}

  static void anApiServer() throws IOException {
    try (ApiServer server = ApiServer.start()) {
      Files.writeString(Path.of("kubeconfig"), server.kubeconfig()); // for any client
      server.faults().closeWatches(); // and make it suffer
    }
  }

  static void anApiServerInTheClear() throws IOException {
    try (ApiServer server = ApiServer.builder().plainHttp().start()) {
      server.writeKubeconfig(Path.of("kubeconfig")); // kubectl --kubeconfig kubeconfig get ns
    }
  }

  static void aClusterThatSeemsToLive(ApiServer server, EngineRuntime runtime) {
    var simulator = new ClusterSimulator(
        server, runtime, SimulatorOptions.DEFAULT.withPods(1000).withRate(50));
    simulator.populate().join();
    simulator.start();
  }

  static SharedInformerFactory caches(Config config) {
    var informers = SharedInformerFactory.builder(config)
        .transform(Transforms.stripManagedFields())
        .cacheForm(CacheForm.COMPACT) // for all kinds
        .cacheForm(Node.class, CacheForm.OBJECTS) // but not for this one
        .cacheDirectory(Path.of("/var/lib/my-operator")) // saved there, loaded from there
        .build();
    return informers;
  }

  static void keysOnly(SharedInformerFactory informers, WorkQueue<String> queue) {
    informers.core().v1().pods().informer().addKeyHandler(queue::add);
  }

  static SharedInformerFactory namedCode(Config config, Transform<Object> myTransform) {
    return SharedInformerFactory.builder(config)
        .transform(myTransform)
        .cacheVersion("2026-11-16") // change it when the code changes
        .build();
  }

  static void namespaces(Config config) {
    NamespaceSet teams = NamespaceSet.of("blue", "green");
    var informers = SharedInformerFactory.builder(config).namespaces(teams).build();
    var pods = informers.core().v1().pods().informer(); // one informer per namespace
    teams.add("red"); // all informers that use the set follow it
    teams.remove("blue"); // handlers receive the deletes of its objects
  }

  static void indexOfFabric8(KubernetesClient client) throws Exception {
    SharedIndexInformer<Pod> pods = client.pods().inAnyNamespace().runnableInformer(0);
    pods.addIndexers(Map.of("node", pod -> List.of(pod.getSpec().getNodeName())));
    pods.start().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  static void kindWithoutAClassOfFabric8(
      KubernetesClient client,
      ResourceDefinitionContext context,
      ResourceEventHandler<GenericKubernetesResource> handler) {
    client.genericKubernetesResources(context).inAnyNamespace().inform(handler);
  }

  static <T> ListerWatcher<T> narrowed(ListerWatcher<T> client) {
    return ListWatch.of(client::list, client::watch)
        .with(options -> options.withLabelSelector("app=web"));
  }

  static void faults(Faults faults) {
    faults.add(Fault.status(500).verb("list").resource("pods").times(2));
    faults.add(Fault.delay(Duration.ofMillis(200)).verb("watch").probability(0.3));
  }
}
