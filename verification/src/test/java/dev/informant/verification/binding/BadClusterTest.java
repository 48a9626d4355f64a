package dev.informant.verification.binding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.Authorizer;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clusters that cannot be used: each says clearly why, and nothing waits for ever or tells a secret. */
@Timeout(60)
class BadClusterTest {
  private static final Duration SHORT = Duration.ofMillis(1500);
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String SECRET = "s3cr3t-t0k3n";

  @TempDir
  Path directory;

  private final List<AutoCloseable> closeables = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable closeable : closeables) {
      closeable.close();
    }
  }

  private ApiServer server(ApiServer server) {
    closeables.add(server);
    return server;
  }

  private SharedIndexInformer<Pod> pods(Config config) {
    SharedInformerFactory informers = ClusterFixture.builder(config).build();
    closeables.add(0, informers);
    informers.start();
    return informers.core().v1().pods().informer();
  }

  private static Config plain(String url) {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(url)
        .withOauthToken(SECRET)
        .build();
  }

  private Path kubeconfig(String url, String authority, String user) throws Exception {
    Path file = directory.resolve("kubeconfig");
    String trust = authority == null
        ? ""
        : ", certificate-authority-data: "
            + Base64.getEncoder().encodeToString(authority.getBytes(UTF_8));
    Files.writeString(file, """
        apiVersion: v1
        kind: Config
        clusters: [{name: c, cluster: {server: "%s"%s}}]
        users: [{name: u, user: {%s}}]
        contexts: [{name: staging, context: {cluster: c, user: u}}]
        current-context: staging
        """.formatted(url, trust, user));
    return file;
  }

  @Test
  void aServerOfAnotherAuthorityIsATlsFailureWithItsAddress() throws Exception {
    ApiServer asked = server(ApiServer.start());
    ApiServer trusted = server(ApiServer.start());
    Path file = kubeconfig(asked.url(), trusted.certificateAuthorityPem(), "token: " + SECRET);
    assertThatThrownBy(() -> pods(Kubeconfig.load(file)).awaitSynced(SHORT))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("TLS failed")
        .hasMessageContaining(asked.url())
        .hasMessageContaining("context staging of " + file)
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void anExpiredTokenIsAnUnauthorizedWithAddressContextAndFile() throws Exception {
    ApiServer asked = server(ApiServer.builder().anonymous(false).start());
    Path file = kubeconfig(asked.url(), asked.certificateAuthorityPem(), "token: " + SECRET);
    assertThatThrownBy(() -> pods(Kubeconfig.load(file)).awaitSynced(SHORT))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("401 Unauthorized")
        .hasMessageContaining(asked.url())
        .hasMessageContaining("context staging of " + file)
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void aRenewedTokenFileIsReadAfterARefusal() throws Exception {
    ApiServer asked =
        server(ApiServer.builder().anonymous(false).token("renewed", "alice").start());
    Path token = directory.resolve("token");
    Files.writeString(token, "outdated");
    Path file = kubeconfig(asked.url(), asked.certificateAuthorityPem(), "tokenFile: " + token);
    SharedIndexInformer<Pod> pods = pods(Kubeconfig.load(file));
    assertThatThrownBy(() -> pods.awaitSynced(SHORT)).hasMessageContaining("401");
    Files.writeString(token, "renewed");
    pods.awaitSynced(LIMIT);
  }

  @Test
  void aTokenRenewedInTheKubeconfigIsReadAfterARefusal() throws Exception {
    ApiServer asked =
        server(ApiServer.builder().anonymous(false).token("renewed", "alice").start());
    Path file = kubeconfig(asked.url(), asked.certificateAuthorityPem(), "token: outdated");
    SharedIndexInformer<Pod> pods = pods(Kubeconfig.load(file));
    assertThatThrownBy(() -> pods.awaitSynced(SHORT)).hasMessageContaining("401");
    kubeconfig(asked.url(), asked.certificateAuthorityPem(), "token: renewed");
    pods.awaitSynced(LIMIT);
  }

  @Test
  void missingRightsAreToldInTheServersWordsUntilTheyAreGranted() throws Exception {
    AtomicReference<Authorizer> rights =
        new AtomicReference<>(Authorizer.allowAll().denyUser("bob"));
    ApiServer asked = server(ApiServer.builder()
        .plainHttp()
        .token(SECRET, "bob")
        .authorizer(attempt -> rights.get().allows(attempt))
        .start());
    SharedIndexInformer<Pod> pods = pods(plain(asked.url()));
    assertThatThrownBy(() -> pods.awaitSynced(SHORT))
        .hasMessageContaining("forbidden: User \"bob\" cannot list resource \"pods\"")
        .hasMessageContaining("at the cluster scope")
        .hasMessageContaining("403 Forbidden")
        .hasMessageNotContaining(SECRET);
    rights.set(Authorizer.allowAll());
    pods.awaitSynced(LIMIT);
  }

  @Test
  void aPageInsteadOfAnApiIsNamed() throws Exception {
    HttpServer site =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext("/", exchange -> {
      byte[] page = "<html><body>Sign in</body></html>".getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
      exchange.sendResponseHeaders(200, page.length);
      exchange.getResponseBody().write(page);
      exchange.close();
    });
    site.start();
    closeables.add(() -> site.stop(0));
    String url = "http://127.0.0.1:" + site.getAddress().getPort();
    assertThatThrownBy(() -> pods(plain(url)).awaitSynced(SHORT))
        .hasMessageContaining("answered with text/html")
        .hasMessageContaining("is this the address of an API server?")
        .hasMessageContaining(url)
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void nobodyListeningIsConnectionRefusedWithItsAddress() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String url = "http://127.0.0.1:" + port;
    assertThatThrownBy(() -> pods(plain(url)).awaitSynced(SHORT))
        .hasMessageContaining("connection refused")
        .hasMessageContaining(url)
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void anUnknownHostIsNamed() {
    String url = "http://no-such-host.invalid:6443";
    assertThatThrownBy(() -> pods(plain(url)).awaitSynced(LIMIT.dividedBy(4)))
        .hasMessageContaining("the host name is not known")
        .hasMessageContaining(url)
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void aUserInTheAddressIsNotShown() throws Exception {
    ApiServer asked = server(ApiServer.builder().plainHttp().anonymous(false).start());
    String url = asked.url().replace("http://", "http://user:" + SECRET + "@");
    assertThatThrownBy(() ->
            pods(new ConfigBuilder(Config.empty()).withMasterUrl(url).build()).awaitSynced(SHORT))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void closingDoesNotWaitForAServerThatNeverAnswers() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      SharedInformerFactory informers = ClusterFixture.builder(
              plain("http://127.0.0.1:" + silent.getLocalPort()))
          .build();
      informers.start();
      SharedIndexInformer<Pod> pods = informers.core().v1().pods().informer();
      assertThat(informers.awaitSync(Duration.ofMillis(300)).values())
          .allSatisfy(
              result -> assertThat(result.cause()).hasMessageContaining("fetching the first list"));
      informers.close();
      assertThat(pods.isClosed()).isTrue();
    }
  }
}
