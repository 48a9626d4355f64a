package dev.informant.kubernetes.transport;

import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;

/**
 * fabric8's HTTP client, authenticated as its configuration says, with its own retries off: whoever asks
 * decides what to do about a failure. Thread-safe.
 */
public final class ApiConnection implements AutoCloseable {
  private final HttpClient http;
  private final String baseUrl;
  private final Runnable close;

  private ApiConnection(HttpClient http, String baseUrl, Runnable close) {
    this.http = http;
    this.baseUrl = baseUrl.endsWith("/") ? baseUrl : baseUrl + '/';
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
    return new ApiConnection(http, config.getMasterUrl(), () -> {});
  }

  /** Opens connections of its own. */
  public static ApiConnection of(Config config) {
    HttpClient owned = HttpClientUtils.getHttpClientFactory().newBuilder(config).build();
    HttpClient http =
        owned.newBuilder().tag(withoutRetries(config.getRequestConfig())).build();
    return new ApiConnection(http, config.getMasterUrl(), owned::close);
  }

  /**
   * Sends through a client as it is, which must not retry by itself; closing this leaves it open.
   *
   * @param baseUrl the address of the server
   */
  public static ApiConnection of(HttpClient http, String baseUrl) {
    return new ApiConnection(http, baseUrl, () -> {});
  }

  private static RequestConfig withoutRetries(RequestConfig config) {
    return new RequestConfigBuilder(config).withRequestRetryBackoffLimit(0).build();
  }

  /** The address of the server, with a slash at its end. */
  public String baseUrl() {
    return baseUrl;
  }

  /** The address as messages may show it. */
  String address() {
    int scheme = baseUrl.indexOf("://");
    int user = baseUrl.indexOf('@');
    int path = baseUrl.indexOf('/', scheme + 3);
    return scheme < 0 || user < 0 || user > path
        ? baseUrl
        : baseUrl.substring(0, scheme + 3) + baseUrl.substring(user + 1);
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

  @Override
  public void close() {
    close.run();
  }
}
