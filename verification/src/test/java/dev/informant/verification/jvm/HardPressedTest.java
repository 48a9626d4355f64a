package dev.informant.verification.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.ApiServer;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.verification.chaos.Companion;
import dev.informant.verification.chaos.FaultProxy;
import dev.informant.verification.chaos.Signals;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An informer in a JVM that lacks memory, processors or time comes to hold what the server holds all the same. One
 * long stop instead of several short ones: {@code -Dinformant.stop.seconds=180}.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class HardPressedTest {
  private static final int OBJECTS = 1000;
  private static final int PATIENCE = 120_000; // of the test itself, which is as hard pressed
  private static final int LONG_STOP = Integer.getInteger("informant.stop.seconds", 0);
  private static final String TEXT =
      "lorem ipsum dolor sit amet ".repeat(160); // few requests, much memory

  @TempDir
  Path directory;

  private ApiServer server;
  private FaultProxy line;
  private KubernetesClient client;
  private Path kubeconfig;

  @BeforeEach
  void startServer() throws Exception {
    server = ApiServer.start();
    line = new FaultProxy("127.0.0.1", server.port());
    Path direct = directory.resolve("direct");
    Files.writeString(direct, server.kubeconfig());
    Config patient = Kubeconfig.load(direct);
    patient.setConnectionTimeout(PATIENCE);
    patient.setRequestTimeout(PATIENCE);
    client = new KubernetesClientBuilder().withConfig(patient).build();
    kubeconfig = directory.resolve("through-the-line");
    Files.writeString(
        kubeconfig, server.kubeconfig().replace(":" + server.port(), ":" + line.port()));
  }

  @AfterEach
  void stopServer() throws Exception {
    client.close();
    line.close();
    server.close();
  }

  @Test
  void aHeapOfOnePointSixTimesTheCacheIsEnough() throws Exception {
    for (int i = 0; i < OBJECTS; i++) {
      write(i, 0);
    }
    long cache;
    try (Companion program = program(List.of("-Xmx1g"), 0)) {
      agrees(program);
      cache = program.ask("memory").path("usedMegabytes").asLong();
    }
    long limit = Math.round(cache * 1.6);
    try (Companion program =
        program(List.of("-Xmx" + limit + "m", "-XX:+ExitOnOutOfMemoryError"), 0)) {
      agrees(program);
      for (int round = 1; round <= 3; round++) {
        for (int i = 0; i < OBJECTS / 20; i++) {
          write(i * 7 % OBJECTS, round);
        }
        server.faults().compact();
        server.faults().restart(); // everything is listed again
        agrees(program);
      }
      assertThat(program.isAlive()).isTrue();
    }
  }

  @Test
  void twoBusyLoopsDelayAndHarmNothing() throws Exception {
    try (Companion program = program(List.of("-Xmx256m"), 2)) {
      for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 25; i++) {
          write(i, round);
        }
        line.cutAll();
        agrees(program);
      }
    }
  }

  @Test
  void stoppedAndContinuedItCatchesUp() throws Exception {
    try (Companion program = program(List.of("-Xmx256m"), 0)) {
      agrees(program);
      CountDownLatch never = new CountDownLatch(1);
      for (int round = 0; round < (LONG_STOP > 0 ? 1 : 5); round++) {
        Signals.suspend(program.pid());
        for (int i = 0; i < 20; i++) {
          write(i, round);
        }
        client.configMaps().inNamespace("default").withName("map-" + round).delete();
        never.await(Math.max(1, LONG_STOP), TimeUnit.SECONDS);
        Signals.resume(program.pid());
      }
      agrees(program);
    }
  }

  private Companion program(List<String> options, int busyLoops) throws Exception {
    return Companion.start(
        "the hard-pressed program",
        directory.resolve("program.log"),
        Companion.java(
            options,
            HardPressedProgram.class,
            List.of(kubeconfig.toString(), Integer.toString(busyLoops))));
  }

  private void write(int number, int value) {
    client
        .resource(new ConfigMapBuilder()
            .withNewMetadata()
            .withName("map-" + number)
            .withNamespace("default")
            .endMetadata()
            .withData(Map.of("value", Integer.toString(value), "text", TEXT + number))
            .build())
        .createOr(existing -> existing.update());
  }

  private void agrees(Companion program) throws Exception {
    List<ConfigMap> all = client.configMaps().inAnyNamespace().list().getItems();
    String expected =
        all.size() + "/" + all.stream().mapToLong(HardPressedProgram::hash).sum();
    long begin = System.nanoTime();
    CountDownLatch never = new CountDownLatch(1);
    JsonNode said = program.ask("what do you hold?");
    while (!said.path("digest").asText().equals(expected)) {
      assertThat(System.nanoTime() - begin)
          .as("not after three minutes: %s instead of %s", said, expected)
          .isLessThan(TimeUnit.MINUTES.toNanos(3));
      never.await(100, TimeUnit.MILLISECONDS);
      said = program.ask("what do you hold?");
    }
  }
}
