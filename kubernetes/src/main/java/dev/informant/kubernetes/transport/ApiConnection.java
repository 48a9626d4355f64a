package dev.informant.kubernetes.transport;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * fabric8's HTTP client, authenticated as its configuration says, with its own retries off: whoever asks
 * decides what to do about a failure. Thread-safe.
 */
public final class ApiConnection implements AutoCloseable {
  /** Whether fabric8's default client is on the class path; another may be used instead. */
  private static final boolean VERTX =
      isPresent("io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory");

  private static final int DOCUMENT_TIMEOUT_SECONDS = 32;

  private final HttpClient http;
  private final String baseUrl;
  private final String address;
  private final Config config;
  private final Runnable close;

  private ApiConnection(HttpClient http, Config config, Runnable close) {
    String url = config.getMasterUrl();
    this.http = http;
    this.config = config;
    this.baseUrl = url.endsWith("/") ? url : url + '/';
    this.address = withoutUser(baseUrl) + origin(config);
    this.close = close;
  }

  /** Shares the connections of a client; closing this leaves the client open. */
  public static ApiConnection of(Client client) {
    Config config = client.getConfiguration();
    HttpClient http = client
        .getHttpClient()
        .newBuilder()
        .tag(withoutRetries(config.getRequestConfig()))
        .build();
    return new ApiConnection(http, config, () -> {});
  }

  /** Opens connections of its own. */
  public static ApiConnection of(Config config) {
    HttpClient.Factory factory = HttpClientUtils.getHttpClientFactory();
    HttpClient owned;
    Runnable close;
    if (VERTX && VertxConnections.isUsedBy(factory)) {
      VertxConnections.Opened opened = VertxConnections.open(config);
      owned = opened.http();
      close = opened.close();
    } else {
      owned = factory.newBuilder(config).build();
      close = owned::close;
    }
    HttpClient http =
        owned.newBuilder().tag(withoutRetries(config.getRequestConfig())).build();
    return new ApiConnection(http, config, close);
  }

  private static boolean isPresent(String className) {
    try {
      Class.forName(className, /* initialize= */ false, ApiConnection.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  /**
   * Sends through a client as it is, which must not retry by itself; closing this leaves it open.
   *
   * @param baseUrl the address of the server
   */
  public static ApiConnection of(HttpClient http, String baseUrl) {
    return new ApiConnection(
        http, new ConfigBuilder(Config.empty()).withMasterUrl(baseUrl).build(), () -> {});
  }

  private static RequestConfig withoutRetries(RequestConfig config) {
    return new RequestConfigBuilder(config).withRequestRetryBackoffLimit(0).build();
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

  /**
   * Tells servers apart by their address and by who vouches for them: a hash of both.
   *
   * @throws IOException if the certificates cannot be read
   */
  public String fingerprint() throws IOException {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      hash.update(withoutUser(baseUrl).getBytes(StandardCharsets.UTF_8));
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

  HttpClient http() {
    return http;
  }

  /** A GET of a path relative to {@link #baseUrl()}. */
  HttpRequest get(String pathAndQuery, String accept, String acceptEncoding) {
    return http.newHttpRequestBuilder()
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
    String what = "get of " + path + " at " + address();
    HttpRequest request = http.newHttpRequestBuilder()
        .uri(baseUrl + path)
        .setHeader("Accept", accept)
        .timeout(DOCUMENT_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .build();
    Executor mayBlock = EngineRuntime.shared().callbacks(); // credentials may be read from anywhere
    return CompletableFuture.supplyAsync(() -> http.sendAsync(request, byte[].class), mayBlock)
        .thenCompose(sent -> sent)
        .handleAsync((response, failure) -> read(what, response, failure), mayBlock);
  }

  private static JsonNode read(
      String what, @Nullable HttpResponse<byte[]> response, @Nullable Throwable failure) {
    if (response == null) {
      throw NetworkErrors.of(what, failure == null ? new IOException("no answer") : failure);
    }
    byte[] body = response.body() == null ? new byte[0] : response.body();
    if (!response.isSuccessful()) {
      throw StatusErrors.ofAnswer(
          what,
          response.code(),
          body,
          response.header("Content-Type"),
          response.header("Retry-After"));
    }
    JsonNode document = StatusErrors.tree(body);
    if (document == null || !document.isObject()) {
      throw SourceException.of(
          SourceException.Kind.DECODE, what + ": the answer is not a JSON object", null);
    }
    return document;
  }

  @Override
  public void close() {
    close.run();
  }
}
