package dev.informant.kubernetes.internal.http;

import dev.informant.kubernetes.internal.credentials.BearerTokens;
import dev.informant.kubernetes.internal.credentials.Certificates;
import dev.informant.kubernetes.internal.credentials.ClientKeys;
import dev.informant.kubernetes.internal.credentials.ConfigProblem;
import dev.informant.kubernetes.internal.credentials.CredentialPluginException;
import dev.informant.kubernetes.internal.credentials.KubeconfigFile;
import dev.informant.kubernetes.internal.credentials.PluginCredentials;
import dev.informant.kubernetes.internal.credentials.PluginTokens;
import dev.informant.kubernetes.internal.credentials.ServerAddress;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP client of one configuration. When a file that the client's identity or trust was read from has changed
 * (certificate, key, authorities, or the kubeconfig that holds them), the next request gets a new client made of
 * it, and the connections of the old one are closed: watches go on from where they were. While the new files make
 * no sense, the old client stays. A certificate that stands in a kubeconfig, or comes from a plugin that it names, is
 * asked for again when the server does not accept it and shortly before it expires. Thread-safe.
 */
/*
 * Certificate and key are two files and are not replaced at once. In between they do not belong together, so the old
 * client stays, and the second file's change makes the next one.
 *
 * Making a client may take as long as a plugin does. One thread is at it; requests of the others go on with the client
 * there is, and closing waits for nobody.
 */
public final class HttpClients implements AutoCloseable {
  private static final Logger LOG = System.getLogger(HttpClients.class.getName());

  /** Whether fabric8's default client is on the class path; another may be used instead. */
  private static final boolean VERTX =
      isPresent("io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory");

  /** How long before its end a certificate is renewed, and how often that is tried. */
  private static final Duration LEAD = Duration.ofMinutes(1);

  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(10);

  private final @Nullable Config config; // null if the client is somebody else's
  private final @Nullable PluginCredentials plugin; // null if there is none
  private final AtomicBoolean refused = new AtomicBoolean();
  private final AtomicBoolean renewing = new AtomicBoolean();
  private volatile Made made;
  private volatile Instant nextTry = Instant.MIN;
  private boolean closed; // guarded by this

  /**
   * @param whole as fabric8 makes it
   * @param once the same connections, but every request is sent once only
   * @param expires when its certificate ends to be valid, if that could be renewed
   */
  private record Made(
      HttpClient whole, HttpClient once, Runnable close, Map<Path, Mark> files, Instant expires) {}

  /** What changes when a file is replaced or written; null fields if it cannot be looked at. */
  private record Mark(
      @Nullable FileTime modified, long size, @Nullable Object identity) {
    static Mark of(Path file) {
      try {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        return new Mark(found.lastModifiedTime(), found.size(), found.fileKey());
      } catch (IOException unreadable) {
        return new Mark(null, 0, null);
      }
    }
  }

  /** Connections of its own. */
  private HttpClients(Config config) {
    this.config = config;
    this.plugin = PluginCredentials.of(config, /* patience= */ null);
    if (plugin != null && config.getOauthTokenProvider() != plugin) {
      plugin.startWith(config);
    }
    this.made = make(config);
  }

  /** Somebody else's client. */
  private HttpClients(HttpClient whole, HttpClient once) {
    this.config = null;
    this.plugin = null;
    this.made = new Made(whole, once, () -> {}, Map.of(), Instant.MAX);
  }

  /** Connections of its own. */
  public static HttpClients of(Config config) {
    return new HttpClients(config);
  }

  /** Somebody else's client, which stays open. */
  public static HttpClients shared(HttpClient whole, RequestConfig requests) {
    return new HttpClients(whole, once(whole, requests));
  }

  /** Somebody else's client, used as it is. */
  public static HttpClients shared(HttpClient whole) {
    return new HttpClients(whole, whole);
  }

