package dev.informant.kubernetes;

import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Asks another source with changed parameters. Thread-safe. */
record SelectingSource<T>(ListerWatcher<T> source, UnaryOperator<ListOptions> change)
    implements ListerWatcher<T> {
  @Override
  public Exchange list(ListOptions options, ListReceiver<T> receiver) {
    return source.list(change.apply(options), receiver);
  }

  @Override
  public Exchange watch(ListOptions options, WatchReceiver<T> receiver) {
    return source.watch(change.apply(options), receiver);
  }

  @Override
  public String transport() {
    return source.transport();
  }

  @Override
  public @Nullable String underWay() {
    return source.underWay();
  }

  @Override
  public boolean supportsWatchList() {
    return source.supportsWatchList();
  }
}
