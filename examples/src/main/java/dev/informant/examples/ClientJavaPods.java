package dev.informant.examples;

import dev.informant.informer.Informer;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Follows pods as objects of the official Java client, for programs that use its classes. */
public final class ClientJavaPods implements AutoCloseable {
  private final SharedInformerFactory informers;
  private final Informer<V1Pod> pods;

  public ClientJavaPods(Client client, Consumer<String> print) {
    // snippet: codec
    informers = SharedInformerFactory.builder(client).build();
    Resource resource = Resource.of(Pod.class);
    pods = informers
        .forCodec(resource, new ClientJavaCodec<>(V1Pod.class, resource.type()), "client-java")
        .informer();
    var seen = pods.addHandler(ResourceEventHandler.<V1Pod>builder()
        .onAdd((pod, inInitialList) -> print.accept("+ " + pod.getSpec().getNodeName()))
        .onDelete(deleted -> print.accept("- " + deleted.key()))
        .build());
    informers.start();
    seen.awaitSynced(Duration.ofSeconds(30));
    // end
  }

  public @Nullable V1Pod pod(String namespace, String name) {
    return pods.lister().namespace(namespace).get(name);
  }

  @Override
  public void close() {
    informers.close();
  }

  @SuppressWarnings("try") // it only has to be open
  public static void main(String[] arguments) throws InterruptedException {
    try (var client = new KubernetesClientBuilder().build();
        var pods = new ClientJavaPods(client, System.out::println)) {
      Thread.currentThread().join();
    }
  }
}
