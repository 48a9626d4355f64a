package dev.informant.source;

import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Lists a collection page by page. Requests are sent again as the HTTP rules allow (a busy server that says
 * when, a connection lost before the answer). Cancelling a returned future ends the requests behind it.
 * Immutable and thread-safe.
 */
public final class Pager<T> {
  /** Items asked for in a page unless told otherwise. */
  public static final long PAGE_SIZE = ReflectorPlan.PAGE_SIZE;

  private final ListerWatcher<T> source;
  private final EngineRuntime runtime;
  private final long pageSize;
  private final boolean fullListIfExpired;

  private Pager(
      ListerWatcher<T> source, EngineRuntime runtime, long pageSize, boolean fullListIfExpired) {
    this.source = source;
    this.runtime = runtime;
    this.pageSize = pageSize;
    this.fullListIfExpired = fullListIfExpired;
  }

  /** Pages of {@value #PAGE_SIZE}, and one full list if a continue token expires. */
  public static <T> Pager<T> of(ListerWatcher<T> source, EngineRuntime runtime) {
    return new Pager<>(source, runtime, PAGE_SIZE, /* fullListIfExpired= */ true);
  }

  /** The same with another page size; 0 does not page. */
  public Pager<T> pageSize(long items) {
    if (items < 0) {
      throw new IllegalArgumentException("pageSize must not be negative: " + items);
    }
    return new Pager<>(source, runtime, items, fullListIfExpired);
  }

  /** The same, but an expired continue token is a failure. */
  public Pager<T> failIfExpired() {
    return new Pager<>(source, runtime, pageSize, /* fullListIfExpired= */ false);
  }

  /** The whole list. Fails with a {@link SourceException}. */
  public CompletableFuture<PagedList<T>> list(ListOptions options) {
    List<Item<T>> all = new ArrayList<>();
    CompletableFuture<PagedList<T>> result = new CompletableFuture<>();
    walk(options, fullListIfExpired, result, new Walk<>(result) {
      @Override
      public void items(List<Item<T>> items) {
        all.addAll(items);
      }

      @Override
      public void restarted(SourceException cause) {
        all.clear();
      }

      @Override
      public void completed(String resourceVersion, boolean paginated) {
        result.complete(new PagedList<>(resourceVersion, List.copyOf(all), paginated));
      }
    });
    return result;
  }

  /**
   * Hands each item to {@code consumer}, on a thread that may block, as the pages arrive; the next page is
   * asked for when it has taken the last one. What the consumer throws ends the walk and fails the result.
   * An expired continue token is a failure here, since items cannot be taken back.
   */
  public CompletableFuture<Void> eachItem(ListOptions options, Consumer<? super Item<T>> consumer) {
    CompletableFuture<Void> result = new CompletableFuture<>();
    walk(
        options,
        /* fullList= */ false,
        result,
        new Walk<>(result) {
          @Override
          public void items(List<Item<T>> items) {
            for (Item<T> item : items) {
              if (result.isDone()) {
                return;
              }
              consumer.accept(item);
            }
          }

          @Override
          public void restarted(SourceException cause) {
            throw new IllegalStateException("restarted although told not to", cause);
          }

          @Override
          public void completed(String resourceVersion, boolean paginated) {
            result.complete(null);
          }
        });
    return result;
  }

  private <R> void walk(
      ListOptions options, boolean fullList, CompletableFuture<R> result, Walk<T, R> sink) {
    SerialQueue steps = runtime.callbackQueue(result::completeExceptionally);
    ListOptions first = options.limit() == 0 ? options.withLimit(pageSize) : options;
    PageWalk<T> walk = new PageWalk<>(source, steps, runtime, first, fullList, sink);
    result.whenComplete((done, failure) -> {
      if (failure != null) {
        steps.execute(walk::cancel);
      }
    });
    steps.execute(walk::start);
  }

  /** What both kinds of walk have in common. */
  private abstract static class Walk<T, R> implements PageWalk.Sink<T> {
    private final CompletableFuture<R> result;

    Walk(CompletableFuture<R> result) {
      this.result = result;
    }

    @Override
    public void requesting(ListOptions options) {}

    @Override
    public void retrying(SourceException cause, Duration delay) {}

    @Override
    public void failed(SourceException cause) {
      result.completeExceptionally(cause);
    }
  }
}
