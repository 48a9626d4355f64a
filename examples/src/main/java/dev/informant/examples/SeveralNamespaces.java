package dev.informant.examples;

import dev.informant.informer.Informer;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.NamespaceSet;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Follows a changing set of namespaces, with permissions in those namespaces only. */
public final class SeveralNamespaces implements AutoCloseable {
  private final SharedInformerFactory informers;
  private final NamespaceSet followed;
  private final Informer<Service> services;

  public SeveralNamespaces(Client client, Consumer<String> print, String... namespaces) {
    // snippet: namespaces
    informers = SharedInformerFactory.builder(client).build();
    followed = NamespaceSet.of(namespaces); // for a fixed set: namespaces("blue", "green")
    services = informers.core().v1().services().namespaces(followed).informer();
    services.addHandler(ResourceEventHandler.<Service>builder()
        .onAdd((service, inInitialList) ->
            print.accept("+ " + service.getMetadata().getName()))
        .onDelete(deleted -> print.accept("- " + deleted.key()))
        .build());
    informers.start();
    services.awaitSynced(Duration.ofSeconds(30));
    // end
  }

  /** Sets the namespaces to follow. Handlers receive deletes for removed namespaces. */
  public void follow(List<String> namespaces) {
    followed.set(namespaces);
  }

  public List<Service> all() {
    return services.lister().list();
  }

  @Override
  public void close() {
    informers.close();
  }

  @SuppressWarnings("try") // it only has to be open
  public static void main(String[] arguments) throws InterruptedException {
    try (var client = new KubernetesClientBuilder().build();
        var services = new SeveralNamespaces(client, System.out::println, arguments)) {
      Thread.currentThread().join();
    }
  }
}
