package dev.informant.verification.jcstress;

import dev.informant.queue.Delta;
import dev.informant.queue.DeltaFifo;
import dev.informant.queue.InOrderQueue;
import dev.informant.queue.KnownObjects;
import dev.informant.queue.Queue;
import dev.informant.queue.QueueClosedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Producer against consumer, on both queues. Tried with planted bugs: with a {@code take} that does not note
 * what is in flight {@link FifoReplace} fails; a change made without the lock was not found by {@link
 * TwoProducers} in the quick mode on an overloaded machine (Lincheck finds it).
 */
public final class QueueStress {
  private QueueStress() {}

  private static InOrderQueue<Integer> inOrder() {
    return new InOrderQueue<>(String::valueOf);
  }

  private static DeltaFifo<Integer> fifo() {
    return new DeltaFifo<>(String::valueOf, KnownObjects.none());
  }

  /** Notes what it is given; belongs to the one consumer. */
  private static final class Notes implements Queue.Consumer<Integer> {
    private final List<Integer> seen = new ArrayList<>();

    @Override
    public void accept(List<Delta<Integer>> deltas, boolean initial) {
      deltas.forEach(delta -> seen.add(((Delta.Keyed<Integer>) delta).object()));
    }
  }

  /** Two adds against one consumer; what is left is taken at the end. */
  public abstract static class Poll {
    private final Queue<Integer> queue;
    private final Notes notes = new Notes();

    Poll(Queue<Integer> queue) {
      this.queue = queue;
    }

    void produce() {
      queue.add(1);
      queue.add(2);
    }

    void consume() {
      queue.poll(notes);
      queue.poll(notes);
    }

    String rest() {
      while (queue.poll(notes)) {}
      return notes.seen.toString();
    }
  }

  /** Nothing is lost, doubled or turned round. */
  @JCStressTest
  @Outcome(id = "\\[1, 2\\]", expect = Expect.ACCEPTABLE, desc = "each once, in order")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, doubled or out of order")
  @State
  public static class InOrderPoll extends Poll {
    public InOrderPoll() {
      super(inOrder());
    }

    @Actor
    public void producer() {
      produce();
    }

    @Actor
    public void consumer() {
      consume();
    }

    @Arbiter
    public void result(L_Result result) {
      result.r1 = rest();
    }
  }

  /** Nothing is lost, doubled or turned round. */
  @JCStressTest
  @Outcome(id = "\\[1, 2\\]", expect = Expect.ACCEPTABLE, desc = "each once, in order")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, doubled or out of order")
  @State
  public static class FifoPoll extends Poll {
    public FifoPoll() {
      super(fifo());
    }

    @Actor
    public void producer() {
      produce();
    }

    @Actor
    public void consumer() {
      consume();
    }

    @Arbiter
    public void result(L_Result result) {
      result.r1 = rest();
    }
  }

  /** Two producers: both changes are there. */
  @JCStressTest
  @Outcome(id = "\\[1, 2\\]|\\[2, 1\\]", expect = Expect.ACCEPTABLE, desc = "both")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a change was lost")
  @State
  public static class TwoProducers {
    private final Queue<Integer> queue = inOrder();
    private final Notes notes = new Notes();

    @Actor
    public void one() {
      queue.add(1);
    }

    @Actor
    public void other() {
      queue.add(2);
    }

    @Arbiter
    public void result(L_Result result) {
      while (queue.poll(notes)) {}
      result.r1 = notes.seen.toString();
    }
  }

  /**
   * A consumer that polls until it is told false and again on the signal is never left waiting beside a
   * change: if something is left, a signal has come since it began to poll.
   */
  @JCStressTest
  @Outcome(id = "fine", expect = Expect.ACCEPTABLE, desc = "taken, or signalled")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a change lies there and nobody was told")
  @State
  public static class InOrderSignal {
    private final Queue<Integer> queue = inOrder();
    private final AtomicInteger signals = new AtomicInteger();
    private final Notes notes = new Notes();
    private int known;

    public InOrderSignal() {
      queue.onAvailable(signals::incrementAndGet);
    }

    @Actor
    public void producer() {
      queue.add(1);
      queue.add(2);
    }

    @Actor
    public void consumer() {
      known = signals.get();
      while (queue.poll(notes)) {}
    }

    @Arbiter
    public void result(L_Result result) {
      result.r1 = queue.depth() == 0 || signals.get() > known ? "fine" : "missed";
    }
  }

  /** A consumer that waits gets what came before the close, and is told of the close. */
  @JCStressTest
  @Outcome(id = "\\[1\\] closed", expect = Expect.ACCEPTABLE, desc = "all of it, then the end")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost at the close")
  @State
  public static class PopAgainstClose {
    private final Queue<Integer> queue = fifo();
    private final Notes notes = new Notes();
    private String end = "";

    @Actor
    public void producer() {
      queue.add(1);
      queue.close();
    }

    @Actor
    public void consumer() {
      try {
        while (true) {
          queue.pop(notes);
        }
      } catch (QueueClosedException closed) {
        end = " closed";
      } catch (InterruptedException interrupted) {
        end = " interrupted";
      }
    }

    @Arbiter
    public void result(L_Result result) {
      result.r1 = notes.seen + end;
    }
  }

  /** A list that comes while an object is on its way to the store does not overlook it. */
  @JCStressTest
  @Outcome(id = "\\[2\\]", expect = Expect.ACCEPTABLE, desc = "what the list says")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an object that is not in the list stays for ever")
  @State
  public static class FifoReplace {
    private final Map<String, Integer> stored = new ConcurrentHashMap<>();
    private final Queue<Integer> queue = new DeltaFifo<>(String::valueOf, new KnownObjects<>() {
      @Override
      public Collection<String> keys() {
        return stored.keySet();
      }

      @Override
      public @Nullable Integer get(String key) {
        return stored.get(key);
      }
    });

    public FifoReplace() {
      queue.update(1);
    }

    private void store(List<Delta<Integer>> deltas, boolean initial) {
      for (Delta<Integer> delta : deltas) {
        if (delta instanceof Delta.Deleted<Integer> deleted) {
          stored.remove(deleted.key());
        } else if (delta instanceof Delta.Keyed<Integer> keyed) {
          stored.put(keyed.key(), keyed.object());
        }
      }
    }

    @Actor
    public void producer() {
      queue.replace(List.of(2), "1");
    }

    @Actor
    public void consumer() {
      queue.poll(this::store);
    }

    @Arbiter
    public void result(L_Result result) {
      while (queue.poll(this::store)) {}
      result.r1 = new TreeSet<>(stored.keySet()).toString();
    }
  }
}
