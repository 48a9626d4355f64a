package dev.informant.controller;

import dev.informant.controller.Caches.Kind;
import dev.informant.controller.ControllerBuilder.CacheIndex;
import dev.informant.controller.ControllerBuilder.Watched;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The description of a controller: which changes run which keys, and what a run does. {@link ControllerManager} runs it. Immutable.
 */
public final class Controller<T extends HasMetadata> {
  /** The priority of objects that were there at the start: {@value}. */
  public static final int LOW = -100;

  /** The priority of changes: {@value}. */
  public static final int NORMAL = 0;

  final String name;
  final Kind<T> primary;
  final List<Watched<?>> watches;
  final List<CacheIndex<?>> indexes;
  final List<Kind<?>> reads;
  final ChangeFilter<? super T> filter;
  final boolean filtered;
  final @Nullable ToIntFunction<? super T> priority;
  final int concurrency;
  final Duration deadline;
  final Duration backoff;
  final Duration longestBackoff;
  final @Nullable String finalizer;
  final @Nullable Reconciler<T> cleanup;
  final Consumer<? super String> gone;
  final Reconciler<T> reconciler;

  Controller(ControllerBuilder<T> builder, Reconciler<T> reconciler) {
    this.name = builder.name;
    this.primary = builder.primary;
    this.watches = List.copyOf(builder.watches);
    this.indexes = List.copyOf(builder.indexes);
    this.reads = List.copyOf(builder.reads);
    this.filter = builder.filter;
    this.filtered = builder.filtered;
    this.priority = builder.priority;
    this.concurrency = builder.concurrency;
    this.deadline = builder.deadline;
    this.backoff = builder.backoff;
    this.longestBackoff = builder.longestBackoff;
    this.finalizer = builder.finalizer;
    this.cleanup = builder.cleanup;
    this.gone = builder.gone;
    this.reconciler = reconciler;
  }

  /**
   * Begins to describe a controller of a kind.
   *
   * @throws IllegalArgumentException if the class does not stand for one kind
   */
  public static <T extends HasMetadata> ControllerBuilder<T> of(Class<T> type) {
    return new ControllerBuilder<>(Kind.of(type), Resource.of(type).kind());
  }

  /** Begins to describe a controller of a kind as the factory describes it: without a class, or in some namespaces. */
  public static <T extends HasMetadata> ControllerBuilder<T> of(KindInformer<T> kind) {
    Resource resource = kind.resource();
    return new ControllerBuilder<>(
        Kind.of(kind), resource.kind().isEmpty() ? resource.plural() : resource.kind());
  }

  public String name() {
    return name;
  }

  @Override
  public String toString() {
    return "controller " + name;
  }
}
