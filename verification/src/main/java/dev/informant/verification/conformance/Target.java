package dev.informant.verification.conformance;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.Authorizer;
import dev.informant.verification.controlplane.Binaries;
import dev.informant.verification.controlplane.ControlPlane;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A server under examination. Closing it stops it. Thread-safe. */
public interface Target extends AutoCloseable {
  /** Which kube-apiserver has been asked; the embedded one says that it is that. */
  String RECORDED_VERSION = "v1.36.3";

  /** Without a trailing slash. */
  String url();

  String token();

  HttpClient client();

  /** Makes the server forget the states before now. */
  void compact() throws IOException, InterruptedException;

  @Override
  void close() throws IOException;

  /** The embedded server; who is not an administrator may see what the real one shows to anybody. */
  static Target embedded() {
    Set<String> open = Set.of("/version", "/version/", "/healthz", "/livez", "/readyz");
    Authorizer likeTheRealOne = attempt -> attempt.groups().contains("system:masters")
        || (attempt.resource().isEmpty()
            && attempt.verb().equals("get")
            && open.contains(attempt.path()))
        || (attempt.resource().equals("selfsubjectreviews")
            && attempt.groups().contains("system:authenticated"))
        || (attempt.user().endsWith(":partly") && partly(attempt));
    ApiServer server =
        ApiServer.builder().authorizer(likeTheRealOne).version(RECORDED_VERSION).start();
    HttpClient client = trusting(Objects.requireNonNull(server.certificateAuthorityPem()));
    return new Target() {
      @Override
      public String url() {
        return server.url();
      }

      @Override
      public String token() {
        return server.token();
      }

      @Override
      public HttpClient client() {
        return client;
      }

      @Override
      public void compact() {
        server.faults().compact();
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }

  /** What a script lets an account of that name do. */
  private static boolean partly(Authorizer.Access attempt) {
    return attempt.verb().equals("impersonate-on:user-info:list")
        || (attempt.verb().equals("impersonate:user-info")
            && attempt.group().equals("authentication.k8s.io")
            && attempt.resource().equals("users")
            && attempt.name().equals("jane"));
  }

  /** A kube-apiserver of its own on an etcd of its own. */
  static Target real(Binaries binaries) throws IOException, InterruptedException {
    ControlPlane plane = ControlPlane.start(binaries);
    HttpClient client = trusting(plane.certificate(0));
    return new Target() {
      @Override
      public String url() {
        return plane.url(0).toString();
      }

      @Override
      public String token() {
        return plane.adminToken();
      }

      @Override
      public HttpClient client() {
        return client;
      }

      @Override
      public void compact() throws IOException, InterruptedException {
        Matcher revision = Pattern.compile("\"revision\":\"(\\d+)\"")
            .matcher(etcd("/v3/kv/range", "{\"key\":\"YQ==\"}"));
        if (!revision.find()) {
          throw new IOException("etcd told no revision");
        }
        etcd("/v3/kv/compaction", "{\"revision\":\"" + revision.group(1) + "\",\"physical\":true}");
        // its watch cache remembers more than etcd does; only a new one has forgotten
        plane.killApiServer(0);
        plane.restartApiServer(0);
      }

      private String etcd(String path, String body) throws IOException, InterruptedException {
        return client
            .send(
                HttpRequest.newBuilder(URI.create(plane.etcdUrl() + path))
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
      }

      @Override
      public void close() throws IOException {
        plane.close();
      }
    };
  }

  private static HttpClient trusting(String pem) {
    try (InputStream in = new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8))) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      int index = 0;
      for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("ca-" + index++, certificate);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, factory.getTrustManagers(), null);
      return HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .sslContext(context)
          .build();
    } catch (IOException | GeneralSecurityException failure) {
      throw new IllegalStateException("the server's certificate is unusable", failure);
    }
  }
}
