package dev.informant.internal.source;

import static dev.informant.internal.source.ReflectorBench.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.object.Revision;
import dev.informant.queue.Delta;
import dev.informant.queue.DeltaFifo;
import dev.informant.queue.InOrderQueue;
import dev.informant.queue.KnownObjects;
import dev.informant.queue.Queue;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.SourceException;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An object that becomes unreadable while its last good state still waits in the queue. */
@Timeout(20)
final class PoisonBehindTheQueueTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final ScriptedSource<TestObject> source = new ScriptedSource<>(runtime);
  private final List<Delta<Revision<TestObject>>> consumed = new ArrayList<>();

  static Stream<Queue<Revision<TestObject>>> queues() {
    return Stream.of(
        new InOrderQueue<>(Revision::key), new DeltaFifo<>(Revision::key, KnownObjects.none()));
  }

  private ScriptedSource<TestObject>.ScriptedWatch start(Queue<Revision<TestObject>> queue) {
    Reflector.builder(source, TestObject.ACCESSOR, queue, runtime)
        .set(ReflectorOptions.WATCH_LIST, WatchListPolicy.NEVER)
        .build()
        .start();
    source.awaitList().respond("1");
    return source.awaitWatch().open();
  }

  private void relistWithPoison(ScriptedSource<TestObject>.ScriptedWatch watch) {
    watch.error(SourceException.status(410, "Expired", "too old"));
    ScriptedSource<TestObject>.ScriptedList list = source.awaitList();
    list.items(List.of(new Item.Bad<>(
        "default/a", "uid-default-a", "3", new IllegalArgumentException("undecodable"))));
    list.complete(new ListMetadata("3", "", 0));
    runtime.runUntilIdle();
  }

  private void consume(Queue<Revision<TestObject>> queue) {
    while (queue.poll((deltas, initial) -> consumed.addAll(deltas))) {
      // the next turn
    }
  }

  @ParameterizedTest
  @MethodSource("queues")
  void whatIsQueuedSurvivesAListThatShowsItAsUnreadable(Queue<Revision<TestObject>> queue) {
    ScriptedSource<TestObject>.ScriptedWatch watch = start(queue);
    watch.added(object("a", 2));
    runtime.runUntilIdle();
    relistWithPoison(watch);
    consume(queue);
    assertThat(consumed).noneMatch(Delta.Deleted.class::isInstance);
    assertThat(last().resourceVersion()).isEqualTo("2");
  }

  @ParameterizedTest
  @MethodSource("queues")
  void whatIsWithTheConsumerSurvivesItToo(Queue<Revision<TestObject>> queue) {
    ScriptedSource<TestObject>.ScriptedWatch watch = start(queue);
    consume(queue);
    watch.added(object("a", 2));
    runtime.runUntilIdle();
    queue.poll((deltas, initial) -> relistWithPoison(watch));
    consume(queue);
    assertThat(consumed).noneMatch(Delta.Deleted.class::isInstance);
    assertThat(last().resourceVersion()).isEqualTo("2");
  }

  @ParameterizedTest
  @MethodSource("queues")
  void whatIsQueuedAsDeletedDoesNotComeBack(Queue<Revision<TestObject>> queue) {
    ScriptedSource<TestObject>.ScriptedWatch watch = start(queue);
    watch.added(object("a", 2));
    watch.deleted(object("a", 3));
    runtime.runUntilIdle();
    relistWithPoison(watch);
    consume(queue);
    Delta<Revision<TestObject>> last = consumed.get(consumed.size() - 1);
    if (last instanceof Delta.ReplacedAll<Revision<TestObject>> all) {
      assertThat(all.objects()).isEmpty();
    } else {
      assertThat(last).isInstanceOf(Delta.Deleted.class);
    }
  }

  private Revision<TestObject> last() {
    Delta<Revision<TestObject>> last = consumed.get(consumed.size() - 1);
    if (last instanceof Delta.ReplacedAll<Revision<TestObject>> all) {
      assertThat(all.objects()).hasSize(1);
      return all.objects().get(0);
    }
    return ((Delta.Keyed<Revision<TestObject>>) last).object();
  }
}
