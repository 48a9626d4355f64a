package dev.informant.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shutting down and draining. */
@Timeout(30)
class WorkQueueShutdownTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final WorkQueue<String> queue = WorkQueue.create(runtime);

  @Test
  void nothingIsAcceptedAfterShutDownButWhatWaitsIsHandedOut() throws InterruptedException {
    queue.add("before");
    assertThat(queue.isShuttingDown()).isFalse();
    queue.shutDown();
    queue.shutDown();
    queue.add("after");

    assertThat(queue.isShuttingDown()).isTrue();
    assertThat(queue.length()).isEqualTo(1);
    assertThat(queue.get()).isEqualTo("before");
    assertThat(queue.get()).as("shut down").isNull();
  }

  @Test
  @Tag("client-go:TestNoQueueDrainageUsingShutDown")
  void shutDownDoesNotWaitForWork() {
    queue.add("foo");
    assertThat(queue.poll()).isEqualTo("foo");
    queue.shutDown();
    assertThat(queue.statistics().processing()).isEqualTo(1);
  }

  @Test
  @Tag("client-go:TestQueueDrainageUsingShutDownWithDrain")
  void aDrainWaitsForTheItemsBeingWorkedOn() {
    queue.add("foo");
    queue.add("bar");
    assertThat(queue.poll()).isEqualTo("foo");
    assertThat(queue.poll()).isEqualTo("bar");

    CompletableFuture<Boolean> drained = queue.shutDownWithDrain();
    queue.done("foo");
    assertThat(drained).isNotDone();
    queue.done("bar");
    assertThat(drained).isCompletedWithValue(true);
  }

  @Test
  void aDrainAlsoWaitsForTheItemsThatNobodyHasTaken() {
    queue.add("foo");
    queue.add("bar");
    CompletableFuture<Boolean> drained = queue.shutDownWithDrain();
    assertThat(drained).isNotDone();

    assertThat(queue.poll()).isEqualTo("foo");
    queue.done("foo");
    assertThat(drained).as("client-go returns here, with 'bar' queued").isNotDone();
    assertThat(queue.poll()).isEqualTo("bar");
    assertThat(drained).isNotDone();
    queue.done("bar");
    assertThat(drained).isCompletedWithValue(true);
  }

  @Test
  @Tag("client-go:TestQueueDrainageUsingShutDownWithDrainWithDirtyItem")
  void aDrainIncludesAnItemAddedAgainWhileWorkedOn() {
    queue.add("foo");
    assertThat(queue.poll()).isEqualTo("foo");
    queue.add("foo");
    CompletableFuture<Boolean> drained = queue.shutDownWithDrain();

    queue.done("foo");
    assertThat(drained).isNotDone();
    assertThat(queue.poll()).isEqualTo("foo");
    queue.done("foo");
    assertThat(drained).isCompletedWithValue(true);
  }

  @Test
  void aDrainDropsWhatIsDelayed() {
    queue.addAfter("foo", Duration.ofSeconds(1));
    assertThat(queue.shutDownWithDrain()).isCompletedWithValue(true);
    assertThat(runtime.skipToNextTimer()).isFalse();
  }

  @Test
  void aDrainDuringWhichWorkFailsReportsNoSuccess() {
    queue.add("good");
    queue.add("bad");
    assertThat(queue.poll()).isEqualTo("good");
    assertThat(queue.poll()).isEqualTo("bad");
    CompletableFuture<Boolean> drained = queue.shutDownWithDrain();
    queue.addRateLimited("bad");
    queue.done("bad");
    assertThat(drained).isNotDone();
    queue.addAfter("good", Duration.ofMinutes(10)); // to look again later is no failure
    queue.done("good");
    assertThat(drained).isCompletedWithValue(false);
  }

  @Test
  void aDrainThatDropsARetryOfFailedWorkReportsNoSuccess() {
    queue.addRateLimited("bad");
    assertThat(queue.shutDownWithDrain()).isCompletedWithValue(false);
  }

  @Test
  void aDrainOfAnEmptyQueueIsDoneAtOnce() throws InterruptedException {
    assertThat(queue.shutDownWithDrain()).isCompletedWithValue(true);
    assertThat(queue.shutDownWithDrain(Duration.ZERO)).isTrue();
  }

  @Test
  @Tag("client-go:TestForceQueueShutdownUsingShutDown")
  void shutDownEndsTheWaitOfADrain() {
    queue.add("foo");
    assertThat(queue.poll()).isEqualTo("foo");
    CompletableFuture<Boolean> first = queue.shutDownWithDrain();
    CompletableFuture<Boolean> second = queue.shutDownWithDrain();

    queue.shutDown();
    assertThat(first).isCompletedWithValue(false);
    assertThat(second).isCompletedWithValue(false);
    queue.done("foo");
    assertThat(first).isCompletedWithValue(false);
  }

  @Test
  void aDrainMayFollowAShutDown() {
    queue.add("foo");
    queue.shutDown();
    CompletableFuture<Boolean> drained = queue.shutDownWithDrain();
    assertThat(queue.poll()).isEqualTo("foo");
    queue.done("foo");
    assertThat(drained).isCompletedWithValue(true);
  }

  @Test
  void completingTheFutureFromOutsideFoolsNobodyElse() {
    queue.add("foo");
    queue.shutDownWithDrain().complete(true);
    assertThat(queue.shutDownWithDrain()).isNotDone();
  }

  @Test
  void theWaitingDrainGivesUpAfterItsTimeout() throws InterruptedException {
    queue.add("foo");
    assertThat(queue.shutDownWithDrain(Duration.ofMillis(1))).isFalse();
    assertThat(queue.isShuttingDown()).isTrue();
  }
}
