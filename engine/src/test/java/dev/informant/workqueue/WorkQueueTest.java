package dev.informant.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.informant.testing.VirtualRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** De-duplication, one worker per item, signals. */
@Timeout(30)
class WorkQueueTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final WorkQueue<String> queue = WorkQueue.create(runtime);

  @Test
  void itemsComeOutInTheOrderTheyWentIn() {
    List.of("c", "a", "b").forEach(queue::add);

    assertThat(drain()).containsExactly("c", "a", "b");
    assertThat(queue.poll()).isNull();
  }

  @Test
  @Tag("client-go:TestLen")
  void lengthCountsAnItemOnce() {
    queue.add("foo");
    assertThat(queue.length()).isEqualTo(1);
    queue.add("bar");
    assertThat(queue.length()).isEqualTo(2);
    queue.add("foo");
    assertThat(queue.length()).isEqualTo(2);
  }

  @Test
  @Tag("client-go:TestCollapse")
  void anItemAddedTwiceIsHandedOutOnceInItsFirstPlace() {
    queue.add("foo");
    queue.add("bar");
    queue.add("foo");

    assertThat(drain()).containsExactly("foo", "bar");
  }

  @Test
  @Tag("client-go:TestAddWhileProcessing")
  void anItemAddedWhileWorkedOnIsHandedOutAgainAfterDone() {
    queue.add("foo");
    assertThat(queue.poll()).isEqualTo("foo");

    queue.add("foo");
    assertThat(queue.length()).isZero();
    assertThat(queue.poll()).as("one worker per item").isNull();

    queue.done("foo");
    assertThat(queue.length()).isEqualTo(1);
    assertThat(queue.poll()).isEqualTo("foo");
    queue.done("foo");
    assertThat(queue.poll()).isNull();
  }

  @Test
  @Tag("client-go:TestCollapseWhileProcessing")
  void additionsWhileWorkedOnCollapseIntoOne() {
    queue.add("foo");
    assertThat(queue.poll()).isEqualTo("foo");
    queue.add("foo");
    queue.add("foo");
    queue.add("foo");
    queue.done("foo");

    assertThat(drain()).containsExactly("foo");
  }

  @Test
  @Tag("client-go:TestReinsert")
  void anItemAddedAgainWaitsBehindTheOthers() {
    queue.add("foo");
    assertThat(queue.poll()).isEqualTo("foo");
    queue.add("foo");
    queue.add("bar");
    queue.done("foo");

    assertThat(drain()).containsExactly("bar", "foo");
  }

  @Test
  void doneForAnItemNobodyWorksOnChangesNothing() {
    queue.done("never seen");
    queue.add("foo");
    queue.done("foo");
    assertThat(queue.length()).isEqualTo(1);

    assertThat(queue.poll()).isEqualTo("foo");
    queue.add("foo");
    queue.done("foo");
    queue.done("foo");
    assertThat(queue.length()).as("no duplicate").isEqualTo(1);
    assertThat(drain()).containsExactly("foo");
    assertThat(queue.statistics().processing()).isZero();
  }

  @Test
  void equalItemsAreOneItem() {
    queue.add(new String("foo"));
    queue.add(new String("foo"));
    assertThat(drain()).containsExactly("foo");
  }

  @Test
  void nullIsRefused() {
    assertThatNullPointerException().isThrownBy(() -> queue.add(nothing()));
    assertThatNullPointerException()
        .isThrownBy(() -> queue.addAfter(nothing(), java.time.Duration.ZERO));
    assertThatNullPointerException().isThrownBy(() -> queue.addRateLimited(nothing()));
  }

  @SuppressWarnings("NullAway")
  private static String nothing() {
    return null;
  }

  @Test
  void signalsComeWhenAnItemIsReadyAndNotOtherwise() {
    AtomicInteger signals = new AtomicInteger();
    WorkQueue.Subscription subscription = queue.onReady(signals::incrementAndGet);

    queue.add("foo");
    assertThat(signals).hasValue(1);
    queue.add("foo");
    assertThat(signals).as("it waited already").hasValue(1);
    assertThat(queue.poll()).isEqualTo("foo");
    queue.add("foo");
    assertThat(signals).as("it is worked on").hasValue(1);
    queue.done("foo");
    assertThat(signals).as("it waits again").hasValue(2);

    subscription.close();
    subscription.close();
    queue.add("bar");
    assertThat(signals).hasValue(2);
  }

  @Test
  void aSignalMayUseTheQueueAndOneThatThrowsHarmsNobody() {
    List<String> taken = new ArrayList<>();
    queue.onReady(() -> {
      throw new IllegalStateException("planted");
    });
    queue.onReady(() -> taken.add(queue.poll()));

    queue.add("foo");

    assertThat(taken).containsExactly("foo");
  }

  @Test
  void shuttingDownSignals() {
    AtomicInteger signals = new AtomicInteger();
    queue.onReady(signals::incrementAndGet);
    queue.shutDown();
    assertThat(signals).hasValue(1);
  }

  private List<String> drain() {
    List<String> taken = new ArrayList<>();
    for (String item = queue.poll(); item != null; item = queue.poll()) {
      taken.add(item);
      queue.done(item);
    }
    return taken;
  }
}
