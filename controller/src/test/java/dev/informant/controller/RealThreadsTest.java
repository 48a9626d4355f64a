package dev.informant.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.junit.ApiServerTest;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What virtual time cannot show: threads that block, are interrupted and run side by side. */
@Timeout(120)
@ApiServerTest
class RealThreadsTest {
  private static void create(KubernetesClient client, String name) {
    client
        .resource(new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace("default")
            .withName(name)
            .endMetadata()
            .build())
        .create();
  }

  private static ControllerBuilder<ConfigMap> maps(String prefix) {
    return Controller.of(ConfigMap.class)
        .when(change -> change.latest().getMetadata().getName().startsWith(prefix));
  }

  @Test
  void aBlockedRunIsInterruptedAtItsDeadlineAndItsThreadIsLeftClean(KubernetesClient client)
      throws InterruptedException {
    create(client, "blocked");
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    AtomicInteger runs = new AtomicInteger();
    try (var informers = SharedInformerFactory.builder(client).build();
        var manager = ControllerManager.builder(informers).build()) {
      manager.add(maps("blocked").deadline(Duration.ofMillis(200)).reconcile((map, context) -> {
        seen.add("interrupted before: " + Thread.currentThread().isInterrupted());
        if (runs.incrementAndGet() == 1) {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException interruption) {
            seen.add("interrupted");
            throw interruption;
          }
        }
        return Outcome.done();
      }));
      manager.start();
      assertThat(List.of(next(seen), next(seen), next(seen)))
          .containsExactly("interrupted before: false", "interrupted", "interrupted before: false");
    }
  }

  private static String next(BlockingQueue<String> seen) throws InterruptedException {
    return String.valueOf(seen.poll(60, TimeUnit.SECONDS));
  }

  @Test
  void differentKeysRunSideBySideUpToTheLimit(KubernetesClient client) throws Exception {
    for (int i = 0; i < 6; i++) {
      create(client, "together-" + i);
    }
    CyclicBarrier three = new CyclicBarrier(3);
    AtomicInteger inside = new AtomicInteger();
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (var informers = SharedInformerFactory.builder(client).build();
        var manager = ControllerManager.builder(informers).build()) {
      manager.add(maps("together-").concurrency(3).reconcile((map, context) -> {
        int now = inside.incrementAndGet();
        three.await(60, TimeUnit.SECONDS); // only if three run at a time
        seen.add(now <= 3 ? "within the limit" : "too many");
        inside.decrementAndGet();
        return Outcome.done();
      }));
      manager.start();
      for (int i = 0; i < 6; i++) {
        assertThat(next(seen)).isEqualTo("within the limit");
      }
    }
  }

  @Test
  void closingInterruptsARunThatBlocks(KubernetesClient client) throws InterruptedException {
    create(client, "stuck");
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (var informers = SharedInformerFactory.builder(client).build()) {
      var manager = ControllerManager.builder(informers)
          .shutdownTimeout(Duration.ofMillis(100))
          .build();
      manager.add(maps("stuck").reconcile((map, context) -> {
        seen.add("began");
        try {
          new CountDownLatch(1).await();
        } finally {
          seen.add("ended");
        }
        return Outcome.done();
      }));
      manager.start();
      assertThat(next(seen)).isEqualTo("began");
      manager.close();
      assertThat(seen).containsExactly("ended");
    }
  }
}
