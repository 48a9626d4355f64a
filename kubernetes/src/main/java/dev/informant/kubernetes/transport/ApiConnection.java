package dev.informant.kubernetes.transport;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.internal.credentials.ClientKeys;
import dev.informant.kubernetes.internal.credentials.ConfigProblem;
import dev.informant.kubernetes.internal.credentials.ServerAddress;
import dev.informant.kubernetes.internal.error.NetworkErrors;
import dev.informant.kubernetes.internal.http.BorrowedHttpClient;
import dev.informant.kubernetes.internal.http.HttpClients;
import dev.informant.kubernetes.internal.http.WholeBody;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests through fabric8's HTTP client, with the credentials of its configuration and without retries: callers
 * decide how to handle a failure. Certificates renewed on disk take effect without a restart. Thread-safe.
 */
public final class ApiConnection implements AutoCloseable {
  private static final int ANSWER_TIMEOUT_SECONDS = 32;
  private static final int ANSWER_LIMIT = 16 << 20;
  private static final String GET = "GET";

  private final HttpClients clients;
  private final Config config;
  private final String baseUrl;
  private final String address;

  private ApiConnection(HttpClients clients, Config config) {
    String url = config.getMasterUrl();
    this.clients = clients;
    this.config = config;
    this.baseUrl = url.endsWith("/") ? url : url + '/';
    this.address = ServerAddress.withoutUser(baseUrl) + origin(config);
  }

  /** Shares the connections of a client. Closing this leaves the client open. */
  public static ApiConnection of(Client client) {
    Config config = checked(client.getConfiguration());
    return new ApiConnection(
        HttpClients.shared(client.getHttpClient(), config.getRequestConfig()), config);
  }

  /**
   * Opens its own connections.
   *
   * @throws IllegalArgumentException if the server's address or a proxy's is malformed, or certificates, keys or
   *     authorities are invalid
   */
  public static ApiConnection of(Config config) {
    ClientKeys.identify(checked(config));
    String problem = ConfigProblem.of(config);
    if (problem != null) {
      throw new IllegalArgumentException("the configuration for "
          + ServerAddress.withoutUser(config.getMasterUrl()) + origin(config)
          + " cannot be used: " + problem);
    }
    return new ApiConnection(HttpClients.of(config), config);
  }

  /**
   * Sends through an HTTP client, which must not retry. Closing this leaves the client open.
   *
   * @param baseUrl the address of the server
   */
  public static ApiConnection of(HttpClient http, String baseUrl) {
    return new ApiConnection(
        HttpClients.shared(http),
        checked(new ConfigBuilder(Config.empty()).withMasterUrl(baseUrl).build()));
  }

  /** Returns the address of the server, with a trailing slash. */
  public String baseUrl() {
    return baseUrl;
  }

  /** Returns the address for messages, with the context and file it comes from, if known. */
  public String address() {
    return address;
  }

  /** Describes the transport for messages: connection, HTTP library and protocol. */
  public String transport() {
    return clients.transport();
  }

  /** Rejects a malformed address before anything is opened, because later messages would quote all of it. */
  private static Config checked(Config config) {
    String url = config.getMasterUrl();
    if (!ServerAddress.isValid(url)) {
      throw new IllegalArgumentException(ServerAddress.complaint(url) + origin(config));
    }
    return config;
  }

  private static String origin(Config config) {
    NamedContext context = config.getCurrentContext();
    if (context == null || context.getName() == null) {
      return "";
    }
    File file = config.getFile();
    return " (context " + context.getName() + (file == null ? "" : " of " + file) + ")";
  }

  HttpClients clients() {
    return clients;
  }

  /**
   * Returns fabric8's client on these connections and with these credentials. Closing it leaves the connection open;
   * closing the connection closes it.
   */
  public KubernetesClient client() {
    return new KubernetesClientImpl(new BorrowedHttpClient(clients), config);
  }

