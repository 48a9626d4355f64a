package dev.informant.queue;

import dev.informant.object.KeyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What both queues have in common: the lock, the turn of the one consumer, and the sync count. */
/*
 * One lock guards the content. Nobody holds it while foreign code runs that may take its time: keys and
 * transforms are computed before it is taken, the consumer and the signals run after it is released.
 *
 * A turn of the consumer has three parts: take (locked), process (not locked), finish (locked).
 * `consumer` is set from take to finish, so there is at most one turn at a time. The sync count falls
 * only at finish: whoever sees `synced` also sees everything the consumer did with the first list. A turn
 * lowers only the count it was taken under (`list` numbers them): one that was under way when the first
 * list came in, or the one that takes its place, is no part of that list.
 *
 * A turn that fails before the queue is synced breaks the first list: what was lost is only in a list still to
 * come. So `broken` stops the count, and the next list, whole, takes the place of the first.
 *
 * Signals. `available` runs when the content went from empty to not empty, `room` when it went from the
 * bound or above to below it. A consumer that polls until it is told false, and polls again on the
 * signal, misses nothing: a change that comes after the last poll finds the queue empty. The same holds
 * for a producer that asks `hasRoom` and goes on at the signal.
 */
abstract sealed class ConsumedQueue<E> implements Queue<E> permits DeltaFifo, InOrderQueue {
  private final Function<? super E, String> key;
  private final UnaryOperator<E> transform;
  private final int bound;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition wake = lock.newCondition();
  // all guarded by lock
  private @Nullable Thread consumer;
  private boolean populated;
  private boolean broken;
  private int initialLeft;
  private int list;
  private boolean closed;

  private volatile boolean synced;
  private volatile Runnable available = () -> {};
  private volatile Runnable room = () -> {};

  ConsumedQueue(Function<? super E, String> key, UnaryOperator<E> transform, int bound) {
    this.key = key;
    this.transform = transform;
    this.bound = bound;
  }

  /** What one turn hands over. */
  private record Turn<E>(
      List<Delta<E>> deltas, int weight, boolean initial, int list, boolean madeRoom) {}

  /** Takes the next changes off; empty if there are none. Called under the lock. */
  abstract List<Delta<E>> take();

  /** What {@link #take} gave has been processed. Called under the lock. */
  abstract void finished();

  /** The newest change that bears on a key, waiting or taken; null if there is none. Called under the lock. */
  abstract @Nullable Delta<E> newest(String key);

  /** How much of the first list a turn works off. */
  abstract int weight(List<Delta<E>> turn);

  /** Changes waiting. Called under the lock. */
  abstract int size();

  /** Makes a change under the lock and tells the consumer if it found the queue empty. */
  final void change(Runnable change) {
    boolean becameAvailable;
    lock.lock();
    try {
      boolean wasEmpty = size() == 0;
      change.run();
      becameAvailable = wasEmpty && size() > 0;
      if (becameAvailable) {
        wake.signalAll();
      }
    } finally {
      lock.unlock();
    }
    if (becameAvailable) {
      available.run();
    }
  }

  /** The queue has been given something. Called under the lock. */
  final void populated() {
    if (!broken) {
      populatedByReplace(0);
    }
  }

  /** The queue has been given a list; the next turns that weigh {@code count} belong to it. */
  final void populatedByReplace(int count) {
    if (!populated || broken) {
      populated = true;
      broken = false;
      initialLeft = count;
      list++;
      synced = count == 0;
    }
  }

  final E transformed(@Nullable E object) {
    if (object == null) {
      throw new KeyException("the object is null");
    }
    return Objects.requireNonNull(transform.apply(object), "the transform returned null");
  }

  /** The list after the transform; whatever fails, nothing has changed yet. */
  final List<E> allTransformed(List<? extends E> objects) {
    List<E> result = new ArrayList<>(objects.size());
    for (E object : objects) {
      if (object == null) {
        throw new KeyException(which(result.size()) + " is null");
      }
      result.add(transformed(object));
    }
    return result;
  }

  final String keyOf(E object) {
    return keyOf(object, /* position= */ -1);
  }

