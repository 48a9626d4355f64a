package dev.informant.metrics;

import dev.informant.informer.InformerObserver;
import dev.informant.kubernetes.transport.Resource;
import java.util.function.Function;

/**
 * Measures the informers of a factory by kind: give it to the option {@code observer}. Thread-safe.
 */
public final class KindMetrics implements Function<Resource, InformerObserver> {
  private final InformerMetrics metrics;

  public KindMetrics(InformerMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public InformerObserver apply(Resource resource) {
    return metrics.observer(resource.group(), resource.version(), resource.plural());
  }
}
