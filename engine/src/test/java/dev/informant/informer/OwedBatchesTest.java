package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.object.Revision;
import dev.informant.queue.InOrderQueue;
import dev.informant.store.SnapshotIndexer;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A listener that cannot take in what it is to be told harms only itself, and that not for long. */
@Timeout(30)
final class OwedBatchesTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final OutOfMemoryError planted = new OutOfMemoryError("planted");
  private final List<Throwable> observed = new ArrayList<>();
  private final InOrderQueue<Revision<TestObject>> queue = new InOrderQueue<>(Revision::key);
  private final SnapshotIndexer<TestObject> store =
      SnapshotIndexer.builder(TestObject.ACCESSOR).build();
  private final List<Throwable> lost = new ArrayList<>();
  private final InformerPipeline<TestObject> pipeline = new InformerPipeline<>(
      "owed",
      runtime,
      queue,
      store.revisionStore(),
      new ResyncSchedule<>(Duration.ZERO),
      Parity.REPAIRED,
      event -> {
        if (event instanceof InformerEvent.Failed failed) {
          observed.add(failed.cause());
        }
      },
      new StoredVersions<>(QueueKind.IN_ORDER, store, runtime, () -> ""),
      shown -> {},
      () -> {},
      refused -> {},
      lost::add);
  private int failuresLeft;

  /** Fails as often as the test says. */
  private final class Failing implements NotificationBuffer<TestObject> {
    private final NotificationBuffer<TestObject> buffer;

    Failing(NotificationBuffer<TestObject> buffer) {
      this.buffer = buffer;
    }

    @Override
    public boolean offer(Batch<TestObject> batch, long nanos) {
      if (failuresLeft > 0) {
        failuresLeft--;
        throw planted;
      }
      return buffer.offer(batch, nanos);
    }

    @Override
    public Timed<TestObject> take() {
      return buffer.take();
    }

    @Override
    public long depth() {
      return buffer.depth();
    }

    @Override
    public long oldestNanos(long otherwise) {
      return buffer.oldestNanos(otherwise);
    }

    @Override
    public void clear() {
      buffer.clear();
    }
  }

  private Recorder join(String name, HandlerOptions.Buffer policy, boolean failing) {
    Recorder recorder = new Recorder();
    pipeline.join(new ProcessorListener<>(
        name,
        new HandlerCalls<>(recorder, null),
        listener -> {
          NotificationBuffer<TestObject> buffer = policy == HandlerOptions.Buffer.CONFLATING
              ? new ConflatingBuffer<>(listener)
              : new UnboundedBuffer<>();
          return failing ? new Failing(buffer) : buffer;
        },
        runtime,
        InformerObserver.NONE));
    runtime.runUntilIdle();
    return recorder;
  }

  private static Revision<TestObject> revision(String name, int version) {
    return Revision.of(
        TestObject.named(name).withResourceVersion(Integer.toString(version)), TestObject.ACCESSOR);
  }

  private void add(String name, int version) {
    queue.add(revision(name, version));
    runtime.runUntilIdle();
  }

  @ParameterizedTest
  @EnumSource(HandlerOptions.Buffer.class)
  void aBufferThatThrowsCostsTheOthersNothingAndItsOwnListenerOnlyTime(
      HandlerOptions.Buffer policy) {
    Recorder failing = join("failing", policy, /* failing= */ true);
    Recorder other = join("other", policy, /* failing= */ false);
    queue.replace(List.of(), "0");
    runtime.runUntilIdle();
    failuresLeft = 2;
    add("a", 1);
    assertThat(other.calls()).containsExactly("add a@1");
    assertThat(failing.calls()).isEmpty();
    add("b", 2); // it tries again with this one, and fails again
    assertThat(other.calls()).containsExactly("add a@1", "add b@2");
    assertThat(failing.calls()).isEmpty();
    assertThat(observed).containsExactly(planted, planted);
    runtime.advance(Duration.ofSeconds(5));
    assertThat(failing.calls()).containsExactly("add a@1", "add b@2");
    assertThat(lost).as("nothing is missing in the store").isEmpty();
  }

  @Test
  void whatComesNextBringsWhatIsOwed() {
    Recorder failing = join("failing", HandlerOptions.Buffer.UNBOUNDED, /* failing= */ true);
    failuresLeft = 1;
    add("a", 1);
    add("b", 2);
    assertThat(failing.calls()).containsExactly("add a@1", "add b@2");
    runtime.advance(Duration.ofSeconds(5));
    assertThat(failing.calls()).hasSize(2);
  }

  @Test
  void aListenerThatCannotTakeInItsInitialListGetsItLater() {
    join("other", HandlerOptions.Buffer.UNBOUNDED, /* failing= */ false);
    add("a", 1);
    failuresLeft = 1;
    Recorder late = join("late", HandlerOptions.Buffer.UNBOUNDED, /* failing= */ true);
    add("b", 2);
    assertThat(late.calls()).containsExactly("add! a@1", "add b@2");
  }

  @Test
  void aBatchThatWasMergedInPartIsNotToldTwice() {
    Recorder recorder = new Recorder();
    ProcessorListener<TestObject> listener = new ProcessorListener<>(
        "conflating",
        new HandlerCalls<>(recorder, null),
        HandlerOptions.Buffer.CONFLATING,
        runtime,
        InformerObserver.NONE);
    SharedProcessor<TestObject> processor = new SharedProcessor<>();
    processor.add(listener);
    Revision<TestObject> unreadableOnce = new Revision<>() {
      private boolean read;

      @Override
      public String key() {
        if (!read) {
          read = true;
          throw planted;
        }
        return "default/b";
      }

      @Override
      public String uid() {
        return "";
      }

      @Override
      public String resourceVersion() {
        return "2";
      }

      @Override
      public Map<String, String> labels() {
        return Map.of();
      }

      @Override
      public TestObject object() {
        return TestObject.named("b").withResourceVersion("2");
      }
    };
    Batch<TestObject> batch = new Batch.Changes<>(List.of(
        new Notification.Add<>(revision("a", 1), false),
        new Notification.Add<>(unreadableOnce, false)));
    assertThat(processor.distribute(batch, 0)).isSameAs(planted);
    assertThat(processor.distribute(new Batch.Synced<>(), 0)).isNull();
    runtime.runUntilIdle();
    assertThat(recorder.calls()).containsExactly("add a@1", "add b@2");
    assertThat(recorder.violations()).isEmpty();
    assertThat(listener.synced()).isCompleted();
  }
}
