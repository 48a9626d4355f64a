package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class KubeconfigTest {
  private static final String GOOD = """
      apiVersion: v1
      kind: Config
      current-context: one
      clusters:
      - name: c
        cluster: {server: "https://example.test:6443"}
      - name: nowhere
        cluster: {}
      - name: badca
        cluster: {server: "https://example.test", certificate-authority: missing.crt}
      users:
      - name: u
        user: {token: hunter2}
      contexts:
      - name: one
        context: {cluster: c, user: u, namespace: prod}
      - name: two
        context: {cluster: c, user: nobody}
      - name: three
        context: {cluster: nowhere, user: u}
      - name: four
        context: {cluster: other, user: u}
      - name: five
        context: {cluster: badca, user: u}
      """;

  @TempDir
  Path directory;

  @Test
  void aGoodFileIsRead() throws IOException {
    Config config = Kubeconfig.load(file(GOOD));
    assertThat(config.getMasterUrl()).startsWith("https://example.test:6443");
    assertThat(config.getNamespace()).isEqualTo("prod");
    assertThat(config.getAutoOAuthToken()).isEqualTo("hunter2");
    assertThat(Kubeconfig.load(file(GOOD), "one").getMasterUrl())
        .startsWith("https://example.test");
  }

  @Test
  void everyFaultIsNamedWithoutCredentials() throws IOException {
    refuse(directory.resolve("absent"), "one", "absent", "no such file");
    refuse(directory, "one", "directory");
    refuse(file(""), "one", "empty");
    refuse(file("just: [hunter2"), "one", "not a valid kubeconfig");
    refuse(file("kind: Config"), "one", "no contexts");
    refuse(file(GOOD), "zero", "context \"zero\" not found", "[one, two, three, four, five]");
    refuse(file(GOOD), "two", "user \"nobody\"");
    refuse(file(GOOD), "three", "no server");
    refuse(file(GOOD), "four", "cluster \"other\"");
    refuse(file(GOOD), "five", "certificate-authority", "missing.crt");
    refuse(
        file(GOOD.replace("https://example.test:6443", "http://u:hunter2@exa mple:1")),
        "one",
        "context \"one\"",
        "http://exa mple:1");
    String contexts = "contexts: [{name: one, context: {cluster: c, user: u}}]\n";
    refuse(file("clusters:\nusers:\n" + contexts), "one", "cluster \"c\"");
    refuse(
        file("clusters: [{name: c, cluster: {server: 'https://a'}}]\nusers:\n" + contexts),
        "one",
        "user \"u\"");
    refuse(file("clusters: [null]\n" + contexts), "one", "clusters", "empty");
    refuse(file("users: [null]\n" + contexts), "one", "users", "empty");
    refuse(file("contexts: [null]\n"), "one", "contexts", "empty");
    assertThatThrownBy(() -> Kubeconfig.load(file(GOOD.replace("current-context: one\n", ""))))
        .hasMessageContaining("no current-context");
  }

  @Test
  void aPlaceThatTheParserDoesNotKnowIsNotNamed() throws IOException {
    for (String wrong : new String[] {"just words", "- a\n- b", "contexts: 5", "just: [hunter2"}) {
      assertThatThrownBy(() -> Kubeconfig.load(file(wrong), "one"))
          .as(wrong)
          .hasMessageContaining("not a valid kubeconfig")
          .hasMessageNotContaining("line -1")
          .hasMessageNotContaining("line 0");
    }
  }

  private static String kubeconfig(String cluster, String user) {
    return """
        clusters: [{name: c, cluster: {server: "https://example.test:6443"%s}}]
        users: [{name: u, user: {token: hunter2%s}}]
        contexts: [{name: one, context: {cluster: c, user: u}}]
        """.formatted(cluster, user);
  }

  private void refuseIdentity(String cluster, String user, String... parts) throws IOException {
    Path file = file(kubeconfig(cluster, user));
    refuse(file, "one", parts);
    refuse(file, "one", "context \"one\"", "https://example.test:6443");
  }

  @Test
  void authoritiesThatMakeNoSenseAreNamedWithTheirField() throws IOException {
    Files.writeString(directory.resolve("empty.crt"), "\n");
    Files.writeString(directory.resolve("text.crt"), "hunter2");
    Files.writeString(
        directory.resolve("broken.crt"),
        "-----BEGIN CERTIFICATE-----\nhunter2\n-----END CERTIFICATE-----\n");
    refuseIdentity(
        ", certificate-authority: empty.crt",
        "",
        "certificate-authority",
        "empty.crt, which is empty");
    refuseIdentity(", certificate-authority: text.crt", "", "text.crt, which holds no certificate");
    refuseIdentity(
        ", certificate-authority: broken.crt", "", "broken.crt, which holds no certificate");
    refuseIdentity(
        ", certificate-authority-data: hunter2",
        "",
        "certificate-authority-data holds no certificate");
    refuse(
        file(kubeconfig(", certificate-authority: " + directory, "")),
        "one",
        "certificate-authority",
        "is a directory");
  }

  @Test
  void clientCertificatesThatMakeNoSenseAreNamedWithTheirField() throws IOException {
    Files.writeString(directory.resolve("empty.pem"), "");
    refuseIdentity(
        "",
        ", client-certificate-data: hunter2, client-key-data: hunter2",
        "client-certificate-data holds no certificate; it must be PEM, in base64");
    refuseIdentity(
        "",
        ", client-certificate: empty.pem, client-key: empty.pem",
        "client-certificate names",
        "empty.pem, which is empty");
    refuseIdentity(
        "", ", client-certificate-data: hunter2", "a client-certificate but no client-key");
    refuseIdentity("", ", client-key-data: hunter2", "a client-key but no client-certificate");
  }

  @Test
  void aProxyThatMakesNoSenseIsNamedWithoutItsPassword() throws IOException {
    for (String proxy : new String[] {
      "http://u:hunter2@exa mple:1",
      "ftp://u:hunter2@example:21",
      "http://u:hunter2@",
      "http://u:12/hunter2@example:1",
      "u:hunter2://x@example:1"
    }) {
      refuseIdentity(", proxy-url: \"" + proxy + "\"", "", "proxy-url ", "is not valid");
    }
    refuseIdentity(
        ", proxy-url: \"http://u:hunter2@proxy.test\"",
        "",
        "proxy-url http://proxy.test names no port");
  }

  @Test
  void ofSeveralEntriesOfOneNameTheFirstHolds() throws IOException {
    Config config = Kubeconfig.load(file("""
            clusters:
            - {name: c, cluster: {server: "https://first.test"}}
            - {name: c, cluster: {server: "https://last.test"}}
            users: [{name: u, user: {token: first}}, {name: u, user: {token: last}}]
            contexts:
            - {name: one, context: {cluster: c, user: u, namespace: first}}
            - {name: one, context: {cluster: c, user: u, namespace: last}}
            """), "one");
    assertThat(config.getMasterUrl()).startsWith("https://first.test");
    assertThat(config.getAutoOAuthToken()).isEqualTo("first");
    assertThat(config.getNamespace()).isEqualTo("first");
  }

  @Test
  void anEmptyTokenFileIsNamed() throws IOException {
    Files.writeString(directory.resolve("token"), "\n");
    refuse(file(kubeconfig("", ", tokenFile: token")), "one", "tokenFile", "token, which is empty");
  }

  @Test
  void aBinaryFileIsNoKubeconfig() throws IOException {
    Path file = directory.resolve("binary");
    Files.write(file, new byte[] {0, (byte) 0xff, (byte) 0xfe, 1, 2, 3});
    refuse(file, "one", "cannot be read");
    Files.writeString(file, "\u0000\u0001\u0002");
    refuse(file, "one", "not a valid kubeconfig");
    Files.writeString(file, "just text");
    refuse(file, "one", "not a valid kubeconfig");
    Files.writeString(file, "- a\n- list\n");
    refuse(file, "one", "not a valid kubeconfig");
  }

  private Path file(String content) throws IOException {
    return Files.writeString(directory.resolve("config"), content);
  }

  private static void refuse(Path file, String context, String... parts) {
    assertThatThrownBy(() -> Kubeconfig.load(file, context))
        .isInstanceOf(KubeconfigException.class)
        .hasMessageContainingAll(parts)
        .hasMessageContaining(file.toString())
        .hasMessageNotContaining("hunter2");
  }
}
