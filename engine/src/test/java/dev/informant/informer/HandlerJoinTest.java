package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.source.WatchListPolicy;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class HandlerJoinTest {
  private final WatchListPolicy watchList;

  HandlerJoinTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestAddWhileActive")
  void lateHandlerSeesTheCacheAsInitialAddsAndThenEveryChange(QueueKind queue) {
    World world = worldOf(queue).holding("a", "b").start();
    world.touch("a");
    world.settle();

    Recorder late = new Recorder();
    Registration<?> registration = world.informer().addHandler(late);
    assertThat(registration.isSynced()).isFalse();
    world.settle();
    assertThat(late.drainCalls()).containsExactlyInAnyOrder("add! a@3", "add! b@2");
    assertThat(registration.isSynced()).isTrue();

    world.touch("b");
    world.settle();
    assertThat(late.calls()).containsExactly("update b@2>4");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void handlerThatJoinsAStartedButEmptyInformerSyncsWithIt(QueueKind queue) {
    World world = worldOf(queue);
    world.informer().start();
    Registration<?> registration = world.informer().addHandler(new Recorder());
    world.settle();

    assertThat(world.informer().isSynced()).isTrue();
    assertThat(registration.synced()).isCompleted();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestSharedInformerMultipleRegistration")
  void sameHandlerAddedTwiceIsServedTwice(QueueKind queue) {
    World world = worldOf(queue).holding("a");
    List<String> calls = new ArrayList<>();
    ResourceEventHandler<TestObject> handler = ResourceEventHandler.<TestObject>builder()
        .onAdd(object -> calls.add(object.name()))
        .build();
    Registration<?> first = world.informer().addHandler(handler);
    world.informer().addHandler(handler);
    world.start();
    assertThat(calls).containsExactly("a", "a");

    first.remove();
    world.holding("b");
    world.settle();
    assertThat(calls).containsExactly("a", "a", "b");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestSharedInformerRemoveHandler")
  @Tag("client-go:TestRemoveWhileActive")
  void removedHandlerHearsNothingMoreAndTheOthersGoOn(QueueKind queue) {
    World world = worldOf(queue).holding("a");
    Recorder removed = new Recorder();
    Registration<?> registration = world.informer().addHandler(removed);
    Recorder other = world.record();
    world.start();
    assertThat(registration.remove()).isCompleted();
    world.touch("a");
    world.settle();

    assertThat(removed.calls()).containsExactly("add! a@1");
    assertThat(other.calls()).containsExactly("add! a@1", "update a@1>2");
    assertThat(registration.isActive()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void whatWaitsForARemovedHandlerIsDropped(QueueKind queue) {
    World world = worldOf(queue).holding("a", "b", "c");
    Recorder removed = new Recorder();
    Registration<?> registration = world.informer().addHandler(removed);
    removed.onCall(call -> registration.remove());
    world.start();

    assertThat(removed.calls()).containsExactly("add! a@1");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestRemovingRemovedSharedInformer")
  @Tag("client-go:TestRemoveOnStoppedSharedInformer")
  void removingTwiceIsNoError(QueueKind queue) {
    World world = worldOf(queue).holding("a");
    Registration<?> registration = world.informer().addHandler(new Recorder());
    world.start();
    assertThat(registration.remove()).isCompleted();
    assertThat(registration.remove()).isCompleted();
    world.informer().close();
    assertThat(registration.remove()).isCompleted();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void removalBeforeSyncFailsTheRegistrationsSync(QueueKind queue) {
    World world = worldOf(queue).holding("a");
    Registration<?> registration = world.informer().addHandler(new Recorder());
    registration.remove();
    world.start();
    assertThat(world.informer().lags()).isEmpty();
    assertThat(registration.synced()).isCompletedExceptionally();
    assertThat(registration.isSynced()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestAddOnStoppedSharedInformer")
  void addingToAClosedInformerIsRefused(QueueKind queue) {
    World world = worldOf(queue).start();
    world.informer().close();
    assertThatThrownBy(() -> world.informer().addHandler(new Recorder()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("informer test is closed; build a new one");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void handlerMayAddAnotherHandlerFromInsideACall(QueueKind queue) {
    World world = worldOf(queue).holding("a", "b");
    Recorder second = new Recorder();
    Recorder first = new Recorder();
    first.onCall(call -> {
      if (call.equals("add! a@1")) {
        world.informer().addHandler(second);
      }
    });
    world.informer().addHandler(first);
    world.start();
    world.touch("a");
    world.settle();

    assertThat(second.calls()).containsExactlyInAnyOrder("add! a@1", "add! b@2", "update a@1>3");
    assertThat(second.violations()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void joiningDuringABurstLeavesNoGapAndNoDuplicateWhereverTheCutFalls(QueueKind queue) {
    for (long seed = 0; seed < 200; seed++) {
      World world = World.shuffled(queue, seed).holding("k0", "k1", "k2", "k3").start();
      for (int i = 0; i < 4; i++) {
        world.touch("k" + i);
      }
      for (int i = 0; i < seed % 20; i++) {
        world.runtime.step();
      }
      Recorder late = world.record();
      world.cluster.delete("default/k0");
      world.touch("k1");
      world.holding("last");
      world.settle();

      assertThat(late.violations()).as("seed %d", seed).isEmpty();
      assertThat(late.state()).as("seed %d", seed).isEqualTo(world.served());
    }
  }

  @Test
  @Tag("client-go:TestNameForHandler")
  void handlersAreNamedByTheirOptionOrAfterTheirClass() {
    World world = worldOf(QueueKind.IN_ORDER);
    Registration<?> named = world
        .informer()
        .addHandler(new Recorder(), HandlerOptions.<TestObject>defaults().withName("audit"));
    Registration<?> ofClass = world.informer().addHandler(new Recorder());
    Registration<?> built =
        world.informer().addHandler(ResourceEventHandler.<TestObject>builder().build());
    assertThat(List.of(named.name(), ofClass.name(), built.name()))
        .containsExactly("audit", "Recorder-2", "handler-3");
    assertThat(world.informer().lags()).isEmpty();
    world.settle();
    assertThat(world.informer().lags()).containsOnlyKeys("audit", "Recorder-2", "handler-3");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void removalIsCompleteAtOnceIfNoCallRunsStartedOrNot(QueueKind queue) {
    World world = worldOf(queue).holding("a");
    Recorder recorder = new Recorder();
    assertThat(world.informer().addHandler(recorder).removeAndAwait(Duration.ZERO))
        .isTrue();
    Registration<?> before = world.informer().addHandler(recorder);
    world.informer().start();
    assertThat(before.removeAndAwait(Duration.ZERO)).isTrue();
    assertThat(world.informer().addHandler(recorder).removeAndAwait(Duration.ZERO))
        .isTrue();
    world.settle();
    assertThat(recorder.calls()).isEmpty();
    assertThat(world.informer().lags()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void removedAndAwaitedFromInsideItsCallItDoesNotWaitForItself(QueueKind queue) {
    World world = worldOf(queue).holding("a", "b");
    List<Boolean> quiet = new ArrayList<>();
    List<Registration<?>> self = new ArrayList<>();
    Recorder recorder =
        new Recorder().onCall(call -> quiet.add(self.get(0).removeAndAwait(Duration.ofDays(1))));
    self.add(world.informer().addHandler(recorder));
    world.start();
    assertThat(quiet).containsExactly(false);
    assertThat(recorder.calls()).containsExactly("add! a@1");
    assertThat(self.get(0).removeAndAwait(Duration.ZERO)).isTrue();
  }
}