  /**
   * Returns a hash of the server's address and its certificate authorities, to distinguish servers.
   *
   * @throws IOException if the certificates cannot be read
   */
  public String fingerprint() throws IOException {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      hash.update(ServerAddress.withoutUser(baseUrl).getBytes(StandardCharsets.UTF_8));
      hash.update((byte) 0);
      String certificates = config.getCaCertData();
      if (certificates != null) {
        hash.update(certificates.getBytes(StandardCharsets.UTF_8));
      } else if (config.getCaCertFile() != null) {
        hash.update(Files.readAllBytes(Path.of(config.getCaCertFile())));
      }
      return HexFormat.of().formatHex(hash.digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Builds a GET request for a path relative to {@link #baseUrl()}. */
  HttpRequest get(String pathAndQuery, String accept, String acceptEncoding) {
    return clients
        .latest()
        .newHttpRequestBuilder()
        .uri(baseUrl + pathAndQuery)
        .setHeader("Accept", accept)
        .setHeader("Accept-Encoding", acceptEncoding)
        .forStreaming()
        .build();
  }

  /**
   * Fetches a JSON document that is not a collection. Fails with {@link SourceException}.
   *
   * @param path relative to {@link #baseUrl()}
   */
  public CompletableFuture<JsonNode> document(String path, String accept) {
    return exchange(GET, path, Map.of("Accept", accept), null)
        .thenApply(answer -> answer.orThrow().tree());
  }

  /**
   * Sends one request, once, and returns the complete response, with any status. Fails with {@link SourceException} if
   * there is no response within 32 s, or it is larger than 16 MiB.
   *
   * @param path relative to {@link #baseUrl()}, with its query
   * @param body requires a header {@code Content-Type}; null for none
   */
  public CompletableFuture<Answer> exchange(
      String method, String path, Map<String, String> headers, byte @Nullable [] body) {
    return exchange(EngineRuntime.shared(), method, path, headers, body);
  }

  /** As above, with the threads and timers of {@code runtime}. */
  public CompletableFuture<Answer> exchange(
      EngineRuntime runtime,
      String method,
      String path,
      Map<String, String> headers,
      byte @Nullable [] body) {
    String what =
        method.toLowerCase(Locale.ROOT) + " of " + withoutQuery(path) + " at " + address();
    HttpRequest request;
    try {
      request = request(method, path, headers, body);
    } catch (IllegalArgumentException unsendable) {
      return CompletableFuture.failedFuture(NetworkErrors.of(what, unsendable));
    }
    Executor mayBlock = runtime.callbacks(); // credentials may be read from anywhere
    CompletableFuture<WholeBody> whole = CompletableFuture.supplyAsync(
            () -> WholeBody.fetch(clients.current(), request, ANSWER_LIMIT), mayBlock)
        .thenCompose(sent -> sent);
    Timers.Timer limit = runtime
        .timers()
        .schedule(
            Duration.ofSeconds(ANSWER_TIMEOUT_SECONDS),
            () -> whole.completeExceptionally(new TimeoutException()));
    return whole.handleAsync(
        (fetched, failure) -> {
          limit.cancel();
          return answer(what, fetched, failure);
        },
        mayBlock);
  }

  private HttpRequest request(
      String method, String path, Map<String, String> headers, byte @Nullable [] body) {
    HttpRequest.Builder request = clients
        .latest()
        .newHttpRequestBuilder()
        .uri(baseUrl + path)
        .timeout(ANSWER_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    headers.forEach(request::setHeader);
    if (body != null) {
      request.method(
          method,
          headers.getOrDefault("Content-Type", "application/json"),
          new ByteArrayInputStream(body),
          body.length);
    } else if (!method.equals(GET)) {
      request.method(method, null, (String) null);
    }
    return request.build();
  }

  private static Answer answer(
      String what, @Nullable WholeBody fetched, @Nullable Throwable failure) {
    if (fetched == null) {
      Throwable cause = failure instanceof CompletionException wrapped && wrapped.getCause() != null
          ? wrapped.getCause()
          : failure;
      if (cause instanceof DecodeException malformed) {
        throw SourceException.of(
            SourceException.Kind.DECODE, what + ": " + malformed.getMessage(), malformed);
      }
      throw NetworkErrors.of(what, cause == null ? new IOException("no answer") : cause);
    }
    Map<String, String> headers = new LinkedHashMap<>();
    fetched.head().headers().forEach((name, values) -> {
      if (!values.isEmpty()) {
        headers.put(name, values.get(0));
      }
    });
    return new Answer(what, fetched.head().code(), headers, fetched.bytes());
  }

  private static String withoutQuery(String path) {
    int query = path.indexOf('?');
    return query < 0 ? path : path.substring(0, query);
  }

  @Override
  public void close() {
    clients.close();
  }
}
