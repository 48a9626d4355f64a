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
  private final SharedProcessor<T> processor = new SharedProcessor<>();
  private final EngineRuntime runtime;
  private final ObjectAccessor<T> accessor;

  public HandOff(EngineRuntime runtime, ObjectAccessor<T> accessor) {
    this.runtime = runtime;
    this.accessor = accessor;
  }

  public void add(ResourceEventHandler<T> handler) {
    processor.add(new ProcessorListener<>(
        "handler",
        new HandlerCalls<>(handler, HandlerOptions.<T>defaults().filter()),
        HandlerOptions.Buffer.UNBOUNDED,
        runtime,
        InformerObserver.NONE));
  }

  /** Hands over updates, as the pipeline does with what it has taken from the queue. */
  public void distribute(List<T> objects) {
    List<Notification<T>> notifications = new ArrayList<>(objects.size());
    for (T object : objects) {
      Revision<T> revision = Revision.of(object, accessor);
      notifications.add(new Notification.Update<>(revision, revision, /* audience= */ null));
    }
    processor.distribute(new Batch.Changes<>(notifications), runtime.clock().nanos());
  }

  public void close() {
    processor.listeners().forEach(listener -> listener.shut("the benchmark is over"));
  }
}
