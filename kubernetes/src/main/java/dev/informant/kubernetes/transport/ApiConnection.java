package dev.informant.kubernetes.transport;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.stream.DecodeException;
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
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
  private static final int DOCUMENT_LIMIT = 16 << 20;

  private final HttpClient http;
  private final String baseUrl;
  private final String address;
  private final Runnable close;

  private ApiConnection(HttpClient http, Config config, Runnable close) {
    String url = config.getMasterUrl();
    this.http = http;
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
    return CompletableFuture.supplyAsync(() -> fetch(request), mayBlock)
        .thenCompose(fetched -> fetched)
        .orTimeout(DOCUMENT_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .handleAsync((answer, failure) -> read(what, answer, failure), mayBlock);
  }

  /** A whole answer. */
  private record Answer(HttpResponse<?> head, byte[] body) {}

  private CompletableFuture<Answer> fetch(HttpRequest request) {
    CompletableFuture<Answer> fetched = new CompletableFuture<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(); // written by one call after another
    http.consumeBytes(request, (chunk, body) -> {
          for (ByteBuffer buffer : chunk) {
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            bytes.writeBytes(part);
          }
          if (bytes.size() > DOCUMENT_LIMIT || fetched.isDone()) {
            fetched.completeExceptionally(
                new DecodeException("the answer is larger than " + DOCUMENT_LIMIT + " bytes"));
            body.cancel();
          } else {
            body.consume();
          }
        })
        .whenComplete((response, failure) -> {
          if (response == null) {
            fetched.completeExceptionally(failure == null ? new IOException("no answer") : failure);
            return;
          }
          response.body().done().whenComplete((nothing, broken) -> {
            if (broken == null) {
              fetched.complete(new Answer(response, bytes.toByteArray()));
            } else {
              fetched.completeExceptionally(broken);
            }
          });
          response.body().consume();
        });
    return fetched;
  }

  private static JsonNode read(String what, @Nullable Answer answer, @Nullable Throwable failure) {
    if (answer == null) {
      Throwable cause = failure instanceof CompletionException wrapped && wrapped.getCause() != null
          ? wrapped.getCause()
          : failure;
      if (cause instanceof DecodeException malformed) {
        throw SourceException.of(
            SourceException.Kind.DECODE, what + ": " + malformed.getMessage(), malformed);
      }
      throw NetworkErrors.of(what, cause == null ? new IOException("no answer") : cause);
    }
    HttpResponse<?> head = answer.head();
    if (!head.isSuccessful()) {
      throw StatusErrors.ofAnswer(
          what,
          head.code(),
          answer.body(),
          head.header("Content-Type"),
          head.header("Retry-After"));
    }
    JsonNode document = StatusErrors.tree(answer.body());
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
