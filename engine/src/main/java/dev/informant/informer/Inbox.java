package dev.informant.informer;

import org.jspecify.annotations.Nullable;

/**
 * Puts batches into the buffer of one listener and wakes it. A batch that the buffer fails to take (there may be
 * no memory left) is kept and comes before anything newer, so that the listener misses nothing. Belongs to
 * the pipeline; not thread-safe.
 */
final class Inbox<T> {
  private final NotificationBuffer<T> buffer;
  private final Runnable wake;
  private @Nullable Kept<T> first;
  private @Nullable Kept<T> last;
  private boolean wakeOwed;

  /** For the first batch that fails: there may be no memory for another. */
  private @Nullable Kept<T> spare = new Kept<>();

  private static final class Kept<T> {
    @Nullable
    Batch<T> batch;

    long nanos;

    @Nullable
    Kept<T> next;
  }

  Inbox(NotificationBuffer<T> buffer, Runnable wake) {
    this.buffer = buffer;
    this.wake = wake;
  }

  /** Hands over a batch. What it throws is to be followed by {@link #retry} after a while. */
  void offer(Batch<T> batch, long nanos) {
    if (first != null) {
      keep(batch, nanos);
      retry();
      return;
    }
    try {
      wakeOwed |= buffer.offer(batch, nanos);
    } catch (Throwable failure) {
      keep(batch, nanos);
      throw failure;
    }
    wake();
  }

  /** Hands over what is kept, if anything is. */
  void retry() {
    for (Kept<T> next = first; next != null; next = first) {
      Batch<T> batch = next.batch;
      if (batch != null) {
        wakeOwed |= buffer.offer(batch, next.nanos);
      }
      first = next.next;
      spare = next;
      next.batch = null;
      next.next = null;
    }
    last = null;
    wake();
  }

  private void wake() {
    if (wakeOwed) {
      wake.run();
      wakeOwed = false;
    }
  }

  private void keep(Batch<T> batch, long nanos) {
    Kept<T> kept = spare == null ? new Kept<>() : spare;
    spare = null;
    kept.batch = batch;
    kept.nanos = nanos;
    if (last == null) {
      first = kept;
    } else {
      last.next = kept;
    }
    last = kept;
  }
}
