package dev.informant.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.informer.Index;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The example of the README is this code, and it works. */
@Timeout(120)
class ReadmeExampleTest {
  private static final Path README = Path.of("..", "README.md");
  private static final Path SOURCE =
      Path.of("src/test/java/dev/informant/verification/docs/ReadmeExampleTest.java");

  private List<Pod> found = List.of();

  private void example(Config config) {
    // readme-begin
    try (var informers = SharedInformerFactory.builder(config)
        .transform(Transforms.stripManagedFields())
        .build()) {
      var pods =
          informers.core().v1().pods().informer(); // a handle; equal scopes share one informer
      Index<Pod> byNode = pods.index("node", pod -> pod.getSpec().getNodeName());
      pods.addHandler(ResourceEventHandler.<Pod>builder()
          .onAdd((pod, initial) -> System.out.println("+ " + pod.getMetadata().getName()))
          .onUpdate(
              (before, after) -> System.out.println("~ " + after.getMetadata().getName()))
          .onDelete(gone -> System.out.println("- " + gone.key()))
          .build());
      informers.start();
      informers.awaitSynced(Duration.ofSeconds(30)); // throws with state and cause, not "timeout"
      List<Pod> onNode = byNode.get("worker-7");
      Pod web = pods.lister().namespace("prod").get("web-0");
      // readme-end
      found = onNode;
      assertThat(web).isNotNull();
    }
  }

  @Test
  void theExampleFindsThePodOfTheNode() {
    try (ApiServer server = ApiServer.start()) {
      Config config = Config.fromKubeconfig(server.kubeconfig());
      try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
        client.namespaces().resource(namespace("prod")).create();
        client.pods().inNamespace("prod").resource(pod("web-0", "worker-7")).create();
        client.pods().inNamespace("prod").resource(pod("web-1", "worker-8")).create();
      }
      example(config);
      assertThat(found).extracting(pod -> pod.getMetadata().getName()).containsExactly("web-0");
    }
  }

  @Test
  void theReadmeShowsThisCode() throws IOException {
    String shown = between(Files.readString(README), "```java\n", "```");
    String compiled = between(Files.readString(SOURCE), "// readme-begin\n", "// readme-end");
    assertThat(withoutSpace(shown)).isEqualTo(withoutSpace(compiled + "}"));
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin) + begin.length();
    return text.substring(from, text.indexOf(end, from));
  }

  private static String withoutSpace(String code) {
    return code.replaceAll("\\s+", "");
  }

  private static io.fabric8.kubernetes.api.model.Namespace namespace(String name) {
    return new io.fabric8.kubernetes.api.model.NamespaceBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .build();
  }

  private static Pod pod(String name, String node) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withNodeName(node)
        .addNewContainer()
        .withName("web")
        .withImage("web:1")
        .endContainer()
        .endSpec()
        .build();
  }
}
