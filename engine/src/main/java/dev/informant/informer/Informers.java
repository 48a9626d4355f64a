package dev.informant.informer;

import dev.informant.runtime.Clock;
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

/** Waiting for informers. */
public final class Informers {
  private Informers() {}

  /** As {@link #awaitSync(Duration, Collection)}. */
  public static void awaitSync(Duration timeout, SharedIndexInformer<?>... informers) {
    awaitSync(timeout, Arrays.asList(informers));
  }

  /**
   * Waits until all of them are synced.
   *
   * @throws NotSyncedException if that takes longer; it names each that is not, sorted, and why
   */
  public static void awaitSync(
      Duration timeout, Collection<? extends SharedIndexInformer<?>> informers) {
    awaitAll(timeout, informers);
    List<NotSyncedException> missing = new ArrayList<>();
    informers.stream()
        .sorted(Comparator.comparing(SharedIndexInformer::name))
        .map(informer -> result(informer, timeout).failure())
        .forEach(failure -> {
          if (failure != null) {
            missing.add(failure);
          }
        });
    if (missing.size() == 1) {
      throw missing.get(0);
    }
    if (!missing.isEmpty()) {
      StringBuilder message = new StringBuilder()
          .append(missing.size())
          .append(" of ")
          .append(informers.size())
          .append(" informers are not synced");
      missing.forEach(failure -> message.append("; ").append(failure.getMessage()));
      throw NotSyncedException.several(message.toString(), missing.get(0));
    }
  }

  /** Waits until every one has synced or failed to, at most {@code timeout}. Nothing of the wait stays with them. */
  static void awaitAll(Duration timeout, Collection<? extends SharedIndexInformer<?>> informers) {
    Clock clock = Clock.system();
    long end = clock.nanos() + Timers.nanos(timeout);
    for (SharedIndexInformer<?> informer : informers) {
      informer.awaitSyncOrEnd(Duration.ofNanos(Math.max(0, end - clock.nanos())));
    }
  }

  /** Whether {@code informer} has synced by now, and if not, why. */
  static SyncResult result(SharedIndexInformer<?> informer, Duration waited) {
    InformerState state = informer.state();
    if (informer.hasSynced()) {
      return new SyncResult(null, state);
    }
    String what = "informer " + informer.name();
    return new SyncResult(
        informer.isClosed()
            ? NotSyncedException.never(what, state, state.cause())
            : NotSyncedException.after(waited, what, state, informer.underWay()),
        state);
  }

  /**
   * Completes with the event that fulfils the last of {@code conditions}; each must be fulfilled after
   * the one before it, by the same event or a later one. The objects in the cache count as added. What
   * a condition throws fails the future, and so does {@link TimeoutException} the passing of time.
   */
  public static <T> CompletableFuture<@Nullable WatchEvent<T>> untilWithSync(
      SharedIndexInformer<T> informer, Duration timeout, List<Until.Condition<T>> conditions) {
    return untilWithSync(informer, view -> false, timeout, conditions);
  }

  /**
   * As above, but looks at the cache first, once it is synced: if it fulfils {@code precondition}, the
   * future completes with null.
   */
  public static <T> CompletableFuture<@Nullable WatchEvent<T>> untilWithSync(
      SharedIndexInformer<T> informer,
      Predicate<? super IndexedView<T>> precondition,
      Duration timeout,
      List<Until.Condition<T>> conditions) {
    return new UntilWithSync<>(informer, precondition, conditions).begin(timeout);
  }
}
