package dev.informant.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.runtime.EngineRuntime;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The example of docs/workqueue.md, compiled and run. */
@Timeout(60)
@SuppressWarnings("try") // the workers are there to be closed
class WorkQueueExampleTest {
  private final Set<String> reconciled = ConcurrentHashMap.newKeySet();
  private boolean drained;

  @Test
  void aReconcilerOnAWorkQueue() throws InterruptedException {
    WorkQueue<String> queue =
        WorkQueue.<String>builder(EngineRuntime.shared()).name("pods").build();

    try (Workers<String> workers = Workers.run(queue, 4, this::reconcile)) {
      queue.add("prod/web-0"); // news
      queue.add("prod/batch-7", -100); // known from the initial list: when there is time
      queue.addAfter("prod/web-0", Duration.ofMinutes(10)); // look again, whatever happens
      queue.cancel("prod/web-0"); // or not

      drained = queue.shutDownWithDrain(Duration.ofSeconds(30));
    }

    assertThat(drained).isTrue();
    assertThat(reconciled).containsExactlyInAnyOrder("prod/web-0", "prod/batch-7");
  }

  /** One key at a time. What it throws is logged, and the key comes back with growing delays. */
  private void reconcile(String key) throws Exception {
    reconciled.add(key);
  }
}
