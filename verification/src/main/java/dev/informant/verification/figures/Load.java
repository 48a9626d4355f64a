package dev.informant.verification.figures;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts pods into a server and lists them. Its methods may be called from one thread. */
final class Load {
  private static final int CONNECTIONS = 4;
  private static final int IN_FLIGHT = 64;
  private static final int PAGE = 500;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern CONTINUE = Pattern.compile("\"continue\":\"([^\"]+)\"");
  private static final byte[] ONE_OBJECT = "\"uid\":\"".getBytes(StandardCharsets.UTF_8);

  private final Subject subject;
  private final List<HttpClient> clients = new ArrayList<>();

  Load(Subject subject) throws IOException {
    this.subject = subject;
    for (int i = 0; i < CONNECTIONS; i++) {
      clients.add(HttpClient.newBuilder().sslContext(subject.trust()).build());
    }
  }

  /**
   * What a list held.
   *
   * @param liveHeap bytes live on the server's heap while half of the list had been sent; negative if unknown
   */
  record Listed(long objects, long bytes, long liveHeap) {}

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(subject.url() + path))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + subject.token());
  }

  /** Sends one request and fails unless it succeeds. */
  byte[] send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        clients.get(0).send(request, HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(request.method() + " " + request.uri().getPath() + " was answered "
          + answer.statusCode() + " " + new String(answer.body(), StandardCharsets.UTF_8));
    }
    return answer.body();
  }

  /** Creates pods of a few kilobytes, one request each; what fails is tried once more at the end. */
  void create(int pods) throws IOException, InterruptedException {
    Semaphore inFlight = new Semaphore(IN_FLIGHT);
    Queue<Integer> failed = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < pods; i++) {
      int index = i;
      inFlight.acquire();
      clients
          .get(i % CONNECTIONS)
          .sendAsync(creation(i), HttpResponse.BodyHandlers.discarding())
          .whenComplete((answer, failure) -> {
            if (failure != null || answer.statusCode() != 201) {
              failed.add(index);
            }
            inFlight.release();
          });
    }
    inFlight.acquire(IN_FLIGHT);
    if (!failed.isEmpty()) {
      System.err.println(failed.size() + " of " + pods + " pods are tried again");
    }
    for (int index : failed) {
      int status = clients
          .get(0)
          .send(creation(index), HttpResponse.BodyHandlers.discarding())
          .statusCode();
      if (status != 201 && status != 409) { // 409: it had been created after all
        throw new IOException("creating a pod was answered " + status + " twice");
      }
    }
  }

  private HttpRequest creation(int index) {
    return request("/api/v1/namespaces/default/pods")
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(pod(index)))
        .build();
  }

  Listed listPaged() throws IOException, InterruptedException {
    long objects = 0;
    long bytes = 0;
    String token = "";
    do {
      byte[] page =
          send(request("/api/v1/pods?limit=" + PAGE + (token.isEmpty() ? "" : "&continue=" + token))
              .build());
      objects += count(page, page.length, new int[1]);
      bytes += page.length;
      Matcher next = CONTINUE.matcher(
          new String(page, 0, Math.min(page.length, 2000), StandardCharsets.UTF_8));
      token = next.find() ? next.group(1) : "";
    } while (!token.isEmpty());
    return new Listed(objects, bytes, -1);
  }

  /** One list without a limit; stops in the middle to ask for the server's heap if {@code expected} is given. */
  Listed listWhole(long expectedBytes) throws IOException, InterruptedException {
    HttpResponse<InputStream> answer = clients
        .get(0)
        .send(request("/api/v1/pods").build(), HttpResponse.BodyHandlers.ofInputStream());
    long objects = 0;
    long bytes = 0;
    long live = -1;
    int[] matched = new int[1];
    byte[] buffer = new byte[64 * 1024];
    try (InputStream body = answer.body()) {
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        objects += count(buffer, read, matched);
        bytes += read;
        if (live < 0 && expectedBytes > 0 && bytes > expectedBytes / 2) {
          live = subject.liveHeap();
        }
      }
    }
    return new Listed(objects, bytes, live);
  }

  /** How often the marker of an object ends in the buffer; {@code matched} carries a half one over. */
  private static long count(byte[] buffer, int length, int[] matched) {
    long found = 0;
    int at = matched[0];
    for (int i = 0; i < length; i++) {
      if (buffer[i] == ONE_OBJECT[at]) {
        at++;
        if (at == ONE_OBJECT.length) {
          found++;
          at = 0;
        }
      } else {
        at = buffer[i] == ONE_OBJECT[0] ? 1 : 0;
      }
    }
    matched[0] = at;
    return found;
  }

  private static String pod(int index) {
    StringBuilder environment = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      environment
          .append(i == 0 ? "" : ",")
          .append("{\"name\":\"SETTING_")
          .append(i)
          .append("\",\"value\":\"a value of some length for setting ")
          .append(i)
          .append("\"}");
    }
    return """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"pod-%06d","namespace":"default",
        "labels":{"app":"app-%d","pod-template-hash":"7d4b8c6f9","tier":"backend"},
        "annotations":{"example.com/checksum":"0123456789abcdef0123456789abcdef0123456789abcdef"}},
        "spec":{"nodeName":"node-%d","containers":[{"name":"main","image":"example.com/app:1.2.3",
        "env":[%s],"ports":[{"name":"http","containerPort":8080}],
        "resources":{"requests":{"cpu":"100m","memory":"128Mi"},"limits":{"memory":"256Mi"}},
        "readinessProbe":{"httpGet":{"path":"/ready","port":8080},"periodSeconds":10}},
        {"name":"proxy","image":"example.com/proxy:4.5.6","args":["--config","/etc/proxy/config.yaml"],
        "volumeMounts":[{"name":"config","mountPath":"/etc/proxy"}]}],
        "volumes":[{"name":"config","configMap":{"name":"proxy-config"}}]}}
        """.formatted(index, index % 300, index % 500, environment);
  }
}
