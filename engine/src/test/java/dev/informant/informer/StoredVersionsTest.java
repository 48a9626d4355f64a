package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.StoredVersions.Mark;
import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.store.SavedCache;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
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

  /** The queue was emptied, and what the source had queued before is in the store. */
  private void emptied(StoredVersions<TestObject> versions, String version) {
    queued = version;
    versions.drained(versions.mark());
  }

  /** "version objects", or empty if it cannot be saved. */
  private static String savable(StoredVersions<TestObject> versions) {
    return savable(versions, () -> true);
  }

  private static String savable(
      StoredVersions<TestObject> versions, BooleanSupplier nothingLeftOut) {
    SavedCache<TestObject> state = versions.savable(nothingLeftOut);
    return state == null
        ? ""
        : state.resourceVersion() + " " + state.revisions().size();
  }

  @Test
  void behindAnInOrderQueueTheStoreIsSavedWithItsOwnVersion() {
    StoredVersions<TestObject> versions = versions(QueueKind.IN_ORDER);
    emptied(versions, "3");
    store("a", "5");
    assertThat(savable(versions)).isEqualTo("5 1");
  }

  @Test
  void behindADeltaQueueTheStoreIsSavedWithTheVersionUpToWhichTheQueueWasEmptied() {
    StoredVersions<TestObject> versions = versions(QueueKind.DELTA_FIFO);
    emptied(versions, "3");
    store("a", "5"); // b at 4 waits in the queue: who goes on from 5 would never hear of it
    assertThat(savable(versions)).isEqualTo("3 1");
    emptied(versions, "5");
    assertThat(savable(versions)).isEqualTo("5 1");
    foundEmpty(versions, "7");
    assertThat(savable(versions)).as("only bookmarks came").isEqualTo("7 1");
    store("b", "8");
    assertThat(savable(versions)).isEqualTo("7 2");
  }

  @Test
  void behindADeltaQueueAListIsSavedAtItsOwnVersionWhicheverObjectCameLast() {
    StoredVersions<TestObject> versions = versions(QueueKind.DELTA_FIFO);
    versions.collected("3");
    store("a", "2");
    store("b", "3");
    store("z", "1");
    versions.listed();
    foundEmpty(versions, "3");
    assertThat(savable(versions)).isEqualTo("3 3");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aStoreThatWentBackWithItsServerIsSavedWithTheEarlierVersionOnceTheListIsInIt(
      QueueKind queue) {
    StoredVersions<TestObject> versions = versions(queue);
    versions.collected("9");
    store("a", "9");
    versions.listed();
    foundEmpty(versions, "9");
    assertThat(savable(versions)).isEqualTo("9 1");
    Mark before = versions.mark();
    versions.collected("2");
    store.replace(
        List.of(
            TestObject.named("a").withResourceVersion("1"),
            TestObject.named("b").withResourceVersion("2")),
        "2");
    assertThat(savable(versions)).as("it may have a part of it").isEmpty();
    versions.drained(before);
    versions.stored(before);
    assertThat(savable(versions)).as("9 was another history's").isEmpty();
    versions.listed();
    foundEmpty(versions, "2");
    assertThat(savable(versions)).isEqualTo("2 2");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void theFirstListCanBeSavedBeforeTheSourceHasShownItsVersionUnlessItWasNotWhatSynced(
      QueueKind queue) {
    StoredVersions<TestObject> versions = versions(queue);
    versions.collected("3");
    store.replace(
        List.of(
            TestObject.named("a").withResourceVersion("3"),
            TestObject.named("z").withResourceVersion("1")),
        "3");
    assertThat(savable(versions)).isEqualTo("3 2");
    versions.confirmed();
    assertThat(savable(versions)).isEmpty();
  }

  @Test
  void aMarkFromBeforeAListDoesNotTakeTheStoreToAVersionOfTheTimeBefore() {
    StoredVersions<TestObject> versions = versions(QueueKind.IN_ORDER);
    store("a", "9");
    foundEmpty(versions, "9");
    versions.collected("2");
    store.replace(List.of(TestObject.named("a").withResourceVersion("2")), "2");
    versions.stored(versions.mark()); // the source has yet to say that it is at 2
    assertThat(store.lastStoreSyncResourceVersion()).isEqualTo("2");
  }

  @Test
  void aListQueuedWhileAMarkIsTakenIsNotCountedInIt() {
    Runnable[] meanwhile = {() -> {}};
    StoredVersions<TestObject> versions =
        new StoredVersions<>(QueueKind.IN_ORDER, store, runtime, () -> {
          String before = queued;
          meanwhile[0].run();
          return before;
        });
    store("a", "9");
    foundEmpty(versions, "9");
    meanwhile[0] = () -> {
      versions.collected("2");
      store.replace(List.of(TestObject.named("a").withResourceVersion("2")), "2");
      queued = "2";
      versions.listed();
    };
    versions.stored(versions.mark());
    assertThat(store.lastStoreSyncResourceVersion()).isEqualTo("2");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void whatGoesMissingWhileTheStoreIsLookedAtIsNotSavedOver(QueueKind queue) {
    StoredVersions<TestObject> versions = versions(queue);
    versions.collected("5");
    store("a", "5");
    versions.listed();
    foundEmpty(versions, "5");
    assertThat(savable(versions, () -> false)).isEmpty();
    assertThat(savable(versions, () -> {
          store("b", "6"); // comes after one that was left out
          return true;
        }))
        .as("the store is looked at before it is asked whether something is missing")
        .endsWith(" 1");
    assertThat(savable(versions, () -> {
          versions.lost();
          return true;
        }))
        .isEmpty();
    versions.relisted(1);
    foundEmpty(versions, "6");
    assertThat(savable(versions)).isEqualTo("6 2");
    assertThat(savable(versions, () -> {
          versions.collected("7"); // what was left out is whole in this list
          return true;
        }))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void afterALossNothingIsWholeUntilAListAskedForAfterItIsStored(QueueKind queue) {
    StoredVersions<TestObject> versions = versions(queue);
    assertThat(versions.isWhole()).isTrue();
    assertThat(versions.areAwaited()).isFalse();
    int losses = versions.lost();
    assertThat(versions.isWhole()).isFalse();
    assertThat(versions.areAwaited()).as("the pipeline is to look again").isTrue();
    foundEmpty(versions, "3");
    assertThat(versions.isWhole())
        .as("that was emptied, but nothing was listed")
        .isFalse();

    Mark before = versions.mark();
    versions.relisted(losses);
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
