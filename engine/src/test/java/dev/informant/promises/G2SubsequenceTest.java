package dev.informant.promises;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.QueueKind;
import dev.informant.informer.World;
import dev.informant.source.Item;
import dev.informant.source.WatchEvent;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The states of one object that the cache shows are a subsequence of its states at the server. */
@Timeout(60)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class G2SubsequenceTest {
  private final WatchListPolicy watchList;

  G2SubsequenceTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void cacheShowsOnlyStatesTheServerHadInTheirOrder(QueueKind queue) {
    for (long seed = 0; seed < 60; seed++) {
      World world = World.shuffled(queue, watchList, seed);
      Storm storm = new Storm(world, seed);
      Map<String, List<String>> shown = new HashMap<>();
      world.informer().start();
      storm
          .afterStep(() -> world.informer().indexer().forEach(object -> {
            List<String> versions = shown.computeIfAbsent(object.uid(), uid -> new ArrayList<>());
            if (versions.isEmpty()
                || !versions.get(versions.size() - 1).equals(object.resourceVersion())) {
              versions.add(object.resourceVersion());
            }
          }))
          .rage(80);
      assertThat(shown).as("seed %d", seed).isNotEmpty();
      long caseSeed = seed;
      shown.forEach((uid, versions) -> assertThat(storm.history.get(uid))
          .as("seed %d, %s", caseSeed, uid)
          .containsSubsequence(versions));
    }
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void eventThatGoesBackwardsIsNotShown(QueueKind queue) {
    World world = worldOf(queue).holding("a").start();
    TestObject older = world.current("a");
    world.touch("a");
    world.settle();
    world.cluster.sendRaw(new WatchEvent.Modified<>(new Item.Good<>(older)));
    world.settle();
    assertThat(world.stored()).containsEntry("default/a", "2");
  }
}
