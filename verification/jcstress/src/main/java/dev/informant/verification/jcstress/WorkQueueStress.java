package dev.informant.verification.jcstress;

import dev.informant.workqueue.WorkQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * The work queue's promises: one worker for an item, no addition overlooked. Tried with a
 * planted bug: with a {@code poll} that takes no lock {@link OneWorker} fails.
 */
public final class WorkQueueStress {
  private WorkQueueStress() {}

  private static WorkQueue<Integer> queue() {
    return WorkQueue.create(DirectRuntime.INSTANCE);
  }

  /** One item goes to one of two workers. */
  @JCStressTest
  @Outcome(id = "1, null|null, 1", expect = Expect.ACCEPTABLE, desc = "one of them has it")
  @Outcome(expect = Expect.FORBIDDEN, desc = "both have it, or nobody")
  @State
  public static class OneWorker {
    private final WorkQueue<Integer> queue = queue();

    public OneWorker() {
      queue.add(1);
    }

    @Actor
    public void one(LL_Result result) {
      result.r1 = queue.poll();
    }

    @Actor
    public void other(LL_Result result) {
      result.r2 = queue.poll();
    }
  }

  /** An item added while it is worked on comes again, once, whichever of add and done is first. */
  @JCStressTest
  @Outcome(id = "1, null", expect = Expect.ACCEPTABLE, desc = "once more")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the addition was overlooked, or counted twice")
  @State
  public static class AddAgainstDone {
    private final WorkQueue<Integer> queue = queue();

    public AddAgainstDone() {
      queue.add(1);
      queue.poll();
    }

    @Actor
    public void add() {
      queue.add(1);
    }

    @Actor
    public void done() {
      queue.done(1);
    }

    @Arbiter
    public void result(LL_Result result) {
      result.r1 = queue.poll();
      queue.done(1);
      result.r2 = queue.poll();
    }
  }

  /** A worker that waits is woken by an addition and by the end. */
  @JCStressTest
  @Outcome(id = "1 end", expect = Expect.ACCEPTABLE, desc = "the item, then the end")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an item accepted before the end was not handed out")
  @State
  public static class GetAgainstShutDown {
    private final WorkQueue<Integer> queue = queue();
    private String seen = "";

    @Actor
    public void producer() {
      queue.add(1);
      queue.shutDown();
    }

    @Actor
    public void worker() {
      try {
        for (Integer item = queue.get(); item != null; item = queue.get()) {
          seen += item;
          queue.done(item);
        }
        seen += " end";
      } catch (InterruptedException interrupted) {
        seen += " interrupted";
      }
    }

    @Arbiter
    public void result(L_Result result) {
      result.r1 = seen;
    }
  }
}
