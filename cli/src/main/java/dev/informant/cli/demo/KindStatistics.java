package dev.informant.cli.demo;

import dev.informant.cli.Words;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Counts the events of one informer and reports notable ones. Thread-safe. */
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
  public void onEvent(InformerEvent event) {
    if (event instanceof InformerEvent.Received received) {
      received(received.count());
    } else if (event instanceof InformerEvent.Listed) {
      listed();
    } else if (event instanceof InformerEvent.Failed failed) {
      failed(failed.cause());
    } else if (event instanceof InformerEvent.StateChanged stateChanged) {
      stateChanged(stateChanged.to());
    } else if (event instanceof InformerEvent.Skipped skipped) {
      skipped(skipped.key());
    } else if (event instanceof InformerEvent.Recovered recovered) {
      recovered(recovered.key());
    }
  }

  private void received(int count) {
    events.add(count);
  }

  private void listed() {
    lists.increment();
    if (lists.sum() > 1) {
      happenings.add(kind, "listed again");
    }
  }

  private void failed(Throwable cause) {
    failures.increment();
    if (troubled.compareAndSet(false, true)) {
      happenings.add(kind, Words.shortCause(cause));
    }
  }

  private void stateChanged(InformerState to) {
    if (to instanceof InformerState.Watching && to.cause() == null) {
      if (troubled.compareAndSet(true, false)) {
        happenings.add(kind, "watching again");
      }
    } else if (to.cause() != null && troubled.compareAndSet(false, true)) {
      happenings.add(kind, Words.shortCause(to.cause()));
    }
  }

  private void skipped(String key) {
    happenings.add(
        kind, "skipped " + key + ": it cannot be decoded; the cache keeps its last valid state");
  }

  private void recovered(String key) {
    happenings.add(kind, key + " recovered");
  }
}
