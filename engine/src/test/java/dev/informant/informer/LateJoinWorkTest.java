package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.internal.store.RevisionStore;
import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.object.Revision;
import dev.informant.queue.InOrderQueue;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.ForwardingRuntime;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whose work a late join is, in numbers of objects. */
@Timeout(60)
final class LateJoinWorkTest {
  private static final int OBJECTS = 20_000;
  private static final int TURN = ProcessorListener.TURN;

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final InOrderQueue<Revision<TestObject>> queue = new InOrderQueue<>(Revision::key);
  private final SnapshotIndexer<TestObject> store =
      SnapshotIndexer.builder(TestObject.ACCESSOR).build();
  private final InformerPipeline<TestObject> pipeline = new InformerPipeline<>(
      "join",
      runtime,
      queue,
      new CountingStore(store.revisionStore()),
      new ResyncSchedule<>(Duration.ZERO),
      Parity.REPAIRED,
      InformerObserver.NONE,
      new StoredVersions<>(QueueKind.IN_ORDER, store, runtime, () -> ""),
      /* afterStore= */ null,
      shown -> {},
      () -> {},
      cause -> {},
      (cause, listed) -> {});
  private int touched;

  /** Counts the objects that are walked over. */
  private final class CountingStore implements RevisionStore<TestObject> {
    private final RevisionStore<TestObject> store;

    CountingStore(RevisionStore<TestObject> store) {
      this.store = store;
    }

    @Override
    public Revisions<TestObject> state() {
      Revisions<TestObject> state = store.state();
      return new Revisions<>() {
        @Override
        public int size() {
          return state.size();
        }

        @Override
        public void forEach(Consumer<? super Revision<TestObject>> action) {
          state.forEach(revision -> {
            touched++;
            action.accept(revision);
          });
        }

        @Override
        public Iterator<Revision<TestObject>> iterator() {
          Iterator<Revision<TestObject>> walk = state.iterator();
          return new Iterator<>() {
            @Override
            public boolean hasNext() {
              return walk.hasNext();
            }

            @Override
            public Revision<TestObject> next() {
              touched++;
              return walk.next();
            }
          };
        }
      };
    }

    @Override
    public Collection<String> keys() {
      touched += OBJECTS;
      return store.keys();
    }

    @Override
    public void apply(List<RevisionChange<TestObject>> changes) {
      store.apply(changes);
    }

    @Override
    public void replaceAll(List<Revision<TestObject>> revisions, String resourceVersion) {
      store.replaceAll(revisions, resourceVersion);
    }

    @Override
    public void bookmark(String resourceVersion) {
      store.bookmark(resourceVersion);
    }

    @Override
    public String version() {
      return store.version();
    }

    @Override
    public Revision<TestObject> get(String key) {
      return store.get(key);
    }
  }

  /** The same runtime, seen by one handler: counts when it gives way, and can refuse its tasks as a closed one does. */
  private static final class HandlersRuntime extends ForwardingRuntime {
    private final VirtualRuntime runtime;
    private int gaveWay;
    private boolean refuses;

    HandlersRuntime(VirtualRuntime runtime) {
      super(runtime);
      this.runtime = runtime;
    }

    @Override
    public Executor callbacks() {
      return task -> {
        if (refuses) {
          throw new RejectedExecutionException("closed");
        }
        runtime.callbacks().execute(task);
      };
    }

    @Override
    public void giveWay() {
      gaveWay++;
    }

    @Override
    public void close() {
      refuses = true;
    }
  }

  private ProcessorListener<TestObject> listener(Recorder recorder, HandlerOptions.Buffer buffer) {
    return listener(recorder, buffer, runtime);
  }

  private static ProcessorListener<TestObject> listener(
      Recorder recorder, HandlerOptions.Buffer buffer, EngineRuntime runtime) {
    return new ProcessorListener<>(
        "listener",
        HandlerCalls.of(recorder, null),
        buffer,
        runtime,
        InformerObserver.NONE,
        cause -> {});
  }

  private static Revision<TestObject> revision(int number, String version) {
    return Revision.of(
        TestObject.named("o" + number).withResourceVersion(version), TestObject.ACCESSOR);
  }

