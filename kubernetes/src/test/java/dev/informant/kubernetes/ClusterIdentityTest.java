package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.ScriptedServer;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** By what a cluster is told from others. */
@Timeout(120)
class ClusterIdentityTest {
  @TempDir
  Path directory;

  private volatile int status = 200;
  private final AtomicInteger asked = new AtomicInteger();
  private final ScriptedServer server = new ScriptedServer((request, out) -> {
    asked.incrementAndGet();
    ScriptedServer.answer(
        out,
        status,
        status == 200
            ? "{\"kind\":\"Namespace\",\"metadata\":{\"name\":\"kube-system\",\"uid\":\"u-1\"}}"
            : "{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":" + status + "}");
  });

  @AfterEach
  void close() {
    server.close();
  }

  private ApiConnection connection() {
    return ApiConnection.of(
        new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).build());
  }

  private static String identity(ClusterIdentity cluster) throws Exception {
    return cluster.identity().get(60, TimeUnit.SECONDS);
  }

  @Test
  void itIsTheUidOfKubeSystemAndAskedOnce() throws Exception {
    try (ApiConnection connection = connection()) {
      ClusterIdentity cluster = new ClusterIdentity(connection);
      assertThat(identity(cluster)).isEqualTo("uid u-1");
      status = 500;
      assertThat(identity(cluster)).isEqualTo("uid u-1");
      assertThat(asked).hasValue(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404})
  void whereThatMayNotBeReadItIsTheAddress(int code) throws Exception {
    status = code;
    try (ApiConnection connection = connection()) {
      assertThat(identity(new ClusterIdentity(connection)))
          .isEqualTo("address " + connection.fingerprint());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 408, 409, 429, 500, 503})
  void anyOtherAnswerSaysNothingAndIsAskedForAgain(int code) throws Exception {
    status = code;
    try (ApiConnection connection = connection()) {
      ClusterIdentity cluster = new ClusterIdentity(connection);
      assertThatThrownBy(() -> identity(cluster)).hasCauseInstanceOf(SourceException.class);
      status = 200;
      assertThat(identity(cluster)).isEqualTo("uid u-1");
    }
  }

  private static String fingerprint(ConfigBuilder config) throws Exception {
    try (ApiConnection connection = ApiConnection.of(config.build())) {
      return connection.fingerprint();
    }
  }

  /** One of the certificates the JDK brings, as PEM. */
  private static byte[] certificate(int number) throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init((KeyStore) null);
    X509TrustManager issuers = (X509TrustManager) trust.getTrustManagers()[0];
    byte[] encoded = issuers.getAcceptedIssuers()[number].getEncoded();
    return ("-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(encoded)
            + "\n-----END CERTIFICATE-----\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static ConfigBuilder at(String url) {
    return new ConfigBuilder(Config.empty()).withMasterUrl(url);
  }

  @Test
  void addressesAreToldApartByUrlAndCertificates() throws Exception {
    String one = fingerprint(at("http://one.example/"));
    assertThat(fingerprint(at("http://one.example/"))).isEqualTo(one);
    assertThat(fingerprint(at("http://two.example/"))).isNotEqualTo(one);
    assertThat(fingerprint(at("http://one.example/cluster/"))).isNotEqualTo(one);
    String data = fingerprint(at("http://one.example/").withCaCertData(data(0)));
    assertThat(data).isNotEqualTo(one);
    assertThat(fingerprint(at("http://one.example/").withCaCertData(data(1)))).isNotEqualTo(data);
    Path file = Files.write(directory.resolve("ca.crt"), certificate(0));
    String inFile = fingerprint(at("http://one.example/").withCaCertFile(file.toString()));
    assertThat(inFile).isNotEqualTo(one);
    Files.write(file, certificate(1));
    assertThat(fingerprint(at("http://one.example/").withCaCertFile(file.toString())))
        .isNotEqualTo(inFile);
  }

  private static String data(int number) throws Exception {
    return Base64.getEncoder().encodeToString(certificate(number));
  }
}
