package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.Item;
import dev.informant.source.WatchEvent;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever fails between the queue and the handlers, nothing stays lost. */
@Timeout(30)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class LostChangesTest {
  private final AtomicInteger failuresLeft = new AtomicInteger();
  private final Error planted = new InternalError("planted");
  private final List<Throwable> observed = new ArrayList<>();
  private final List<Throwable> handled = new ArrayList<>();

  private final WatchListPolicy watchList;

  LostChangesTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  private World world(QueueKind queue) {
    return worldOf(queue)
        .with(options -> options
            .indexer("failing", object -> {
              if (object.name().equals("b") && failuresLeft.getAndDecrement() > 0) {
                throw planted;
              }
              return List.of(object.name());
            })
            .watchErrorHandler(handled::add)
            .observer(event -> {
              if (event instanceof InformerEvent.Failed failed) {
                observed.add(failed.cause());
              }
            }));
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aFirstListThatIsNotTakenInIsListedAgainAndDoesNotCountAsSynced(QueueKind queue) {
    failuresLeft.set(1);
    World world = world(queue).holding("a", "b", "c");
    Recorder recorder = world.record();
    world.start();

    assertThat(world.informer().isSynced()).isFalse();
    assertThat(world.informer().synced()).isNotDone();
    assertThat(world.informer().state()).isInstanceOf(InformerState.BackingOff.class);
    assertThat(world.informer().state().cause()).hasRootCause(planted);
    assertThat(observed).singleElement().satisfies(cause -> assertThat(cause).hasCause(planted));
    assertThat(handled).isEqualTo(observed);

    world.runtime.advance(Duration.ofSeconds(10));
    assertThat(world.informer().isSynced()).isTrue();
    assertThat(world.informer().state()).isInstanceOf(InformerState.Watching.class);
    assertThat(world.informer().state().cause()).isNull();
    assertThat(world.stored()).isEqualTo(world.served());
    assertThat(recorder.calls()).containsExactlyInAnyOrder("add! a@1", "add! b@2", "add! c@3");
    assertThat(world.informer().indexer().byIndex("failing", "b")).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void changesDuringTheBrokenFirstListDoNotMakeItSynced(QueueKind queue) {
    failuresLeft.set(1);
    World world = world(queue).holding("a", "b");
    Recorder recorder = world.record();
    world.start();
    world.holding("c");
    world.touch("a");
    world.settle();
    assertThat(world.informer().isSynced()).isFalse();
    world.runtime.advance(Duration.ofSeconds(10));
    assertThat(world.informer().isSynced()).isTrue();
    assertThat(recorder.state()).isEqualTo(world.stored()).isEqualTo(world.served());
    assertThat(recorder.violations()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aLaterChangeThatIsNotTakenInIsListedAgain(QueueKind queue) {
    World world = world(queue).holding("a", "b");
    Recorder recorder = world.record();
    world.start();
    failuresLeft.set(3);
    world.touch("b");
    world.touch("a");
    world.settle();
    assertThat(world.informer().isSynced()).isTrue();
    assertThat(world.informer().state().cause()).hasRootCause(planted);
    world.runtime.advance(Duration.ofMinutes(2));
    assertThat(recorder.state()).isEqualTo(world.stored()).isEqualTo(world.served());
    assertThat(recorder.violations()).isEmpty();
    assertThat(observed).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aVersionIsNotReachedBeforeWhatWasLostOnTheWayToItIsListedAgain(QueueKind queue) {
    World world = world(queue).holding("a", "b").start();
    failuresLeft.set(1);
    TestObject lost = world.touch("b");
    world.touch("a");
    world.touch("a");
    var early = world.informer().awaitVersion(lost.resourceVersion(), Duration.ofMinutes(5));
    var tooShort = world.informer().awaitVersion(lost.resourceVersion(), Duration.ofMillis(100));
    world.settle();
    var late = world.informer().awaitVersion(lost.resourceVersion(), Duration.ofMinutes(5));
    world.settle();
    assertThat(world.stored()).doesNotContainEntry("default/b", lost.resourceVersion());
    assertThat(early).isNotDone();
    assertThat(late).isNotDone();
    world.runtime.advance(Duration.ofMillis(200));
    assertThat(tooShort)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withRootCauseInstanceOf(TimeoutException.class);
    world.runtime.advance(Duration.ofSeconds(10));
    assertThat(world.stored()).containsEntry("default/b", lost.resourceVersion());
    assertThat(early).isCompleted();
    assertThat(late).isCompleted();
    assertThat(world.informer().awaitVersion(lost.resourceVersion(), Duration.ZERO))
        .isCompleted();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aSecondLossKeepsThoseWhoWaitWaiting(QueueKind queue) {
    World world = world(queue).holding("a", "b").start();
    failuresLeft.set(2);
    TestObject lost = world.touch("b");
    world.touch("a");
    world.touch("a");
    var reached = world.informer().awaitVersion(lost.resourceVersion(), Duration.ofMinutes(5));
    world.runtime.runUntil(() -> failuresLeft.get() == 0, Duration.ofMinutes(1));
    world.settle();
    assertThat(reached).isNotDone();
    world.runtime.advance(Duration.ofMinutes(1));
    assertThat(reached).isCompleted();
    assertThat(world.stored()).isEqualTo(world.served());
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aCopyThatFailsCostsNoNotification(QueueKind queue) {
    World world = worldOf(queue)
        .with(options -> options
            .deepCopy(object -> {
              throw planted;
            })
            .observer(event -> {
              if (event instanceof InformerEvent.Failed failed) {
                observed.add(failed.cause());
              }
            }))
        .holding("a", "b");
    Recorder recorder = world.record();
    world.start();
    world.touch("a");
    world.settle();
    assertThat(recorder.calls()).containsExactlyInAnyOrder("add! a@1", "add! b@2", "update a@1>3");
    assertThat(observed).containsExactly(planted, planted, planted);
    assertThat(world.informer().state()).isInstanceOf(InformerState.Watching.class);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aLateEventOfADeletedObjectDoesNotReplaceItsSuccessor(QueueKind queue) {
    World world = worldOf(queue).holding("a");
    Recorder recorder = world.record();
    world.start();
    TestObject late = world.current("a");
    world.cluster.delete("default/a");
    world.cluster.add(TestObject.named("a").withUid("successor"));
    world.settle();
    recorder.drainCalls();
    world.cluster.sendRaw(new WatchEvent.Modified<>(new Item.Good<>(late)));
    world.settle();
    assertThat(recorder.calls()).isEmpty();
    assertThat(world.stored()).isEqualTo(world.served());
  }
}
