package dev.informant.verification.binding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.Authorizer;
import dev.informant.informer.Informer;
import dev.informant.informer.NotSyncedException;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clusters that cannot be used: each says clearly why, and nothing waits for ever or tells a secret. */
@Timeout(180)
class BadClusterTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofMillis(200);
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

  private Informer<Pod> pods(Config config) {
    SharedInformerFactory informers = ClusterFixture.builder(config).build();
    closeables.add(0, informers);
    informers.start();
    return informers.core().v1().pods().informer();
  }

  /** Waits until the informer says {@code expected} of its failure, and returns all it says. */
  private static String complaint(Informer<?> informer, String expected) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    String last = "";
    while (System.nanoTime() - deadline < 0) {
      try {
        informer.awaitSynced(LOOK);
        throw new AssertionError("it synced, instead of saying " + expected);
      } catch (NotSyncedException late) {
        last = late.getMessage();
        if (last.contains(expected)) {
          return last;
        }
      }
    }
    throw new AssertionError("not within " + LIMIT + ": " + expected + "; but: " + last);
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
    assertThat(complaint(pods(Kubeconfig.load(file)), "TLS failed"))
        .contains(asked.url())
        .contains("context staging of " + file)
        .doesNotContain(SECRET);
  }

  @Test
  void anExpiredTokenIsAnUnauthorizedWithAddressContextAndFile() throws Exception {
    ApiServer asked = server(ApiServer.builder().anonymous(false).start());
    Path file = kubeconfig(asked.url(), asked.certificateAuthorityPem(), "token: " + SECRET);
    assertThat(complaint(pods(Kubeconfig.load(file)), "401 Unauthorized"))
        .contains(asked.url())
        .contains("context staging of " + file)
        .doesNotContain(SECRET);
  }

  @Test
  void aRenewedTokenFileIsReadAfterARefusal() throws Exception {
    ApiServer asked =
        server(ApiServer.builder().anonymous(false).token("renewed", "alice").start());
    Path token = directory.resolve("token");
    Files.writeString(token, "outdated");
    Path file = kubeconfig(asked.url(), asked.certificateAuthorityPem(), "tokenFile: " + token);
    Informer<Pod> pods = pods(Kubeconfig.load(file));
    complaint(pods, "401");
    Files.writeString(token, "renewed");
    pods.awaitSynced(LIMIT);
  }

  @Test
  void aTokenRenewedInTheKubeconfigIsReadAfterARefusal() throws Exception {
    ApiServer asked =
        server(ApiServer.builder().anonymous(false).token("renewed", "alice").start());
    Path file = kubeconfig(asked.url(), asked.certificateAuthorityPem(), "token: outdated");
    Informer<Pod> pods = pods(Kubeconfig.load(file));
    complaint(pods, "401");
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
    Informer<Pod> pods = pods(plain(asked.url()));
    // The streaming list is tried first, and refused in its own words.
    assertThat(complaint(pods, "forbidden: User \"bob\" cannot list resource \"pods\""))
        .contains("at the cluster scope")
        .contains("403 Forbidden")
        .doesNotContain(SECRET);
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
    assertThat(complaint(pods(plain(url)), "answered with text/html"))
        .contains("is this the address of an API server?")
        .contains(url)
        .doesNotContain(SECRET);
  }

  @Test
  void aRedirectIsNamedAndNotFollowedWithTheToken() throws Exception {
    List<String> elsewhere = new CopyOnWriteArrayList<>();
    HttpServer other = site(exchange -> {
      elsewhere.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders());
      exchange.sendResponseHeaders(404, -1);
    });
    HttpServer site = site(exchange -> {
      exchange
          .getResponseHeaders()
          .set(
              "Location",
              "http://127.0.0.1:" + other.getAddress().getPort() + "/login?x=" + SECRET);
      exchange.sendResponseHeaders(302, -1);
    });
    String url = "http://127.0.0.1:" + site.getAddress().getPort();
    assertThat(complaint(pods(plain(url)), ": 302")).contains(url).doesNotContain(SECRET);
    assertThat(elsewhere).isEmpty();
  }

  @Test
  void tlsToAPortWithoutItIsATlsFailure() throws Exception {
    ApiServer asked = server(ApiServer.builder().plainHttp().start());
    String url = asked.url().replace("http://", "https://");
    assertThat(complaint(pods(plain(url)), "TLS failed")).contains(url).doesNotContain(SECRET);
  }

  @Test
  void aPortWithTlsThatIsAskedWithoutItIsNamed() throws Exception {
    ApiServer asked = server(ApiServer.start());
    String url = asked.url().replace("https://", "http://");
    assertThat(complaint(pods(plain(url)), "https://")).contains(url).doesNotContain(SECRET);
  }

  private HttpServer site(HttpHandler handler) throws IOException {
    HttpServer site =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext("/", exchange -> {
      try (exchange) {
        handler.handle(exchange);
      }
    });
    site.start();
    closeables.add(() -> site.stop(0));
    return site;
  }

  @Test
  void nobodyListeningIsConnectionRefusedWithItsAddress() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String url = "http://127.0.0.1:" + port;
    assertThat(complaint(pods(plain(url)), "connection refused"))
        .contains(url)
        .doesNotContain(SECRET);
  }

  @Test
  void anUnknownHostIsNamed() {
    String url = "http://no-such-host.invalid:6443";
    assertThat(complaint(pods(plain(url)), "unknown host")).contains(url).doesNotContain(SECRET);
  }

  @Test
  void aUserInTheAddressIsNotShown() throws Exception {
    ApiServer asked = server(ApiServer.builder().plainHttp().anonymous(false).start());
    String url = asked.url().replace("http://", "http://user:" + SECRET + "@");
    Config config = new ConfigBuilder(Config.empty()).withMasterUrl(url).build();
    assertThat(complaint(pods(config), "401")).doesNotContain(SECRET);
  }

  @Test
  void aServerThatNeverAnswersIsNamedWithAddressContextAndFile() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:" + silent.getLocalPort();
      Path file = kubeconfig(url, null, "token: " + SECRET);
      Informer<Pod> pods = pods(Kubeconfig.load(file));
      assertThat(complaint(pods, "received no response"))
          .contains("fetching the first list, since ")
          .contains(" of pods/v1 at " + url)
          .contains("context staging of " + file)
          .contains("sent at ")
          .doesNotContain(SECRET);
      assertThatThrownBy(() -> pods.awaitSynced(LOOK))
          .cause()
          .hasMessageContaining(url)
          .hasMessageContaining("received no response");
      pods.close();
    }
  }

  @Test
  void closingDoesNotWaitForAServerThatNeverAnswers() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      SharedInformerFactory informers = ClusterFixture.builder(
              plain("http://127.0.0.1:" + silent.getLocalPort()))
          .build();
      informers.start();
      Informer<Pod> pods = informers.core().v1().pods().informer();
      complaint(pods, "fetching the first list");
      assertThat(informers.syncResults().values())
          .allSatisfy(result -> assertThat(result.isSynced()).isFalse());
      informers.close();
      assertThat(pods.isClosed()).isTrue();
    }
  }
}
