package dev.informant.verification.jcstress;

import dev.informant.informer.Registration;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.TestObject;
import dev.informant.verification.jcstress.RunningInformer.Notes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Handlers that come, go and are called, and informers that are closed meanwhile. No bug has
 * been planted here yet.
 */
public final class RegistrationStress {
  private RegistrationStress() {}

  /** A handler that joins during a change sees it once: in what it is shown, or as an update. */
  @JCStressTest
  @Outcome(id = "\\+2", expect = Expect.ACCEPTABLE, desc = "it joined after the change")
  @Outcome(id = "\\+1 1>2", expect = Expect.ACCEPTABLE, desc = "it joined before the change")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a gap or a duplicate")
  @State
  public static class AddAgainstDelivery {
    private final RunningInformer running = new RunningInformer();
    private final Notes notes = new Notes();

    @Actor
    public void join() {
      running.informer.addHandler(notes);
    }

    @Actor
    public void change() {
      running.modify(2);
    }

    @Arbiter
    public void result(L_Result result) {
      result.r1 = notes.calls();
    }
  }

  /** Changes that come while the handler is busy with others reach it in order. */
  @JCStressTest
  @Outcome(id = "\\+1 1>2 2>3", expect = Expect.ACCEPTABLE, desc = "joined before both")
  @Outcome(id = "\\+2 2>3", expect = Expect.ACCEPTABLE, desc = "joined in between")
  @Outcome(id = "\\+3", expect = Expect.ACCEPTABLE, desc = "joined after both")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, doubled or out of order")
  @State
  public static class AddAgainstTwoDeliveries {
    private final RunningInformer running = new RunningInformer();
    private final Notes notes = new Notes();

    @Actor
    public void join() {
      running.informer.addHandler(notes);
    }

    @Actor
    public void change() {
      running.modify(2);
      running.modify(3);
    }

    @Arbiter
    public void result(L_Result result) {
      result.r1 = notes.calls();
    }
  }

  /** After the removal's future has completed, no call runs and none begins; what ran can be read. */
  @JCStressTest
  @Outcome(id = "\\+1, \\+1", expect = Expect.ACCEPTABLE, desc = "removed before the change")
  @Outcome(id = "\\+1 1>2, \\+1 1>2", expect = Expect.ACCEPTABLE, desc = "told of the change first")
  @Outcome(expect = Expect.FORBIDDEN, desc = "called after it was removed")
  @State
  public static class RemoveAgainstDelivery {
    private final RunningInformer running = new RunningInformer();
    private final Notes notes = new Notes();
    private final Registration<TestObject> registration = running.informer.addHandler(notes);

    @Actor
    public void remove(LL_Result result) {
      registration.remove().join();
      result.r1 = notes.calls();
    }

    @Actor
    public void change() {
      running.modify(2);
    }

    @Arbiter
    public void result(LL_Result result) {
      result.r2 = notes.calls();
    }
  }

  /** After close has returned, no call runs and none begins. */
  @JCStressTest
  @Outcome(id = "\\+1, \\+1", expect = Expect.ACCEPTABLE, desc = "closed before the change")
  @Outcome(id = "\\+1 1>2, \\+1 1>2", expect = Expect.ACCEPTABLE, desc = "told of the change first")
  @Outcome(expect = Expect.FORBIDDEN, desc = "called after the close")
  @State
  public static class CloseAgainstDelivery {
    private final RunningInformer running = new RunningInformer();
    private final Notes notes = new Notes();

    public CloseAgainstDelivery() {
      running.informer.addHandler(notes);
    }

    @Actor
    public void close(LL_Result result) {
      running.informer.close();
      result.r1 = notes.calls();
    }

    @Actor
    public void change() {
      running.modify(2);
    }

    @Arbiter
    public void result(LL_Result result) {
      result.r2 = notes.calls();
    }
  }

  /** A handler added while the informer is closed is refused, or shut with the others. */
  @JCStressTest
  @Outcome(id = "refused", expect = Expect.ACCEPTABLE, desc = "the informer was closed first")
  @Outcome(id = "shut", expect = Expect.ACCEPTABLE, desc = "added, then shut with the others")
  @Outcome(
      expect = Expect.FORBIDDEN,
      desc = "a handler lives at a closed informer, or waits for ever")
  @State
  public static class AddAgainstClose {
    private final RunningInformer running = new RunningInformer();
    private @Nullable Registration<TestObject> registration;

    @Actor
    public void add() {
      try {
        registration = running.informer.addHandler(new Notes());
      } catch (IllegalStateException closed) {
        registration = null;
      }
    }

    @Actor
    public void close() {
      running.informer.close();
    }

    @Arbiter
    public void result(L_Result result) {
      Registration<TestObject> added = registration;
      if (added == null) {
        result.r1 = "refused";
      } else {
        CompletableFuture<Void> synced = added.synced();
        result.r1 = (added.isActive() ? "active" : "shut") + (synced.isDone() ? "" : ", waiting");
      }
    }
  }

  /** Who begins to wait for a version while the informer is closed is told that it will not come. */
  @JCStressTest
  @Outcome(id = "told", expect = Expect.ACCEPTABLE, desc = "before the close or after it")
  @Outcome(expect = Expect.FORBIDDEN, desc = "waits for ever")
  @State
  public static class AwaitAgainstClose {
    private final RunningInformer running = new RunningInformer();
    private @Nullable CompletableFuture<Void> reached;

    @Actor
    public void await() {
      reached = running.informer.awaitVersion("9", Duration.ofHours(1));
    }

    @Actor
    public void close() {
      running.informer.close();
    }

    @Arbiter
    public void result(L_Result result) {
      CompletableFuture<Void> waiting = reached;
      result.r1 = waiting != null && waiting.isCompletedExceptionally() ? "told" : "waiting";
    }
  }

  /** An informer that is started while it is closed leaves no request open, and ends. */
  @JCStressTest
  @Outcome(id = "refused, ended", expect = Expect.ACCEPTABLE, desc = "closed first")
  @Outcome(id = "started, ended", expect = Expect.ACCEPTABLE, desc = "started, then closed")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a request is left open, or it does not end")
  @State
  public static class StartAgainstClose {
    private final AtomicInteger open = new AtomicInteger();
    private final SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
            new Silent(open), TestObject.ACCESSOR)
        .runtime(DirectRuntime.INSTANCE)
        .name("started")
        .watchList(WatchListPolicy.NEVER)
        .build();
    private String start = "started";

    @Actor
    public void start() {
      try {
        informer.start();
      } catch (IllegalStateException closed) {
        start = "refused";
      }
    }

    @Actor
    public void close() {
      informer.close();
    }

    @Arbiter
    public void result(L_Result result) {
      result.r1 = start
          + (open.get() == 0 ? "" : ", a request is open")
          + (informer.closed().isDone() ? ", ended" : ", not ended");
    }
  }

  /** A server that never answers; counts the requests that nobody has cancelled. */
  private record Silent(AtomicInteger open) implements ListerWatcher<TestObject> {
    @Override
    public Exchange list(ListOptions options, ListReceiver<TestObject> receiver) {
      return request();
    }

    @Override
    public Exchange watch(ListOptions options, WatchReceiver<TestObject> receiver) {
      return request();
    }

    private Exchange request() {
      open.incrementAndGet();
      AtomicBoolean cancelled = new AtomicBoolean();
      return new Exchange() {
        @Override
        public void more() {
          // Nothing waits.
        }

        @Override
        public void cancel() {
          if (!cancelled.getAndSet(true)) {
            open.decrementAndGet();
          }
        }
      };
    }
  }
}
