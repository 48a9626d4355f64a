package dev.informant.verification.binding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.informant.verification.chaos.Companion;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A hundred thousand pods, in one answer of several hundred megabytes, in a JVM whose heap has room for little more than
 * the cache they become. Takes minutes, so only with {@code -Dinformant.large=true}.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@EnabledIfSystemProperty(named = "informant.large", matches = "true")
class HundredThousandPodsTest {
  private static final int PODS = 100_000;

  @TempDir
  Path directory;

  private final CountDownLatch over = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private volatile long sent;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream body = exchange.getResponseBody()) {
      if (exchange.getRequestURI().getQuery().contains("watch=true")) {
        body.flush();
        over.await();
      } else {
        list(new BufferedOutputStream(body, 1 << 16));
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void list(OutputStream body) throws IOException {
    long bytes = 0;
    body.write(
        "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":["
            .getBytes(UTF_8));
    for (int i = 0; i < PODS; i++) {
      byte[] pod = ((i == 0 ? "" : ",") + pod(i)).getBytes(UTF_8);
      body.write(pod);
      bytes += pod.length;
    }
    body.write("]}".getBytes(UTF_8));
    body.flush();
    sent = bytes;
  }

  /** As a Deployment makes them: most of it like its neighbours, some of it its own. */
  private static String pod(int number) {
    int app = number / 25;
    StringBuilder json = new StringBuilder(4096);
    json.append(
        ("{\"metadata\":{\"name\":\"app-%1$d-7d9c5b6f48-%2$05d\",\"generateName\":\"app-%1$d-7d9c5b6f48-\","
            + "\"namespace\":\"team-%3$d\",\"uid\":\"0b1c2d3e-4f50-6172-8394-%2$012d\",\"resourceVersion\":\"%4$d\","
            + "\"creationTimestamp\":\"2026-01-02T03:04:05Z\",\"labels\":{\"app\":\"app-%1$d\","
            + "\"pod-template-hash\":\"7d9c5b6f48\",\"team\":\"team-%3$d\"},\"annotations\":{\"checksum/config\":"
            + "\"%2$064x\"},\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"name\":"
            + "\"app-%1$d-7d9c5b6f48\",\"uid\":\"1b1c2d3e-4f50-6172-8394-%1$012d\",\"controller\":true}],")
            .formatted(app, number, app % 50, number + 1));
    json.append("\"managedFields\":[");
    for (String manager : List.of("kube-controller-manager", "kubelet")) {
      json.append("{\"manager\":\"")
          .append(manager)
          .append("\",\"operation\":\"Update\",\"apiVersion\":\"v1\","
              + "\"time\":\"2026-01-02T03:04:05Z\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{");
      for (int i = 0; i < 12; i++) {
        json.append(i == 0 ? "" : ",")
            .append("\"f:field")
            .append(i)
            .append("\":{\".\":{},\"f:name\":{}}");
      }
      json.append("}},");
    }
    json.setLength(json.length() - 1);
    json.append("]},\"spec\":{\"nodeName\":\"node-")
        .append(number % 1000)
        .append("\",\"serviceAccountName\":"
            + "\"default\",\"restartPolicy\":\"Always\",\"dnsPolicy\":\"ClusterFirst\",\"tolerations\":[{\"key\":"
            + "\"node.kubernetes.io/not-ready\",\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":300}],"
            + "\"containers\":[");
    for (String name : List.of("main", "proxy")) {
      json.append("{\"name\":\"")
          .append(name)
          .append("\",\"image\":\"registry.example/")
          .append(name)
          .append(app)
          .append(
              ":1.0\",\"ports\":[{\"containerPort\":8080,\"protocol\":\"TCP\"}],\"env\":[{\"name\":\"NUMBER\","
                  + "\"value\":\"")
          .append(number)
          .append(
              "\"},{\"name\":\"REGION\",\"value\":\"north\"}],\"resources\":"
                  + "{\"requests\":{\"cpu\":\"100m\",\"memory\":\"128Mi\"},\"limits\":{\"memory\":\"256Mi\"}},"
                  + "\"readinessProbe\":{\"httpGet\":{\"path\":\"/ready\",\"port\":8080},\"periodSeconds\":10},"
                  + "\"volumeMounts\":[{\"name\":\"token\",\"mountPath\":\"/var/run/secrets\",\"readOnly\":true}]},");
    }
    json.setLength(json.length() - 1);
    json.append("]},\"status\":{\"phase\":\"Running\",\"hostIP\":\"10.0.")
        .append(number % 250)
        .append(".1\",\"podIP\":\"10.")
        .append(number >> 16)
        .append('.')
        .append(number >> 8 & 255)
        .append('.')
        .append(number & 255)
        .append("\",\"startTime\":\"2026-01-02T03:04:06Z\",\"conditions\":[{\"type\":\"Ready\","
            + "\"status\":\"True\",\"lastTransitionTime\":\"2026-01-02T03:04:09Z\"},{\"type\":\"PodScheduled\","
            + "\"status\":\"True\",\"lastTransitionTime\":\"2026-01-02T03:04:05Z\"}],\"containerStatuses\":[{\"name\":"
            + "\"main\",\"ready\":true,\"restartCount\":0,\"image\":\"registry.example/main\",\"imageID\":"
            + "\"sha256:")
        .append("%064x".formatted(app))
        .append("\",\"containerID\":\"containerd://")
        .append("%064x".formatted(number))
        .append("\",\"state\":{\"running\":{\"startedAt\":" + "\"2026-01-02T03:04:08Z\"}}}]}}");
    return json.toString();
  }

  private Companion program(String form, List<String> options) throws IOException {
    List<String> all = new ArrayList<>(options);
    all.add("-XX:+UseSerialGC");
    return Companion.start(
        "the program with a hundred thousand pods",
        directory.resolve("program.log"),
        Companion.java(
            all,
            HundredThousandPodsProgram.class,
            List.of("http://127.0.0.1:" + server.getAddress().getPort() + "/", form)));
  }

  @ParameterizedTest
  @CsvSource({"OBJECTS", "COMPACT"})
  void aHeapAQuarterLargerThanTheCacheIsEnough(String form) throws Exception {
    long cache;
    try (Companion ample = program(form, List.of("-Xmx4g"))) {
      JsonNode said = ample.ask("what do you hold?");
      assertThat(said.path("objects").asInt()).isEqualTo(PODS);
      cache = said.path("usedMegabytes").asLong();
    }
    long limit = cache * 5 / 4 + 32;
    try (Companion tight =
        program(form, List.of("-Xmx" + limit + "m", "-XX:+ExitOnOutOfMemoryError"))) {
      JsonNode said = tight.ask("what do you hold?");
      assertThat(said.path("objects").asInt()).isEqualTo(PODS);
      System.out.printf(
          "%d pods, %d MB of JSON, %s: cache %d MB, synced in %.1f s with a heap of %d MB%n",
          PODS, sent >> 20, form, cache, said.path("seconds").asDouble(), limit);
    }
    assertThat(limit)
        .as("with the list beside it, even as bytes only, it would not be")
        .isLessThan(cache + (sent >> 20));
  }
}
