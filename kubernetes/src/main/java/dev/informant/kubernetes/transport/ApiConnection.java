package dev.informant.kubernetes.transport;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * fabric8's HTTP client, authenticated as its configuration says, with its own retries off: whoever asks
 * decides what to do about a failure. Follows certificates that are renewed on disk. Thread-safe.
 */
public final class ApiConnection implements AutoCloseable {
  private static final int ANSWER_TIMEOUT_SECONDS = 32;
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
    this.address = withoutUser(baseUrl) + origin(config);
  }

  /** Shares the connections of a client; closing this leaves the client open. */
  public static ApiConnection of(Client client) {
    Config config = client.getConfiguration();
    return new ApiConnection(
        HttpClients.shared(client.getHttpClient(), config.getRequestConfig()), config);
  }

  /** Opens connections of its own. */
  public static ApiConnection of(Config config) {
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
        new ConfigBuilder(Config.empty()).withMasterUrl(baseUrl).build());
  }

  /** The address of the server, with a slash at its end. */
  public String baseUrl() {
    return baseUrl;
  }

  /** The address as messages may show it, with the context and file it comes from if it has them. */
  public String address() {
    return address;
  }

  private static String withoutUser(String url) {
    int scheme = url.indexOf("://");
    int user = url.indexOf('@');
    int path = url.indexOf('/', scheme + 3);
    return scheme < 0 || user < 0 || user > path
        ? url
        : url.substring(0, scheme + 3) + url.substring(user + 1);
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
   * fails with {@link SourceException} if there is none, or none within half a minute.
   *
   * @param path relative to {@link #baseUrl()}, with its query
   * @param body needs a header {@code Content-Type}; null for none
   */
  public CompletableFuture<Answer> exchange(
      String method, String path, Map<String, String> headers, byte @Nullable [] body) {
    String what =
        method.toLowerCase(Locale.ROOT) + " of " + withoutQuery(path) + " at " + address();
    HttpRequest request = request(method, path, headers, body);
    Executor mayBlock = EngineRuntime.shared().callbacks(); // credentials may be read from anywhere
    return CompletableFuture.supplyAsync(
            () -> clients.current().sendAsync(request, byte[].class), mayBlock)
        .thenCompose(sent -> sent)
        .handleAsync((response, failure) -> answer(what, response, failure), mayBlock);
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
      String what, @Nullable HttpResponse<byte[]> response, @Nullable Throwable failure) {
    if (response == null) {
      throw NetworkErrors.of(what, failure == null ? new IOException("no answer") : failure);
    }
    Map<String, String> headers = new LinkedHashMap<>();
    response.headers().forEach((name, values) -> {
      if (!values.isEmpty()) {
        headers.put(name, values.get(0));
      }
    });
    byte[] body = response.body() == null ? new byte[0] : response.body();
    return new Answer(what, response.code(), headers, body);
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
