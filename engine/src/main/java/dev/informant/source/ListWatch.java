package dev.informant.source;

import java.util.function.UnaryOperator;

/**
 * A source made of two functions. Immutable; as thread-safe as they are.
 *
 * <pre>{@code
 * ListWatch.of(client::list, client::watch).with(options -> options.withLabelSelector("app=web"))
 * }</pre>
 */
public final class ListWatch<T> implements ListerWatcher<T> {
  /** Requests one page, as {@link ListerWatcher#list}. */
  @FunctionalInterface
  public interface ListFunction<T> {
    Exchange list(ListOptions options, ListReceiver<T> receiver);
  }

  /** Requests changes, as {@link ListerWatcher#watch}. */
  @FunctionalInterface
  public interface WatchFunction<T> {
    Exchange watch(ListOptions options, WatchReceiver<T> receiver);
  }

  private final ListFunction<T> list;
  private final WatchFunction<T> watch;
  private final UnaryOperator<ListOptions> modifier;
  private final boolean watchList;

  private ListWatch(
      ListFunction<T> list,
      WatchFunction<T> watch,
      UnaryOperator<ListOptions> modifier,
      boolean watchList) {
    this.list = list;
    this.watch = watch;
    this.modifier = modifier;
    this.watchList = watchList;
  }

  /** Returns a source that supports watch-lists; see {@link #withoutWatchList()}. */
  public static <T> ListWatch<T> of(ListFunction<T> list, WatchFunction<T> watch) {
    return new ListWatch<>(list, watch, UnaryOperator.identity(), /* watchList= */ true);
  }

  /** Returns a modifiable view of another source. */
  public static <T> ListWatch<T> of(ListerWatcher<T> source) {
    return new ListWatch<>(
        source::list, source::watch, UnaryOperator.identity(), source.supportsWatchList());
  }

  /** Returns the same source with a change to the options of every list and watch, applied after earlier changes. */
  public ListWatch<T> with(UnaryOperator<ListOptions> change) {
    return new ListWatch<>(
        list, watch, options -> change.apply(modifier.apply(options)), watchList);
  }

  /** Returns the same source for a server that does not support watch-lists. */
  public ListWatch<T> withoutWatchList() {
    return new ListWatch<>(list, watch, modifier, /* watchList= */ false);
  }

  @Override
  public Exchange list(ListOptions options, ListReceiver<T> receiver) {
    return list.list(modifier.apply(options), receiver);
  }

  @Override
  public Exchange watch(ListOptions options, WatchReceiver<T> receiver) {
    return watch.watch(modifier.apply(options), receiver);
  }

  @Override
  public boolean supportsWatchList() {
    return watchList;
  }
}
