package dev.informant.promises;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.Deleted;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.QueueKind;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.World;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.TestObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An object gone from the server leaves the cache, and who saw it gets one delete. */
@Timeout(60)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class G3NoMissedDeleteTest {
  /** Counts adds less deletes per uid: one while the object is there, none after. */
  private static final class Balance implements ResourceEventHandler<TestObject> {
    final Map<String, Integer> byUid = new HashMap<>();
    final Map<String, String> lastSeen = new HashMap<>();
    String violation = "";

    @Override
    public void onAdd(TestObject object, boolean inInitialList) {
      lastSeen.put(object.uid(), object.resourceVersion());
      if (byUid.merge(object.uid(), 1, Integer::sum) != 1) {
        violation += "two adds of " + object.uid() + "; ";
      }
    }

    @Override
    public void onUpdate(TestObject before, TestObject after) {
      lastSeen.put(after.uid(), after.resourceVersion());
      if (!before.uid().equals(after.uid())) {
        violation += "update from " + before.uid() + " to " + after.uid() + "; ";
      }
    }

    @Override
    public void onDelete(Deleted<TestObject> deleted) {
      TestObject last = deleted.object();
      if (last == null || byUid.merge(last.uid(), -1, Integer::sum) != 0) {
        violation += "delete of unseen " + deleted.key() + "; ";
      } else if (World.isOlder(last.resourceVersion(), lastSeen.get(last.uid()))) {
        violation += "delete with a state older than shown; ";
      }
    }

    Set<String> alive() {
      return byUid.entrySet().stream()
          .filter(entry -> entry.getValue() != 0)
          .map(Map.Entry::getKey)
          .collect(Collectors.toSet());
    }
  }

  private final WatchListPolicy watchList;

  G3NoMissedDeleteTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void everyHandlerThatSawAnObjectGetsExactlyOneDelete(QueueKind queue) {
    for (long seed = 0; seed < 60; seed++) {
      World world = World.shuffled(queue, watchList, seed);
      Storm storm = new Storm(world, seed);
      Balance unbounded = new Balance();
      Balance conflating = new Balance();
      Balance late = new Balance();
      world.informer().addHandler(unbounded);
      world
          .informer()
          .addHandler(
              conflating,
              HandlerOptions.<TestObject>defaults().withBuffer(HandlerOptions.Buffer.CONFLATING));
      world.informer().start();
      storm.rage(40);
      world.informer().addHandler(late);
      storm.rage(40).calm();
      Set<String> alive =
          world.cluster.objects().stream().map(TestObject::uid).collect(Collectors.toSet());
      for (Balance balance : new Balance[] {unbounded, conflating, late}) {
        assertThat(balance.violation).as("seed %d", seed).isEmpty();
        assertThat(balance.alive()).as("seed %d", seed).isEqualTo(alive);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestDeletionHandlingObjectToName")
  void deleteInAGapCarriesTheLastKnownStateAndSaysSo(QueueKind queue) {
    World world = worldOf(queue).holding("a");
    var recorder = world.record();
    world.start();
    world.cluster.deleteUnwatched("default/a");
    world.relist();
    assertThat(recorder.calls()).containsExactly("add! a@1", "delete? a@1");
    assertThat(world.stored()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void deleteSeenInTheStreamCarriesTheFinalState(QueueKind queue) {
    World world = worldOf(queue).holding("a");
    var recorder = world.record();
    world.start();
    world.cluster.delete("default/a");
    world.settle();
    assertThat(recorder.calls()).containsExactly("add! a@1", "delete a@2");
  }
}
