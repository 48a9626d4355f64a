package dev.informant.kubernetes.internal.credentials;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.net.URI;
import java.util.concurrent.CompletableFuture;

/**
 * Leaves out white space around tokens, such as the newline at the end of a file or of a block in YAML: no header
 * may hold it. Stateless.
 */
public final class BearerTokens {
  private static final String BEARER = "Bearer ";

  private BearerTokens() {}

  /** The same client, authenticated as fabric8 does it. */
  public static HttpClient stripped(HttpClient client, Config config, HttpClient.Factory factory) {
    Interceptor tokens = HttpClientUtils.createApplicableInterceptors(config, factory)
        .get(TokenRefreshInterceptor.NAME);
    return tokens == null
        ? client
        : client
            .newBuilder()
            .addOrReplaceInterceptor(TokenRefreshInterceptor.NAME, new Stripping(tokens))
            .build();
  }

  private record Stripping(Interceptor tokens) implements Interceptor {
    @Override
    public void before(BasicBuilder request, HttpRequest asked, RequestTags tags) {
      tokens.before(new StrippedHeaders(request), asked, tags);
    }

    @Override
    public CompletableFuture<Boolean> afterFailure(
        BasicBuilder request, HttpResponse<?> response, RequestTags tags) {
      return tokens.afterFailure(new StrippedHeaders(request), response, tags);
    }
  }

  private record StrippedHeaders(BasicBuilder request) implements BasicBuilder {
    private static String stripped(String value) {
      return value.startsWith(BEARER)
          ? BEARER + value.substring(BEARER.length()).strip()
          : value.strip();
    }

    @Override
    public BasicBuilder uri(URI uri) {
      request.uri(uri);
      return this;
    }

    @Override
    public BasicBuilder header(String name, String value) {
      request.header(name, stripped(value));
      return this;
    }

    @Override
    public BasicBuilder setHeader(String name, String value) {
      request.setHeader(name, stripped(value));
      return this;
    }
  }
}
