package dev.informant.verification.binding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.internal.tls.CertificateAuthority;
import dev.informant.apiserver.internal.tls.KeyAndCertificate;
import dev.informant.informer.Informer;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.KubeconfigException;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Certificates, keys and plugins that cannot be used: each is named with its field and cause, and tells no secret. */
@Timeout(180)
class BadIdentityTest {
  private static final String SECRET = "s3cr3t-t0k3n";

  @TempDir
  Path directory;

  private final List<AutoCloseable> closeables = new ArrayList<>();
  private final CertificateAuthority authority =
      CertificateAuthority.create("somewhere", Instant.now());
  private final KeyAndCertificate alice = authority.issueClient("alice", List.of());
  private final KeyAndCertificate bob = authority.issueClient("bob", List.of());

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable closeable : closeables) {
      closeable.close();
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  private Path kubeconfig(String url, String cluster, String user) throws IOException {
    return Files.writeString(directory.resolve("kubeconfig"), """
        apiVersion: v1
        kind: Config
        clusters: [{name: c, cluster: {server: "%s"%s}}]
        users: [{name: u, user: {%s}}]
        contexts: [{name: staging, context: {cluster: c, user: u}}]
        current-context: staging
        """.formatted(url, cluster, user));
  }

  private void refuse(String user, String problem) throws IOException {
    Path file = kubeconfig("https://example.test", "", user);
    assertThatThrownBy(() -> Kubeconfig.load(file))
        .isInstanceOf(KubeconfigException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("context \"staging\"")
        .hasMessageContaining("https://example.test")
        .hasMessageContaining(problem)
        .hasMessageNotContaining(SECRET)
        .hasNoCause();
  }

  @Test
  void aClientCertificateInAnyUsualFormIsTaken() throws Exception {
    String url = "https://example.test";
    assertThat(Kubeconfig.load(kubeconfig(
                url,
                ", certificate-authority-data: "
                    + base64(authority.certificate().certificatePem()),
                "client-certificate-data: " + base64(alice.certificatePem()) + ", client-key-data: "
                    + base64(alice.keyPem())))
            .getClientCertData())
        .isNotNull();
    String lines = base64(alice.certificatePem()).replaceAll("(.{60})", "$1 ");
    assertThat(Kubeconfig.load(kubeconfig(
                url,
                "",
                "client-certificate-data: \"" + lines + "\", client-key-data: "
                    + base64(alice.keyPem())))
            .getClientCertData())
        .isEqualTo(base64(alice.certificatePem()));
    Files.writeString(directory.resolve("tls.crt"), alice.certificatePem());
    Files.writeString(directory.resolve("tls.key"), alice.keyPem());
    assertThat(
            Kubeconfig.load(kubeconfig(url, "", "client-certificate: tls.crt, client-key: tls.key"))
                .getClientCertFile())
        .isEqualTo(directory.resolve("tls.crt").toString());
  }

  @Test
  void aKeyOfAnEllipticCurveIsTakenInTheFormOfAnyKey() throws Exception {
    KeyAndCertificate elliptic = authority.issueServer("carol", List.of("localhost"));
    assertThat(elliptic.key().getAlgorithm()).isEqualTo("EC");
    Config config = Kubeconfig.load(kubeconfig(
        "https://example.test",
        "",
        "client-certificate-data: " + base64(elliptic.certificatePem()) + ", client-key-data: "
            + base64(elliptic.keyPem())));
    SharedInformerFactory.builder(config).build().close();
  }

  @Test
  void aKeyOfAnotherCertificateIsNamed() throws Exception {
    refuse(
        "client-certificate-data: " + base64(alice.certificatePem()) + ", client-key-data: "
            + base64(bob.keyPem()),
        "client-key-data is not the key of the client-certificate");
  }

  @Test
  void aKeyThatIsNoneIsNamed() throws Exception {
    String certificate = "client-certificate-data: " + base64(alice.certificatePem());
    refuse(certificate + ", client-key-data: " + SECRET, "client-key-data holds no private key");
    refuse(
        certificate + ", client-key-data: "
            + base64("-----BEGIN PRIVATE KEY-----\n" + SECRET + "\n-----END PRIVATE KEY-----\n"),
        "client-key-data holds no private key");
    Files.writeString(directory.resolve("tls.key"), "");
    refuse(certificate + ", client-key: tls.key", "tls.key, which is empty");
  }

  @Test
  void aConfigurationThatCannotBeUsedIsRefusedWithItsFieldHoweverItWasMade() {
    Config config = new ConfigBuilder(Config.empty())
        .withMasterUrl("https://u:" + SECRET + "@example.test")
        .withOauthToken(SECRET)
        .withCaCertData(SECRET)
        .build();
    assertThatThrownBy(() -> SharedInformerFactory.builder(config).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("https://example.test")
        .hasMessageContaining("certificate-authority-data holds no certificate")
        .hasMessageNotContaining(SECRET);
    Config proxy = new ConfigBuilder(Config.empty())
        .withMasterUrl("https://example.test")
        .withHttpsProxy("http://u:" + SECRET + "@")
        .build();
    assertThatThrownBy(() -> SharedInformerFactory.builder(proxy).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("proxy-url http:// is not valid")
        .hasMessageNotContaining(SECRET);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aPluginThatFailsAfterARefusalIsTheCause() throws Exception {
    ApiServer server = ApiServer.builder().anonymous(false).start();
    closeables.add(server);
    Path plugin = directory.resolve("plugin.sh");
    Files.writeString(plugin, """
        #!/bin/sh
        if [ -e "%1$s/ran" ]; then echo %2$s; echo %2$s >&2; exit 3; fi
        touch "%1$s/ran"
        printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",'
        printf '"status":{"token":"%2$s"}}'
        """.formatted(directory, SECRET));
    Files.setPosixFilePermissions(plugin, PosixFilePermissions.fromString("rwx------"));
    Path file = kubeconfig(
        server.url(),
        ", certificate-authority-data: " + base64(server.certificateAuthorityPem()),
        "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, args: ["
            + SECRET + "], command: \"" + plugin + "\"}");
    SharedInformerFactory informers =
        ClusterFixture.builder(Kubeconfig.load(file)).build();
    closeables.add(0, informers);
    Informer<Pod> pods = informers.core().v1().pods().informer();
    AtomicReference<String> said = new AtomicReference<>("");
    informers.start();
    ClusterFixture.eventually("the plugin is the cause", () -> {
      Throwable cause = pods.state().cause();
      said.set(String.valueOf(cause));
      return said.get().contains("exit code 3");
    });
    assertThat(said.get())
        .contains(server.url())
        .contains("context staging of " + file)
        .contains("exec plugin " + plugin)
        .doesNotContain(SECRET);
  }
}
