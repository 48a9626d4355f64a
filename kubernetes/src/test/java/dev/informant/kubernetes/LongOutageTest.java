package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What users of other clients saw after long outages, named after the complaint: it does not happen. */
@Timeout(60)
class LongOutageTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(5);
  private final FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
  private final List<String> heard = new ArrayList<>();
  private boolean down;

  /** The cluster, as long as the network is there. */
  private final class Network implements ListerWatcher<TestObject> {
    @Override
    public Exchange list(ListOptions options, ListReceiver<TestObject> receiver) {
      return down ? lost(() -> receiver.failed(noAnswer())) : cluster.list(options, receiver);
    }

    @Override
    public Exchange watch(ListOptions options, WatchReceiver<TestObject> receiver) {
      return down ? lost(() -> receiver.failed(noAnswer())) : cluster.watch(options, receiver);
    }

    private Exchange lost(Runnable failure) {
      runtime.pipeline().execute(failure);
      return new Exchange() {
        @Override
        public void more() {}

        @Override
        public void cancel() {}
      };
    }

    private SourceException noAnswer() {
      return SourceException.of(SourceException.Kind.NETWORK, "no route to host", null);
    }
  }

  private SharedIndexInformer<TestObject> started() {
    SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
            new Network(), TestObject.ACCESSOR)
        .runtime(runtime)
        .name("objects")
        .build();
    informer.addHandler(ResourceEventHandler.<TestObject>builder()
        .onAdd((object, initial) -> heard.add("add " + TestObject.ACCESSOR.key(object)))
        .onDelete(deleted -> heard.add("delete " + deleted.key()))
        .build());
    informer.start();
    runtime.runUntilIdle();
    return informer;
  }

  @Test
  void anInformerIsSilentlyDeadAfterMinutesWithoutANetwork() {
    cluster.add(TestObject.of("a", "one"));
    SharedIndexInformer<TestObject> informer = started();
    for (Duration outage : List.of(Duration.ofMinutes(6), Duration.ofHours(3))) {
      heard.clear();
      down = true;
      cluster.closeWatches();
      runtime.advance(outage);
      assertThat(informer.state().cause()).as("it is not silent").hasMessage("no route to host");
      cluster.addUnwatched(TestObject.of("a", "made-in-" + outage));
      down = false;
      runtime.advance(Duration.ofMinutes(2));
      assertThat(heard).containsExactly("add a/made-in-" + outage);
      assertThat(informer.state().cause()).isNull();
    }
  }

  @Test
  void whoeverWaitsForTheCachesGivesUpAfterThirtySeconds() {
    cluster.add(TestObject.of("a", "one"));
    down = true;
    SharedIndexInformer<TestObject> informer = started();
    runtime.advance(Duration.ofHours(1));
    assertThat(informer.synced()).isNotDone();
    down = false;
    assertThat(runtime.runUntil(informer::isSynced, Duration.ofMinutes(2))).isTrue();
    runtime.runUntilIdle();
    assertThat(informer.synced()).isCompleted();
    assertThat(heard).containsExactly("add a/one");
  }
}
