package dev.informant.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.kubernetes.Kubeconfig;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several files of $KUBECONFIG are one, by kubectl's rules. */
@Timeout(60)
class MergedKubeconfigTest {
  @TempDir
  private Path folder;

  private Path file(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private static String cluster(String name, String server) {
    return "clusters:\n- name: " + name + "\n  cluster:\n    server: " + server + "\n";
  }

  private static String context(String name, String cluster, String user) {
    return "contexts:\n- name: " + name + "\n  context:\n    cluster: " + cluster + "\n    user: "
        + user + "\n    namespace: ns-" + name + "\n";
  }

  @Test
  void aContextOfOneFileMayNameClusterAndUserOfOthers() throws IOException {
    Path clusters = file("clusters", cluster("c", "https://one.example:6443"));
    Path users = file("users", "users:\n- name: u\n  user:\n    token: abc\n");
    Path contexts = file("contexts", context("x", "c", "u") + "current-context: x\n");
    Config config = Kubeconfig.load(MergedKubeconfig.write(List.of(clusters, users, contexts)));
    assertThat(config.getMasterUrl()).isEqualTo("https://one.example:6443/");
    assertThat(config.getAutoOAuthToken()).isEqualTo("abc");
    assertThat(config.getNamespace()).isEqualTo("ns-x");
  }

  @Test
  void theFirstFileThatSaysSomethingWins() throws IOException {
    String user = "users:\n- name: u\n  user:\n    token: ";
    Path first = file(
        "first", cluster("c", "https://first.example") + user + "first\n" + context("x", "c", "u"));
    Path second = file(
        "second",
        cluster("c", "https://second.example") + user + "second\n" + context("x", "c", "u")
            + "current-context: x\n");
    Config config = Kubeconfig.load(MergedKubeconfig.write(List.of(first, second)));
    assertThat(config.getMasterUrl()).isEqualTo("https://first.example/");
    assertThat(config.getAutoOAuthToken()).isEqualTo("first");
  }

  @Test
  void pathsAreRelativeToTheFileTheyStandIn() throws IOException {
    file("deep/token", "from the file\n");
    Path deep = file("deep/config", "users:\n- name: u\n  user:\n    tokenFile: token\n");
    Path other = file(
        "other",
        cluster("c", "https://one.example") + context("x", "c", "u") + "current-context: x\n");
    Config config = Kubeconfig.load(MergedKubeconfig.write(List.of(other, deep)));
    assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("from the file");
  }

  @Test
  void theResultIsForItsOwnerOnly() throws IOException {
    Path merged = MergedKubeconfig.write(
        List.of(file("a", cluster("c", "https://one.example")), file("b", context("x", "c", ""))));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(merged)))
        .isEqualTo("rw-------");
  }

  @Test
  void aFileThatIsNoKubeconfigIsNamedWithoutItsContent() throws IOException {
    Path good = file("good", cluster("c", "https://one.example"));
    Path bad = file("bad", "users: [ {token: s3cret\n");
    assertThatThrownBy(() -> MergedKubeconfig.write(List.of(good, bad)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(bad.toString())
        .hasMessageContaining("not a valid kubeconfig")
        .hasMessageNotContaining("s3cret");
  }
}
