package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The version of the cache, beside the version last received; and waiting for one. */
final class StoredResourceVersionTest {
  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void itIsEmptyBeforeTheFirstListAndFollowsTheCacheAfterwards(QueueKind queue) {
    World world = World.of(queue);
    assertThat(world.informer().storedResourceVersion()).isEmpty();
    world.holding("a").start();
    assertThat(world.informer().storedResourceVersion()).isEqualTo("1");
    world.holding("b");
    world.settle();
    assertThat(world.informer().storedResourceVersion()).isEqualTo("2");
    world.relist();
    assertThat(world.informer().storedResourceVersion()).isEqualTo("2");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void itPassesBookmarksAndSkippedObjects(QueueKind queue) {
    World world = World.of(queue).holding("a").start();
    world.informer().storedResourceVersion();
    world.cluster.undecodable("default/bad", true);
    world.holding("bad");
    world.settle();
    assertThat(world.informer().storedResourceVersion()).isEqualTo("2");
    world.cluster.addUnwatched(TestObject.named("elsewhere"));
    world.cluster.bookmark();
    world.settle();
    assertThat(world.informer().storedResourceVersion()).isEqualTo("3");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void whatIsReceivedButNotStoredDoesNotCount(QueueKind queue) {
    World world = World.of(queue).holding("a").start();
    SharedIndexInformer<TestObject> informer = world.informer();
    informer.storedResourceVersion();
    world.settle();
    world.holding("b");
    boolean waited = false;
    while (!informer.storedResourceVersion().equals("2") && world.runtime.step()) {
      waited |= informer.lastSyncResourceVersion().equals("2")
          && informer.storedResourceVersion().equals("1");
    }
    assertThat(informer.snapshot().contains("default/b")).isTrue();
    assertThat(waited).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "0", "-1", "1.5", "007", " 1"})
  void aMalformedVersionIsRefusedAtOnce(String version) {
    World world = World.of(QueueKind.IN_ORDER);
    assertThatThrownBy(() -> world.informer().awaitVersion(version, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + version + "\" is not a resourceVersion");
  }

  @Test
  void aNegativeTimeoutIsRefusedAtOnce() {
    World world = World.of(QueueKind.IN_ORDER);
    Duration negative = Duration.ofSeconds(-1);
    assertThatThrownBy(() -> world.informer().awaitVersion("1", negative))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> world.informer().awaitSynced(negative))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Informers.awaitSynced(negative, world.informer()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void closeAsyncCompletesWhenTheLastCallHasReturned() {
    World world = World.of(QueueKind.IN_ORDER).holding("a");
    List<CompletableFuture<Void>> closing = new ArrayList<>();
    world.informer().addKeyHandler(key -> {
      closing.add(world.informer().closeAsync());
      assertThat(closing.get(0)).isNotDone();
    });
    world.start();
    assertThat(closing).hasSize(1);
    assertThat(closing.get(0)).isCompleted();
    assertThat(world.informer().closed()).isCompleted();
  }
}
