package dev.informant.metrics;

import dev.informant.informer.HandlerLag;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.source.FailureLevel;
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
      stateChanged(stateChanged.from(), stateChanged.to());
    } else if (event instanceof InformerEvent.Requested requested) {
      requested(requested.verb(), requested.resourceVersion());
    } else if (event instanceof InformerEvent.Listed listed) {
      listed(listed.items(), listed.resourceVersion());
    } else if (event instanceof InformerEvent.Received received) {
      received(received.count());
    } else if (event instanceof InformerEvent.Failed failed) {
      failed(failed.cause(), failed.level());
    } else if (event instanceof InformerEvent.Skipped skipped) {
      skipped(skipped.key(), skipped.cause());
    } else if (event instanceof InformerEvent.Processed processed) {
      processed(processed.changes(), processed.took());
    } else if (event instanceof InformerEvent.HandlerFailed handlerFailed) {
      handlerFailed(handlerFailed.handler(), handlerFailed.key(), handlerFailed.cause());
    } else if (event instanceof InformerEvent.HandlerSlow handlerSlow) {
      handlerSlow(
          handlerSlow.handler(), handlerSlow.calls(), handlerSlow.took(), handlerSlow.lag());
    }
  }

  private void built(SharedIndexInformer<?> built) {
    informer = built;
    meters = metrics.join(labels, this);
  }

  private void stateChanged(InformerState from, InformerState to) {
    if (to instanceof InformerState.Closed) {
      meters = null;
      metrics.leave(labels, this);
    }
  }

  private void requested(String verb, String resourceVersion) {
    InformerMeters present = meters;
    if (present != null) {
      present.requested(verb);
    }
  }

  private void listed(int items, String resourceVersion) {
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

  private void failed(Throwable cause, FailureLevel level) {
    InformerMeters present = meters;
    if (present != null) {
      present.failed(cause);
    }
  }

  private void skipped(String key, Throwable cause) {
    InformerMeters present = meters;
    if (present != null) {
      present.skipped();
    }
  }

  private void processed(int changes, Duration took) {
    InformerMeters present = meters;
    if (present != null) {
      present.processed(took);
    }
  }

  private void handlerFailed(String handler, String key, Throwable failure) {
    InformerMeters present = meters;
    if (present != null) {
      present.handlerFailed();
    }
  }

  private void handlerSlow(String handler, int calls, Duration took, HandlerLag lag) {
    InformerMeters present = meters;
    if (present != null) {
      present.handlerSlow();
    }
  }
}
