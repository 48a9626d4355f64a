package dev.informant.metrics;

import dev.informant.informer.HandlerLag;
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
  public void onBuilt(SharedIndexInformer<?> built) {
    informer = built;
    meters = metrics.join(labels, this);
  }

  @Override
  public void onTransition(InformerState from, InformerState to) {
    if (to instanceof InformerState.Closed) {
      meters = null;
      metrics.leave(labels, this);
    }
  }

  @Override
  public void onRequest(String verb, String resourceVersion) {
    InformerMeters present = meters;
    if (present != null) {
      present.requested(verb);
    }
  }

  @Override
  public void onList(int items, String resourceVersion) {
    InformerMeters present = meters;
    SharedIndexInformer<?> mine = informer;
    if (present != null && mine != null && mine.isSynced()) {
      present.relisted();
    }
  }

  @Override
  public void onEvents(int count) {
    InformerMeters present = meters;
    if (present != null) {
      present.received(count);
    }
  }

  @Override
  public void onFailure(Throwable cause, FailureLevel level) {
    InformerMeters present = meters;
    if (present != null) {
      present.failed(cause);
    }
  }

  @Override
  public void onSkipped(String key, Throwable cause) {
    InformerMeters present = meters;
    if (present != null) {
      present.skipped();
    }
  }

  @Override
  public void onProcessed(int changes, Duration took) {
    InformerMeters present = meters;
    if (present != null) {
      present.processed(took);
    }
  }

  @Override
  public void onHandlerFailure(String handler, String key, Throwable failure) {
    InformerMeters present = meters;
    if (present != null) {
      present.handlerFailed();
    }
  }

  @Override
  public void onSlowHandler(String handler, int calls, Duration took, HandlerLag lag) {
    InformerMeters present = meters;
    if (present != null) {
      present.handlerSlow();
    }
  }
}
