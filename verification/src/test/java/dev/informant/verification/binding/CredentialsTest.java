package dev.informant.verification.binding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.ApiServerBuilder;
import dev.informant.apiserver.Authorizer;
import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.internal.tls.CertificateAuthority;
import dev.informant.apiserver.internal.tls.KeyAndCertificate;
import dev.informant.informer.Informer;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.source.WatchListPolicy;
import dev.informant.verification.chaos.FaultProxy;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ways to be somebody, and to reach a server: each from a kubeconfig or a Config, renewed while informers run. */
@Timeout(180)
class CredentialsTest {
  @TempDir
  Path directory;

  private final List<AutoCloseable> closeables = new ArrayList<>();
  private final Set<String> users = ConcurrentHashMap.newKeySet();
  private final Authorizer everybody = attempt -> {
    if (attempt.resource().equals("configmaps") && !attempt.verb().startsWith("impersonate")) {
      users.add(attempt.user());
    }
    return true;
  };

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable closeable : closeables) {
      closeable.close();
    }
  }

  private ApiServer server(ApiServerBuilder builder) {
    ApiServer server = builder.authorizer(everybody).anonymous(false).start();
    closeables.add(server);
    return server;
  }

  private Informer<ConfigMap> maps(Config config) {
    SharedInformerFactory informers = ClusterFixture.builder(config)
        .options(options -> options.watchList(WatchListPolicy.NEVER))
        .build();
    closeables.add(0, informers);
    informers.start();
    return informers.core().v1().configMaps().namespace("default").informer();
  }

  private Path kubeconfig(ApiServer server, String cluster, String user) throws IOException {
    Path fresh = directory.resolve("kubeconfig.new");
    Files.writeString(fresh, """
        apiVersion: v1
        kind: Config
        clusters: [{name: c, cluster: {server: "%s", %s}}]
        users: [{name: u, user: {%s}}]
        contexts: [{name: x, context: {cluster: c, user: u}}]
        current-context: x
        """.formatted(server.url(), cluster, user));
    Path file = directory.resolve("kubeconfig");
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    return file;
  }

  private static String authority(ApiServer server) {
    return "certificate-authority-data: "
        + Base64.getEncoder().encodeToString(server.certificateAuthorityPem().getBytes(UTF_8));
  }

  private static String field(String kubeconfig, String name) {
    Matcher found = Pattern.compile(name + ": (\\S+)").matcher(kubeconfig);
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  private void write(String name, String text) throws IOException {
    Path fresh = directory.resolve(name + ".new");
    Files.writeString(fresh, text);
    Files.move(
        fresh,
        directory.resolve(name),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  private void writeIdentity(ApiServer server, String user) throws IOException {
    String text = server.kubeconfig(user, "team");
    write("tls.crt", new String(decoded(field(text, "client-certificate-data")), UTF_8));
    write("tls.key", new String(decoded(field(text, "client-key-data")), UTF_8));
  }

  private static byte[] decoded(String base64) {
    return Base64.getDecoder().decode(base64);
  }

  private void create(ApiServer server, String name) {
    Config admin = new ConfigBuilder(Config.empty())
        .withMasterUrl(server.url())
        .withOauthToken(server.token())
        .withCaCertData(
            Base64.getEncoder().encodeToString(server.certificateAuthorityPem().getBytes(UTF_8)))
        .build();
    try (KubernetesClient client =
        new KubernetesClientBuilder().withConfig(admin).build()) {
      client
          .resource(new ConfigMapBuilder()
              .withNewMetadata()
              .withName(name)
              .withNamespace("default")
              .endMetadata()
              .build())
          .create();
    }
  }

  /** The informer follows the server, as {@code user}. */
  private void follows(ApiServer server, Informer<ConfigMap> maps, String user, String name)
      throws InterruptedException {
    ClusterFixture.eventually("somebody asks as " + user, () -> users.contains(user));
    create(server, name);
    ClusterFixture.eventually(
        "the new object is there", () -> maps.snapshot().contains("default/" + name));
  }

  @Test
  void aCertificateReplacedOnDiskIsUsedWithoutARestart() throws Exception {
    ApiServer server = server(ApiServer.builder());
    writeIdentity(server, "alice");
    Path file = kubeconfig(
        server,
        authority(server),
        "client-certificate: \"" + directory.resolve("tls.crt") + "\", client-key: \""
            + directory.resolve("tls.key") + "\"");
    Informer<ConfigMap> maps = maps(Kubeconfig.load(file));
    maps.awaitSynced(ClusterFixture.LIMIT);
    follows(server, maps, "alice", "one");
    assertThat(users).doesNotContain("bob");
    writeIdentity(server, "bob");
    server.faults().closeWatches("configmaps");
    follows(server, maps, "bob", "two");
  }

  @Test
  void aCertificateInsideTheKubeconfigIsReadAgainWhenTheFileIsReplaced() throws Exception {
    ApiServer server = server(ApiServer.builder());
    Path file = directory.resolve("kubeconfig");
    write("kubeconfig", server.kubeconfig("alice"));
    Informer<ConfigMap> maps = maps(Kubeconfig.load(file));
    maps.awaitSynced(ClusterFixture.LIMIT);
    follows(server, maps, "alice", "one");
    write("kubeconfig", server.kubeconfig("bob"));
    server.faults().closeWatches("configmaps");
    follows(server, maps, "bob", "two");
  }

  @Test
  void halfAReplacementIsWaitedOut() throws Exception {
    ApiServer server = server(ApiServer.builder());
    writeIdentity(server, "alice");
    Path file = kubeconfig(
        server,
        authority(server),
        "client-certificate: \"" + directory.resolve("tls.crt") + "\", client-key: \""
            + directory.resolve("tls.key") + "\"");
    Informer<ConfigMap> maps = maps(Kubeconfig.load(file));
    maps.awaitSynced(ClusterFixture.LIMIT);
    ClusterFixture.eventually("alice asks", () -> users.contains("alice"));
    write("tls.crt", "this is no certificate");
    server.faults().closeWatches("configmaps");
    // The old identity goes on until the new one is whole.
    create(server, "meanwhile");
    ClusterFixture.eventually(
        "the new object is there", () -> maps.snapshot().contains("default/meanwhile"));
    writeIdentity(server, "bob");
    server.faults().closeWatches("configmaps");
    follows(server, maps, "bob", "two");
  }

  @Test
  void aBundleOfSeveralAuthoritiesIsTrusted() throws Exception {
    ApiServer other = server(ApiServer.builder());
    ApiServer server = server(ApiServer.builder().token("t", "alice"));
    write("ca.crt", other.certificateAuthorityPem() + server.certificateAuthorityPem());
    Path file = kubeconfig(
        server, "certificate-authority: \"" + directory.resolve("ca.crt") + "\"", "token: t");
    maps(Kubeconfig.load(file)).awaitSynced(ClusterFixture.LIMIT);
    assertThat(users).contains("alice");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anExecPluginIsRunAgainWhenItsTokenIsRefused() throws Exception {
    ApiServer server = server(ApiServer.builder().token("renewed", "alice"));
    write("token", "outdated");
    Path plugin = directory.resolve("plugin.sh");
    Files.writeString(plugin, """
        #!/bin/sh
        echo run >> "%1$s/runs"
        printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",'
        printf '"status":{"token":"%%s"}}' "$(cat "%1$s/token")"
        """.formatted(directory));
    Files.setPosixFilePermissions(plugin, PosixFilePermissions.fromString("rwx------"));
    Path file = kubeconfig(
        server,
        authority(server),
        "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: \""
            + plugin + "\"}");
    Informer<ConfigMap> maps = maps(Kubeconfig.load(file));
    ClusterFixture.eventually("the refusal is the cause", () -> {
      Throwable cause = maps.state().cause();
      return cause != null && cause.getMessage().contains("401");
    });
    write("token", "renewed");
    maps.awaitSynced(ClusterFixture.LIMIT);
    follows(server, maps, "alice", "one");
    assertThat(Files.readAllLines(directory.resolve("runs"))).hasSizeGreaterThan(1);
  }

  /** A kubeconfig whose plugin gives whatever stands in the file {@code credential}. */
  private Path kubeconfigOfPlugin(ApiServer server) throws IOException {
    Path plugin = directory.resolve("plugin.sh");
    Files.writeString(plugin, """
        #!/bin/sh
        echo run >> "%1$s/runs"
        cat "%1$s/credential"
        """.formatted(directory));
    Files.setPosixFilePermissions(plugin, PosixFilePermissions.fromString("rwx------"));
    return kubeconfig(
        server,
        authority(server),
        "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: \""
            + plugin + "\"}");
  }

  private int runs() {
    try {
      return Files.readAllLines(directory.resolve("runs")).size();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private void writeCredential(String certificatePem, String keyPem) throws IOException {
    write("credential", """
        {"kind": "ExecCredential", "apiVersion": "client.authentication.k8s.io/v1", "status":
         {"clientCertificateData": "%s", "clientKeyData": "%s"}}
        """.formatted(
            certificatePem.replace("\n", "\\n"), keyPem.replace("\n", "\\n")));
  }

  private void writeCredential(ApiServer server, String user) throws IOException {
    String text = server.kubeconfig(user, "team");
    writeCredential(
        new String(decoded(field(text, "client-certificate-data")), UTF_8),
        new String(decoded(field(text, "client-key-data")), UTF_8));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aCertificateOfAnExecPluginIsRenewedWhenItIsRefused() throws Exception {
    ApiServer server = server(ApiServer.builder());
    writeCredential(server, "alice");
    Informer<ConfigMap> maps = maps(Kubeconfig.load(kubeconfigOfPlugin(server)));
    maps.awaitSynced(ClusterFixture.LIMIT);
    follows(server, maps, "alice", "one");
    writeCredential(server, "bob");
    server.faults().add(Fault.status(401).resource("configmaps").verb("watch").nth(1));
    server.faults().closeWatches("configmaps");
    follows(server, maps, "bob", "two");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aCertificateOfAnExecPluginIsRenewedBeforeItExpires() throws Exception {
    ApiServer server = server(ApiServer.builder());
    Instant almostAYearAgo = Instant.now().minus(Duration.ofDays(366)).plusSeconds(50);
    KeyAndCertificate ending = CertificateAuthority.create("elsewhere", almostAYearAgo)
        .issueClient("alice", List.of("team"));
    writeCredential(ending.certificatePem(), ending.keyPem());
    Config config = Kubeconfig.load(kubeconfigOfPlugin(server));
    writeCredential(server, "bob");
    List<Throwable> refusals = new CopyOnWriteArrayList<>();
    SharedInformerFactory informers = ClusterFixture.builder(config)
        .options(options -> options.watchErrorHandler(refusals::add))
        .build();
    closeables.add(0, informers);
    Informer<ConfigMap> maps =
        informers.core().v1().configMaps().namespace("default").informer();
    informers.start();
    maps.awaitSynced(ClusterFixture.LIMIT);
    follows(server, maps, "bob", "one");
    assertThat(refusals).as("the old one was not even tried").isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anExecPluginThatFailsDoesNotCostTheCertificateItGaveBefore() throws Exception {
    ApiServer server = server(ApiServer.builder());
    writeCredential(server, "alice");
    Informer<ConfigMap> maps = maps(Kubeconfig.load(kubeconfigOfPlugin(server)));
    maps.awaitSynced(ClusterFixture.LIMIT);
    follows(server, maps, "alice", "one");
    int before = runs();
    write("credential", "the plugin has no answer");
    server.faults().add(Fault.status(401).resource("configmaps").verb("watch").nth(1));
    server.faults().closeWatches("configmaps");
    ClusterFixture.eventually("it was asked", () -> runs() > before);
    follows(server, maps, "alice", "two");
  }

  @Test
  void anExpiredOidcTokenIsRenewedAtItsProvider() throws Exception {
    ApiServer server = server(ApiServer.builder().token("fresh.id.token", "alice"));
    List<String> asked = new CopyOnWriteArrayList<>();
    HttpServer provider =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    String issuer = "http://127.0.0.1:" + provider.getAddress().getPort();
    provider.createContext("/", exchange -> {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      asked.add(exchange.getRequestURI().getPath() + " " + body);
      byte[] answer = (exchange.getRequestURI().getPath().startsWith("/.well-known")
              ? "{\"issuer\":\"" + issuer + "\",\"token_endpoint\":\"" + issuer + "/token\"}"
              : "{\"id_token\":\"fresh.id.token\",\"refresh_token\":\"second\"}")
          .getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
      exchange.close();
    });
    provider.start();
    closeables.add(() -> provider.stop(0));
    String expired = Base64.getUrlEncoder().encodeToString("{\"alg\":\"none\"}".getBytes(UTF_8))
        + "." + Base64.getUrlEncoder().encodeToString("{\"exp\":1000000000}".getBytes(UTF_8))
        + ".sig";
    Path file = kubeconfig(
        server,
        authority(server),
        "auth-provider: {name: oidc, config: {client-id: me, client-secret: s, refresh-token: first,"
            + " idp-issuer-url: \"" + issuer + "\", id-token: \"" + expired + "\"}}");
    Informer<ConfigMap> maps = maps(Kubeconfig.load(file));
    maps.awaitSynced(ClusterFixture.LIMIT);
    follows(server, maps, "alice", "one");
    assertThat(asked)
        .anySatisfy(
            request -> assertThat(request).startsWith("/token").contains("refresh_token=first"));
  }

  @Test
  void everythingGoesThroughTheProxyThatIsConfigured() throws Exception {
    ApiServer server = server(ApiServer.builder().token("t", "alice"));
    ConnectProxy proxy = new ConnectProxy();
    closeables.add(proxy);
    Config config = new ConfigBuilder(
            Kubeconfig.load(kubeconfig(server, authority(server), "token: t")))
        .withHttpsProxy(proxy.url())
        .withNoProxy(new String[0])
        .build();
    Informer<ConfigMap> maps = maps(config);
    maps.awaitSynced(ClusterFixture.LIMIT);
    follows(server, maps, "alice", "one");
    assertThat(proxy.asked())
        .isNotEmpty()
        .allSatisfy(head -> assertThat(head).startsWith("CONNECT 127.0.0.1:" + server.port()));
  }

  @Test
  @DisabledOnOs({OS.WINDOWS, OS.MAC}) // only Linux has all of 127.0.0.0/8
  void theServersNameInTlsCanDifferFromItsAddress() throws Exception {
    ApiServer server = server(ApiServer.builder().token("t", "alice"));
    FaultProxy elsewhere =
        new FaultProxy(InetAddress.getByName("127.0.0.2"), "127.0.0.1", server.port());
    closeables.add(elsewhere);
    Config wrongName = new ConfigBuilder(
            Kubeconfig.load(kubeconfig(server, authority(server), "token: t")))
        .withMasterUrl("https://127.0.0.2:" + elsewhere.port() + "/")
        .build();
    Informer<ConfigMap> refused = maps(wrongName);
    ClusterFixture.eventually("the certificate is for another name", () -> {
      Throwable cause = refused.state().cause();
      return cause != null && cause.getMessage().contains("TLS failed");
    });
    Config named =
        new ConfigBuilder(wrongName).withTlsServerName("kubernetes.default.svc").build();
    Informer<ConfigMap> maps = maps(named);
    maps.awaitSynced(ClusterFixture.LIMIT);
    follows(server, maps, "alice", "one");
  }

  @Test
  void anotherUserIsImpersonated() throws Exception {
    ApiServer server = server(ApiServer.builder().token("t", "alice"));
    Config config = new ConfigBuilder(
            Kubeconfig.load(kubeconfig(server, authority(server), "token: t")))
        .withImpersonateUsername("carol")
        .withImpersonateGroups("team")
        .build();
    Informer<ConfigMap> maps = maps(config);
    maps.awaitSynced(ClusterFixture.LIMIT);
    follows(server, maps, "carol", "one");
    assertThat(users).doesNotContain("alice");
  }

  @Test
  void anotherUserIsImpersonatedAsTheKubeconfigSays() throws Exception {
    ApiServer server = server(ApiServer.builder().token("t", "alice"));
    Path file = kubeconfig(server, authority(server), "token: t, as: carol, as-groups: [team]");
    Informer<ConfigMap> maps = maps(Kubeconfig.load(file));
    maps.awaitSynced(ClusterFixture.LIMIT);
    follows(server, maps, "carol", "one");
    assertThat(users).doesNotContain("alice");
  }

  @Test
  void proxyAndServerNameAreTakenFromTheKubeconfig() throws Exception {
    ApiServer server = server(ApiServer.builder().token("t", "alice"));
    ConnectProxy proxy = new ConnectProxy();
    closeables.add(proxy);
    Path file = kubeconfig(
        server,
        authority(server) + ", proxy-url: \"" + proxy.url()
            + "\", tls-server-name: kubernetes.default",
        "token: t");
    Informer<ConfigMap> maps = maps(Kubeconfig.load(file));
    maps.awaitSynced(ClusterFixture.LIMIT);
    follows(server, maps, "alice", "one");
    assertThat(proxy.asked()).isNotEmpty();
  }
}
