package dev.informant.benchmarks.sidebyside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.informant.benchmarks.peers.Trusting;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real kube-apiserver whose pods its own controllers have made: of deployments, a few hundred pods each, with the managed fields
 * the server writes. Events are patches of one annotation. Nothing runs the pods.
 */
final class RealServer implements PodServer {
  private static final int PODS_OF_ONE = 500;
  private static final int AT_ONCE = 16;
  private static final int PAGE = 1000;
  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final String url;
  private final String token;
  private final HttpClient http;
  private final HttpServer control;
  private List<String> pods = List.of();

  private RealServer(Process process, String url, String token) throws IOException {
    this.process = process;
    this.url = url;
    this.token = token;
    try {
      this.http = HttpClient.newBuilder().sslContext(Trusting.context()).build();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has TLS", impossible);
    }
    this.control = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  /** Starts it and waits until the controllers have made the pods. */
  static RealServer start(int pods) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("verification/control-plane/start")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    BufferedReader out = process.inputReader();
    String kubeconfig = "";
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("kubeconfig")) {
        kubeconfig =
            Files.readString(Path.of(line.substring("kubeconfig".length()).strip()));
        break;
      }
    }
    RealServer server = new RealServer(
        process,
        found("server: \"([^\"]+)\"", kubeconfig),
        found("token: \"([^\"]+)\"", kubeconfig));
    try {
      server.populate(pods);
      server.control.createContext("/start", exchange -> {
        Matcher events =
            Pattern.compile("events=(\\d+)").matcher(exchange.getRequestURI().getQuery());
        int count = events.find() ? Integer.parseInt(events.group(1)) : 0;
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
        new Thread(() -> server.touch(count), "events").start();
      });
      server.control.start();
      return server;
    } catch (IOException | InterruptedException | RuntimeException failure) {
      server.close();
      throw failure;
    }
  }

  private static String found(String pattern, String text) throws IOException {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) {
      throw new IOException(
          "the control plane did not start; try verification/control-plane/start");
    }
    return matcher.group(1);
  }

  private void populate(int count) throws IOException, InterruptedException {
    for (int i = 0; i * PODS_OF_ONE < count; i++) {
      String name = "app-" + i;
      send("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + name + "\"}}");
      int replicas = Math.min(PODS_OF_ONE, count - i * PODS_OF_ONE);
      send("POST", "/apis/apps/v1/namespaces/" + name + "/deployments", deployment(name, replicas));
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      JsonNode first = send("GET", "/api/v1/pods?limit=1", "");
      long present = first.path("items").size()
          + first.path("metadata").path("remainingItemCount").asLong();
      if (present >= count) {
        break;
      }
      if (System.nanoTime() > deadline) {
        throw new IOException("the controllers made " + present + " pods of " + count);
      }
      Thread.sleep(1000);
    }
    Thread.sleep(5000); // their last writes
    pods = paths();
  }

  private static String deployment(String name, int replicas) {
    return """
        {"metadata": {"name": "%1$s", "labels": {"app": "%1$s", "tier": "backend", "team": "blue"}},
         "spec": {"replicas": %2$d, "selector": {"matchLabels": {"app": "%1$s"}},
          "template": {
           "metadata": {"labels": {"app": "%1$s", "tier": "backend", "team": "blue", "version": "v1.4.2"},
            "annotations": {"prometheus.io/scrape": "true", "prometheus.io/port": "9090"}},
           "spec": {"serviceAccountName": "default", "automountServiceAccountToken": false,
            "initContainers": [{"name": "migrate", "image": "registry.example.com/%1$s-migrate:1.4.2", "args": ["up"]}],
            "containers": [
             {"name": "server", "image": "registry.example.com/%1$s:1.4.2",
              "env": [{"name": "LOG_LEVEL", "value": "info"}, {"name": "REGION", "value": "eu-west-1"},
               {"name": "NODE", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}},
               {"name": "PASSWORD", "valueFrom": {"secretKeyRef": {"name": "db", "key": "password"}}}],
              "ports": [{"name": "http", "containerPort": 8080}, {"name": "metrics", "containerPort": 9090}],
              "resources": {"requests": {"cpu": "250m", "memory": "512Mi"}, "limits": {"memory": "1Gi"}},
              "readinessProbe": {"httpGet": {"path": "/ready", "port": "http"}, "periodSeconds": 5},
              "livenessProbe": {"httpGet": {"path": "/live", "port": "http"}, "initialDelaySeconds": 20},
              "volumeMounts": [{"name": "config", "mountPath": "/etc/app"}, {"name": "tmp", "mountPath": "/tmp"}]},
             {"name": "proxy", "image": "registry.example.com/proxy:2.11.0", "ports": [{"containerPort": 15001}],
              "resources": {"requests": {"cpu": "50m", "memory": "64Mi"}}}],
            "volumes": [{"name": "config", "configMap": {"name": "%1$s"}}, {"name": "tmp", "emptyDir": {}}],
            "tolerations": [{"key": "dedicated", "operator": "Equal", "value": "apps", "effect": "NoSchedule"}]}}}}
        """.formatted(name, replicas);
  }

  private List<String> paths() throws IOException, InterruptedException {
    List<String> paths = new ArrayList<>();
    String next = "";
    do {
      JsonNode page = send(
          "GET", "/api/v1/pods?limit=" + PAGE + (next.isEmpty() ? "" : "&continue=" + next), "");
      for (JsonNode pod : page.path("items")) {
        JsonNode metadata = pod.path("metadata");
        paths.add("/api/v1/namespaces/" + metadata.path("namespace").asText() + "/pods/"
            + metadata.path("name").asText());
      }
      next = page.path("metadata").path("continue").asText("");
    } while (!next.isEmpty());
    return paths;
  }

  /** Changes so many pods, one after the other of all. */
  private void touch(int count) {
    Semaphore room = new Semaphore(AT_ONCE);
    List<CompletableFuture<?>> sent = new ArrayList<>();
    long now = System.nanoTime(); // a value that no pod has
    for (int i = 0; i < count; i++) {
      room.acquireUninterruptibly();
      HttpRequest patch = request(pods.get(i % pods.size()))
          .header("Content-Type", "application/merge-patch+json")
          .method(
              "PATCH",
              HttpRequest.BodyPublishers.ofString(
                  "{\"metadata\":{\"annotations\":{\"touched\":\"" + now + "-" + i + "\"}}}"))
          .build();
      sent.add(http.sendAsync(patch, HttpResponse.BodyHandlers.discarding())
          .whenComplete((answer, failure) -> {
            room.release();
            if (failure != null || answer.statusCode() != 200) {
              System.err.println(
                  "a pod could not be changed: " + (failure == null ? answer : failure));
            }
          }));
    }
    CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).join();
  }

  private JsonNode send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request = request(path)
        .header("Content-Type", "application/json")
        .method(
            method,
            body.isEmpty()
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(body))
        .build();
    HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    JsonNode json = JSON.readTree(answer.body());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(method + " " + path + ": " + json.path("message").asText());
    }
    return json;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .header("Authorization", "Bearer " + token);
  }

  @Override
  public List<String> driverFlags() {
    return List.of(
        "--server",
        url,
        "--token",
        token,
        "--control",
        "http://127.0.0.1:" + control.getAddress().getPort());
  }

  @Override
  public void close() {
    control.stop(0);
    process.destroy();
    process.onExit().join();
  }
}
