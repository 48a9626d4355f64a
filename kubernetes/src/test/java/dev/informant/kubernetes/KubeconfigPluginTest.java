package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
@DisabledOnOs(OS.WINDOWS)
class KubeconfigPluginTest {
  private static final Duration LONG = Duration.ofSeconds(120);
  private static final String V1 = "client.authentication.k8s.io/v1";

  @TempDir
  Path directory;

  private Path kubeconfig(String exec) throws IOException {
    return Files.writeString(directory.resolve("config"), """
        apiVersion: v1
        kind: Config
        clusters: [{name: c, cluster: {server: "https://u:hunter2@example.test:6443"}}]
        users: [{name: alice, user: {exec: {%s}}}]
        contexts: [{name: staging, context: {cluster: c, user: alice}}]
        current-context: staging
        """.formatted(exec));
  }

  /** A kubeconfig with a plugin that does {@code script}, and has a secret in its arguments and its environment. */
  private Path plugin(String script) throws IOException {
    Path plugin = Files.writeString(directory.resolve("plugin.sh"), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(plugin, PosixFilePermissions.fromString("rwx------"));
    return kubeconfig(
        "apiVersion: " + V1 + ", interactiveMode: Never, command: ./plugin.sh,"
            + " args: [\"--secret=hunter2\", \"a b\", \"$(echo c)\"], env: [{name: EXTRA, value: hunter2}]");
  }

  private static String credential(String status) {
    return "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"" + V1 + "\",\"status\":{" + status
        + "}}'\n";
  }

  private void refuse(Duration patience, Path file, String... parts) {
    assertThatThrownBy(() -> Kubeconfig.load(file, patience))
        .isInstanceOf(KubeconfigException.class)
        .hasMessageContainingAll(parts)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("context \"staging\"")
        .hasMessageContaining("https://example.test:6443")
        .hasMessageContaining("user \"alice\"")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aPluginThatNeverReturnsIsEndedAndNamed() throws Exception {
    Path pid = directory.resolve("pid");
    refuse(
        Duration.ofSeconds(3),
        plugin("echo hunter2\necho $$ > " + pid + "\nexec sleep 600\n"),
        "exec plugin ./plugin.sh",
        "did not finish within 3 s");
    if (Files.exists(pid)) { // else it was ended before it began
      long number = Long.parseLong(Files.readString(pid).strip());
      long limit = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (ProcessHandle.of(number).map(ProcessHandle::isAlive).orElse(false)) {
        assertThat(System.nanoTime() - limit).as("it is still alive").isNegative();
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void anOutputHeldOpenByAChildIsNotWaitedForWithoutEnd() throws Exception {
    // The JDK may see the end of the plugin first, and takes that for the end of its output.
    refuse(Duration.ofSeconds(3), plugin("sleep 20 &\nexit 0\n"), "exec plugin ./plugin.sh");
  }

  @Test
  void aPluginThatFailsIsNamedWithItsExitCode() throws Exception {
    refuse(
        LONG,
        plugin("echo hunter2\necho hunter2 >&2\nexit 3\n"),
        "exec plugin ./plugin.sh ended with exit code 3");
  }

  @Test
  void aPluginThatIsNotThereIsNamedWithItsHint() throws Exception {
    refuse(
        LONG,
        kubeconfig("apiVersion: " + V1 + ", command: no-such-plugin-anywhere,"
            + " args: [hunter2], installHint: get it from the cloud"),
        "exec plugin no-such-plugin-anywhere cannot be started",
        "get it from the cloud");
  }

  @Test
  void aPluginThatAnswersNonsenseIsNamedWithoutItsAnswer() throws Exception {
    refuse(LONG, plugin("echo hunter2\n"), "did not print an ExecCredential in JSON");
    refuse(LONG, plugin("exit 0\n"), "did not print an ExecCredential in JSON");
    refuse(
        LONG,
        plugin("echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"hunter2\"}'\n"),
        "another apiVersion than the " + V1);
    refuse(LONG, plugin(credential("")), "neither a token nor a client certificate");
    refuse(
        LONG, plugin(credential("\"clientKeyData\":\"hunter2\"")), "a key without its certificate");
    refuse(
        LONG,
        plugin(credential("\"token\":\"hunter2\",\"expirationTimestamp\":\"hunter2\"")),
        "invalid expirationTimestamp");
    Path certificate =
        plugin(credential("\"clientCertificateData\":\"hunter2\",\"clientKeyData\":\"hunter2\""));
    assertThatThrownBy(() -> Kubeconfig.load(certificate, LONG))
        .isInstanceOf(KubeconfigException.class)
        .hasMessageContaining("client-certificate-data holds no certificate")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void anExpiredCredentialOfAPluginIsNamedWithItsTime() throws Exception {
    refuse(
        LONG,
        plugin(credential(
            "\"token\":\"hunter2\",\"expirationTimestamp\":\"2020-01-02T03:04:05+01:00\"")),
        "expired at 2020-01-02T02:04:05Z");
  }

  @Test
  void anExecSectionThatCannotWorkIsNamed() throws Exception {
    refuse(LONG, kubeconfig("apiVersion: " + V1), "has no exec command");
    refuse(LONG, kubeconfig("apiVersion: v7, command: x"), "apiVersion");
    refuse(
        LONG,
        kubeconfig("apiVersion: " + V1 + ", command: x, interactiveMode: Always"),
        "interactiveMode: Always");
  }

  @Test
  void aPluginIsGivenItsArgumentsWithoutAShellAndTheKindOfAnswerThatIsWanted() throws Exception {
    Path seen = directory.resolve("seen");
    Path file = plugin("printf '%s|' \"$@\" > " + seen + "\n"
        + "printf '%s|%s' \"$EXTRA\" \"$KUBERNETES_EXEC_INFO\" >> " + seen + "\n"
        + credential("\"token\":\"t1\",\"expirationTimestamp\":\"2999-01-01T00:00:00Z\""));
    Config config = Kubeconfig.load(file, LONG);
    assertThat(config.getAutoOAuthToken()).isEqualTo("t1");
    assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("t1");
    assertThat(Files.readString(seen))
        .startsWith("--secret=hunter2|a b|$(echo c)|hunter2|{")
        .contains("\"apiVersion\":\"" + V1 + "\"", "\"interactive\":false")
        .doesNotContain("cluster");
  }
}
