package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.runtime.EngineRuntime;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The log of a close names what did not return. */
@Timeout(60)
final class CloseLogTest {
  @Test
  void closeNamesTheHandlerWhoseCallDidNotReturn() throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    List<String> lines = new CopyOnWriteArrayList<>();
    try (EngineRuntime runtime = EngineRuntime.create("close-log", 2)) {
      FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
      cluster.add(TestObject.named("a"));
      SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
              cluster, TestObject.ACCESSOR)
          .runtime(runtime)
          .name("held")
          .closeTimeout(Duration.ofMillis(20))
          .build();
      informer.addHandler(
          ResourceEventHandler.<TestObject>builder()
              .onAdd((object, initial) -> {
                inside.countDown();
                await(release);
              })
              .build(),
          HandlerOptions.<TestObject>defaults().withName("audit"));
      informer.start();
      inside.await();
      informer
          .addHandler(new Recorder(), HandlerOptions.<TestObject>defaults().withName("quick"))
          .awaitSynced(Duration.ofSeconds(60));
      new CloseTogether(List.of(informer), lines::add).close();
      release.countDown();
    }
    assertThat(lines)
        .containsExactly(
            "informer held: closed, but a call of handler audit has not returned within 20 ms");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
