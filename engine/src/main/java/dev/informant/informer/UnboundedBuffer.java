package dev.informant.informer;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Keeps everything in the order it came, batch by batch. Thread-safe. */
final class UnboundedBuffer<T> implements NotificationBuffer<T> {
  // all guarded by this
  private final ArrayDeque<Timed<T>> batches = new ArrayDeque<>();
  private long depth;
  private boolean awake;

  @Override
  public synchronized boolean offer(Batch<T> batch, long nanos) {
    batches.add(new Timed<>(batch, nanos));
    depth += batch.size();
    boolean wake = !awake;
    awake = true;
    return wake;
  }

  @Override
  public synchronized @Nullable Timed<T> take() {
    Timed<T> next = batches.poll();
    if (next == null) {
      awake = false;
    } else {
      depth -= next.batch().size();
    }
    return next;
  }

  @Override
  public synchronized long depth() {
    return depth;
  }

  @Override
  public synchronized long oldestNanos(long otherwise) {
    Timed<T> oldest = batches.peek();
    return oldest == null ? otherwise : oldest.nanos();
  }

  @Override
  public synchronized void clear() {
    batches.clear();
    depth = 0;
  }
}
