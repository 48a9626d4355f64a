package dev.informant.cli.demo;

import dev.informant.cli.Words;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import dev.informant.source.FailureLevel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Counts what one informer does and tells the happenings of it. Thread-safe. */
final class KindStatistics implements InformerObserver {
  private final String kind;
  private final Happenings happenings;
  private final LongAdder events = new LongAdder();
  private final LongAdder lists = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final AtomicBoolean troubled = new AtomicBoolean();

  KindStatistics(String kind, Happenings happenings) {
    this.kind = kind;
    this.happenings = happenings;
  }

  /** Watch events received. */
  long events() {
    return events.sum();
  }

  /** Whole collections received after the first. */
  long relists() {
    return Math.max(0, lists.sum() - 1);
  }

  /** Requests and streams that failed. */
  long failures() {
    return failures.sum();
  }

  @Override
  public void onEvents(int count) {
    events.add(count);
  }

  @Override
  public void onList(int items, String resourceVersion) {
    lists.increment();
    if (lists.sum() > 1) {
      happenings.add(kind, "listed again");
    }
  }

  @Override
  public void onFailure(Throwable cause, FailureLevel level) {
    failures.increment();
    if (troubled.compareAndSet(false, true)) {
      happenings.add(kind, Words.shortCause(cause));
    }
  }

  @Override
  public void onTransition(InformerState from, InformerState to) {
    if (to instanceof InformerState.Watching && to.cause() == null) {
      if (troubled.compareAndSet(true, false)) {
        happenings.add(kind, "watching again");
      }
    } else if (to.cause() != null && troubled.compareAndSet(false, true)) {
      happenings.add(kind, Words.shortCause(to.cause()));
    }
  }

  @Override
  public void onSkipped(String key, Throwable cause) {
    happenings.add(kind, "left out " + key + ", it cannot be decoded; the last good state stays");
  }

  @Override
  public void onRecovered(String key) {
    happenings.add(kind, key + " is whole again");
  }
}
