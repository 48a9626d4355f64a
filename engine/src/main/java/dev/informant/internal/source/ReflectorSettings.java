package dev.informant.internal.source;

import dev.informant.internal.options.Option;
import dev.informant.internal.options.Settings;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import dev.informant.queue.Queue;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.ListerWatcher;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a reflector was built with. */
record ReflectorSettings<T>(
    ListerWatcher<T> source,
    ObjectAccessor<T> accessor,
    Queue<Revision<T>> destination,
    EngineRuntime runtime,
    ObjectForm<T> form,
    Duration resyncPeriod,
    BooleanSupplier shouldResync,
    Function<String, @Nullable Revision<T>> previous,
    ReflectorListener<T> listener,
    Settings options) {
  String name() {
    return get(ReflectorOptions.NAME);
  }

  /** The value of one of {@link ReflectorOptions}. */
  <V> V get(Option<V> option) {
    return options.get(option);
  }
}
