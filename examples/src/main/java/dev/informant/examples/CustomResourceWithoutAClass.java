package dev.informant.examples;

import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.function.Consumer;

/** Follows a custom resource for which there is no Java class; its definition need not exist yet. */
public final class CustomResourceWithoutAClass implements AutoCloseable {
  private final SharedInformerFactory informers;

  public CustomResourceWithoutAClass(Client client, Resource resource, Consumer<String> print) {
    // snippet: generic
    informers = SharedInformerFactory.builder(client).build();
    informers
        .forResource(resource)
        .informer()
        .addHandler(ResourceEventHandler.<GenericKubernetesResource>builder()
            .onAdd((object, inInitialList) -> print.accept("+ " + nameOf(object)))
            .onUpdate((before, after) -> print.accept("~ " + nameOf(after)))
            .onDelete(deleted -> print.accept("- " + deleted.key()))
            .build());
    informers.start();
    // end
  }

  private static String nameOf(GenericKubernetesResource object) {
    return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
  }

  @Override
  public void close() {
    informers.close();
  }

  /** Arguments: group, version, plural, kind. */
  @SuppressWarnings("try") // it only has to be open
  public static void main(String[] arguments) throws InterruptedException {
    var resource = new Resource(
        arguments[0], arguments[1], arguments[2], arguments[3], /* namespaced= */ true);
    try (var client = new KubernetesClientBuilder().build();
        var widgets = new CustomResourceWithoutAClass(client, resource, System.out::println)) {
      Thread.currentThread().join();
    }
  }
}
