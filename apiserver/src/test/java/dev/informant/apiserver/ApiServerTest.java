package dev.informant.apiserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.informant.apiserver.internal.tls.CertificateAuthority;
import io.fabric8.kubernetes.client.Config;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class ApiServerTest {
  private static SSLContext trusting(ApiServer server, String kubeconfig) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    trusted.setCertificateEntry(
        "ca",
        factory.generateCertificate(
            new ByteArrayInputStream(server.certificateAuthorityPem().getBytes(UTF_8))));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    KeyStore own = KeyStore.getInstance("PKCS12");
    own.load(null, null);
    JsonNode user = new YAMLMapper().readTree(kubeconfig).path("users").path(0).path("user");
    if (user.has("client-key-data")) {
      Certificate certificate = factory.generateCertificate(new ByteArrayInputStream(
          Base64.getDecoder().decode(user.path("client-certificate-data").asText())));
      String pem =
          new String(Base64.getDecoder().decode(user.path("client-key-data").asText()), UTF_8);
      PrivateKey key = KeyFactory.getInstance("RSA")
          .generatePrivate(new PKCS8EncodedKeySpec(
              Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""))));
      own.setKeyEntry("me", key, new char[0], new Certificate[] {certificate});
    }
    keys.init(own, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  /** Over HTTP/2 a refusal ends the connection, perhaps under the next request. */
  private static HttpClient.Builder http1() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
  }

  private static HttpResponse<String> get(
      HttpClient client, ApiServer server, String path, String token) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void tokensAndCertificatesSayWhoAsks() throws Exception {
    try (ApiServer server = ApiServer.builder()
        .token("secret", "alice", "devs")
        .anonymous(false)
        .authorizer(attempt -> attempt.groups().contains("devs")
            || attempt.groups().contains("system:masters")
            || attempt.user().equals("bob"))
        .start()) {
      HttpClient plain =
          http1().sslContext(trusting(server, server.kubeconfig())).build();
      String pods = "/api/v1/namespaces/default/pods";
      assertThat(get(plain, server, pods, null).statusCode()).isEqualTo(401);
      assertThat(get(plain, server, pods, "wrong").body())
          .contains("\"message\":\"Unauthorized\",\"reason\":\"Unauthorized\",\"code\":401");
      assertThat(get(plain, server, pods, "secret").statusCode()).isEqualTo(200);
      assertThat(get(plain, server, pods, server.token()).statusCode()).isEqualTo(200);

      HttpClient bob =
          http1().sslContext(trusting(server, server.kubeconfig("bob", "ops"))).build();
      assertThat(get(bob, server, pods, null).statusCode()).isEqualTo(200);
      HttpClient carol = http1()
          .sslContext(trusting(server, server.kubeconfig("carol", "ops")))
          .build();
      HttpResponse<String> forbidden = get(carol, server, pods, null);
      assertThat(forbidden.statusCode()).isEqualTo(403);
      assertThat(forbidden.body())
          .contains(
              "pods is forbidden: User \\\"carol\\\" cannot list resource \\\"pods\\\" in API group"
                  + " \\\"\\\" in the namespace \\\"default\\\"")
          .contains("\"details\":{\"kind\":\"pods\"}");
      assertThat(get(carol, server, "/apis/apps/v1/deployments?watch=1", null).body())
          .contains("deployments.apps is forbidden: User \\\"carol\\\" cannot watch resource"
              + " \\\"deployments\\\" in API group \\\"apps\\\" at the cluster scope");
      assertThat(get(carol, server, "/metrics", null).body())
          .contains("forbidden: User \\\"carol\\\" cannot get path \\\"/metrics\\\"");
    }
  }

  @Test
  void serviceAccountsHaveTokensThatCountUntilTheyAreGone() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().start()) {
      // Over HTTP/2 a refusal ends the connection, perhaps under the next request.
      HttpClient client =
          HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      String accounts = "/api/v1/namespaces/default/serviceaccounts";
      new TestClient(server).create(accounts, "{\"metadata\":{\"name\":\"robot\"}}");
      String token = new TestClient(server)
          .create(accounts + "/robot/token", "{\"spec\":{}}")
          .at("/status/token")
          .asText();
      String other = new TestClient(server)
          .create(accounts + "/robot/token", "{\"spec\":{\"audiences\":[\"somebody else\"]}}")
          .at("/status/token")
          .asText();
      HttpRequest.Builder who = HttpRequest.newBuilder(
              URI.create(server.url() + "/apis/authentication.k8s.io/v1/selfsubjectreviews"))
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString("{}"));
      assertThat(client
              .send(
                  who.copy().header("Authorization", "Bearer " + token).build(),
                  BodyHandlers.ofString())
              .body())
          .contains("\"username\":\"system:serviceaccount:default:robot\"")
          .contains("[\"system:serviceaccounts\",\"system:serviceaccounts:default\","
              + "\"system:authenticated\"]");
      int dot = token.indexOf('.');
      for (String wrong : List.of(
          other, token + "x", token.substring(0, dot + 3) + "x" + token.substring(dot + 4))) {
        assertThat(get(client, server, "/version", wrong).statusCode()).isEqualTo(401);
      }
      assertThat(tokenReview(server, token)).contains("\"authenticated\":true", ":robot\"");
      assertThat(tokenReview(server, "nonsense")).contains("\"error\":\"invalid bearer token\"");
      client.send(
          HttpRequest.newBuilder(URI.create(server.url() + accounts + "/robot"))
              .DELETE()
              .build(),
          BodyHandlers.discarding());
      assertThat(get(client, server, "/version", token).statusCode()).isEqualTo(401);
    }
  }

  private static String tokenReview(ApiServer server, String token) throws Exception {
    return new TestClient(server)
        .create(
            "/apis/authentication.k8s.io/v1/tokenreviews",
            "{\"spec\":{\"token\":\"" + token + "\"}}")
        .toString();
  }

  @Test
  void accessReviewsFollowTheAuthorizer() throws Exception {
    try (ApiServer server = ApiServer.builder()
        .plainHttp()
        .authorizer(Authorizer.allowAll().deny("list", "secrets").denyUser("mallory"))
        .start()) {
      assertThat(review(server, "selfsubjectaccessreviews", """
          {"spec":{"resourceAttributes":{"verb":"list","resource":"secrets"}}}""")).contains("\"allowed\":false");
      assertThat(review(server, "selfsubjectaccessreviews", """
          {"spec":{"resourceAttributes":{"verb":"get","resource":"secrets"}}}""")).contains("\"allowed\":true");
      assertThat(review(server, "subjectaccessreviews", """
          {"spec":{"user":"mallory","nonResourceAttributes":{"verb":"get","path":"/version"}}}""")).contains("\"allowed\":false");
      assertThat(
              review(server, "selfsubjectrulesreviews", "{\"spec\":{\"namespace\":\"default\"}}"))
          .contains(
              "{\"verbs\":[\"create\",\"delete\",\"deletecollection\",\"get\",\"patch\",\"update\","
                  + "\"watch\"],\"apiGroups\":[\"\"],\"resources\":[\"secrets\"]}")
          .doesNotContain("[\"*\"],\"apiGroups\"");
    }
    try (ApiServer server = ApiServer.builder().plainHttp().start()) {
      assertThat(
              review(server, "selfsubjectrulesreviews", "{\"spec\":{\"namespace\":\"default\"}}"))
          .contains("[{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]}]");
    }
  }

  private static String review(ApiServer server, String kind, String body) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(
            URI.create(server.url() + "/apis/authorization.k8s.io/v1/" + kind))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void certificateOfAStrangerIsRefused() throws Exception {
    try (ApiServer server = ApiServer.start()) {
      CertificateAuthority other = CertificateAuthority.create("other", Instant.now());
      String config = KubeconfigWriter.withCertificate(
          server.url(), null, other.issueClient("admin", List.of("system:masters")));
      HttpClient stranger = http1().sslContext(trusting(server, config)).build();
      // The JDK does not offer a certificate whose issuer the server does not name: both are sound.
      int status = get(stranger, server, "/api/v1/pods", null).statusCode();
      assertThat(status).isIn(200, 401);
      assertThat(other.signed(other.certificate().certificate(), Instant.now())).isFalse();
    }
  }

  @Test
  void fabric8ReadsTheKubeconfig(@TempDir Path directory) throws Exception {
    try (ApiServer server = ApiServer.start()) {
      Path file = server.writeKubeconfig(directory.resolve("config"));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      Config config = Config.fromKubeconfig(Files.readString(file));
      assertThat(config.getMasterUrl()).startsWith(server.url());
      assertThat(config.getAutoOAuthToken()).isEqualTo(server.token());
      assertThat(config.getCaCertData()).isNotEmpty();
    }
  }

  @Test
  void listensOnLoopbackAndStopsCompletely() throws Exception {
    ApiServer server = ApiServer.builder().plainHttp().start();
    assertThat(InetAddress.getByName(URI.create(server.url()).getHost()).isLoopbackAddress())
        .isTrue();
    TestClient client = new TestClient(server);
    client.configMap("a");
    try (TestClient.Watching watch = client.watch("/api/v1/configmaps?watch=1")) {
      assertThat(watch.next().path("object").path("metadata").path("name").asText())
          .isEqualTo("a");
      server.close();
      assertThat(watch.line()).isNull();
    }
    server.close();
    assertThatThrownBy(() -> client.json("/version")).isInstanceOf(java.io.IOException.class);
  }

  @Test
  void otherHostNeedsACredentialUnlessToldOtherwise() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().host("0.0.0.0").start()) {
      assertThat(new TestClient(server).get("/api/v1/pods", "*/*").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void curlGetsIndentedListsAndOthersCompactOnes() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().start()) {
      TestClient client = new TestClient(server);
      String indented = client
          .http
          .send(
              client
                  .request("/api/v1/namespaces")
                  .header("User-Agent", "curl/8")
                  .build(),
              BodyHandlers.ofString())
          .body();
      assertThat(indented)
          .startsWith("{\n  \"kind\": \"NamespaceList\",\n  \"apiVersion\": \"v1\",\n");
      String compact =
          new String(client.get("/api/v1/namespaces", "application/json").body(), UTF_8);
      assertThat(compact)
          .startsWith("{\"kind\":\"NamespaceList\",\"apiVersion\":\"v1\",\"metadata\":");
    }
  }
}
