package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.HandlerOptions.Buffer;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Drives the buffer as the pipeline does, with a handler that takes nothing until it is told to. */
@Timeout(60)
final class ConflatingBufferTest {
  private final World world = World.of(QueueKind.IN_ORDER);
  private final Recorder recorder = new Recorder();
  private final ProcessorListener<TestObject> listener = new ProcessorListener<>(
      "conflating",
      HandlerCalls.of(recorder, null),
      Buffer.CONFLATING,
      world.runtime,
      InformerObserver.NONE,
      cause -> {});
  private int version;

  private dev.informant.object.Revision<TestObject> revision(String name) {
    return dev.informant.object.Revision.of(
        TestObject.named(name).withResourceVersion(Integer.toString(++version)),
        TestObject.ACCESSOR);
  }

  /** Offers what a word of letters says of one key: a(dd), u(pdate), d(elete), s(ync). */
  private void offer(
      String name,
      String changes,
      AtomicReference<dev.informant.object.Revision<TestObject>> held) {
    for (char change : changes.toCharArray()) {
      var before = held.get();
      Notification<TestObject> next = switch (change) {
        case 'a' -> {
          held.set(revision(name));
          yield new Notification.Add<>(held.get(), false);
        }
        case 'u' -> {
          held.set(revision(name));
          yield new Notification.Update<>(before, held.get(), null);
        }
        case 's' -> new Notification.Update<>(before, before, null);
        default -> {
          held.set(null);
          yield new Notification.Delete<>(before, revision(name), false);
        }
      };
      listener.offer(new Batch.Changes<>(List.of(next)), 0);
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // seen before, then waiting, then what is delivered
        "-, a, add k@1",
        "-, au, add k@2",
        "-, auu, add k@3",
        "-, as, add k@1",
        "-, ad, -",
        "-, ada, add k@3",
        "-, aud, -",
        "a, u, update k@1>2",
        "a, uu, update k@1>3",
        "a, us, update k@1>2",
        "a, su, update k@1>2",
        "a, s, update k@1>1",
        "a, d, delete k@2",
        "a, ud, delete k@3",
        "a, da, delete k@2;add k@3",
        "a, dau, delete k@2;add k@4",
        "a, dad, delete k@2",
        "a, dada, delete k@2;add k@5",
        "a, uda, delete k@3;add k@4"
      })
  void changesOfOneKeyAreMerged(String seen, String waiting, String delivered) {
    AtomicReference<dev.informant.object.Revision<TestObject>> held = new AtomicReference<>();
    if (seen != null) {
      offer("k", seen, held);
      world.settle();
      recorder.drainCalls();
    }
    offer("k", waiting, held);
    List<String> expected = delivered == null ? List.of() : List.of(delivered.split(";"));
    assertThat(listener.lag().depth()).isEqualTo(expected.size());
    world.settle();
    assertThat(recorder.calls()).containsExactlyElementsOf(expected);
    assertThat(listener.lag()).isEqualTo(HandlerLag.NONE);
    assertThat(recorder.violations()).isEmpty();
  }

  @Test
  void bufferIsBoundedByTheNumberOfObjects() {
    AtomicReference<dev.informant.object.Revision<TestObject>> held = new AtomicReference<>();
    offer("k", "a" + "u".repeat(1000), held);
    assertThat(listener.lag().depth()).isEqualTo(1);
    world.settle();
    assertThat(listener.lag()).isEqualTo(HandlerLag.NONE);
    assertThat(recorder.calls()).containsExactly("add k@1001");
  }

  @Test
  void initialAddsThatWereMergedOrCancelledStillCompleteTheSync() {
    var a = revision("a");
    var b = revision("b");
    listener.offer(
        new Batch.Changes<>(
            List.of(new Notification.Add<>(a, true), new Notification.Add<>(b, true))),
        0);
    listener.offer(new Batch.Synced<>(), 0);
    listener.offer(
        new Batch.Changes<>(List.of(
            new Notification.Update<>(a, revision("a"), null),
            new Notification.Delete<>(b, b, false))),
        0);
    assertThat(listener.synced()).isNotDone();
    assertThat(listener.lag().depth()).as("the mark of the sync is no call").isEqualTo(1);
    world.settle();
    assertThat(listener.synced()).isCompleted();
    assertThat(recorder.calls()).containsExactly("add! a@3");
  }

  @Test
  void syncCompletesOnlyBehindTheLastInitialAdd() {
    var a = revision("a");
    List<Boolean> syncedDuringCall = new ArrayList<>();
    recorder.onCall(call -> syncedDuringCall.add(listener.synced().isDone()));
    listener.offer(new Batch.Changes<>(List.of(new Notification.Add<>(a, true))), 0);
    listener.offer(new Batch.Synced<>(), 0);
    listener.offer(new Batch.Changes<>(List.of(new Notification.Add<>(revision("b"), false))), 0);
    world.settle();
    assertThat(syncedDuringCall).containsExactly(false, true);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void conflatingHandlerNeverSeesAnythingThatDoesNotFit(QueueKind queue) {
    for (long seed = 0; seed < 100; seed++) {
      World storm = World.shuffled(queue, seed)
          .with(options -> options.handlerBuffer(Buffer.CONFLATING).resync(Duration.ofSeconds(1)))
          .holding("k0", "k1", "k2");
      Recorder slow = storm.record();
      Recorder filtered = storm.record(HandlerOptions.<TestObject>defaults()
          .withFilter(object -> object.data().length() % 2 == 0));
      storm.start();
      Random random = new Random(seed);
      for (int i = 0; i < 60; i++) {
        String key = "k" + random.nextInt(4);
        boolean exists = storm.served().containsKey("default/" + key);
        if (!exists) {
          storm.cluster.add(TestObject.named(key).withUid("uid-" + i));
        } else if (random.nextInt(3) == 0) {
          storm.cluster.delete("default/" + key);
        } else {
          storm.cluster.modify(storm.current(key).withData("x".repeat(random.nextInt(5))));
        }
        for (int steps = random.nextInt(8); steps > 0; steps--) {
          storm.runtime.step();
        }
        if (random.nextInt(20) == 0) {
          storm.relist();
        }
      }
      storm.runtime.advance(Duration.ofMinutes(3)); // backoff has grown with each relist
      assertThat(slow.violations()).as("seed %d", seed).isEmpty();
      assertThat(slow.state()).as("seed %d", seed).isEqualTo(storm.served());
      assertThat(filtered.violations()).as("seed %d", seed).isEmpty();
    }
  }
}
