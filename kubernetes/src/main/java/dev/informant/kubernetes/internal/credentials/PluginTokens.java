package dev.informant.kubernetes.internal.credentials;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.net.HttpURLConnection;
import java.util.concurrent.CompletableFuture;

/**
 * Authenticates requests with a plugin's token. When the server refuses it, the plugin is asked for another, away from
 * the connection's thread, and the request is sent once more if it gives one. Thread-safe.
 */
public record PluginTokens(PluginCredentials credentials) implements Interceptor {
  private static final String BEARER = "Bearer ";

  @Override
  public void before(BasicBuilder request, HttpRequest asked, RequestTags tags) {
    String token = credentials.current().token().strip();
    if (!token.isEmpty()) {
      request.setHeader(TokenRefreshInterceptor.AUTHORIZATION, BEARER + token);
    }
  }

  @Override
  public CompletableFuture<Boolean> afterFailure(
      BasicBuilder request, HttpResponse<?> response, RequestTags tags) {
    if (response.code() != HttpURLConnection.HTTP_UNAUTHORIZED) {
      return CompletableFuture.completedFuture(false);
    }
    String header = response.request().header(TokenRefreshInterceptor.AUTHORIZATION);
    String sent =
        header == null || !header.startsWith(BEARER) ? "" : header.substring(BEARER.length());
    String newer = credentials.tokenAfter(sent).strip(); // somebody else has been refused before
    if (!newer.isEmpty() && !newer.equals(sent)) {
      request.setHeader(TokenRefreshInterceptor.AUTHORIZATION, BEARER + newer);
      return CompletableFuture.completedFuture(true);
    }
    return credentials.renew().handle((given, failure) -> {
      if (failure != null) {
        throw new CredentialPluginException(
            "401: the credential was rejected, and there is no other: "
                + PluginCredentials.causeOf(failure).getMessage());
      }
      String token = given.token().strip();
      if (token.isEmpty() || token.equals(sent)) {
        return false;
      }
      request.setHeader(TokenRefreshInterceptor.AUTHORIZATION, BEARER + token);
      return true;
    });
  }
}
