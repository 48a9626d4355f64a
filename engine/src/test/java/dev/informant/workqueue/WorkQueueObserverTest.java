package dev.informant.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What metrics are made of. */
@Timeout(30)
class WorkQueueObserverTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final Recorder seen = new Recorder();
  private final WorkQueue<String> queue =
      WorkQueue.<String>builder(runtime).observer(seen).build();

  private static final class Recorder implements WorkQueueObserver {
    int adds;
    int retries;
    final List<Duration> waited = new ArrayList<>();
    final List<Duration> worked = new ArrayList<>();

    @Override
    public void onAdd() {
      adds++;
    }

    @Override
    public void onTake(Duration duration) {
      waited.add(duration);
    }

    @Override
    public void onDone(Duration duration) {
      worked.add(duration);
    }

    @Override
    public void onRetry() {
      retries++;
    }
  }

  @Test
  @Tag("client-go:TestMetrics")
  void theLifeOfAnItemIsMeasuredOnTheInjectedClock() {
    queue.add("foo");
    queue.add("foo");
    assertThat(seen.adds).isEqualTo(1);
    assertThat(queue.statistics().depth()).isEqualTo(1);

    runtime.advance(micros(50));
    assertThat(queue.statistics().longestWaiting()).isEqualTo(micros(50));
    assertThat(queue.poll()).isEqualTo("foo");
    assertThat(seen.waited).containsExactly(micros(50));
    assertThat(queue.statistics().depth()).isZero();

    for (int i = 0; i < 5; i++) {
      queue.add("foo");
    }
    assertThat(seen.adds).as("once more, however often").isEqualTo(2);
    assertThat(queue.statistics().depth()).as("it needs work again").isEqualTo(1);
    assertThat(queue.length()).isZero();

    runtime.advance(micros(25));
    queue.done("foo");
    assertThat(seen.worked).containsExactly(micros(25));
    assertThat(queue.statistics().depth()).isEqualTo(1);

    assertThat(queue.poll()).isEqualTo("foo");
    assertThat(seen.waited).as("since it was added again").containsExactly(micros(50), micros(25));
    runtime.advance(micros(1000));
    assertThat(queue.statistics().unfinishedWork()).isEqualTo(micros(1000));
    assertThat(queue.statistics().longestRunning()).isEqualTo(micros(1000));

    queue.done("foo");
    assertThat(seen.worked).containsExactly(micros(25), micros(1000));
    assertThat(queue.statistics())
        .isEqualTo(new WorkQueueStatistics(0, 0, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO));
  }

  @Test
  void unfinishedWorkIsASumAndLongestRunningIsTheOldest() {
    queue.add("a");
    queue.add("b");
    assertThat(queue.poll()).isEqualTo("a");
    runtime.advance(micros(3));
    assertThat(queue.poll()).isEqualTo("b");
    runtime.advance(micros(2));

    assertThat(queue.statistics().processing()).isEqualTo(2);
    assertThat(queue.statistics().unfinishedWork()).isEqualTo(micros(7));
    assertThat(queue.statistics().longestRunning()).isEqualTo(micros(5));
    queue.done("a");
    assertThat(queue.statistics().longestRunning()).isEqualTo(micros(2));
  }

  @Test
  void everyDelayedAdditionIsARetryAndItsWaitBeginsWhenItIsDue() {
    queue.addAfter("a", micros(10));
    queue.addRateLimited("b");
    queue.addAfter("c", Duration.ZERO);
    assertThat(seen.retries).isEqualTo(3);
    assertThat(seen.adds).as("only c is added yet").isEqualTo(1);
    assertThat(queue.statistics().delayed()).isEqualTo(2);

    assertThat(queue.poll()).isEqualTo("c");
    runtime.advance(micros(10));
    assertThat(seen.adds).isEqualTo(2);
    runtime.advance(micros(4));
    assertThat(queue.poll()).isEqualTo("a");
    assertThat(seen.waited).containsExactly(Duration.ZERO, micros(4));
  }

  @Test
  void whatIsIgnoredIsNotCounted() {
    queue.add("a");
    queue.done("a");
    queue.shutDown();
    queue.add("b");
    queue.addAfter("b", micros(1));
    queue.addRateLimited("b");
    assertThat(seen.adds).isEqualTo(1);
    assertThat(seen.retries).isZero();
    assertThat(seen.worked).isEmpty();
  }

  @Test
  @Tag("client-go:TestMetricShutdown")
  void aQueueThatIsShutDownLeavesNothingRunning() {
    queue.addAfter("a", micros(1));
    queue.add("b");
    queue.shutDown();
    assertThat(runtime.skipToNextTimer()).isFalse();
    assertThat(runtime.step()).isFalse();
  }

  @Test
  void anObserverThatThrowsHarmsNobody() {
    WorkQueue<String> unlucky = WorkQueue.<String>builder(runtime)
        .observer(new WorkQueueObserver() {
          @Override
          public void onAdd() {
            throw new IllegalStateException("planted");
          }

          @Override
          public void onTake(Duration waited) {
            throw new IllegalStateException("planted");
          }

          @Override
          public void onDone(Duration worked) {
            throw new IllegalStateException("planted");
          }

          @Override
          public void onRetry() {
            throw new IllegalStateException("planted");
          }
        })
        .build();
    unlucky.addAfter("a", Duration.ZERO);
    assertThat(unlucky.poll()).isEqualTo("a");
    unlucky.done("a");
    assertThat(unlucky.statistics().processing()).isZero();
  }

  private static Duration micros(long micros) {
    return Duration.ofNanos(micros * 1000);
  }

  @Test
  void aDrainSaysHowManyDelayedItemsItDropsAndRefusesARetryOfTheItemInHand() {
    VirtualRuntime clockwork = VirtualRuntime.inOrder(1);
    List<Integer> dropped = new ArrayList<>();
    WorkQueue<String> draining = WorkQueue.<String>builder(clockwork)
        .observer(new WorkQueueObserver() {
          @Override
          public void onDrop(int delayed) {
            dropped.add(delayed);
          }
        })
        .build();
    draining.add("in hand");
    assertThat(draining.poll()).isEqualTo("in hand");
    draining.addAfter("later", Duration.ofSeconds(1));
    draining.addAfter("much later", Duration.ofHours(1));
    var drained = draining.shutDownWithDrain();
    assertThat(dropped).containsExactly(2);
    draining.addRateLimited("in hand");
    draining.addAfter("in hand", Duration.ZERO);
    draining.done("in hand");
    assertThat(drained).as("its work has failed").isCompletedWithValue(false);
    clockwork.advance(Duration.ofHours(2));
    assertThat(draining.poll()).isNull();
    assertThat(dropped).as("nothing more to drop").containsExactly(2);
  }
}
