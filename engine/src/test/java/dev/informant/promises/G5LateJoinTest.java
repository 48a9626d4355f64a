package dev.informant.promises;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.HandlerOptions;
import dev.informant.informer.QueueKind;
import dev.informant.informer.Recorder;
import dev.informant.informer.World;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A handler added at any time sees exactly what is in the cache, then each later change. */
@Timeout(60)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class G5LateJoinTest {
  private final WatchListPolicy watchList;

  G5LateJoinTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void handlersThatJoinAndLeaveDuringAStormSeeNoGapAndNoDuplicate(QueueKind queue) {
    for (long seed = 0; seed < 40; seed++) {
      World world = World.shuffled(queue, watchList, seed);
      Storm storm = new Storm(world, seed);
      world.informer().start();
      List<Recorder> joined = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        joined.add(
            i % 2 == 0
                ? storm.join()
                : world.record(HandlerOptions.<TestObject>defaults()
                    .withBuffer(HandlerOptions.Buffer.CONFLATING)));
        storm.rage(10);
        world.informer().addHandler(new Recorder()).remove();
      }
      storm.calm();
      for (Recorder recorder : joined) {
        assertThat(recorder.violations()).as("seed %d", seed).isEmpty();
        assertThat(recorder.state()).as("seed %d", seed).isEqualTo(world.served());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void whereverInTheInitialListTheJoinFalls(QueueKind queue) {
    for (int steps = 0; steps < 40; steps++) {
      World world = worldOf(queue).holding("a", "b", "c");
      world.informer().start();
      for (int step = 0; step < steps; step++) {
        world.runtime.step();
      }
      Recorder late = new Recorder();
      var registration = world.informer().addHandler(late);
      world.settle();
      assertThat(late.calls())
          .as("after %d steps", steps)
          .containsExactlyInAnyOrder("add! a@1", "add! b@2", "add! c@3");
      assertThat(registration.isSynced()).isTrue();
    }
  }
}
