package dev.informant.informer;

import dev.informant.runtime.Clock;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.source.Until;
import dev.informant.source.WatchEvent;
import dev.informant.store.IndexedView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Waits for informers. Thread-safe. */
public final class Informers {
  private Informers() {}

  /** As {@link #awaitSynced(Duration, Collection)}. */
  public static void awaitSynced(Duration timeout, Informer<?>... informers) {
    awaitSynced(timeout, Arrays.asList(informers));
  }

  /**
   * Waits until all of them are synced.
   *
   * @throws NotSyncedException if one is not synced or is closed; the message names each of them, sorted, with its
   *     cause
   */
  public static void awaitSynced(Duration timeout, Collection<? extends Informer<?>> informers) {
    awaitSynced(timeout, informers, informers);
  }

  /** Waits for {@code awaited}, then throws if one of {@code informers} is not synced. */
  static void awaitSynced(
      Duration timeout,
      Collection<? extends Informer<?>> awaited,
      Collection<? extends Informer<?>> informers) {
    Waiting.checkTimeout(timeout);
    awaitAll(timeout, awaited);
    List<NotSyncedException> missing = new ArrayList<>();
    informers.stream().sorted(Comparator.comparing(Informer::name)).forEach(informer -> {
      NotSyncedException failure = failure(informer, awaited.contains(informer) ? timeout : null);
      if (failure != null) {
        missing.add(failure);
      }
    });
    if (missing.size() == 1) {
      throw missing.get(0);
    }
    if (!missing.isEmpty()) {
      throw NotSyncedException.several(informers.size(), missing);
    }
  }

  /** Waits until every one has synced or failed to, at most {@code timeout}. */
  private static void awaitAll(Duration timeout, Collection<? extends Informer<?>> informers) {
    Clock clock = Clock.system();
    long end = clock.nanos() + Timers.nanos(timeout);
    for (Informer<?> informer : informers) {
      if (!informer.isSynced() && !informer.isClosed()) {
        Waiting.forQuiet(informer.synced(), Duration.ofNanos(Math.max(0, end - clock.nanos())));
      }
    }
  }

  /**
   * Why {@code informer} has not synced, or that it is closed; null if it is synced.
   *
   * @param waited how long the caller waited; null if it did not
   */
  static @Nullable NotSyncedException failure(Informer<?> informer, @Nullable Duration waited) {
    boolean closed = informer.isClosed();
    if (informer.isSynced() && !closed) {
      return null;
    }
    SharedIndexInformer<?> shared = shared(informer);
    if (shared == null) { // of several namespaces, which it names itself
      try {
        informer.awaitSynced(Duration.ZERO);
        return null;
      } catch (NotSyncedException failure) {
        return failure;
      }
    }
    InformerState state = informer.state();
    String what = "informer " + informer.name();
    return closed
        ? NotSyncedException.never(what, state, state.cause())
        : NotSyncedException.after(waited, what, state, shared.underWay());
  }

  /** Returns the shared informer of a handle; null if there is no single one. */
  private static @Nullable SharedIndexInformer<?> shared(Informer<?> informer) {
    if (informer instanceof InformerHandle<?> handle) {
      return handle.shared();
    }
    return informer instanceof SharedIndexInformer<?> shared ? shared : null;
  }

  /** Returns the runtime of an informer. */
  static EngineRuntime runtime(Informer<?> informer) {
    SharedIndexInformer<?> shared = shared(informer);
    return shared == null ? EngineRuntime.shared() : shared.runtime();
  }

  /**
   * Completes with the event that meets the last of {@code conditions}. Each condition must be met by the same event as
   * the one before it or by a later one. Cached objects count as added. The future fails with the exception of a
   * condition, or with {@link TimeoutException}.
   */
  public static <T> CompletableFuture<@Nullable WatchEvent<T>> untilWithSync(
      Informer<T> informer, Duration timeout, List<Until.Condition<T>> conditions) {
    return untilWithSync(informer, view -> false, timeout, conditions);
  }

  /**
   * As above, but tests {@code precondition} first, when the cache is synced: if the cache meets it, the future
   * completes with null.
   */
  public static <T> CompletableFuture<@Nullable WatchEvent<T>> untilWithSync(
      Informer<T> informer,
      Predicate<? super IndexedView<T>> precondition,
      Duration timeout,
      List<Until.Condition<T>> conditions) {
    return new UntilWithSync<>(informer, precondition, conditions).begin(timeout);
  }
}
