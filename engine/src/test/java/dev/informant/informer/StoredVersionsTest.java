package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.InformerPipeline.Versions.Mark;
import dev.informant.store.SnapshotIndexer;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which version counts as taken in, with either queue, and after changes were lost. */
@Timeout(30)
final class StoredVersionsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final SnapshotIndexer<TestObject> store =
      SnapshotIndexer.builder(TestObject.ACCESSOR).runtime(runtime).build();
  private String queued = "";

  private StoredVersions<TestObject> versions(QueueKind queue) {
    return new StoredVersions<>(queue, store, runtime, () -> queued);
  }

  private void store(String name, String version) {
    store.add(TestObject.named(name).withResourceVersion(version));
  }

  /** The queue was found empty after everything the source had queued. */
  private void foundEmpty(StoredVersions<TestObject> versions, String version) {
    queued = version;
    versions.stored(versions.mark());
    runtime.runUntilIdle();
  }

  @Test
  void behindAnInOrderQueueTheStoreIsSavedWithItsOwnVersion() {
    StoredVersions<TestObject> versions = versions(QueueKind.IN_ORDER);
    versions.drained("3");
    store("a", "5");
    assertThat(versions.savable().resourceVersion()).isEqualTo("5");
    assertThat(versions.savable().revisions().size()).isEqualTo(1);
  }

  @Test
  void behindADeltaQueueTheStoreIsSavedWithTheVersionUpToWhichTheQueueWasEmptied() {
    StoredVersions<TestObject> versions = versions(QueueKind.DELTA_FIFO);
    versions.drained("3");
    store("a", "5"); // b at 4 waits in the queue: who goes on from 5 would never hear of it
    assertThat(versions.savable().resourceVersion()).isEqualTo("3");
    versions.drained("5");
    assertThat(versions.savable().resourceVersion()).isEqualTo("5");
    foundEmpty(versions, "7");
    assertThat(versions.savable().resourceVersion())
        .as("the store's own: no 6 or 7 is in it")
        .isEqualTo("5");
    store("b", "8");
    assertThat(versions.savable().resourceVersion()).isEqualTo("7");
  }

  @Test
  void aStoreThatWentBackWithItsServerIsSavedWithTheEarlierVersion() {
    StoredVersions<TestObject> versions = versions(QueueKind.DELTA_FIFO);
    versions.drained("9");
    store.replace(List.of(TestObject.named("a").withResourceVersion("2")), "2");
    assertThat(versions.savable().resourceVersion()).isEqualTo("2");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void afterALossNothingIsWholeUntilAListAskedForAfterItIsStored(QueueKind queue) {
    StoredVersions<TestObject> versions = versions(queue);
    assertThat(versions.isWhole()).isTrue();
    assertThat(versions.areAwaited()).isFalse();
    versions.lost();
    assertThat(versions.isWhole()).isFalse();
    assertThat(versions.areAwaited()).as("the pipeline is to look again").isTrue();
    foundEmpty(versions, "3");
    assertThat(versions.isWhole())
        .as("that was emptied, but nothing was listed")
        .isFalse();

    Mark before = versions.mark();
    versions.relisted(versions.losses());
    versions.stored(before);
    assertThat(versions.isWhole())
        .as("it was listed after the queue was looked at")
        .isFalse();
    versions.lost();
    versions.stored(versions.mark());
    assertThat(versions.isWhole()).as("the list was for the first loss").isFalse();
    versions.relisted(2);
    versions.stored(versions.mark());
    assertThat(versions.isWhole()).isTrue();
    assertThat(versions.areAwaited()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void whoHasSeenHisVersionAfterALossWaitsOnlyForTheRestOfHisTime(QueueKind queue) {
    StoredVersions<TestObject> versions = versions(queue);
    var waiting = versions.await("5", MINUTE);
    runtime.advance(Duration.ofSeconds(40));
    store("a", "5");
    foundEmpty(versions, "5");
    assertThat(waiting).isCompleted();

    versions.lost();
    waiting = versions.await("5", MINUTE);
    runtime.advance(Duration.ofSeconds(59));
    assertThat(waiting).isNotDone();
    runtime.advance(Duration.ofSeconds(1));
    assertThat(waiting)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withRootCauseInstanceOf(TimeoutException.class)
        .withMessageContaining("were lost");

    var patient = versions.await("9", MINUTE);
    runtime.advance(Duration.ofSeconds(40));
    versions.relisted(1);
    versions.stored(versions.mark());
    versions.lost();
    store("a", "9");
    runtime.advance(Duration.ofSeconds(19));
    assertThat(patient).isNotDone();
    runtime.advance(Duration.ofSeconds(1));
    assertThat(patient).as("forty and twenty seconds").isCompletedExceptionally();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void nothingIsKeptOfAWaitThatIsOver(QueueKind queue) {
    StoredVersions<TestObject> versions = versions(queue);
    var reached = versions.await("1", MINUTE);
    store("a", "1");
    foundEmpty(versions, "1");
    assertThat(reached).isCompleted();
    var late = versions.await("2", Duration.ofSeconds(1));
    runtime.advance(Duration.ofSeconds(1));
    assertThat(late).isCompletedExceptionally();
    var given = versions.await("3", MINUTE);
    given.cancel(false);
    versions.lost();
    var whole = versions.await("1", MINUTE);
    versions.relisted(1);
    versions.stored(versions.mark());
    runtime.runUntilIdle();
    assertThat(whole).isCompleted();
    var closed = versions.await("4", MINUTE);
    versions.close(IllegalStateException::new);
    runtime.runUntilIdle();
    assertThat(closed).isCompletedExceptionally();
    assertThat(versions.areAwaited()).isFalse();
    assertThat(runtime.skipToNextTimer()).as("no timer is left").isFalse();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aWaitOfCenturiesIsTakenAfterALossToo(QueueKind queue) {
    StoredVersions<TestObject> versions = versions(queue);
    store("a", "5");
    foundEmpty(versions, "5");
    versions.lost();
    var waiting = versions.await("5", Duration.ofSeconds(Long.MAX_VALUE));
    runtime.advance(Duration.ofDays(1000));
    assertThat(waiting).isNotDone();
    versions.relisted(1);
    versions.stored(versions.mark());
    runtime.runUntilIdle();
    assertThat(waiting).isCompleted();
  }
}
