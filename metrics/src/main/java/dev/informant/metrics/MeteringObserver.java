package dev.informant.metrics;

import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import dev.informant.informer.SharedIndexInformer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Moves the meters of one informer. Thread-safe. */
final class MeteringObserver implements InformerObserver {
  private final InformerMetrics metrics;
  private final InformerMetrics.Labels labels;

  // both written once, before the informer does anything
  private volatile @Nullable SharedIndexInformer<?> informer;
  private volatile @Nullable InformerMeters meters;

  MeteringObserver(InformerMetrics metrics, InformerMetrics.Labels labels) {
    this.metrics = metrics;
    this.labels = labels;
  }

  /** The informer it belongs to; null before that is built. */
  @Nullable
  SharedIndexInformer<?> informer() {
    return informer;
  }

  @Override
  public void onEvent(InformerEvent event) {
    if (event instanceof InformerEvent.Built built) {
      built(built.informer());
    } else if (event instanceof InformerEvent.StateChanged stateChanged) {
      stateChanged(stateChanged.to());
    } else if (event instanceof InformerEvent.Requested requested) {
      requested(requested.verb());
    } else if (event instanceof InformerEvent.Listed) {
      listed();
    } else if (event instanceof InformerEvent.Received received) {
      received(received.count());
    } else if (event instanceof InformerEvent.Failed failed) {
      failed(failed.cause());
    } else if (event instanceof InformerEvent.Skipped) {
      skipped();
    } else if (event instanceof InformerEvent.Processed processed) {
      processed(processed.took());
    } else if (event instanceof InformerEvent.HandlerFailed) {
      handlerFailed();
    } else if (event instanceof InformerEvent.HandlerSlow) {
      handlerSlow();
    }
  }

  private void built(SharedIndexInformer<?> built) {
    informer = built;
    meters = metrics.join(labels, this);
  }

  private void stateChanged(InformerState to) {
    if (to instanceof InformerState.Closed) {
      meters = null;
      metrics.leave(labels, this);
    }
  }

  private void requested(String verb) {
    InformerMeters present = meters;
    if (present != null) {
      present.requested(verb);
    }
  }

  private void listed() {
    InformerMeters present = meters;
    SharedIndexInformer<?> mine = informer;
    if (present != null && mine != null && mine.isSynced()) {
      present.relisted();
    }
  }

  private void received(int count) {
    InformerMeters present = meters;
    if (present != null) {
      present.received(count);
    }
  }

  private void failed(Throwable cause) {
    InformerMeters present = meters;
    if (present != null) {
      present.failed(cause);
    }
  }

  private void skipped() {
    InformerMeters present = meters;
    if (present != null) {
      present.skipped();
    }
  }

  private void processed(Duration took) {
    InformerMeters present = meters;
    if (present != null) {
      present.processed(took);
    }
  }

  private void handlerFailed() {
    InformerMeters present = meters;
    if (present != null) {
      present.handlerFailed();
    }
  }

  private void handlerSlow() {
    InformerMeters present = meters;
    if (present != null) {
      present.handlerSlow();
    }
  }
}
