package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.WatchListPolicy;
import dev.informant.testing.TestObject;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class ResyncTest {
  private static HandlerOptions<TestObject> every(long seconds) {
    return HandlerOptions.<TestObject>defaults().withResync(Duration.ofSeconds(seconds));
  }

  private final WatchListPolicy watchList;

  ResyncTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestListenerResyncPeriods")
  void eachHandlerIsResyncedInItsOwnPeriod(QueueKind queue) {
    World world =
        worldOf(queue).with(options -> options.resync(Duration.ofSeconds(1))).holding("a", "b");
    Recorder never = world.record(every(0));
    Recorder two = world.record(every(2));
    Recorder three = world.record(every(3));
    world.start();
    world.runtime.advance(Duration.ofMillis(2500));
    assertThat(never.calls()).hasSize(2);
    assertThat(two.calls()).hasSize(4).contains("update a@1>1", "update b@2>2");
    assertThat(three.calls()).hasSize(2);

    world.runtime.advance(Duration.ofSeconds(1));
    assertThat(three.calls()).hasSize(4).contains("update a@1>1", "update b@2>2");
    assertThat(two.calls()).hasSize(4);

    world.runtime.advance(Duration.ofSeconds(3));
    assertThat(never.calls()).hasSize(2);
    assertThat(two.calls()).hasSize(8);
    assertThat(three.calls()).hasSize(6);
  }

  @Test
  @Tag("client-go:TestResyncCheckPeriod")
  void checkPeriodShrinksToTheSmallestRequestBeforeTheStart() {
    World world = worldOf(QueueKind.IN_ORDER).with(options -> options.resync(Duration.ofHours(12)));
    var slow = world.informer().addHandler(new Recorder());
    var minute = world.informer().addHandler(new Recorder(), every(60));
    var hasty = world
        .informer()
        .addHandler(
            new Recorder(),
            HandlerOptions.<TestObject>defaults().withResync(Duration.ofMillis(50)));
    assertThat(slow.resyncPeriod()).isEqualTo(Duration.ofHours(12));
    assertThat(minute.resyncPeriod()).isEqualTo(Duration.ofMinutes(1));
    assertThat(hasty.resyncPeriod()).isEqualTo(ResyncSchedule.MINIMUM);
  }

  @Test
  void afterTheStartARequestIsRaisedToTheCheckPeriod() {
    World world = worldOf(QueueKind.IN_ORDER)
        .with(options -> options.resync(Duration.ofMinutes(1)))
        .start();
    assertThat(world.informer().addHandler(new Recorder(), every(5)).resyncPeriod())
        .isEqualTo(Duration.ofMinutes(1));
    assertThat(world.informer().addHandler(new Recorder(), every(90)).resyncPeriod())
        .isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void handlersOwnPeriodIsEnoughIfItComesBeforeTheStart() {
    World world = worldOf(QueueKind.IN_ORDER).holding("a");
    Recorder early = world.record(every(5));
    world.start();
    Recorder other = world.record();
    world.runtime.advance(Duration.ofSeconds(6));
    assertThat(early.calls()).containsExactly("add! a@1", "update a@1>1");
    assertThat(other.calls()).containsExactly("add! a@1");
  }

  @Test
  void anInformerStartedWithoutResyncsGivesNone() {
    World world = worldOf(QueueKind.IN_ORDER).holding("a").start();
    Recorder late = new Recorder();
    Registration<TestObject> registration = world.informer().addHandler(late, every(5));
    world.runtime.advance(Duration.ofSeconds(20));
    assertThat(registration.resyncPeriod()).isZero();
    assertThat(late.calls()).containsExactly("add! a@1");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void watchUpdateWithAnUnchangedVersionReachesHandlersThatAreNotDue(QueueKind queue) {
    World world =
        worldOf(queue).with(options -> options.resync(Duration.ofSeconds(10))).holding("a");
    Recorder never = world.record(every(0));
    world.start();
    world.runtime.advance(Duration.ofSeconds(11));
    world.cluster.sendRaw(new dev.informant.source.WatchEvent.Modified<>(
        new dev.informant.source.Item.Good<>(world.current("a").withData("other"))));
    world.settle();
    assertThat(never.calls()).containsExactly("add! a@1", "update a@1>1");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void afterAStallOfSeveralPeriodsAHandlerGetsOneResync(QueueKind queue) {
    World world =
        worldOf(queue).with(options -> options.resync(Duration.ofSeconds(1))).holding("a");
    Recorder recorder = world.record(every(5));
    world.start();
    world.cluster.latency(Duration.ofSeconds(30));
    world.relist(); // nobody is resynced while a list is under way
    world.cluster.latency(Duration.ZERO);
    assertThat(world.runtime.runUntil(
            () -> world.informer().state() instanceof InformerState.Watching,
            Duration.ofMinutes(1)))
        .isTrue();
    assertThat(recorder.drainCalls()).containsExactly("add! a@1");
    world.runtime.advance(Duration.ofMillis(5500));
    assertThat(recorder.drainCalls()).containsExactly("update a@1>1");
    world.runtime.advance(Duration.ofSeconds(1));
    assertThat(recorder.drainCalls()).as("a period later").containsExactly("update a@1>1");
  }

  @Test
  void resyncTravelsWithThoseWhoWereDueHoweverLateItIsProcessed() {
    ResyncSchedule<TestObject> schedule = new ResyncSchedule<>(Duration.ofSeconds(1));
    World world = worldOf(QueueKind.IN_ORDER);
    ProcessorListener<TestObject> fast = listener(world, "fast");
    ProcessorListener<TestObject> slow = listener(world, "slow");
    schedule.add(fast, Duration.ofSeconds(1), 0);
    schedule.add(slow, Duration.ofSeconds(2), 0);
    schedule.start(0);
    int[] queued = {0};
    for (int second = 1; second <= 3; second++) {
      schedule.check(Duration.ofSeconds(second).toNanos(), () -> queued[0]++);
    }
    schedule.processed(() -> false);

    assertThat(queued[0]).isEqualTo(3);
    assertThat(schedule.ofSync()).containsExactlyInAnyOrder(fast, slow);
    assertThat(schedule.takeSyncAll()).containsExactly(fast);
    assertThat(schedule.takeSyncAll()).containsExactlyInAnyOrder(fast, slow);
    assertThat(schedule.takeSyncAll()).containsExactly(fast);
    schedule.processed(() -> true);
    assertThat(schedule.ofSync()).isEmpty();
  }

  private static ProcessorListener<TestObject> listener(World world, String name) {
    return new ProcessorListener<>(
        name,
        HandlerCalls.of(new Recorder(), null),
        HandlerOptions.Buffer.UNBOUNDED,
        world.runtime,
        InformerObserver.NONE,
        cause -> {});
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestTransformingInformerRace")
  void resyncNeverTransformsAgain(QueueKind queue) {
    int[] transforms = {0};
    World world = worldOf(queue)
        .with(options -> options.resync(Duration.ofSeconds(1)).transform(object -> {
          transforms[0]++;
          return object;
        }))
        .holding("a");
    Recorder recorder = world.record();
    world.start();
    world.runtime.advance(Duration.ofSeconds(4));
    assertThat(recorder.calls().size()).isGreaterThan(3);
    assertThat(transforms[0]).isEqualTo(1);
  }
}
