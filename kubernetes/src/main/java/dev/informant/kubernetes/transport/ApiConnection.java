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
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * fabric8's HTTP client, authenticated as its configuration says, with its own retries off: whoever asks
 * decides what to do about a failure. Follows certificates that are renewed on disk. Thread-safe.
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

  /** Shares the connections of a client; closing this leaves the client open. */
  public static ApiConnection of(Client client) {
    Config config = checked(client.getConfiguration());
    return new ApiConnection(
        HttpClients.shared(client.getHttpClient(), config.getRequestConfig()), config);
  }

  /**
   * Opens connections of its own.
   *
   * @throws IllegalArgumentException if the server's address or a proxy's is malformed, or certificates, keys or
   *     authorities make no sense
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
   * Sends through a client as it is, which must not retry by itself; closing this leaves it open.
   *
   * @param baseUrl the address of the server
   */
  public static ApiConnection of(HttpClient http, String baseUrl) {
    return new ApiConnection(
        HttpClients.shared(http),
        checked(new ConfigBuilder(Config.empty()).withMasterUrl(baseUrl).build()));
  }

  /** The address of the server, with a slash at its end. */
  public String baseUrl() {
    return baseUrl;
  }

  /** The address as messages may show it, with the context and file it comes from if it has them. */
  public String address() {
    return address;
  }

  /** How requests reach the server, for messages: whose connection, which HTTP library, which protocol. */
  public String transport() {
    return clients.transport();
  }

  /** A malformed address is refused before anything is opened: what comes later would quote all of it. */
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
   * fabric8's client for all kinds, typed and dynamic, on these connections and with these credentials. Closing
   * it leaves the connection open; closing the connection ends it.
   */
  public KubernetesClient client() {
    return new KubernetesClientImpl(new BorrowedHttpClient(clients), config);
  }

  /**
   * Tells servers apart by their address and by who vouches for them: a hash of both.
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

  /** A GET of a path relative to {@link #baseUrl()}. */
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
   * A JSON document of the server that is not a collection. Fails with {@link SourceException}.
   *
   * @param path relative to {@link #baseUrl()}
   */
  public CompletableFuture<JsonNode> document(String path, String accept) {
    return exchange(GET, path, Map.of("Accept", accept), null)
        .thenApply(answer -> answer.orThrow().tree());
  }

  /**
   * Sends one request, once, and collects its whole answer. A status that is no success is an answer as well;
   * fails with {@link SourceException} if there is none, none within half a minute, or one of more than 16 MiB.
   *
   * @param path relative to {@link #baseUrl()}, with its query
   * @param body needs a header {@code Content-Type}; null for none
   */
  public CompletableFuture<Answer> exchange(
      String method, String path, Map<String, String> headers, byte @Nullable [] body) {
    String what =
        method.toLowerCase(Locale.ROOT) + " of " + withoutQuery(path) + " at " + address();
    HttpRequest request;
    try {
      request = request(method, path, headers, body);
    } catch (IllegalArgumentException unsendable) {
      return CompletableFuture.failedFuture(NetworkErrors.of(what, unsendable));
    }
    Executor mayBlock = EngineRuntime.shared().callbacks(); // credentials may be read from anywhere
    return CompletableFuture.supplyAsync(
            () -> WholeBody.fetch(clients.current(), request, ANSWER_LIMIT), mayBlock)
        .thenCompose(sent -> sent)
        .orTimeout(ANSWER_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .handleAsync((fetched, failure) -> answer(what, fetched, failure), mayBlock);
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
