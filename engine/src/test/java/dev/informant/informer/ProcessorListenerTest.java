package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.object.Revision;
import dev.informant.store.RevisionStore.Revisions;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
final class ProcessorListenerTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final Recorder recorder = new Recorder();
  private final List<String> slow = new ArrayList<>();

  private ProcessorListener<TestObject> listener(HandlerOptions.Buffer buffer) {
    return new ProcessorListener<>(
        "listener", new HandlerCalls<>(recorder, null), buffer, runtime, new InformerObserver() {
          @Override
          public void onSlowHandler(String handler, int calls, Duration took, HandlerLag lag) {
            slow.add(handler + " " + calls + " " + took.toMillis());
          }
        });
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

  @Test
  void anInitialListThatBreaksOffOutsideOfTheHandlerGoesOnWhereItBrokeOff() {
    List<Integer> failed = new ArrayList<>();
    ProcessorListener<TestObject> listener = new ProcessorListener<>(
        "listener",
        new HandlerCalls<>(recorder, null),
        HandlerOptions.Buffer.UNBOUNDED,
        runtime,
        new InformerObserver() {
          @Override
          public void onSlowHandler(String handler, int calls, Duration took, HandlerLag lag) {
            failed.add(calls);
            throw new OutOfMemoryError("planted");
          }
        });
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
          public void forEach(Consumer<? super Revision<TestObject>> action) {
            stored.forEach(action);
          }
        }),
        0);
    listener.offer(new Batch.Synced<>(), 0);
    List<Integer> callsWhenSynced = new ArrayList<>();
    listener.synced().thenRun(() -> callsWhenSynced.add(recorder.calls().size()));
    runtime.runUntilIdle();
    assertThat(failed).isNotEmpty();
    assertThat(recorder.calls()).hasSize(100).doesNotHaveDuplicates();
    assertThat(callsWhenSynced).containsExactly(100);
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