  /** Whose connections these are, and of which library. */
  public String transport() {
    String library = TransportName.of(made.whole());
    return config == null
        ? "shared with the client: " + library
        : "own connection: " + library
            + (library.equals("Vert.x") ? ", HTTP/2 where the server offers it" : "");
  }

  /** The client to send with now. Looks at files, so it may block. */
  public HttpClient current() {
    return renewed().once();
  }

  /** The same, with the retries that the configuration asks for. */
  HttpClient currentWithRetries() {
    return renewed().whole();
  }

  /** The client last made, to build requests with; never blocks. */
  public HttpClient latest() {
    return made.once();
  }

  private Made renewed() {
    Made present = made;
    if (config == null) {
      return present;
    }
    boolean replaced = !marks(config).equals(present.files());
    if (!replaced && !isInDoubt(present)) {
      return present;
    }
    if (!renewing.compareAndSet(false, true)) {
      return made; // somebody is at it; a plugin may take its time
    }
    try {
      return made == present ? renewed(config, present, replaced) : made;
    } finally {
      renewing.set(false);
    }
  }

  private Made renewed(Config current, Made present, boolean replaced) {
    Made next;
    try {
      refused.set(false);
      boolean another = replaced ? rereadAll(current) : reread(current);
      if (!another && !replaced) {
        return present;
      }
      next = make(current);
    } catch (RuntimeException unusable) {
      LOG.log(
          Level.WARNING,
          "the identity at " + ServerAddress.withoutUser(current.getMasterUrl())
              + " may have changed but cannot be used yet (" + reason(unusable)
              + "); the old one remains in use");
      return present;
    } finally {
      nextTry = Instant.now().plus(BETWEEN_TRIES);
    }
    boolean late;
    synchronized (this) {
      late = closed;
      if (!late) {
        made = next;
      }
    }
    (late ? next : present).close().run();
    return made;
  }

  /** What we say ourselves; of others only what they are, since they may quote what they were given. */
  private static String reason(RuntimeException unusable) {
    return unusable instanceof CredentialPluginException
            || unusable instanceof UnusableIdentityException
        ? String.valueOf(unusable.getMessage())
        : unusable.getClass().getSimpleName();
  }

