package dev.informant.informer;

import dev.informant.Lincheck;
import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.object.Revision;
import dev.informant.queue.InOrderQueue;
import dev.informant.runtime.StillRuntime;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Under every interleaving of changes, of one who adds and removes a handler, of one who closes, and of the pool's
 * threads: the handler sees every change after it joined once and in order, one call at a time; none begins after
 * it has been removed or closed; and nobody waits for ever. What the handler writes is plain memory on purpose.
 *
 * <p>Tried with planted bugs, both found: a listener listed outside of the step that shows it the store; a join
 * that does not look whether the informer is closed.
 */
@Timeout(900)
class RegistrationLincheckTest {
  @Test
  void aHandlerMissesNothingAndIsLeftInPeace() {
    Lincheck.modelChecking(15)
        .addCustomScenario(scenario(
            List.of(), List.of(List.of("add", "work"), List.of("change", "work")), List.of()))
        .addCustomScenario(scenario(
            List.of("add", "work"),
            List.of(List.of("remove"), List.of("change", "work"), List.of("work")),
            List.of()))
        .addCustomScenario(scenario(
            List.of(), List.of(List.of("add"), List.of("close"), List.of("work")), List.of()))
        .addCustomScenario(scenario(
            List.of("add", "work", "work", "change", "work"),
            List.of(List.of("close"), List.of("work"), List.of("remove")),
            List.of()))
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(0)
        .check(Operations.class);
  }

  private static ExecutionScenario scenario(
      List<String> before, List<List<String>> parallel, List<String> after) {
    return Lincheck.scenario(Operations.class, before, parallel, after);
  }

  /** What the threads may do. */
  public static class Operations {
    private final ConcurrentLinkedQueue<Runnable> pool = new ConcurrentLinkedQueue<>();
    private final StillRuntime runtime = new StillRuntime(pool::add);
    private final InOrderQueue<Revision<TestObject>> queue = new InOrderQueue<>(Revision::key);
    private final SnapshotIndexer<TestObject> store =
        SnapshotIndexer.builder(TestObject.ACCESSOR).build();
    private final ResyncSchedule<TestObject> resyncs = new ResyncSchedule<>(Duration.ZERO);
    private final InformerLife<TestObject> life =
        new InformerLife<>("checked", runtime, InformerObserver.NONE, () -> 0, () -> "");
    private final InformerPipeline<TestObject> pipeline = new InformerPipeline<>(
        "checked",
        runtime,
        queue,
        store.revisionStore(),
        resyncs,
        Parity.REPAIRED,
        InformerObserver.NONE,
        new StoredVersions<>(QueueKind.IN_ORDER, store, runtime, () -> ""),
        /* afterStore= */ null,
        shown -> {},
        () -> {},
        cause -> {},
        (cause, listed) -> {});
    private final InformerHandlers<TestObject> handlers = new InformerHandlers<>(
        runtime,
        life,
        pipeline,
        resyncs,
        HandlerOptions.Buffer.UNBOUNDED,
        InformerObserver.NONE,
        new MutationGuard<>(
            "registration",
            runtime,
            InformerObserver.NONE,
            store.form(),
            /* wanted= */ false,
            /* deepCopy= */ null,
            /* listener= */ null),
        cause -> {});
    private final Notes notes = new Notes();

    /** Written by one thread at a time, and read at the end. */
    private @Nullable ProcessorListener<TestObject> listener;

    private boolean removed;
    private int callsWhenQuiet = -1;
    private int version = 1;

    public Operations() {
      queue.replace(List.of(revision(1)), "1");
      runAll();
    }

    private static Revision<TestObject> revision(int version) {
      return Revision.of(
          TestObject.named("a").withResourceVersion(Integer.toString(version)),
          TestObject.ACCESSOR);
    }

    private void runAll() {
      for (Runnable task = pool.poll(); task != null; task = pool.poll()) {
        task.run();
      }
    }

    /** A thread of the pool: takes a task if there is one. */
    @Operation
    public void work() {
      Runnable task = pool.poll();
      if (task != null) {
        task.run();
      }
    }

    @Operation(nonParallelGroup = "source")
    public void change() {
      queue.update(revision(++version));
    }

    @Operation(nonParallelGroup = "owner")
    public void add() {
      if (listener == null && !life.isClosed()) {
        try {
          listener = handlers.add(notes, HandlerOptions.defaults());
        } catch (IllegalStateException closedMeanwhile) {
          listener = null;
        }
      }
    }

    @Operation(nonParallelGroup = "owner")
    public void remove() {
      ProcessorListener<TestObject> present = listener;
      if (present != null && !removed) {
        removed = true;
        handlers.remove(present);
        if (present.quiet().isDone()) {
          callsWhenQuiet = notes.calls;
        }
      }
    }

    /** As an informer ends. */
    @Operation(nonParallelGroup = "end")
    public void close() {
      if (life.close(/* cause= */ null)) {
        pipeline.close();
      }
    }

    @Validate
    public void everythingIsAsPromised() {
      runAll();
      ProcessorListener<TestObject> added = listener;
      check(notes.problem.isEmpty(), notes.problem);
      if (life.isClosed()) {
        check(pipeline.stopped().isDone(), "the pipeline has not stopped");
        check(pipeline.listeners().isEmpty(), "a listener is left at a closed informer");
      }
      if (added == null) {
        return;
      }
      boolean over = removed || life.isClosed();
      check(added.isActive() != over, "active " + added.isActive() + ", over " + over);
      check(added.quiet().isDone() == over, "quiet " + added.quiet().isDone() + ", over " + over);
      check(added.synced().isDone(), "its sync is waited for for ever");
      check(over || notes.version == version, "it has not seen the last change");
      check(
          callsWhenQuiet < 0 || callsWhenQuiet == notes.calls, "a call began after it was removed");
    }

    private static void check(boolean holds, String otherwise) {
      if (!holds) {
        throw new IllegalStateException(otherwise);
      }
    }
  }

  /** Notes what does not fit; calls must come one at a time, so it is plain. */
  private static final class Notes implements ResourceEventHandler<TestObject> {
    private String problem = "";
    private boolean inside;
    private int version;
    private int calls;

    @Override
    public void onAdd(TestObject object, boolean inInitialList) {
      note(version == 0, object);
    }

    @Override
    public void onUpdate(TestObject before, TestObject after) {
      note(number(before) == version && number(after) == version + 1, after);
    }

    @Override
    public void onDelete(Deleted<TestObject> deleted) {
      problem = "nothing was deleted";
    }

    private void note(boolean fits, TestObject object) {
      if (inside) {
        problem = "two calls at once";
      }
      inside = true;
      if (!fits) {
        problem = "version " + object.resourceVersion() + " after " + version;
      }
      version = number(object);
      calls++;
      inside = false;
    }

    private static int number(TestObject object) {
      return Integer.parseInt(object.resourceVersion());
    }
  }
}
