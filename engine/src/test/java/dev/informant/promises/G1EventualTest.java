package dev.informant.promises;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.QueueKind;
import dev.informant.informer.World;
import dev.informant.source.WatchListPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** While the server serves, the cache reaches every object's last state. */
@Timeout(60)
final class G1EventualTest {
  private static final int SEEDS = 60;

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestHammerController")
  void cacheAndHandlersReachTheServersStateAfterAnyStorm(QueueKind queue) {
    for (long seed = 0; seed < SEEDS; seed++) {
      World world = World.shuffled(queue, seed);
      Storm storm = new Storm(world, seed);
      var recorder = storm.join();
      world.informer().start();
      storm.rage(60).calm();
      assertThat(world.stored()).as("seed %d", seed).isEqualTo(world.served());
      assertThat(recorder.state()).as("seed %d", seed).isEqualTo(world.served());
    }
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void alsoWithStreamingLists(QueueKind queue) {
    for (long seed = 0; seed < SEEDS; seed++) {
      World world =
          World.shuffled(queue, seed).with(options -> options.watchList(WatchListPolicy.AUTO));
      Storm storm = new Storm(world, seed);
      var recorder = storm.join();
      world.informer().start();
      storm.rage(60).calm();
      assertThat(world.stored()).as("seed %d", seed).isEqualTo(world.served());
      assertThat(recorder.state()).as("seed %d", seed).isEqualTo(world.served());
    }
  }
}
