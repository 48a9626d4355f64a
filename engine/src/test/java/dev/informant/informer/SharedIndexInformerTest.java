package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.WatchListPolicy;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class SharedIndexInformerTest {
  private final WatchListPolicy watchList;

  SharedIndexInformerTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  @Test
  void withoutNameItIsCalledByItsDescriptionElseByItsCallSite() {
    VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    var options = SharedIndexInformer.builder(FakeCluster.create(runtime), TestObject.ACCESSOR)
        .runtime(runtime);
    assertThat(options.build().name()).matches("\\w+\\.java:\\d+");
    assertThat(options.description("pods").build().name()).isEqualTo("pods");
    assertThat(options.name("mine").build().name()).isEqualTo("mine");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void handlerHearsTheInitialListAndThenEveryChange(QueueKind queue) {
    World world = worldOf(queue).holding("a", "b");
    Recorder recorder = world.record();
    world.start();
    world.touch("a");
    world.settle();
    world.cluster.delete("default/b");
    world.settle();
    world.holding("c");
    world.settle();

    assertThat(recorder.calls())
        .containsExactly("add! a@1", "add! b@2", "update a@1>3", "delete b@4", "add c@5");
    assertThat(world.stored()).isEqualTo(world.served());
    assertThat(world.informer().isSynced()).isTrue();
    assertThat(world.informer().synced()).isCompleted();
  }
}
