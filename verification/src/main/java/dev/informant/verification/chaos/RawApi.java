package dev.informant.verification.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** Plain requests to an API server, past everything of ours. Thread-safe. */
public final class RawApi {
  public static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int PATIENT_TRIES = 30;

  private final URI server;
  private final String token;
  private final HttpClient client;

  public RawApi(URI server, String token, SSLContext trust) {
    this.server = server;
    this.token = token;
    this.client = HttpClient.newBuilder()
        .sslContext(trust)
        .executor(threads())
        .connectTimeout(Duration.ofSeconds(5))
        .build();
  }

  /** As many as are needed at once; none keeps the process from ending. */
  private static ExecutorService threads() {
    return Executors.newCachedThreadPool(task -> {
      Thread thread = new Thread(task, "raw api");
      thread.setDaemon(true);
      return thread;
    });
  }

  /** Sends a request without reading the answer; returns its status. */
  public int send(String method, String path, String contentType, String body)
      throws IOException, InterruptedException {
    return client
        .send(
            request(path)
                .header("Content-Type", contentType)
                .method(
                    method,
                    body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  public int create(String path, String json) throws IOException, InterruptedException {
    return send("POST", path, "application/json", json);
  }

  public int merge(String path, String json) throws IOException, InterruptedException {
    return send("PATCH", path, "application/merge-patch+json", json);
  }

  public int delete(String path) throws IOException, InterruptedException {
    return send("DELETE", path, "application/json", "");
  }

  /**
   * The answer as a tree; a status that is not 200 is an exception. A server that has just been started again may ask
   * for patience, and connections to the one before are gone.
   */
  public JsonNode get(String path) throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      String problem;
      try {
        HttpResponse<InputStream> answer =
            client.send(request(path).GET().build(), BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
          if (answer.statusCode() == 200) {
            return JSON.readTree(body);
          }
        }
        problem = "was answered with " + answer.statusCode();
        if (!mayPass(answer.statusCode())) {
          throw new RefusedException("GET " + path + " " + problem);
        }
      } catch (RefusedException refused) {
        throw refused;
      } catch (IOException lost) {
        problem = "failed: " + lost;
      }
      if (tries == PATIENT_TRIES) {
        throw new IOException("GET " + path + " " + problem);
      }
      Thread.sleep(1000);
    }
  }

  /** Creates what does not exist yet, however often it must be asked for. */
  public void ensure(String path, String json) throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      String problem;
      try {
        int status = create(path, json);
        if (status == 201 || status == 409) {
          return;
        }
        problem = "was answered with " + status;
      } catch (IOException lost) {
        problem = "failed: " + lost;
      }
      if (tries == PATIENT_TRIES) {
        throw new IOException("POST " + path + " " + problem);
      }
      Thread.sleep(1000);
    }
  }

  private static boolean mayPass(int status) {
    return status == 429 || status >= 500;
  }

  /** An answer that will not change. */
  private static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    RefusedException(String message) {
      super(message);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.resolve(path))
        .timeout(LIMIT)
        .header("Authorization", "Bearer " + token)
        .header("Accept", "application/json");
  }
}