  /**
   * @param position of the object in its list; negative if it came alone
   */
  final String keyOf(E object, int position) {
    String result;
    try {
      result = key.apply(object);
    } catch (KeyException failure) {
      throw new KeyException(
          "no key for " + which(position) + ": " + failure.getMessage(), object, failure);
    } catch (RuntimeException failure) {
      throw new KeyException("the key function failed for " + which(position), object, failure);
    }
    if (result == null) {
      throw new KeyException("the key function returned null for " + which(position), object, null);
    }
    return result;
  }

  private static String which(int position) {
    return position < 0 ? "an object" : "the object at position " + position + " of the list";
  }

  @Override
  public final boolean poll(Consumer<E> consumer) {
    Turn<E> turn;
    lock.lock();
    try {
      if (this.consumer != null) {
        throw busy(this.consumer);
      }
      turn = begin();
    } finally {
      lock.unlock();
    }
    if (turn == null) {
      return false;
    }
    process(turn, consumer);
    return true;
  }

  @Override
  public final void pop(Consumer<E> consumer) throws InterruptedException {
    Turn<E> turn = null;
    lock.lockInterruptibly();
    try {
      if (this.consumer == Thread.currentThread()) {
        throw busy(this.consumer);
      }
      while (turn == null) {
        if (this.consumer == null) {
          turn = begin();
        }
        if (turn == null) {
          if (closed && size() == 0) {
            throw new QueueClosedException();
          }
          wake.await();
        }
      }
    } finally {
      lock.unlock();
    }
    process(turn, consumer);
  }

  // guarded by lock
  private @Nullable Turn<E> begin() {
    boolean wasFull = size() >= bound;
    List<Delta<E>> deltas = take();
    if (deltas.isEmpty()) {
      return null;
    }
    consumer = Thread.currentThread();
    return new Turn<>(deltas, weight(deltas), !synced, list, wasFull && size() < bound);
  }

  private void process(Turn<E> turn, Consumer<E> consumer) {
    boolean consumed = false;
    try {
      if (turn.madeRoom()) {
        room.run();
      }
      consumer.accept(turn.deltas(), turn.initial());
      consumed = true;
    } finally {
      end(turn, consumed);
    }
  }

  private void end(Turn<E> turn, boolean consumed) {
    lock.lock();
    try {
      finished();
      consumer = null;
      if (!consumed && !synced) {
        broken = true;
      } else if (turn.list() == list && initialLeft > 0 && !broken) {
        initialLeft -= turn.weight();
        synced |= initialLeft == 0;
      }
      wake.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static IllegalStateException busy(Thread consumer) {
    return new IllegalStateException("the queue is being consumed by thread " + consumer.getName()
        + ": one consumer at a time, and none from inside a consumer");
  }

  @Override
  public final void onAvailable(Runnable signal) {
    available = signal;
    if (depth() > 0) {
      signal.run();
    }
  }

  @Override
  public final void onRoom(Runnable signal) {
    room = signal;
  }

  @Override
  public final boolean hasRoom() {
    return depth() < bound;
  }

  @Override
  public final boolean hasSynced() {
    return synced;
  }

  /** As after a turn that failed: only a whole list counts. */
  @Override
  public final void holdSync() {
    lock.lock();
    try {
      broken |= !synced;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public final void confirmSync() {
    lock.lock();
    try {
      populated = true;
      broken = false;
      initialLeft = 0;
      synced = true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public final int depth() {
    lock.lock();
    try {
      return size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public final Delta.@Nullable Keyed<E> latest(String key) {
    Delta<E> newest;
    lock.lock();
    try {
      newest = newest(key);
    } finally {
      lock.unlock();
    }
    return newest instanceof Delta.ReplacedAll<E> all ? listed(all, key) : (Delta.Keyed<E>) newest;
  }

  private Delta.Keyed<E> listed(Delta.ReplacedAll<E> all, String key) {
    for (int position = all.objects().size() - 1; position >= 0; position--) {
      E object = all.objects().get(position);
      try {
        if (keyOf(object, position).equals(key)) {
          return new Delta.Replaced<>(key, object, all.authoritative());
        }
      } catch (KeyException withoutKey) {
        continue; // it is not the one
      }
    }
    return new Delta.Deleted<>(key, null, /* finalStateUnknown= */ true);
  }

  @Override
  public final void close() {
    lock.lock();
    try {
      closed = true;
      wake.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
