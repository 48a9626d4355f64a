package dev.informant.source;

import dev.informant.internal.source.SourceDefects;
import dev.informant.log.Readable;
import dev.informant.object.ObjectAccessor;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Waits for conditions on a collection's changes, one after another. An event that meets one condition is tested with
 * the next one, too. The result is the event that met the last condition. It fails with the exception of a condition,
 * with the {@link SourceException} that ended the stream, or with a {@link TimeoutException}. Cancelling it ends the
 * watch. Conditions run on a thread that may block.
 */
public final class Until {
  private Until() {}

  /** Tests an ADDED, MODIFIED or DELETED event. */
  @FunctionalInterface
  public interface Condition<T> {
    /** Returns whether the event meets the condition. */
    boolean test(WatchEvent<T> event) throws Exception;
  }

  /** Waits on a watch that is resumed when its stream ends. */
  public static <T> CompletableFuture<WatchEvent<T>> until(
      ListerWatcher<T> source,
      ObjectAccessor<T> accessor,
      EngineRuntime runtime,
      String resourceVersion,
      Duration timeout,
      List<Condition<T>> conditions) {
    Wait<T> wait = new Wait<>(runtime, conditions);
    return wait.begin(
        timeout, new RetryWatcher<>(source, accessor, runtime).watch(resourceVersion, wait));
  }

  /** Waits on one watch: the end of its stream is a failure. */
  public static <T> CompletableFuture<WatchEvent<T>> untilWithoutRetry(
      ListerWatcher<T> source,
      EngineRuntime runtime,
      ListOptions options,
      Duration timeout,
      List<Condition<T>> conditions) {
    Wait<T> wait = new Wait<>(runtime, conditions);
    return wait.begin(timeout, source.watch(options, wait));
  }

  /** All but the calls of the source runs on its steps. */
  private static final class Wait<T> implements ListerWatcher.WatchReceiver<T> {
    private final EngineRuntime runtime;
    private final SerialQueue steps;
    private final ArrayDeque<Condition<T>> conditions;
    private final CompletableFuture<WatchEvent<T>> result = new CompletableFuture<>();
    private ListerWatcher.@Nullable Exchange exchange;
    private boolean wantsMore;
    private Timers.Timer timer = Timers.Timer.NONE;

    Wait(EngineRuntime runtime, List<Condition<T>> conditions) {
      if (conditions.isEmpty()) {
        throw new IllegalArgumentException("no condition to wait for");
      }
      this.runtime = runtime;
      this.conditions = new ArrayDeque<>(conditions);
      this.steps = runtime.callbackQueue(result::completeExceptionally);
    }

    CompletableFuture<WatchEvent<T>> begin(Duration timeout, ListerWatcher.Exchange watch) {
      timer = runtime.timers().schedule(timeout, () -> steps.execute(() -> timedOut(timeout)));
      steps.execute(() -> {
        exchange = watch;
        pull();
      });
      result.whenComplete((event, failure) -> {
        timer.cancel();
        SourceDefects.cancel(watch);
      });
      return result;
    }

    private void timedOut(Duration timeout) {
      result.completeExceptionally(
          new TimeoutException(Readable.count(conditions.size(), "condition") + " not met within "
              + Readable.time(timeout)));
    }

    @Override
    public void opened() {}

    @Override
    public void events(List<WatchEvent<T>> events) {
      steps.execute(() -> {
        for (WatchEvent<T> event : events) {
          show(event);
        }
        wantsMore = !result.isDone();
        pull();
      });
    }

    private void pull() {
      if (wantsMore && exchange != null) {
        wantsMore = false;
        exchange.more();
      }
    }

    private void show(WatchEvent<T> event) {
      if (event instanceof WatchEvent.Error<T> error) {
        result.completeExceptionally(error.cause());
      }
      if (event instanceof WatchEvent.Bookmark || event instanceof WatchEvent.Unexpected) {
        return;
      }
      try {
        while (!result.isDone() && met(conditions.peek(), event)) {
          conditions.remove();
          if (conditions.isEmpty()) {
            result.complete(event);
          }
        }
      } catch (Exception failure) {
        result.completeExceptionally(failure);
      }
    }

    private boolean met(@Nullable Condition<T> condition, WatchEvent<T> event) throws Exception {
      return condition != null && condition.test(event);
    }

    @Override
    public void closed() {
      steps.execute(() -> result.completeExceptionally(SourceException.of(
          SourceException.Kind.OTHER,
          "the watch ended before its conditions were met; " + conditions.size() + " were left",
          null)));
    }

    @Override
    public void failed(SourceException cause) {
      steps.execute(() -> result.completeExceptionally(cause));
    }
  }
}