  /** Files that make no sense. */
  private static final class UnusableIdentityException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnusableIdentityException(String problem) {
      super(problem);
    }
  }

  /** Whether the certificate could be another by now, though no file says so. */
  private boolean isInDoubt(Made present) {
    Instant now = Instant.now();
    boolean ending = now.isAfter(present.expires().minus(LEAD));
    return (ending || refused.get()) && now.isAfter(nextTry);
  }

  /** A certificate that the kubeconfig holds, or that a plugin it names has given. */
  private static @Nullable String heldCertificate(Config config) {
    String data = config.getClientCertData();
    return config.getFile() == null || data == null || data.isEmpty() ? null : data;
  }

  /**
   * Certificates that stand in the kubeconfig itself, or come from a plugin, are taken from there again.
   *
   * @return whether the client's is another now
   */
  private boolean reread(Config config) {
    if (config.getFile() == null) {
      return false;
    }
    if (plugin != null) {
      // Not refresh(): it would run the plugin, too, and wait for it without end.
      return PluginCredentials.put(plugin.await(plugin.renew()), config);
    }
    String before = heldCertificate(config);
    Config fresh = config.refresh();
    if (fresh != config && fresh.getMasterUrl() != null && isSomebody(fresh)) {
      config.setClientCertData(fresh.getClientCertData());
      config.setClientCertFile(fresh.getClientCertFile());
      config.setClientKeyData(fresh.getClientKeyData());
      config.setClientKeyFile(fresh.getClientKeyFile());
      config.setClientKeyAlgo(fresh.getClientKeyAlgo());
      config.setCaCertData(fresh.getCaCertData());
      config.setCaCertFile(fresh.getCaCertFile());
    }
    return !Objects.equals(before, heldCertificate(config));
  }

  /** The same when the files are others: then there may be other authorities, whatever a plugin says. */
  private boolean rereadAll(Config config) {
    if (plugin == null || config.getFile() == null || config.getCurrentContext() == null) {
      return reread(config);
    }
    Config fresh = KubeconfigFile.read(
        config.getFile().toPath(), config.getCurrentContext().getName());
    config.setCaCertData(fresh.getCaCertData());
    config.setCaCertFile(fresh.getCaCertFile());
    try {
      return reread(config);
    } catch (CredentialPluginException none) {
      LOG.log(Level.WARNING, "the old identity remains in use: " + none.getMessage());
      return false;
    }
  }

  /** A plugin that fails leaves nothing: then what it gave before is still the best there is. */
  private static boolean isSomebody(Config fresh) {
    return Stream.of(
            fresh.getClientCertData(),
            fresh.getClientCertFile(),
            fresh.getOauthToken(),
            fresh.getAutoOAuthToken(),
            fresh.getUsername())
        .anyMatch(credential -> credential != null && !credential.isEmpty());
  }

  private static Map<Path, Mark> marks(Config config) {
    Map<Path, Mark> marks = new LinkedHashMap<>();
    boolean held = Stream.of(config.getClientCertData(), config.getCaCertData())
        .anyMatch(data -> data != null && !data.isEmpty());
    Stream.of(
            config.getClientCertFile(),
            config.getClientKeyFile(),
            config.getCaCertFile(),
            held && config.getFile() != null ? config.getFile().getPath() : null)
        .filter(name -> name != null && !name.isEmpty())
        .map(Path::of)
        .forEach(file -> marks.put(file, Mark.of(file)));
    return marks;
  }

  private Made make(Config config) {
    ClientKeys.identify(config);
    String problem = ConfigProblem.of(config);
    if (problem != null) {
      throw new UnusableIdentityException(problem);
    }
    // Looked at before they are read: a change in between is noticed by the next request.
    Map<Path, Mark> files = marks(config);
    HttpClient.Factory factory = HttpClientUtils.getHttpClientFactory();
    HttpClient opened;
    Runnable close;
    if (VERTX && VertxConnections.isUsedBy(factory)) {
      VertxConnections.Opened own = VertxConnections.open(config);
      opened = own.http();
      close = own.close();
    } else {
      opened = factory.newBuilder(config).build();
      close = opened::close;
    }
    String held = heldCertificate(config);
    HttpClient authenticated = plugin == null
        ? BearerTokens.stripped(opened, config, factory)
        : opened
            .newBuilder()
            .addOrReplaceInterceptor(TokenRefreshInterceptor.NAME, new PluginTokens(plugin))
            .build();
    HttpClient whole = held == null ? authenticated : noticingRefusals(authenticated);
    Instant expires = held == null ? Instant.MAX : Certificates.endOf(held);
    return new Made(whole, once(whole, config.getRequestConfig()), close, files, expires);
  }

  /** The same client; what it does about a refusal comes first, and is all that can be done about a token. */
  private HttpClient noticingRefusals(HttpClient client) {
    return client
        .newBuilder()
        .addOrReplaceInterceptor("INFORMANT", new Interceptor() {
          @Override
          public CompletableFuture<Boolean> afterFailure(
              BasicBuilder request, HttpResponse<?> response, RequestTags tags) {
            if (response.code() == HttpURLConnection.HTTP_UNAUTHORIZED) {
              refused.set(true);
            }
            return CompletableFuture.completedFuture(false);
          }
        })
        .build();
  }

  private static HttpClient once(HttpClient client, RequestConfig requests) {
    RequestConfig withoutRetries =
        new RequestConfigBuilder(requests).withRequestRetryBackoffLimit(0).build();
    return client.newBuilder().tag(withoutRetries).build();
  }

  private static boolean isPresent(String className) {
    try {
      Class.forName(className, /* initialize= */ false, HttpClients.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  @Override
  public void close() {
    Made last;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      last = made;
    }
    last.close().run();
  }
}