  @BeforeEach
  void fill() {
    List<Revision<TestObject>> all = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      all.add(revision(i, "1"));
    }
    queue.replace(all, "1");
    runtime.runUntilIdle();
    touched = 0;
  }

  @ParameterizedTest
  @EnumSource(HandlerOptions.Buffer.class)
  void joinDoesWorkForTheJoinerOnlyOnItsOwnQueue(HandlerOptions.Buffer buffer) {
    Recorder late = new Recorder();
    ProcessorListener<TestObject> listener = listener(late, buffer);
    pipeline.join(listener);
    assertThat(runtime.step()).as("the pipeline's").isTrue();
    assertThat(touched).isZero();
    assertThat(late.calls()).isEmpty();

    for (int turn = 1; turn <= OBJECTS / TURN; turn++) {
      assertThat(runtime.step()).as("the joiner's").isTrue();
      assertThat(late.calls()).hasSize(turn * TURN);
      assertThat(touched).as("no object twice, none ahead").isEqualTo(turn * TURN);
      assertThat(listener.synced()).isNotCompleted();
      assertThat(listener.lag().depth()).isEqualTo(OBJECTS - turn * TURN);
    }
    runtime.runUntilIdle();
    assertThat(touched).isEqualTo(OBJECTS);
    assertThat(late.calls()).hasSize(OBJECTS);
    assertThat(late.violations()).isEmpty();
    assertThat(listener.synced()).isCompleted();
    assertThat(listener.lag()).isEqualTo(HandlerLag.NONE);
  }

  @ParameterizedTest
  @EnumSource(HandlerOptions.Buffer.class)
  void othersHearOfAChangeWhileTheJoinerIsStillShownTheCache(HandlerOptions.Buffer buffer) {
    Recorder first = new Recorder();
    pipeline.join(listener(first, HandlerOptions.Buffer.UNBOUNDED));
    runtime.runUntilIdle();

    Recorder late = new Recorder();
    List<Integer> shown = new ArrayList<>();
    first.onCall(call -> shown.add(late.calls().size()));
    late.onCall(call -> {
      if (late.calls().size() == 1) {
        queue.update(revision(7, "2"));
      }
    });
    pipeline.join(listener(late, buffer));
    runtime.runUntilIdle();
    assertThat(shown).hasSize(1);
    assertThat(shown.get(0)).as("calls of the joiner in between").isBetween(1, 2 * TURN);
    assertThat(late.calls()).hasSize(OBJECTS + 1).endsWith("update o7@1>2");
    assertThat(late.violations()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(HandlerOptions.Buffer.class)
  void aJoinerThatIsShutBetweenTwoTurnsHasNoCallAndNoLagLeft(HandlerOptions.Buffer buffer) {
    Recorder late = new Recorder();
    ProcessorListener<TestObject> listener = listener(late, buffer);
    pipeline.join(listener);
    runtime.step();
    runtime.step();
    assertThat(late.calls()).hasSize(TURN);
    pipeline.leave(listener, "test");
    assertThat(listener.quiet()).isCompleted();
    runtime.runUntilIdle();
    assertThat(late.calls()).hasSize(TURN);
    assertThat(touched).isEqualTo(TURN);
    assertThat(listener.synced()).isCompletedExceptionally();
    assertThat(listener.lag()).isEqualTo(HandlerLag.NONE);
  }

  @ParameterizedTest
  @EnumSource(HandlerOptions.Buffer.class)
  void aJoinerGivesWayAfterEachTurnThatIsNotItsLast(HandlerOptions.Buffer buffer) {
    HandlersRuntime own = new HandlersRuntime(runtime);
    Recorder late = new Recorder();
    pipeline.join(listener(late, buffer, own));
    runtime.runUntilIdle();
    assertThat(late.calls()).hasSize(OBJECTS);
    assertThat(own.gaveWay).isEqualTo(OBJECTS / TURN);
  }

  @ParameterizedTest
  @EnumSource(HandlerOptions.Buffer.class)
  void aJoinerWhoseNextTurnIsRefusedHasNoLagLeft(HandlerOptions.Buffer buffer) {
    HandlersRuntime own = new HandlersRuntime(runtime);
    Recorder late = new Recorder();
    ProcessorListener<TestObject> listener = listener(late, buffer, own);
    late.onCall(call -> {
      if (late.calls().size() == TURN) {
        own.close();
      }
    });
    pipeline.join(listener);
    runtime.runUntilIdle();
    assertThat(late.calls()).hasSize(TURN);
    assertThat(listener.isActive()).isFalse();
    assertThat(listener.synced()).isCompletedExceptionally();
    assertThat(listener.lag()).isEqualTo(HandlerLag.NONE);
  }
}
