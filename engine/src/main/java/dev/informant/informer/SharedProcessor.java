package dev.informant.informer;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The listeners of one informer. Thread-safe; {@link #distribute} belongs to the pipeline. */
final class SharedProcessor<T> {
  private final CopyOnWriteArrayList<ProcessorListener<T>> listeners = new CopyOnWriteArrayList<>();

  void add(ProcessorListener<T> listener) {
    listeners.add(listener);
  }

  void remove(ProcessorListener<T> listener) {
    listeners.remove(listener);
  }

  List<ProcessorListener<T>> listeners() {
    return List.copyOf(listeners);
  }

  /** Hands the same batch to every listener; none of them runs or waits here. */
  void distribute(Batch<T> batch, long nanos) {
    for (ProcessorListener<T> listener : listeners) {
      listener.offer(batch, nanos);
    }
  }
}
