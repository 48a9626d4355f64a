package dev.informant.apiserver;

import dev.informant.apiserver.faults.Faults;
import dev.informant.apiserver.internal.content.ContentNegotiation;
import dev.informant.apiserver.internal.core.CoreAccess;
import dev.informant.apiserver.internal.core.CoreOptions;
import dev.informant.apiserver.internal.core.KubernetesCore;
import dev.informant.apiserver.internal.core.Negotiation;
import dev.informant.apiserver.internal.faults.AdminEndpoint;
import dev.informant.apiserver.internal.faults.FaultyBackend;
import dev.informant.apiserver.internal.faults.ServerFaults;
import dev.informant.apiserver.internal.http.Backend;
import dev.informant.apiserver.internal.http.HttpFront;
import dev.informant.apiserver.internal.http.HttpOptions;
import dev.informant.apiserver.internal.http.Identity;
import dev.informant.apiserver.internal.registry.BuiltInResources;
import dev.informant.apiserver.internal.tls.CertificateAuthority;
import dev.informant.apiserver.internal.tls.ServerTls;
import dev.informant.runtime.EngineRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A Kubernetes API server in this JVM. {@code ApiServer.start()} listens on a free loopback port with TLS; {@link
 * #kubeconfig} tells any client how to reach it. {@link #faults} makes it misbehave. Objects live in memory and
 * are gone with {@link #close}. Thread-safe.
 */
public final class ApiServer implements AutoCloseable {
  static {
    CoreAccess.through(server -> server instanceof ApiServer known ? known.core : null);
  }

  private final ApiServerBuilder options;
  private final EngineRuntime runtime;
  private final boolean ownRuntime;
  private final @Nullable CertificateAuthority authority;
  private final KubernetesCore core;
  private final HttpFront front;
  private final ServerFaults faults;
  private final String token;
  private volatile boolean closed;

  ApiServer(ApiServerBuilder options) {
    this.options = options;
    EngineRuntime given = options.runtime;
    this.ownRuntime = given == null;
    this.runtime = given == null ? EngineRuntime.create("informant-apiserver", 2) : given;
    if (given == null) {
      // Reads the schemas while certificates are made: the first start in a JVM is faster by a
      // third.
      runtime.background().execute(() -> BuiltInResources.served(options.groupVersions));
    }
    this.authority = options.tls
        ? CertificateAuthority.create("informant-apiserver-ca", runtime.clock().now())
        : null;
    this.token = newToken();
    Map<String, Identity> tokens = new HashMap<>(options.tokens);
    tokens.put(token, new Identity("admin", "admin", List.of("system:masters")));
    ServiceAccountTokens accounts = new ServiceAccountTokens(runtime.clock());
    Identities identities =
        new Identities(tokens, authority, options.anonymous, runtime.clock(), accounts);
    Negotiation negotiation = new ContentNegotiation(runtime.clock());
    this.core = KubernetesCore.create(
        runtime,
        new CoreOptions(
            options.history,
            options.groupVersions,
            options.watchList,
            options.watchBuffer,
            options.bodyLimit,
            options.eventLifetime,
            options.version),
        negotiation,
        access -> options.authorizer.allows(new Authorizer.Access(
            access.user(),
            access.groups(),
            access.verb(),
            access.group(),
            access.resource(),
            access.subresource(),
            access.namespace(),
            access.name(),
            access.path())),
        identities);
    accounts.accounts(core::hasServiceAccount);
    this.faults = new ServerFaults(core.faults(), new Port(), options.seed);
    Backend backend = new FaultyBackend(core, faults, runtime);
    if (options.adminEndpoint) {
      backend = new AdminEndpoint(faults, runtime, backend);
    }
    this.front = new HttpFront(
        new HttpOptions(
            options.host,
            options.port,
            tls(),
            options.maxStreams,
            options.bodyLimit,
            options.idleTimeout,
            options.compressWatches),
        identities,
        new AuthorizedBackend(options.authorizer, negotiation, backend));
  }

  /** The defaults: TLS, a free port, loopback, everybody may do everything. */
  public static ApiServer start() {
    return builder().start();
  }

  public static ApiServerBuilder builder() {
    return new ApiServerBuilder();
  }

  ApiServer listen() {
    try {
      front.start();
      core.announce(address(reachableHost()), front.port());
      return this;
    } catch (IOException failure) {
      close();
      throw new UncheckedIOException(
          "cannot listen on " + options.host + ":" + options.port
              + "; choose another port, or 0 for a free one",
          failure);
    }
  }

  private @Nullable SSLContext tls() {
    if (authority == null) {
      return null;
    }
    List<String> hosts = new ArrayList<>(List.of(
        "localhost",
        "127.0.0.1",
        "::1",
        "kubernetes",
        "kubernetes.default",
        "kubernetes.default.svc"));
    if (!hosts.contains(options.host) && !options.host.equals("0.0.0.0")) {
      hosts.add(options.host);
    }
    hosts.addAll(options.alsoKnownAs);
    return ServerTls.context(authority.issueServer("informant-apiserver", hosts), authority);
  }

  private static String newToken() {
    byte[] random = new byte[20];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** Where the server is, e.g. {@code https://127.0.0.1:34567}. */
  public String url() {
    String host = reachableHost();
    String written = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return (authority == null ? "http://" : "https://") + written + ":" + front.port();
  }

  /** The address of a host, which endpoints need; as it is written if it has none. */
  private static String address(String host) {
    try {
      return InetAddress.getByName(host).getHostAddress();
    } catch (UnknownHostException unknown) {
      return host;
    }
  }

  private String reachableHost() {
    boolean everywhere = options.host.equals("0.0.0.0") || options.host.equals("::");
    return everywhere ? "127.0.0.1" : options.host;
  }

  public int port() {
    return front.port();
  }

  /** A bearer token of the user {@code admin} in {@code system:masters}, made for this server. */
  public String token() {
    return token;
  }

  /** The certificate clients must trust, in PEM; null without TLS. */
  public @Nullable String certificateAuthorityPem() {
    return authority == null ? null : authority.certificate().certificatePem();
  }

  /** A kubeconfig for the user {@code admin}. It holds a credential. */
  public String kubeconfig() {
    return KubeconfigWriter.withToken(url(), certificateAuthorityPem(), token);
  }

  /** A kubeconfig for a user who shows a client certificate, made now. Needs TLS. */
  public String kubeconfig(String user, String... groups) {
    CertificateAuthority signer = authority;
    if (signer == null) {
      throw new IllegalStateException(
          "client certificates need TLS: start the server without plainHttp(), or use tokens");
    }
    return KubeconfigWriter.withCertificate(
        url(), certificateAuthorityPem(), signer.issueClient(user, List.of(groups)));
  }

  /** Writes {@link #kubeconfig()} to a file that only its owner may read. */
  public Path writeKubeconfig(Path file) throws IOException {
    KubeconfigWriter.write(file, kubeconfig());
    return file;
  }

  /**
   * Creates custom resource definitions, whatever the authorizer and the faults are.
   *
   * @param text YAML or JSON; several documents are separated by lines that begin with three dashes
   * @throws IllegalArgumentException if one is refused; the message has the answer
   */
  public void createCrds(String text) {
    Definitions.create(core, text);
  }

  /** The resourceVersion of the last write. */
  public long resourceVersion() {
    return core.faults().resourceVersion();
  }

  /** What can be made to go wrong. */
  public Faults faults() {
    return faults;
  }

  /** Ends all watches and stops listening. Idempotent. */
  @Override
  public void close() {
    closed = true;
    core.close();
    front.close();
    if (ownRuntime) {
      runtime.close();
    }
  }

  /** Whether {@code host} can be reached from this machine only. */
  static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      return false;
    }
  }

  private final class Port implements ServerFaults.Listening {
    @Override
    public void stopListening() throws IOException {
      if (closed) {
        throw new IllegalStateException("the server is closed");
      }
      front.stopListening();
    }

    @Override
    public void listen() throws IOException {
      front.listen();
    }
  }
}
