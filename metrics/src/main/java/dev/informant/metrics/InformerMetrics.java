package dev.informant.metrics;

import dev.informant.informer.InformerObserver;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Measures informers. Give each informer an observer of its own ({@link #observer}); its meters are in the
 * registry from the moment the informer is built until it is closed.
 *
 * <p>The labels of a meter are the name given here and the collection's group, version and resource: their
 * number is that of the kinds a program follows, whatever happens in the cluster. Informers with the same
 * labels (other namespaces, other selectors) share their meters, which then show all of them together.
 * Thread-safe.
 */
public final class InformerMetrics {
  private final MeterRegistry registry;
  private final String name;

  // guarded by this
  private final Map<Labels, InformerMeters> meters = new HashMap<>();

  /** What tells meters apart. */
  record Labels(String name, String group, String version, String resource) {}

  /**
   * @param name tells these informers from others of the process; the label {@code name}
   */
  public InformerMetrics(MeterRegistry registry, String name) {
    this.registry = Objects.requireNonNull(registry, "registry");
    this.name = Objects.requireNonNull(name, "name");
  }

  /**
   * An observer for one informer.
   *
   * @param group of the collection, empty for the core group; the three need not be Kubernetes' own
   */
  public InformerObserver observer(String group, String version, String resource) {
    return new MeteringObserver(this, new Labels(name, group, version, resource));
  }

  /** The meters of these labels, with one more informer behind them. */
  synchronized InformerMeters join(Labels labels, MeteringObserver observer) {
    InformerMeters shared =
        meters.computeIfAbsent(labels, absent -> new InformerMeters(registry, labels));
    shared.members().add(observer);
    return shared;
  }

  /** One informer less; the last one takes the meters with it. */
  synchronized void leave(Labels labels, MeteringObserver observer) {
    InformerMeters shared = meters.get(labels);
    if (shared != null && shared.members().remove(observer) && shared.members().isEmpty()) {
      meters.remove(labels);
      shared.remove();
    }
  }
}
