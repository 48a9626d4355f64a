package dev.informant.source;

import dev.informant.object.ObjectAccessor;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import dev.informant.queue.Queue;
import dev.informant.runtime.EngineRuntime;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a reflector was built with. */
record ReflectorSettings<T>(
    ListerWatcher<T> source,
    ObjectAccessor<T> accessor,
    Queue<Revision<T>> destination,
    EngineRuntime runtime,
    String name,
    String description,
    UnaryOperator<T> transform,
    ObjectForm<T> form,
    Duration resyncPeriod,
    BooleanSupplier shouldResync,
    WatchListPolicy watchList,
    long pageSize,
    Duration minWatchTimeout,
    boolean historyChecks,
    Function<String, @Nullable Revision<T>> previous,
    ReflectorListener<T> listener,
    BackoffPolicy backoff,
    Duration maxInternalErrorRetry) {}
