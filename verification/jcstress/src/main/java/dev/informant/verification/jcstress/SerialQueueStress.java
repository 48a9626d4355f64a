package dev.informant.verification.jcstress;

import dev.informant.runtime.SerialQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Tasks given by two threads at once never overlap, see each other's plain writes, and none is lost: an
 * increment that is not atomic comes out right.
 */
@JCStressTest
@Outcome(id = "4", expect = Expect.ACCEPTABLE, desc = "all four tasks ran, one at a time")
@Outcome(expect = Expect.FORBIDDEN, desc = "a task was lost, or two overlapped")
@State
public class SerialQueueStress {
  private final SerialQueue queue = new SerialQueue(Runnable::run, failure -> {}, /* batch= */ 1);
  private int count;

  @Actor
  public void first() {
    queue.execute(() -> count++);
    queue.execute(() -> count++);
  }

  @Actor
  public void second() {
    queue.execute(() -> count++);
    queue.execute(() -> count++);
  }

  @Arbiter
  public void result(I_Result result) {
    result.r1 = count;
  }
}
