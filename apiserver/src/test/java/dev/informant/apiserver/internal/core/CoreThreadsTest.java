package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.runtime.EngineRuntime;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads: no write is lost, every watcher sees every change once and in order. */
@Timeout(180)
class CoreThreadsTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private static ApiRequest request(String method, String path, String type, String body) {
    return new ApiRequest(
        method,
        path,
        path.equals(MAPS) && method.equals("GET") ? Map.of("watch", List.of("1")) : Map.of(),
        Map.of("content-type", type),
        body.getBytes(StandardCharsets.UTF_8),
        "tester",
        List.of());
  }

  @Test
  void concurrentPatchesAllTakeEffectAndAreWatchedInOrder() throws Exception {
    int writers = 4;
    int rounds = 100;
    try (EngineRuntime runtime = EngineRuntime.create("core-threads", 2);
        KubernetesCore core = KubernetesCore.create(
            runtime, CoreOptions.DEFAULT.withWatchBuffer(10_000), new JsonNegotiation())) {
      core.handle(request("POST", MAPS, "application/json", "{\"metadata\":{\"name\":\"a\"}}"))
          .get(60, TimeUnit.SECONDS);
      List<WatchStream> watches = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        watches.add(((ApiResponse.Watch)
                core.handle(request("GET", MAPS, "application/json", "")).get(60, TimeUnit.SECONDS))
            .stream());
      }
      List<CompletableFuture<Void>> running = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        int id = writer;
        running.add(CompletableFuture.runAsync(
            () -> {
              for (int round = 0; round < rounds; round++) {
                ApiResponse response = core.handle(request(
                        "PATCH",
                        MAPS + "/a",
                        "application/merge-patch+json",
                        "{\"data\":{\"k" + id + "-" + round + "\":\"v\"}}"))
                    .join();
                assertThat(response.status()).isEqualTo(200);
              }
            },
            runtime.callbacks()));
      }
      CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
      ApiResponse.Complete last =
          (ApiResponse.Complete) core.handle(request("GET", MAPS + "/a", "application/json", ""))
              .get(60, TimeUnit.SECONDS);
      assertThat(Json.read(last.body()).path("data").size()).isEqualTo(writers * rounds);
      for (WatchStream watch : watches) {
        assertInOrder(watch, 1 + writers * rounds);
      }
    }
  }

  @Test
  void discoveryHoldsTogetherWhileDefinitionsComeAndGo() throws Exception {
    String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    String definition = """
        {"metadata":{"name":"things.example.com"},"spec":{"group":"example.com","scope":"Cluster",
         "names":{"plural":"things","kind":"Thing"},"versions":[{"name":"v1","served":true,"storage":true,
         "schema":{"openAPIV3Schema":{"type":"object"}}}]}}
        """;
    try (EngineRuntime runtime = EngineRuntime.create("core-threads", 2);
        KubernetesCore core =
            KubernetesCore.create(runtime, CoreOptions.DEFAULT, new JsonNegotiation())) {
      CompletableFuture<Void> changing = CompletableFuture.runAsync(
          () -> {
            for (int round = 0; round < 100; round++) {
              core.handle(request("POST", definitions, "application/json", definition))
                  .join();
              core.handle(request(
                      "DELETE", definitions + "/things.example.com", "application/json", ""))
                  .join();
            }
          },
          runtime.callbacks());
      while (!changing.isDone()) {
        for (String path : List.of("/", "/apis", "/apis/example.com", "/apis/example.com/v1")) {
          ApiResponse.Complete answer = (ApiResponse.Complete)
              core.handle(request("GET", path, "application/json", "")).get(60, TimeUnit.SECONDS);
          assertThat(answer.status()).as(path).isIn(200, 404);
        }
      }
      changing.get(60, TimeUnit.SECONDS);
    }
  }

  /** Reads exactly {@code expected} events, waiting for the signal when there are none. */
  private static void assertInOrder(WatchStream watch, int expected) throws Exception {
    List<Long> versions = new ArrayList<>();
    CountDownLatch complete = new CountDownLatch(1);
    watch.onReadable(() -> {
      synchronized (versions) {
        try {
          byte[] frame = watch.poll();
          while (frame != null) {
            JsonNode event = Json.read(frame);
            versions.add(event.at("/object/metadata/resourceVersion").asLong());
            frame = watch.poll();
          }
        } catch (java.io.IOException malformed) {
          throw new java.io.UncheckedIOException(malformed);
        }
        if (versions.size() >= expected) {
          complete.countDown();
        }
      }
    });
    assertThat(complete.await(60, TimeUnit.SECONDS)).isTrue();
    synchronized (versions) {
      assertThat(versions).hasSize(expected).isSorted().doesNotHaveDuplicates();
    }
  }
}
