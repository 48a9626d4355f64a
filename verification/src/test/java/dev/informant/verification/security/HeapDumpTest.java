package dev.informant.verification.security;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.ApiServer;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.verification.chaos.Companion;
import dev.informant.verification.chaos.FaultProxy;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whoever keeps states, causes or observers keeps no credentials and no contents with them, and nothing of ours keeps
 * them elsewhere: after the informers are closed neither is found in a dump of the heap.
 */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class HeapDumpTest {
  private static final String TOKEN = "planted-token-" + 4711;
  private static final String CONTENT = "planted-content-" + 815;
  private static final Set<String> PLANTED =
      Set.of(TOKEN, CONTENT, Base64.getEncoder().encodeToString(CONTENT.getBytes(UTF_8)));

  @TempDir
  Path directory;

  @Test
  void whatIsKeptOfClosedInformersHoldsNeitherTokenNorContent() throws Exception {
    try (ApiServer server = ApiServer.builder()
            .anonymous(false)
            .token(TOKEN, "alice", "system:masters")
            .start();
        FaultProxy line = new FaultProxy("127.0.0.1", server.port())) {
      Path config = directory.resolve("kubeconfig");
      String direct = server.kubeconfig().replace(server.token(), TOKEN);
      Path straight = directory.resolve("straight");
      Files.writeString(straight, direct);
      Files.writeString(config, direct.replace(":" + server.port(), ":" + line.port()));
      try (KubernetesClient client = new KubernetesClientBuilder()
              .withConfig(Kubeconfig.load(straight))
              .build();
          Companion program = Companion.start(
              "the keeping program",
              directory.resolve("program.log"),
              Companion.java(
                  // No pool of buffers, which would keep what went over the line.
                  List.of("-Xmx128m", "-Dio.netty.allocator.type=unpooled"),
                  KeepingProgram.class,
                  List.of(config.toString())))) {
        create(client, "s");
        eventually(program, said -> said.path("size").asInt() == 1);
        create(client, "seen-by-a-watch");
        eventually(program, said -> said.path("size").asInt() == 2);
        trouble(server, line, program);
        assertThat(found(program, "before"))
            .as("while it works both are there, so the search is able to find them")
            .contains(TOKEN)
            .hasSizeGreaterThan(1);
        assertThat(program.ask("close").path("kept").asInt()).isGreaterThan(10);
        Set<String> left = found(program, "after-0");
        for (int tries = 1; tries < 30 && !left.isEmpty(); tries++) {
          // Threads of the HTTP client take a while to end.
          new CountDownLatch(1).await(1, TimeUnit.SECONDS);
          left = found(program, "after-" + tries);
        }
        assertThat(left).isEmpty();
      }
    }
  }

  private static void create(KubernetesClient client, String name) {
    client
        .resource(new SecretBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace("default")
            .endMetadata()
            .withStringData(Map.of("password", CONTENT))
            .build())
        .create();
  }

  /** Everything that makes states, causes and observers. */
  private static void trouble(ApiServer server, FaultProxy line, Companion program)
      throws Exception {
    server
        .faults()
        .sendRaw(
            "secrets",
            ("{\"type\":\"MODIFIED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":"
                    + "{\"namespace\":\"default\",\"name\":\"s\",\"resourceVersion\":\"99\"},\"data\":[\""
                    + CONTENT + "\"]}}\n")
                .getBytes(UTF_8));
    eventually(program, said -> said.path("skipped").asInt() == 1);
    server.faults().sendRaw("secrets", ("{\"" + CONTENT + "\n").getBytes(UTF_8));
    line.cut();
    eventually(program, said -> !said.path("cause").asText().isEmpty());
    line.mend();
    try (ApiServer other = ApiServer.builder().anonymous(false).start()) {
      line.switchTo("127.0.0.1", other.port());
      line.cutAll();
      eventually(program, said -> said.path("cause").asText().contains("TLS"));
    }
  }

  private static void eventually(Companion program, Predicate<JsonNode> wanted) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    CountDownLatch never = new CountDownLatch(1);
    JsonNode said = program.ask("what are you doing?");
    while (!wanted.test(said)) {
      assertThat(System.nanoTime()).as("it says %s", said).isLessThan(deadline);
      never.await(50, TimeUnit.MILLISECONDS);
      said = program.ask("what are you doing?");
    }
  }

  private Set<String> found(Companion program, String name) throws Exception {
    Path dump = directory.resolve(name + ".hprof");
    program.ask("dump " + dump);
    Set<String> found = search(dump);
    Files.delete(dump);
    return found;
  }

  /** Which of the planted texts are in a file; the heap holds text of this kind a byte a character. */
  private static Set<String> search(Path file) throws IOException {
    Set<String> found = new TreeSet<>();
    int longest = PLANTED.stream().mapToInt(String::length).max().orElseThrow();
    byte[] window = new byte[1 << 20];
    int kept = 0;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      for (int count = in.readNBytes(window, kept, window.length - kept);
          count > 0;
          count = in.readNBytes(window, kept, window.length - kept)) {
        String text = new String(window, 0, kept + count, ISO_8859_1);
        PLANTED.stream().filter(text::contains).forEach(found::add);
        int end = kept + count;
        kept = Math.min(longest, end);
        System.arraycopy(window, end - kept, window, 0, kept);
      }
    }
    return found;
  }
}
