package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.internal.store.RevisionStore.Revisions;
import dev.informant.object.Revision;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
final class ProcessorListenerTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final Recorder recorder = new Recorder();
  private final List<String> slow = new ArrayList<>();
  private final List<HandlerLag> behind = new ArrayList<>();
  private final List<Throwable> ended = new ArrayList<>();

  private ProcessorListener<TestObject> listener(HandlerOptions.Buffer buffer) {
    return new ProcessorListener<>(
        "listener",
        HandlerCalls.of(recorder, null),
        buffer,
        runtime,
        event -> {
          if (event instanceof InformerEvent.HandlerSlow handlerSlow) {
            slow.add(handlerSlow.handler() + " " + handlerSlow.calls() + " "
                + handlerSlow.took().toMillis());
          } else if (event instanceof InformerEvent.HandlerBehind handlerBehind) {
            behind.add(handlerBehind.lag());
          }
        },
        ended::add);
  }

  /** As many steps as a delivery that goes on can need: one that begins anew each time would need more. */
  private void runSomeSteps() {
    for (int step = 0; step < 1000 && runtime.step(); step++) {
      // one after another
    }
  }

  private static Batch<TestObject> adds(int from, int to) {
    List<Notification<TestObject>> adds = new ArrayList<>();
    for (int i = from; i < to; i++) {
      TestObject object = TestObject.named("o" + i).withResourceVersion("1");
      adds.add(new Notification.Add<>(Revision.of(object, TestObject.ACCESSOR), false));
    }
    return new Batch.Changes<>(adds);
  }

  @ParameterizedTest
  @EnumSource(HandlerOptions.Buffer.class)
  void lagTellsHowManyWaitAndSinceWhen(HandlerOptions.Buffer buffer) {
    ProcessorListener<TestObject> listener = listener(buffer);
    assertThat(listener.lag()).isEqualTo(HandlerLag.NONE);
    listener.offer(adds(0, 3), runtime.nanos());
    listener.offer(adds(3, 5), runtime.nanos() + Duration.ofSeconds(1).toNanos());
    List<Long> depths = new ArrayList<>();
    recorder.onCall(call -> depths.add(listener.lag().depth()));
    assertThat(listener.lag().depth()).isEqualTo(5);
    runtime.runUntilIdle();
    assertThat(depths).containsExactly(5L, 4L, 3L, 2L, 1L);
    assertThat(listener.lag()).isEqualTo(HandlerLag.NONE);
  }

  @Test
  void ageIsThatOfTheOldestCallThatWaits() {
    ProcessorListener<TestObject> listener = listener(HandlerOptions.Buffer.UNBOUNDED);
    long now = runtime.nanos();
    listener.offer(adds(0, 1), now - Duration.ofSeconds(9).toNanos());
    listener.offer(adds(1, 2), now - Duration.ofSeconds(4).toNanos());
    List<Long> ages = new ArrayList<>();
    recorder.onCall(call -> ages.add(listener.lag().age().toSeconds()));
    assertThat(listener.lag().age()).hasSeconds(9);
    runtime.runUntilIdle();
    assertThat(ages).containsExactly(9L, 4L);
  }

  @Test
  void oneWakeUpServesAllThatCameMeanwhile() {
    ProcessorListener<TestObject> listener = listener(HandlerOptions.Buffer.UNBOUNDED);
    for (int i = 0; i < 100; i++) {
      listener.offer(adds(i, i + 1), 0);
    }
    long before = runtime.steps();
    runtime.runUntilIdle();
    assertThat(recorder.calls()).hasSize(100);
    assertThat(runtime.steps() - before).isEqualTo(1);
  }

  @Test
  void floodedListenerGivesItsThreadBackNowAndThen() {
    ProcessorListener<TestObject> listener = listener(HandlerOptions.Buffer.UNBOUNDED);
    for (int i = 0; i < 2000; i++) {
      listener.offer(adds(i, i + 1), 0);
    }
    long before = runtime.steps();
    runtime.runUntilIdle();
    assertThat(recorder.calls()).hasSize(2000);
    assertThat(runtime.steps() - before).isBetween(3L, 20L);
  }

  @Test
  void slowCallsAreReported() {
    ProcessorListener<TestObject> listener = listener(HandlerOptions.Buffer.UNBOUNDED);
    recorder.onCall(call -> {
      if (call.contains("o7")) {
        runtime.advance(Duration.ofSeconds(2));
      }
    });
    listener.offer(adds(0, 10), 0);
    runtime.runUntilIdle();
    assertThat(slow).containsExactly("listener 10 2000");
  }

  @ParameterizedTest
  @EnumSource(HandlerOptions.Buffer.class)
  void theLagOfACallThatDoesNotReturnGrowsAndIsTold(HandlerOptions.Buffer buffer) {
    ProcessorListener<TestObject> listener = listener(buffer);
    List<HandlerLag> inside = new ArrayList<>();
    List<HandlerLag> toldInside = new ArrayList<>();
    recorder.onCall(call -> {
      if (!inside.isEmpty()) {
        return;
      }
      // As long as this goes on the call has not returned.
      for (int i = 0; i < 50; i++) {
        runtime.advance(Duration.ofSeconds(1));
        listener.offer(adds(1 + i * 100, 101 + i * 100), runtime.nanos());
        inside.add(listener.lag());
      }
      toldInside.addAll(behind);
    });
    listener.offer(adds(0, 1), runtime.nanos());
    runtime.runUntilIdle();

    assertThat(recorder.calls()).hasSize(5001);
    assertThat(toldInside).extracting(HandlerLag::depth).containsExactly(1101L, 2101L, 4101L);
    assertThat(toldInside).extracting(lag -> lag.age().toSeconds()).containsExactly(11L, 21L, 41L);
    assertThat(behind).isEqualTo(toldInside);
    assertThat(inside.get(0)).isEqualTo(new HandlerLag(101, Duration.ofSeconds(1)));
    assertThat(inside.get(49)).isEqualTo(new HandlerLag(5001, Duration.ofSeconds(50)));
    assertThat(slow).as("that is known only when it has returned").hasSize(1);
  }

  @Test
  void aHandlerThatFallsBehindAgainIsToldAgain() {
    ProcessorListener<TestObject> listener = listener(HandlerOptions.Buffer.UNBOUNDED);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 200; i++) { // it keeps up
        listener.offer(adds(0, 10), runtime.nanos() - Duration.ofHours(1).toNanos());
        runtime.runUntilIdle();
      }
      assertThat(behind).hasSize(round);
      listener.offer(adds(0, 1000), runtime.nanos() - Duration.ofSeconds(2).toNanos());
      listener.offer(adds(0, 1000), runtime.nanos());
      runtime.runUntilIdle();
    }
    assertThat(behind).extracting(HandlerLag::depth).containsExactly(2000L, 2000L);
  }

  @Test
  void aLargeCollectionThatHasJustComeIsNoLag() {
    ProcessorListener<TestObject> listener = listener(HandlerOptions.Buffer.UNBOUNDED);
    listener.offer(adds(0, 100_000), runtime.nanos());
    listener.offer(adds(0, 1), runtime.nanos());
    assertThat(behind).isEmpty();
    assertThat(listener.lag().depth()).isEqualTo(100_001);
  }

  @Test
  void aFailureThatCannotBeReportedCountsAndTheNextCallIsMade() {
    ProcessorListener<TestObject> listener = new ProcessorListener<>(
        "listener",
        HandlerCalls.of(recorder, null),
        HandlerOptions.Buffer.UNBOUNDED,
        runtime,
        event -> {
          if (event instanceof InformerEvent.HandlerFailed) {
            throw new IllegalStateException("planted");
          }
        },
        ended::add);
    recorder.onCall(call -> {
      if (!call.contains("o1")) {
        throw new IllegalStateException("planted");
      }
    });
    listener.offer(adds(0, 4), 0);
    listener.offer(new Batch.Synced<>(), 0);
    runSomeSteps();
    assertThat(recorder.calls()).containsExactly("add o0@1", "add o1@1", "add o2@1", "add o3@1");
    assertThat(listener.failures()).isEqualTo(3);
    assertThat(listener.synced()).isCompleted();
    assertThat(listener.lag()).isEqualTo(HandlerLag.NONE);
  }

  @Test
  void anInitialListThatBreaksOffOutsideOfTheHandlerGoesOnWhereItBrokeOff() {
    List<Integer> failed = new ArrayList<>();
    ProcessorListener<TestObject> listener = new ProcessorListener<>(
        "listener",
        HandlerCalls.of(recorder, null),
        HandlerOptions.Buffer.UNBOUNDED,
        runtime,
        event -> {
          if (event instanceof InformerEvent.HandlerSlow handlerSlow) {
            failed.add(handlerSlow.calls());
            throw new IllegalStateException("planted");
          }
        },
        ended::add);
    recorder.onCall(call -> {
      if (call.contains("slow")) {
        runtime.advance(Duration.ofSeconds(2));
      }
    });
    List<Revision<TestObject>> stored = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      TestObject object = TestObject.named((i == 7 ? "slow" : "o") + i);
      stored.add(Revision.of(object.withResourceVersion("1"), TestObject.ACCESSOR));
    }
    listener.offer(
        new Batch.Initial<>(new Revisions<>() {
          @Override
          public int size() {
            return stored.size();
          }

          @Override
          public Iterator<Revision<TestObject>> iterator() {
            return stored.iterator();
          }
        }),
        0);
    listener.offer(new Batch.Synced<>(), 0);
    List<Integer> callsWhenSynced = new ArrayList<>();
    listener.synced().thenRun(() -> callsWhenSynced.add(recorder.calls().size()));
    runSomeSteps();
    assertThat(failed).isNotEmpty();
    assertThat(recorder.calls()).hasSize(100).doesNotHaveDuplicates();
    assertThat(callsWhenSynced).containsExactly(100);
    assertThat(listener.lag()).isEqualTo(HandlerLag.NONE);
  }

  @ParameterizedTest
  @EnumSource(HandlerOptions.Buffer.class)
  void outOfMemoryOutsideOfTheHandlersCallsEndsTheInformer(HandlerOptions.Buffer buffer) {
    OutOfMemoryError planted = new OutOfMemoryError("planted");
    ProcessorListener<TestObject> listener = new ProcessorListener<>(
        "listener",
        HandlerCalls.of(recorder, null),
        buffer,
        runtime,
        event -> {
          if (event instanceof InformerEvent.HandlerFailed) {
            throw planted;
          }
        },
        ended::add);
    recorder.onCall(call -> {
      throw new OutOfMemoryError("of the handler");
    });
    listener.offer(adds(0, 3), 0);
    runSomeSteps();
    assertThat(ended).containsExactly(planted);
    assertThat(recorder.calls())
        .as("nothing is delivered until the informer has ended")
        .hasSize(1);
    assertThat(listener.failures()).as("that of the handler counts").isEqualTo(1);
  }

  @Test
  void aListenerThatIsShutWhileItsDeliveryIsBrokenOffHasNoLagLeft() {
    ProcessorListener<TestObject> listener = new ProcessorListener<>(
        "listener",
        HandlerCalls.of(recorder, null),
        HandlerOptions.Buffer.UNBOUNDED,
        runtime,
        event -> {
          if (event instanceof InformerEvent.HandlerFailed) {
            throw new IllegalStateException("planted");
          }
        },
        ended::add);
    recorder.onCall(call -> {
      throw new IllegalStateException("planted");
    });
    listener.offer(adds(0, 7), 0);
    assertThat(runtime.step()).isTrue();
    assertThat(recorder.calls()).as("the report of the first broke it off").hasSize(1);
    assertThat(listener.lag().depth()).isEqualTo(6);
    listener.shut("test");
    runSomeSteps();
    assertThat(recorder.calls()).hasSize(1);
    assertThat(listener.lag()).isEqualTo(HandlerLag.NONE);
  }

  @Test
  void shutListenerIsQuietAtOnceIfNoCallRuns() {
    ProcessorListener<TestObject> listener = listener(HandlerOptions.Buffer.UNBOUNDED);
    listener.offer(adds(0, 3), 0);
    assertThat(listener.shut("test")).isTrue();
    assertThat(listener.shut("test")).isFalse();
    assertThat(listener.quiet()).isCompleted();
    assertThat(listener.synced()).isCompletedExceptionally();
    listener.offer(adds(3, 4), 0);
    runtime.runUntilIdle();
    assertThat(recorder.calls()).isEmpty();
    assertThat(listener.lag()).isEqualTo(HandlerLag.NONE);
  }

  @Test
  void listenerShutFromInsideItsCallIsQuietWhenThatReturns() {
    ProcessorListener<TestObject> listener = listener(HandlerOptions.Buffer.UNBOUNDED);
    List<Boolean> quietInside = new ArrayList<>();
    recorder.onCall(call -> {
      listener.shut("test");
      quietInside.add(listener.quiet().isDone());
    });
    listener.offer(adds(0, 3), 0);
    runtime.runUntilIdle();
    assertThat(recorder.calls()).hasSize(1);
    assertThat(quietInside).containsExactly(false);
    assertThat(listener.quiet()).isCompleted();
  }
}
