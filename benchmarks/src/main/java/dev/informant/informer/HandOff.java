package dev.informant.informer;

import dev.informant.object.ObjectAccessor;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import java.util.ArrayList;
import java.util.List;

/**
 * The last part of an informer alone, for the benchmarks: what hands events to handlers. It lives in the
 * engine's package because that part is nobody else's business.
 */
public final class HandOff<T> {
  private final List<ProcessorListener<T>> listeners = new ArrayList<>();
  private final EngineRuntime runtime;
  private final ObjectAccessor<T> accessor;

  public HandOff(EngineRuntime runtime, ObjectAccessor<T> accessor) {
    this.runtime = runtime;
    this.accessor = accessor;
  }

  public void add(ResourceEventHandler<T> handler) {
    listeners.add(new ProcessorListener<>(
        "handler",
        HandlerCalls.of(handler, HandlerOptions.<T>defaults().filter()),
        HandlerOptions.Buffer.UNBOUNDED,
        runtime,
        InformerObserver.NONE,
        cause -> {}));
  }

  /** Hands over updates, as the pipeline does with what it has taken from the queue. */
  public void distribute(List<T> objects) {
    List<Notification<T>> notifications = new ArrayList<>(objects.size());
    for (T object : objects) {
      Revision<T> revision = Revision.of(object, accessor);
      notifications.add(new Notification.Update<>(revision, revision, /* audience= */ null));
    }
    Batch<T> batch = new Batch.Changes<>(notifications);
    long now = runtime.clock().nanos();
    listeners.forEach(listener -> listener.offer(batch, now));
  }

  public void close() {
    listeners.forEach(listener -> listener.shut("the benchmark is over"));
  }
}
