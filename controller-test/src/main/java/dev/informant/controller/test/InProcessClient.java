package dev.informant.controller.test;

import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.http.Backend;
import dev.informant.testing.VirtualRuntime;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * fabric8's HTTP client without HTTP: hands requests to the core of a server in the same process, after some virtual time.
 * Belongs to the thread that drives the virtual runtime.
 */
final class InProcessClient implements HttpClient {
  private final VirtualRuntime runtime;
  private final Backend server;
  private final String user;
  private final List<InProcessBody> open = new ArrayList<>();
  private Duration latency = Duration.ofMillis(1);
  private boolean connected = true;
  private @Nullable Predicate<ApiRequest> lost;

  InProcessClient(VirtualRuntime runtime, Backend server, String user) {
    this.runtime = runtime;
    this.server = server;
    this.user = user;
  }

  void latency(Duration time) {
    latency = time;
  }

  Duration latency() {
    return latency;
  }

  /** Without a connection new requests fail, and what is open breaks. */
  void connected(boolean yes) {
    connected = yes;
    if (!yes) {
      List.copyOf(open).forEach(body -> body.fail(new IOException("Connection reset by peer")));
    }
  }

  /** The server processes the next request that matches, but its answer does not arrive. */
  void loseNextAnswer(Predicate<ApiRequest> which) {
    lost = which;
  }

  void closed(InProcessBody body) {
    open.remove(body);
  }

  @Override
  public CompletableFuture<HttpResponse<AsyncBody>> consumeBytes(
      HttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    CompletableFuture<HttpResponse<AsyncBody>> answer = new CompletableFuture<>();
    ApiRequest asked = apiRequest((StandardHttpRequest) request);
    runtime.schedule(latency, () -> send(request, asked, consumer, answer));
    return answer;
  }

  private void send(
      HttpRequest request,
      ApiRequest asked,
      AsyncBody.Consumer<List<ByteBuffer>> consumer,
      CompletableFuture<HttpResponse<AsyncBody>> answer) {
    if (answer.isDone()) {
      return;
    }
    if (!connected) {
      answer.completeExceptionally(new ConnectException("Connection refused"));
      return;
    }
    Predicate<ApiRequest> losing = lost;
    boolean silent = losing != null && losing.test(asked);
    if (silent) {
      lost = null;
    }
    server
        .answer(asked)
        .whenComplete((got, failure) -> runtime.schedule(latency, () -> {
          if (failure != null || silent || !got.cut().isNone() || !connected) {
            answer.completeExceptionally(new IOException("Connection reset by peer"));
            return;
          }
          InProcessBody body = new InProcessBody(this, runtime, consumer, got.response());
          open.add(body);
          if (!answer.complete(new Head(request, got.response(), body))) {
            body.cancel();
          }
        }));
  }

  private ApiRequest apiRequest(StandardHttpRequest request) {
    Map<String, List<String>> query = new LinkedHashMap<>();
    String raw = request.uri().getRawQuery();
    if (raw != null) {
      for (String pair : raw.split("&", -1)) {
        int equals = pair.indexOf('=');
        query
            .computeIfAbsent(decode(pair.substring(0, equals)), absent -> new ArrayList<>())
            .add(decode(pair.substring(equals + 1)));
      }
    }
    Map<String, String> headers = new LinkedHashMap<>();
    request.headers().forEach((name, values) -> {
      String known = name.toLowerCase(Locale.ROOT);
      if (!known.equals("accept-encoding")) {
        headers.put(known, String.join(",", values));
      }
    });
    if (request.getContentType() != null) {
      headers.put("content-type", request.getContentType());
    }
    return new ApiRequest(
        request.method(),
        request.uri().getPath(),
        query,
        headers,
        bytes(request.body()),
        user,
        List.of("system:masters"));
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(StandardHttpRequest.@Nullable BodyContent body) {
    if (body instanceof StandardHttpRequest.InputStreamBodyContent stream) {
      try {
        return stream.getContent().readAllBytes();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
    if (body instanceof StandardHttpRequest.ByteArrayBodyContent array) {
      return array.getContent();
    }
    return body instanceof StandardHttpRequest.StringBodyContent text
        ? text.getContent().getBytes(StandardCharsets.UTF_8)
        : new byte[0];
  }

  /** The head of an answer. */
  private record Head(HttpRequest request, ApiResponse response, AsyncBody body)
      implements HttpResponse<AsyncBody> {
    @Override
    public int code() {
      return response.status();
    }

    @Override
    public List<String> headers(String name) {
      return headers().getOrDefault(name, List.of());
    }

    @Override
    public Map<String, List<String>> headers() {
      Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      response.headers().forEach((name, value) -> all.put(name, List.of(value)));
      return all;
    }

    @Override
    public Optional<HttpResponse<?>> previousResponse() {
      return Optional.empty();
    }
  }

  @Override
  public HttpRequest.Builder newHttpRequestBuilder() {
    return new StandardHttpRequest.Builder();
  }

  /** Derived clients are this one: there is nothing to derive from. */
  @Override
  public DerivedClientBuilder newBuilder() {
    return new DerivedClientBuilder() {
      @Override
      public HttpClient build() {
        return InProcessClient.this;
      }

      @Override
      public DerivedClientBuilder addOrReplaceInterceptor(String name, Interceptor interceptor) {
        return this;
      }

      @Override
      public DerivedClientBuilder authenticatorNone() {
        return this;
      }

      @Override
      public DerivedClientBuilder tag(Object tag) {
        return this;
      }
    };
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, Class<T> type) {
    throw new UnsupportedOperationException(
        "a client of your own cannot run on virtual time; use the context, or a server in real time");
  }

  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    throw new UnsupportedOperationException("web sockets cannot run on virtual time");
  }

  @Override
  public boolean isClosed() {
    return false;
  }

  @Override
  public void close() {}
}
