package dev.informant.informer;

import dev.informant.log.Readable;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import dev.informant.source.Item;
import dev.informant.source.Until;
import dev.informant.source.WatchEvent;
import dev.informant.store.IndexedView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Follows an informer until conditions are met; everything happens on one serial queue. */
final class UntilWithSync<T> implements ResourceEventHandler<T> {
  private final Informer<T> informer;
  private final Predicate<? super IndexedView<T>> precondition;
  private final List<Until.Condition<T>> conditions;
  private final CompletableFuture<@Nullable WatchEvent<T>> result = new CompletableFuture<>();
  private final EngineRuntime runtime;
  private final SerialQueue steps;

  // belong to the steps
  private final List<WatchEvent<T>> early = new ArrayList<>();
  private boolean begun;
  private int fulfilled;

  UntilWithSync(
      Informer<T> informer,
      Predicate<? super IndexedView<T>> precondition,
      List<Until.Condition<T>> conditions) {
    this.informer = informer;
    this.runtime = Informers.runtime(informer);
    this.precondition = precondition;
    this.conditions = List.copyOf(conditions);
    this.steps = runtime.callbackQueue(result::completeExceptionally);
  }

  CompletableFuture<@Nullable WatchEvent<T>> begin(Duration timeout) {
    Registration<T> registration = informer.addHandler(
        this, HandlerOptions.<T>defaults().withName("until").withResync(Duration.ZERO));
    Timers.Timer timer = runtime
        .timers()
        .schedule(
            timeout,
            () -> steps.execute(() -> result.completeExceptionally(new TimeoutException("informer "
                + informer.name() + ": " + fulfilled + " of " + conditions.size()
                + " conditions met within " + Readable.time(timeout) + "; "
                + NotSyncedException.describe(informer.state())))));
    result.whenComplete((event, failure) -> {
      timer.cancel();
      registration.remove();
    });
    // Both belong to the registration: what hung on the informer's own futures would stay there.
    registration.synced().whenComplete((done, failure) -> steps.execute(() -> synced(failure)));
    registration.ended().whenComplete((done, failure) -> steps.execute(this::ended));
    return result;
  }

  private void ended() {
    if (!result.isDone()) {
      result.completeExceptionally(NotSyncedException.never(
          "waiting for conditions on informer " + informer.name(),
          informer.state(),
          informer.state().cause()));
    }
  }

  private void synced(@Nullable Throwable failure) {
    if (failure != null) {
      return; // closed; that is reported by itself
    }
    if (precondition.test(informer.snapshot())) {
      result.complete(null);
      return;
    }
    begun = true;
    if (conditions.isEmpty()) {
      result.complete(null);
    }
    early.forEach(this::look);
    early.clear();
  }

  private void take(WatchEvent<T> event) {
    steps.execute(() -> {
      if (begun) {
        look(event);
      } else {
        early.add(event);
      }
    });
  }

  private void look(WatchEvent<T> event) {
    try {
      while (!result.isDone() && conditions.get(fulfilled).test(event)) {
        fulfilled++;
        if (fulfilled == conditions.size()) {
          result.complete(event);
        }
      }
    } catch (Exception thrown) {
      result.completeExceptionally(thrown);
    }
  }

  @Override
  public void onAdd(T object, boolean inInitialList) {
    take(new WatchEvent.Added<>(new Item.Good<>(object)));
  }

  @Override
  public void onUpdate(T before, T after) {
    take(new WatchEvent.Modified<>(new Item.Good<>(after)));
  }

  @Override
  public void onDelete(Deleted<T> deleted) {
    T last = deleted.object();
    if (last != null) {
      take(new WatchEvent.Deleted<>(new Item.Good<>(last)));
    }
  }
}
