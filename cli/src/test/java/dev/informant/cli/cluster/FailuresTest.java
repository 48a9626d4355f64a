package dev.informant.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.faults.Fault;
import dev.informant.cli.ExitCode;
import dev.informant.cli.Run;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong between a command and its server is told with its way out and the exit code that fits. */
@Timeout(180)
class FailuresTest {
  private static final Pattern AUTHORITY = Pattern.compile("certificate-authority-data: (\\S+)");

  @TempDir
  private Path folder;

  /** A server that answers everything with one status, as a proxy or a login page does. */
  private static HttpServer answering(int status, String body) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.createContext("/", exchange -> {
      try (exchange) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/html");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
      }
    });
    server.start();
    return server;
  }

  private String kubeconfig(String server) throws IOException {
    return Files.writeString(folder.resolve("kubeconfig"), """
        apiVersion: v1
        kind: Config
        clusters: [{name: it, cluster: {server: "%s"}}]
        users: [{name: me, user: {token: secret-token}}]
        contexts: [{name: it, context: {cluster: it, user: me}}]
        current-context: it
        """.formatted(server))
        .toString();
  }

  @ParameterizedTest
  @CsvSource({
    "429, try again later",
    "502, try again later",
    "503, try again later",
    "500, see its log",
    "302, a Kubernetes API server",
    "404, a Kubernetes API server",
    "200, a Kubernetes API server",
    "401, Log in again"
  })
  void anAnswerThatIsNotKubernetesIsNoFaultOfUsage(int status, String wayOut) throws Exception {
    HttpServer server = answering(status, "<html>no</html>");
    try {
      String kubeconfig = kubeconfig("http://127.0.0.1:" + server.getAddress().getPort());
      for (String[] command :
          new String[][] {{"sync", "pods"}, {"doctor", "pods"}, {"watch", "pods", "--seconds", "1"}
          }) {
        String[] words = java.util.Arrays.copyOf(command, command.length + 2);
        words[command.length] = "--kubeconfig";
        words[command.length + 1] = kubeconfig;
        Run run = Run.of(words);
        assertThat(run.exitCode()).as(command[0] + " " + run.err()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(run.err())
            .contains(status == 200 ? "127.0.0.1" : Integer.toString(status), wayOut)
            .doesNotContain("secret-token", "\tat ");
      }
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aCertificateThatIsNotTrustedIsNotTakenForAServerThatIsDown() throws Exception {
    try (ApiServer one = ApiServer.start();
        ApiServer other = ApiServer.start()) {
      Matcher mine = AUTHORITY.matcher(one.kubeconfig());
      Matcher foreign = AUTHORITY.matcher(other.kubeconfig());
      assertThat(mine.find() && foreign.find()).as(one.kubeconfig()).isTrue();
      Path file = Files.writeString(
          folder.resolve("kubeconfig"), one.kubeconfig().replace(mine.group(1), foreign.group(1)));
      for (String command : new String[] {"sync", "doctor", "watch"}) {
        Run run = Run.of(command, "pods", "--kubeconfig", file.toString());
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(run.err())
            .contains("TLS failed", "certificate-authority")
            .doesNotContain("Is it running");
      }
    }
  }

  @Test
  void aServerThatDoesNotSpeakTlsIsAskedAfter() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().start()) {
      Run run = Run.of(
          "sync", "pods", "--kubeconfig", kubeconfig(server.url().replace("http:", "https:")));
      assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.UNREACHABLE);
      assertThat(run.err()).contains("use TLS on this port");
    }
  }

  @Test
  void watchAsksForTheKindsAgainUntilTheServerIsWell() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().start()) {
      server.faults().add(Fault.status(503).times(5));
      Path file = server.writeKubeconfig(folder.resolve("kubeconfig"));
      Run run = Run.until(
          line -> line.startsWith("---"), "watch", "namespaces", "--kubeconfig", file.toString());
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.err()).contains("503", "retrying");
      assertThat(run.lines()).anyMatch(line -> line.contains("default"));
    }
  }
}
