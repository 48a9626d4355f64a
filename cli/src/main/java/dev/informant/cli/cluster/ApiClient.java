package dev.informant.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.cli.CommandException;
import dev.informant.cli.ExitCode;
import dev.informant.kubernetes.internal.credentials.ServerAddress;
import dev.informant.kubernetes.transport.ApiConnection;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The single requests a command makes besides its informers. Calls wait for their answer; what goes wrong
 * is a {@link CommandException} that names the server and the way out. Thread-safe.
 */
public final class ApiClient implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PATIENCE_SECONDS = 30;
  private static final int KEPT = 16 * 1024;

  private final ApiConnection connection;
  private final HttpClient http;
  private final String base;
  private final String server; // as messages may show it

  public ApiClient(Config config) {
    Config once = new ConfigBuilder(config)
        .withRequestRetryBackoffLimit(0)
        .withConnectionTimeout(5_000)
        .build();
    // The informers' connections: cancelling one request must not fail the next.
    this.connection = ApiConnection.of(once);
    this.http = connection.client().getHttpClient();
    String url = config.getMasterUrl();
    this.base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    this.server = ServerAddress.withoutUser(base);
  }

  /** How informers reach the server from here: connection, HTTP library and protocol. */
  public String transport() {
    return connection.transport();
  }

  /** The address of the server, without a user in it. */
  public String server() {
    return server;
  }

  /** What {@code path}, which begins with a slash, answers. */
  public JsonNode get(String path) {
    return read("GET " + path, send(request(path).build()));
  }

  public JsonNode mergePatch(String path, JsonNode body) {
    return read(
        "PATCH " + path,
        send(request(path)
            .method("PATCH", "application/merge-patch+json", body.toString())
            .build()));
  }

  /** An answer as it is, whatever its status. */
  public HttpResponse<byte[]> exchange(String path, String accept, String acceptEncoding) {
    return send(request(path)
        .setHeader("Accept", accept)
        .setHeader("Accept-Encoding", acceptEncoding)
        .build());
  }

  /** The status of an answer whose body, perhaps endless, is not wanted. */
  public int status(String path) {
    HttpResponse<AsyncBody> answer = await(
        http.consumeBytes(request(path).forStreaming().build(), (bytes, body) -> body.consume()));
    if (answer.isSuccessful()) {
      answer.body().cancel();
    } else { // short; to cancel what has ended could close the connection under the next request
      answer.body().consume();
      await(answer.body().done().exceptionally(cut -> null));
    }
    return answer.code();
  }

  /**
   * What came of a stream before it was ended.
   *
   * @param text its last part, or the server's message instead
   */
  public record Heard(int status, String text) {
    public boolean isSuccessful() {
      return status == 200;
    }
  }

  /** Listens to a stream until {@code enough} is true of its latest part, or it ends. */
  public Heard hear(String path, Predicate<String> enough) {
    StringBuilder latest = new StringBuilder(); // guarded by itself
    CompletableFuture<Void> ended = new CompletableFuture<>();
    HttpResponse<AsyncBody> answer =
        await(http.consumeBytes(request(path).forStreaming().build(), (buffers, body) -> {
          synchronized (latest) {
            for (ByteBuffer buffer : buffers) {
              latest.append(
                  StandardCharsets.ISO_8859_1.decode(buffer)); // what is looked for is ASCII
            }
            if (enough.test(latest.toString())) {
              ended.complete(null);
              return;
            }
            latest.delete(0, Math.max(0, latest.length() - KEPT));
          }
          body.consume();
        }));
    AsyncBody body = answer.body();
    body.done().whenComplete((nothing, cut) -> ended.complete(null));
    body.consume();
    await(ended);
    if (!body.done().isDone()) { // else the next request could have its connection already
      body.cancel();
    }
    synchronized (latest) {
      return new Heard(answer.code(), latest.toString());
    }
  }

  private HttpRequest.Builder request(String path) {
    return http.newHttpRequestBuilder()
        .uri(base + path)
        .setHeader("Accept", "application/json")
        .timeout(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private HttpResponse<byte[]> send(HttpRequest request) {
    return await(http.sendAsync(request, byte[].class));
  }

  private <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(PATIENCE_SECONDS + 5L, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      answer.cancel(/* mayInterruptIfRunning= */ true);
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.INTERRUPTED, "interrupted", interrupted);
    } catch (ExecutionException | CompletionException failed) {
      throw unreachable(failed.getCause() == null ? failed : failed.getCause());
    } catch (TimeoutException late) {
      throw unreachable(late);
    }
  }

  private CommandException unreachable(Throwable cause) {
    Throwable innermost = cause;
    while (innermost.getCause() != null && innermost.getCause() != innermost) {
      innermost = innermost.getCause();
    }
    String why = innermost.getMessage() == null
        ? innermost.getClass().getSimpleName()
        : innermost.getMessage().lines().findFirst().orElse("");
    return Failures.unreachable(server, why, cause);
  }

  private JsonNode read(String what, HttpResponse<byte[]> response) {
    JsonNode body = parse(response.body());
    if (response.isSuccessful()) {
      if (body == null) {
        throw new CommandException(
            ExitCode.UNREACHABLE,
            what + " at " + server + " did not return JSON; is it a Kubernetes API server?");
      }
      return body;
    }
    String message = body == null ? "" : body.path("message").asText("");
    throw Failures.ofStatus(
        response.code(),
        body != null && body.path("kind").asText("").equals("Status"),
        what + " at " + server + ": " + response.code() + (message.isEmpty() ? "" : ": " + message),
        server,
        /* cause= */ null);
  }

  private static @Nullable JsonNode parse(byte @Nullable [] body) {
    try {
      return body == null || body.length == 0 ? null : JSON.readTree(body);
    } catch (IOException notJson) {
      return null;
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
