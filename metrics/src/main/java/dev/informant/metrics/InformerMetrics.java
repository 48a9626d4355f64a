package dev.informant.metrics;

import dev.informant.informer.InformerObserver;
import dev.informant.kubernetes.transport.Resource;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Registers meters for informers. Each informer needs its own {@link #observer}. Its meters are in the registry from
 * the time it is built until it is closed.
 *
 * <p>The labels of a meter are the name given here and the collection's group, version and resource. Their number
 * depends on the kinds that a program follows, not on the cluster's content. Informers with the same labels (other
 * namespaces, other selectors) share their meters, which show the sum. Thread-safe.
 */
public final class InformerMetrics {
  private final MeterRegistry registry;
  private final String name;

  // guarded by this
  private final Map<Labels, InformerMeters> meters = new HashMap<>();

  /** The labels that distinguish meters. */
  record Labels(String name, String group, String version, String resource) {}

  /** @param name the label {@code name}; distinguishes these informers from others of the process */
  public InformerMetrics(MeterRegistry registry, String name) {
    this.registry = Objects.requireNonNull(registry, "registry");
    this.name = Objects.requireNonNull(name, "name");
  }

  /**
   * Returns an observer for one informer.
   *
   * @param group of the collection, empty for the core group; the three parameters may be any text
   */
  public InformerObserver observer(String group, String version, String resource) {
    return new MeteringObserver(this, new Labels(name, group, version, resource));
  }

  /**
   * Returns an observer for the informers of a kind: {@code options.observer(metrics::observer)} measures all of a
   * factory.
   */
  public InformerObserver observer(Resource kind) {
    return observer(kind.group(), kind.version(), kind.plural());
  }

  /** Returns the meters of these labels and counts one more informer for them. */
  synchronized InformerMeters join(Labels labels, MeteringObserver observer) {
    InformerMeters shared =
        meters.computeIfAbsent(labels, absent -> new InformerMeters(registry, labels));
    shared.members().add(observer);
    return shared;
  }

  /** Counts one informer less; the last one removes the meters. */
  synchronized void leave(Labels labels, MeteringObserver observer) {
    InformerMeters shared = meters.get(labels);
    if (shared != null && shared.members().remove(observer) && shared.members().isEmpty()) {
      meters.remove(labels);
      shared.remove();
    }
  }
}
