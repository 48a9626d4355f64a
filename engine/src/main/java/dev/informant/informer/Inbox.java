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
  private @Nullable Owed<T> first;
  private @Nullable Owed<T> last;
  private boolean wakeOwed;

  /** For the first batch that fails: there may be no memory for another. */
  private @Nullable Owed<T> spare = new Owed<>();

  private static final class Owed<T> {
    @Nullable
    Batch<T> batch;

    long nanos;

    @Nullable
    Owed<T> next;
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

  /** Hands over what is owed, if anything is. */
  void retry() {
    for (Owed<T> next = first; next != null; next = first) {
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
    Owed<T> owed = spare == null ? new Owed<>() : spare;
    spare = null;
    owed.batch = batch;
    owed.nanos = nanos;
    if (last == null) {
      first = owed;
    } else {
      last.next = owed;
    }
    last = owed;
  }
}
