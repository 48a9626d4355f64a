package dev.informant.internal.source;

import dev.informant.runtime.EngineRuntime;
import dev.informant.source.BlockingListerWatcher;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a blocking source on the threads of its runtime that may block. Thread-safe. */
public final class BlockingSource<T> implements ListerWatcher<T> {
  private final BlockingListerWatcher<T> source;
  private final EngineRuntime runtime;

  public BlockingSource(BlockingListerWatcher<T> source, EngineRuntime runtime) {
    this.source = source;
    this.runtime = runtime;
  }

  @Override
  public boolean supportsWatchList() {
    return source.supportsWatchList();
  }

  @Override
  public Exchange list(ListOptions options, ListReceiver<T> receiver) {
    ListCall call = new ListCall(options, receiver);
    call.begin();
    return call;
  }

  @Override
  public Exchange watch(ListOptions options, WatchReceiver<T> receiver) {
    WatchCall call = new WatchCall(options, receiver);
    call.begin();
    return call;
  }

  private final class ListCall extends BlockingCall {
    private final ListOptions options;
    private final ListReceiver<T> receiver;
    private @Nullable ListMetadata metadata;

    ListCall(ListOptions options, ListReceiver<T> receiver) {
      super(runtime);
      this.options = options;
      this.receiver = receiver;
    }

    @Override
    void step() throws Exception {
      ListMetadata delivered = metadata;
      if (delivered != null) {
        finish(() -> receiver.completed(delivered));
        return;
      }
      BlockingListerWatcher.Page<T> page = source.list(options);
      List<Item<T>> items = new ArrayList<>(page.items().size());
      page.items().forEach(object -> items.add(new Item.Good<>(object)));
      metadata = page.metadata();
      if (items.isEmpty()) {
        finish(() -> receiver.completed(page.metadata()));
      } else {
        deliver(() -> receiver.items(items));
      }
    }

    @Override
    void failed(SourceException cause) {
      receiver.failed(cause);
    }
  }

  private final class WatchCall extends BlockingCall {
    private final ListOptions options;
    private final WatchReceiver<T> receiver;
    private BlockingListerWatcher.@Nullable Watch<T> watch;

    WatchCall(ListOptions options, WatchReceiver<T> receiver) {
      super(runtime);
      this.options = options;
      this.receiver = receiver;
    }

    @Override
    void step() throws Exception {
      BlockingListerWatcher.Watch<T> open = watch;
      if (open == null) {
        open = source.watch(options);
        watch = open;
        closeOnEnd(open);
        announce(receiver::opened);
      }
      WatchEvent<T> event = open.next();
      if (event == null) {
        finish(receiver::closed);
      } else {
        deliver(() -> receiver.events(List.of(event)));
      }
    }

    @Override
    void failed(SourceException cause) {
      receiver.failed(cause);
    }
  }
}
