package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.WatchListPolicy;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a relist tells handlers, with client-go's way beside ours. */
@Timeout(30)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class RelistTest {
  private World exact(QueueKind queue, String... names) {
    return worldOf(queue).with(options -> options.parity(Parity.EXACT)).holding(names);
  }

  private final WatchListPolicy watchList;

  RelistTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void relistReportsDeletesOfMissingKeysAndChangesInListOrder(QueueKind queue) {
    World world = exact(queue, "changed", "gone", "same");
    Recorder recorder = world.record();
    world.start();
    recorder.drainCalls();
    world.cluster.deleteUnwatched("default/gone");
    world.cluster.addUnwatched(TestObject.named("new"));
    world.cluster.modifyUnwatched(world.current("changed").withData("x"));
    world.relist();

    List<String> puts = List.of("update changed@1>6", "add new@5", "update same@3>3");
    String delete = "delete? gone@2";
    assertThat(recorder.calls())
        .containsExactlyInAnyOrder(puts.get(0), puts.get(1), puts.get(2), delete);
    assertThat(recorder.calls()).containsSubsequence(puts);
    assertThat(recorder.calls().indexOf(delete)).isEqualTo(queue == QueueKind.IN_ORDER ? 0 : 3);
    assertThat(world.stored()).isEqualTo(world.served());
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void unchangedObjectsOfARelistCallNobody(QueueKind queue) {
    World world = worldOf(queue).holding("a", "b");
    Recorder recorder = world.record();
    world.start();
    recorder.drainCalls();
    world.cluster.modifyUnwatched(world.current("b").withData("x"));
    world.relist();
    assertThat(recorder.calls()).containsExactly("update b@2>3");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void exactParityWithoutResyncsShowsUnchangedObjectsToEverybody(QueueKind queue) {
    World world = exact(queue, "a", "b");
    Recorder one = world.record();
    Recorder two = world.record(HandlerOptions.<TestObject>defaults().withResync(Duration.ZERO));
    world.start();
    world.relist();
    assertThat(one.calls()).containsExactly("add! a@1", "add! b@2", "update a@1>1", "update b@2>2");
    assertThat(two.calls()).isEqualTo(one.calls());
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestSharedInformerWatchDisruption")
  void exactParityWithResyncsShowsUnchangedObjectsOnlyToThoseDue(QueueKind queue) {
    World world =
        exact(queue, "a", "b", "c").with(options -> options.resync(Duration.ofMinutes(1)));
    Recorder due = world.record();
    Recorder quiet = world.record(HandlerOptions.<TestObject>defaults().withResync(Duration.ZERO));
    world.start();
    world.runtime.advance(Duration.ofSeconds(61));
    assertThat(due.drainCalls()).hasSize(6);
    quiet.drainCalls();

    world.cluster.modifyUnwatched(world.current("c").withData("x"));
    world.relist();
    assertThat(due.calls()).containsExactly("update a@1>1", "update b@2>2", "update c@3>4");
    assertThat(quiet.calls()).containsExactly("update c@3>4");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void recreatedObjectIsADeleteAndAnAdd(QueueKind queue) {
    World world = worldOf(queue).holding("a", "b");
    Recorder recorder = world.record();
    world.start();
    recorder.drainCalls();
    world.cluster.deleteUnwatched("default/a");
    world.cluster.addUnwatched(TestObject.named("a").withUid("second"));
    world.relist();
    assertThat(recorder.calls()).containsExactly("delete? a@1", "add a@4");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void exactParityHidesARecreatedObjectInAnUpdate(QueueKind queue) {
    World world = exact(queue, "a");
    Recorder recorder = world.record();
    world.start();
    recorder.drainCalls();
    world.cluster.deleteUnwatched("default/a");
    world.cluster.addUnwatched(TestObject.named("a").withUid("second"));
    world.relist();
    assertThat(recorder.calls()).containsExactly("update a@1>3");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void listOfARestoredServerReplacesEvenNewerVersions(QueueKind queue) {
    World world = worldOf(queue).holding("a", "b", "c");
    Recorder recorder = world.record();
    world.start();
    TestObject old = world.current("a");
    world.touch("a");
    world.settle();
    recorder.drainCalls();
    world.cluster.restore(1, List.of(old));
    world.runtime.advance(Duration.ofSeconds(40));

    assertThat(recorder.calls())
        .containsExactlyInAnyOrder("update a@4>1", "delete? b@2", "delete? c@3");
    assertThat(world.stored()).isEqualTo(world.served());
    recorder.drainCalls();
    world.touch("a");
    world.settle();
    assertThat(recorder.calls()).containsExactly("update a@1>2");
  }

  /** Its watch waits for the version it had, as client-go's does. */
  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void exactParityAsksNoRestoredServerForItsVersion(QueueKind queue) {
    World world = worldOf(queue).with(options -> options.parity(Parity.EXACT)).holding("a", "b");
    world.start();
    TestObject old = world.touch("a");
    world.settle();
    world.cluster.restore(1, List.of(old));
    world.settle();
    int requests = world.cluster.requests().size();
    world.runtime.advance(Duration.ofMinutes(4));
    assertThat(world.cluster.requests()).hasSize(requests);
    assertThat(world.informer().indexer().keys()).contains("default/b");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestResetWatch")
  void addsFoundByARelistAreNotInitial(QueueKind queue) {
    World world = worldOf(queue).holding("a");
    Recorder recorder = world.record();
    world.start();
    world.cluster.addUnwatched(TestObject.named("b"));
    world.relist();
    assertThat(recorder.calls()).containsExactly("add! a@1", "add b@2");
  }
}
