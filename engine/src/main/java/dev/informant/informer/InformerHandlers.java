package dev.informant.informer;

import dev.informant.runtime.EngineRuntime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Lets handlers in and out of an informer, each under a name of its own. Thread-safe.
 */
/*
 * A handler that is added while the informer ends is let out by its own join, or here if that join never runs.
 * It is listed for resyncs before it has joined: one that comes in between does not reach it, and the join
 * then shows it everything.
 */
final class InformerHandlers<T> {
  private final EngineRuntime runtime;
  private final InformerLife<T> life;
  private final InformerPipeline<T> pipeline;
  private final ResyncSchedule<T> resyncs;
  private final HandlerOptions.Buffer defaultBuffer;
  private final InformerObserver observer;
  private final MutationGuard<T> mutations;
  private final Consumer<Throwable> end;
  private final AtomicInteger added = new AtomicInteger();
  private final Set<String> names = ConcurrentHashMap.newKeySet();

  /**
   * @param mutations receives each call, with the handler's name
   * @param end ends the informer, with the cause
   */
  InformerHandlers(
      EngineRuntime runtime,
      InformerLife<T> life,
      InformerPipeline<T> pipeline,
      ResyncSchedule<T> resyncs,
      HandlerOptions.Buffer defaultBuffer,
      InformerObserver observer,
      MutationGuard<T> mutations,
      Consumer<Throwable> end) {
    this.runtime = runtime;
    this.life = life;
    this.pipeline = pipeline;
    this.resyncs = resyncs;
    this.defaultBuffer = defaultBuffer;
    this.observer = observer;
    this.mutations = mutations;
    this.end = end;
  }

  /** Throws {@link IllegalStateException} if the informer is closed. */
  @SuppressWarnings("unchecked") // a handler only reads objects and what holds them
  ProcessorListener<T> add(
      ResourceEventHandler<? super T> handler, HandlerOptions<? super T> options) {
    ResourceEventHandler<T> taking = (ResourceEventHandler<T>) handler;
    return add(handler, HandlerCalls.of(taking, options.filter()), options);
  }

  /** As the other. */
  @SuppressWarnings("unchecked") // as above
  ProcessorListener<T> add(RevisionHandler<? super T> handler, HandlerOptions<? super T> options) {
    RevisionHandler<T> taking = (RevisionHandler<T>) handler;
    return add(handler, HandlerCalls.of(taking, options.filter()), options);
  }

  private ProcessorListener<T> add(
      Object handler, HandlerCalls<T, ?> calls, HandlerOptions<?> options) {
    HandlerOptions.Buffer buffer = options.buffer();
    String wanted = options.nameFor(handler, added.incrementAndGet());
    life.refuseIfClosed("add handler " + wanted);
    String name = unique(wanted);
    calls.around(call -> mutations.calling(name, call), call -> mutations.called(name, call));
    ProcessorListener<T> listener = new ProcessorListener<>(
        name, calls, buffer == null ? defaultBuffer : buffer, runtime, observer, end);
    resyncs.add(listener, options.resync(), runtime.clock().nanos());
    pipeline.join(listener);
    if (life.isClosed()) {
      pipeline.leave(listener, "the informer is closed");
    }
    observer.onEvent(new InformerEvent.HandlerAdded(name));
    return listener;
  }

  /** The name, with a number if another handler has it. */
  private String unique(String wanted) {
    String candidate = wanted;
    for (int number = 2; !names.add(candidate); number++) {
      candidate = wanted + "#" + number;
    }
    return candidate;
  }

  void remove(ProcessorListener<T> listener) {
    names.remove(listener.name());
    pipeline.leave(listener, "it was removed");
    observer.onEvent(new InformerEvent.HandlerRemoved(listener.name()));
  }

  Duration resyncPeriod(ProcessorListener<T> listener) {
    return resyncs.period(listener);
  }

  /** The handlers' names and how far each is behind. */
  Map<String, HandlerLag> lags() {
    Map<String, HandlerLag> lags = new LinkedHashMap<>();
    pipeline.listeners().forEach(listener -> lags.put(listener.name(), listener.lag()));
    return lags;
  }

  /** For each handler that has something to do, a number that changes as it gets on. */
  Map<String, Long> progress() {
    Map<String, Long> progress = new LinkedHashMap<>();
    for (ProcessorListener<T> listener : pipeline.listeners()) {
      if (listener.lag().depth() > 0) {
        progress.put(listener.name(), listener.progress());
      }
    }
    return progress;
  }
}
