package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.CoreAccess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command that the pages and the helps show works: on a server of this test, with fewer pods, on a free port and
 * for a second or two. Words to fill in, such as KIND, cannot be run.
 */
@Timeout(300)
class DocumentedCommandsRunTest {
  private static final String CERTIFICATES = """
      {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
       "metadata": {"name": "certificates.cert-manager.io"},
       "spec": {"group": "cert-manager.io", "scope": "Namespaced",
         "names": {"plural": "certificates", "singular": "certificate", "kind": "Certificate",
           "listKind": "CertificateList"},
         "versions": [{"name": "v1", "served": true, "storage": true,
           "schema": {"openAPIV3Schema": {"type": "object"}}}]}}
      """;

  @TempDir
  private static Path folder;

  private static ApiServer server;
  private static Path kubeconfig;

  @BeforeAll
  static void start() throws IOException {
    server = ApiServer.builder().plainHttp().start();
    kubeconfig = server.writeKubeconfig(folder.resolve("kubeconfig"));
    ApiResponse created = CoreAccess.of(server)
        .handle(new ApiRequest(
            "POST",
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
            Map.of(),
            Map.of("content-type", "application/json"),
            CERTIFICATES.getBytes(StandardCharsets.UTF_8),
            "admin",
            List.of("system:masters")))
        .join();
    assertThat(created.status()).isEqualTo(201);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Set<String> commands() throws IOException {
    Set<String> commands = new TreeSet<>();
    DocumentedCommandsTest.ofPages((command, place) -> commands.add(command));
    DocumentedCommandsTest.ofHelps((command, place) -> commands.add(command));
    // A word to fill in, or a flag in a sentence ("informant watch --diff").
    commands.removeIf(
        command -> command.matches(".*\\b[A-Z]{2,}\\b.*|.*….*|watch( --?[a-z-]+)*|completion"));
    return commands;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theCommandWorks(String command) {
    List<String> words = new ArrayList<>(List.of(command.split("\\s+")));
    String name = words.get(0);
    set(words, "--context", null);
    if (!List.of("demo", "completion", "help").contains(name)) {
      set(
          words,
          "--kubeconfig",
          (name.equals("serve") ? folder.resolve("served") : kubeconfig) + "");
    }
    if (words.contains("--pods") || name.equals("demo")) {
      set(words, "--pods", "20");
      set(words, "--rate", "20");
    }
    if (words.contains("--port")) {
      set(words, "--port", "0");
    }
    if (name.equals("demo") || name.equals("serve") || name.equals("watch")) {
      set(words, "--seconds", name.equals("demo") ? "4" : "2");
    }
    Run run = Run.of(words.toArray(String[]::new));
    assertThat(run.exitCode()).as(words + "\n" + run.out() + run.err()).isZero();
    assertThat(run.err()).doesNotContain("error:", "\tat ");
    if (!name.equals("watch")) { // there may be nothing to see
      assertThat(run.out()).isNotBlank();
    }
  }

  /** Gives a flag a value, or takes it away. */
  private static void set(
      List<String> words, String flag, @org.jspecify.annotations.Nullable String value) {
    int place = words.indexOf(flag);
    if (place >= 0) {
      words.remove(place + 1);
      words.remove(place);
    }
    if (value != null) {
      words.add(flag);
      words.add(value);
    }
  }
}
