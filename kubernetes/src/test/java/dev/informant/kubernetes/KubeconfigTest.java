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
    refuse(file(GOOD), "zero", "no context \"zero\"", "[one, two, three, four, five]");
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
