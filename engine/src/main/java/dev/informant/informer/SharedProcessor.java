package dev.informant.informer;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

  /**
   * Hands the same batch to every listener; none of them runs or waits here.
   *
   * @return the failure of one that could not take it in now and is owed it; null if all could
   */
  @Nullable
  Throwable distribute(Batch<T> batch, long nanos) {
    return all(listener -> listener.offer(batch, nanos));
  }

  /** Hands over what is owed; returns as {@link #distribute}. */
  @Nullable
  Throwable retry() {
    return all(ProcessorListener::retry);
  }

  private @Nullable Throwable all(Consumer<ProcessorListener<T>> action) {
    Throwable failure = null;
    for (ProcessorListener<T> listener : listeners) {
      try {
        action.accept(listener);
      } catch (Throwable thrown) { // harms only its listener
        failure = thrown;
      }
    }
    return failure;
  }
}
