package dev.informant.cli.demo;

import dev.informant.informer.Deleted;
import dev.informant.informer.ResourceEventHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Delays every call while it is switched on. */
final class SlowHandler<T> implements ResourceEventHandler<T> {
  private static final long MILLIS = 100;

  private final AtomicBoolean slow;
  private final LongAdder calls = new LongAdder();

  SlowHandler(AtomicBoolean slow) {
    this.slow = slow;
  }

  long calls() {
    return calls.sum();
  }

  @Override
  public void onAdd(T object, boolean inInitialList) {
    work();
  }

  @Override
  public void onUpdate(T before, T after) {
    work();
  }

  @Override
  public void onDelete(Deleted<T> deleted) {
    work();
  }

  private void work() {
    if (slow.get()) {
      try {
        TimeUnit.MILLISECONDS.sleep(MILLIS);
      } catch (InterruptedException closing) {
        Thread.currentThread().interrupt();
      }
    }
    calls.increment();
  }
}
