package dev.informant.source;

import dev.informant.internal.source.PageWalk;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Lists a collection page by page. Requests are retried where HTTP allows it (a {@code Retry-After} of a busy server, a
 * connection lost before the response). Cancelling a returned future cancels its requests. Immutable and thread-safe.
 */
public final class Pager<T> {
  /** The default page size. */
  public static final long PAGE_SIZE = 500;

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

  /** Returns a pager with pages of {@value #PAGE_SIZE} items and a full list if a continue token expires. */
  public static <T> Pager<T> of(ListerWatcher<T> source, EngineRuntime runtime) {
    return new Pager<>(source, runtime, PAGE_SIZE, /* fullListIfExpired= */ true);
  }

  /** Returns the same pager with another page size; 0 disables paging. */
  public Pager<T> pageSize(long items) {
    if (items < 0) {
      throw new IllegalArgumentException("pageSize must not be negative: " + items);
    }
    return new Pager<>(source, runtime, items, fullListIfExpired);
  }

  /** Returns the same pager, but an expired continue token is a failure. */
  public Pager<T> failIfExpired() {
    return new Pager<>(source, runtime, pageSize, /* fullListIfExpired= */ false);
  }

  /** Returns the complete list. Fails with a {@link SourceException}. */
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
   * Calls {@code consumer} with each item as the pages arrive, on a thread that may block. The next page is requested
   * when all items of the previous one were consumed. An exception of the consumer ends the walk and fails the result.
   * An expired continue token is a failure, because consumed items cannot be withdrawn.
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
            throw new IllegalStateException(
                "the list was restarted although its token must not expire", cause);
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

  /** The common part of both kinds of walk. */
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
