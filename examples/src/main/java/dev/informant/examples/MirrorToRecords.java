package dev.informant.examples;

import dev.informant.informer.Deleted;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Mirrors the pods of a cluster into a map of small records. */
public final class MirrorToRecords implements AutoCloseable {
  /** The fields of a pod that this program needs. */
  public record PodView(String name, String node, String phase) {
    static PodView of(Pod pod) {
      return new PodView(
          pod.getMetadata().getName(),
          Objects.requireNonNullElse(pod.getSpec().getNodeName(), ""),
          pod.getStatus() == null
              ? ""
              : Objects.requireNonNullElse(pod.getStatus().getPhase(), ""));
    }
  }

  private final Map<String, PodView> pods = new ConcurrentHashMap<>();
  private final SharedInformerFactory informers;

  public MirrorToRecords(Client client) {
    // snippet: mirror
    informers = SharedInformerFactory.builder(client)
        .kind(
            Pod.class,
            options -> options.transform(Transforms.keepOnly("spec.nodeName", "status.phase")))
        .build();
    Registration<Pod> mirror = informers
        .core()
        .v1()
        .pods()
        .informer()
        .addHandler(new ResourceEventHandler<>() {
          @Override
          public void onAdd(Pod pod, boolean inInitialList) {
            pods.put(SharedInformerFactory.keyOf(pod), PodView.of(pod));
          }

          @Override
          public void onUpdate(Pod before, Pod after) {
            pods.put(SharedInformerFactory.keyOf(after), PodView.of(after));
          }

          @Override
          public void onDelete(Deleted<Pod> deleted) {
            pods.remove(deleted.key()); // exactly one call per deleted pod
          }
        });
    informers.start();
    mirror.awaitSynced(Duration.ofSeconds(30)); // the map holds every pod of the first list
    // end
  }

  /** Returns a copy of the map. */
  public Map<String, PodView> pods() {
    return Map.copyOf(pods);
  }

  @Override
  public void close() {
    informers.close();
  }

  public static void main(String[] arguments) {
    try (var client = new KubernetesClientBuilder().build();
        var mirror = new MirrorToRecords(client)) {
      mirror.pods().forEach((key, pod) -> System.out.println(key + " " + pod));
    }
  }
}
