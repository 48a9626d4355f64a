package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.source.Item;
import dev.informant.source.Until.Condition;
import dev.informant.source.WatchEvent;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.TestObject;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class UntilWithSyncTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final World world;

  private static Condition<TestObject> added(String name) {
    return event -> event instanceof WatchEvent.Added<TestObject> added
        && added.item() instanceof Item.Good<TestObject> good
        && good.object().name().equals(name);
  }

  private static Condition<TestObject> gone(String name) {
    return event -> event instanceof WatchEvent.Deleted<TestObject> deleted
        && deleted.item() instanceof Item.Good<TestObject> good
        && good.object().name().equals(name);
  }

  UntilWithSyncTest(WatchListPolicy watchList) {
    world = World.of(QueueKind.IN_ORDER, watchList).holding("a");
  }

  @Test
  void aFinishedWaitIsForgottenByTheInformer() {
    world.start();
    isForgotten(finishedWait());
  }

  @Test
  void aWaitThatTimedOutBeforeTheInformerSyncedIsForgottenByIt() {
    isForgotten(wait(added("a")));
    assertThat(world.informer().lags()).isEmpty();
  }

  @Test
  void aWaitThatIsOverLeavesNoTimer() {
    var done = Informers.untilWithSync(world.informer(), MINUTE, List.of(added("a")));
    world.informer().close();
    world.settle();
    assertThat(done).isCompletedExceptionally();
    assertThat(world.runtime.skipToNextTimer()).isFalse();
  }

  private void isForgotten(WeakReference<Condition<TestObject>> waited) {
    world.runtime.advance(MINUTE.multipliedBy(2)); // cancelled timers go when they would have rung
    for (int i = 0; i < 100 && waited.get() != null; i++) {
      System.gc();
    }
    assertThat(waited.get()).isNull();
    assertThat(world.informer().isClosed()).isFalse();
  }

  /** A condition of its own, which nobody holds but the wait. */
  private WeakReference<Condition<TestObject>> wait(Condition<TestObject> like) {
    Condition<TestObject> condition = event -> like.test(event);
    Informers.untilWithSync(world.informer(), MINUTE, List.of(condition));
    return new WeakReference<>(condition);
  }

  private WeakReference<Condition<TestObject>> finishedWait() {
    TestObject sought = TestObject.named("a");
    Condition<TestObject> condition = event -> added(sought.name()).test(event);
    var done = Informers.untilWithSync(world.informer(), MINUTE, List.of(condition));
    world.settle();
    assertThat(done).isCompleted();
    return new WeakReference<>(condition);
  }

  @Test
  @Tag("client-go:TestUntilWithSync")
  void conditionsAreMetOneAfterAnother() {
    var done = Informers.untilWithSync(world.informer(), MINUTE, List.of(added("a"), gone("b")));
    world.start();
    world.holding("b");
    world.settle();
    assertThat(done).isNotDone();
    world.cluster.delete("default/b");
    world.settle();
    assertThat(done)
        .isCompletedWithValueMatching(event -> event instanceof WatchEvent.Deleted<TestObject>);
    assertThat(world.informer().lags()).isEmpty();
  }

  @Test
  void oneEventMayMeetSeveralConditions() {
    var done = Informers.untilWithSync(world.informer(), MINUTE, List.of(added("a"), added("a")));
    world.start();
    assertThat(done).isCompleted();
  }

  @Test
  @Tag("client-go:TestUntilWithSync")
  void preconditionLooksAtTheSyncedCache() {
    var done = Informers.<TestObject>untilWithSync(
        world.informer(), cache -> cache.contains("default/a"), MINUTE, List.of(gone("a")));
    assertThat(done).isNotDone();
    world.start();
    assertThat(done).isCompletedWithValue(null);
  }

  @Test
  void timeoutSaysHowFarItGot() {
    var done = Informers.untilWithSync(world.informer(), MINUTE, List.of(added("a"), gone("a")));
    world.start();
    world.runtime.advance(MINUTE);
    assertThatThrownBy(done::get)
        .hasCauseInstanceOf(TimeoutException.class)
        .hasMessageContaining("1 of 2 conditions met within")
        .hasMessageContaining("the informer is watching");
    assertThat(world.informer().lags()).isEmpty();
  }

  @Test
  void conditionThatThrowsFailsTheWait() {
    var done = Informers.<TestObject>untilWithSync(world.informer(), MINUTE, List.of(event -> {
      throw new IOException("planted");
    }));
    world.start();
    assertThatThrownBy(done::get).hasCauseInstanceOf(IOException.class);
  }

  @Test
  void closedInformerFailsTheWait() {
    var done = Informers.untilWithSync(world.informer(), MINUTE, List.of(gone("a")));
    world.start();
    world.informer().close();
    world.settle();
    assertThatThrownBy(done::get).hasCauseInstanceOf(NotSyncedException.class);
  }

  @Test
  void preconditionThatDoesNotHoldLeavesItToTheConditions() {
    var done = Informers.<TestObject>untilWithSync(
        world.informer(), cache -> cache.contains("default/b"), MINUTE, List.of(added("b")));
    world.start();
    assertThat(done).isNotDone();
    world.holding("b");
    world.settle();
    assertThat(done)
        .isCompletedWithValueMatching(event -> event instanceof WatchEvent.Added<TestObject>);
  }

  @Test
  void preconditionThatThrowsFailsTheWait() {
    var done = Informers.<TestObject>untilWithSync(
        world.informer(),
        cache -> {
          throw new IllegalStateException("planted");
        },
        MINUTE,
        List.of(added("a")));
    world.start();
    assertThatThrownBy(done::get).hasCauseInstanceOf(IllegalStateException.class);
    assertThat(world.informer().lags()).isEmpty();
  }

  @Test
  @Tag("client-go:TestInformerWatcherDeletedFinalStateUnknown")
  void deleteFoundByARelistMeetsItsConditionWithTheLastKnownState() {
    var done = Informers.untilWithSync(world.informer(), MINUTE, List.of(gone("a")));
    world.start();
    world.cluster.deleteUnwatched("default/a");
    world.relist();
    assertThat(done)
        .isCompletedWithValueMatching(event -> event instanceof WatchEvent.Deleted<TestObject>);
  }
}
