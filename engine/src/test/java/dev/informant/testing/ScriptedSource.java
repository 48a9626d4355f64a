package dev.informant.testing;

import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A source whose every answer the test gives by hand. The test awaits a request, looks at its options and
 * answers it; each answer is followed by whatever the code under test makes of it.
 *
 * <p>Not thread-safe, as the {@link VirtualRuntime} it works with.
 */
public final class ScriptedSource<T> implements ListerWatcher<T> {
  private static final Duration PATIENCE = Duration.ofHours(2);

  private final VirtualRuntime runtime;
  private final ArrayDeque<Request> unanswered = new ArrayDeque<>();
  private final List<ListOptions> history = new ArrayList<>();
  private boolean watchListOffered = true;

  public ScriptedSource(VirtualRuntime runtime) {
    this.runtime = runtime;
  }

  /** Whether {@link #supportsWatchList()}. Default: true. */
  public ScriptedSource<T> watchListOffered(boolean offered) {
    watchListOffered = offered;
    return this;
  }

  /** Lets time pass until a request is there; it must be a LIST. */
  public ScriptedList awaitList() {
    if (await() instanceof ScriptedSource<T>.ScriptedList list) {
      return list;
    }
    throw new AssertionError("expected a LIST but got a WATCH");
  }

  /** Lets time pass until a request is there; it must be a WATCH. */
  public ScriptedWatch awaitWatch() {
    if (await() instanceof ScriptedSource<T>.ScriptedWatch watch) {
      return watch;
    }
    throw new AssertionError("expected a WATCH but got a LIST");
  }

  /** Whether a request waits for its answer, without letting time pass. */
  public boolean hasRequest() {
    runtime.runUntilIdle();
    return !unanswered.isEmpty();
  }

  /** The options of all requests so far, oldest first. */
  public List<ListOptions> requests() {
    return List.copyOf(history);
  }

  private Request await() {
    if (!runtime.runUntil(() -> !unanswered.isEmpty(), PATIENCE)) {
      throw new AssertionError("no request came within " + PATIENCE);
    }
    return unanswered.remove();
  }

  @Override
  public boolean supportsWatchList() {
    return watchListOffered;
  }

  @Override
  public Exchange list(ListOptions options, ListReceiver<T> receiver) {
    return take(new ScriptedList(options, receiver));
  }

  @Override
  public Exchange watch(ListOptions options, WatchReceiver<T> receiver) {
    return take(new ScriptedWatch(options, receiver));
  }

  private Request take(Request request) {
    history.add(request.options);
    unanswered.add(request);
    return request;
  }

  /** A request the code under test has sent. */
  public abstract sealed class Request implements Exchange {
    private final ListOptions options;
    private boolean cancelled;
    private int demand = 1;

    private Request(ListOptions options) {
      this.options = options;
    }

    public ListOptions options() {
      return options;
    }

    /** Whether the code under test has given the request up. */
    public boolean isCancelled() {
      runtime.runUntilIdle();
      return cancelled;
    }

    /** Whether the code under test is ready for another batch. */
    public boolean wantsMore() {
      runtime.runUntilIdle();
      return demand > 0;
    }

    @Override
    public void more() {
      demand = 1;
    }

    @Override
    public void cancel() {
      cancelled = true;
      unanswered.remove(this);
    }

    /** Delivers even to a receiver that has cancelled: late calls are part of the contract. */
    void deliver(Runnable call) {
      call.run();
      runtime.runUntilIdle();
    }

    void deliverBatch(Runnable call) {
      demand = 0;
      deliver(call);
    }
  }

  /** A LIST to be answered. */
  public final class ScriptedList extends Request {
    private final ListReceiver<T> receiver;

    private ScriptedList(ListOptions options, ListReceiver<T> receiver) {
      super(options);
      this.receiver = receiver;
    }

    /** Answers with the last page. */
    @SafeVarargs
    @SuppressWarnings("varargs") // handed on, never written to
    public final void respond(String resourceVersion, T... objects) {
      respondPage(resourceVersion, /* continueToken= */ "", objects);
    }

    /** Answers with a page that others follow. */
    @SafeVarargs
    @SuppressWarnings("varargs") // handed on, never written to
    public final void respondPage(String resourceVersion, String continueToken, T... objects) {
      items(good(objects));
      complete(new ListMetadata(resourceVersion, continueToken, 0));
    }

    /** The server begins to answer. */
    public void begin() {
      deliver(receiver::opened);
    }

    public void items(List<Item<T>> items) {
      if (!items.isEmpty()) {
        deliverBatch(() -> receiver.items(items));
      }
    }

    public void complete(ListMetadata metadata) {
      deliver(() -> receiver.completed(metadata));
    }

    public void fail(SourceException cause) {
      deliver(() -> receiver.failed(cause));
    }
  }

  /** A WATCH to be answered. */
  public final class ScriptedWatch extends Request {
    private final WatchReceiver<T> receiver;

    private ScriptedWatch(ListOptions options, WatchReceiver<T> receiver) {
      super(options);
      this.receiver = receiver;
    }

    /** The server accepts the watch. */
    public ScriptedWatch open() {
      deliver(receiver::opened);
      return this;
    }

    public void added(T object) {
      events(new WatchEvent.Added<>(new Item.Good<>(object)));
    }

    public void modified(T object) {
      events(new WatchEvent.Modified<>(new Item.Good<>(object)));
    }

    public void deleted(T object) {
      events(new WatchEvent.Deleted<>(new Item.Good<>(object)));
    }

    public void bookmark(String resourceVersion) {
      events(new WatchEvent.Bookmark<>(resourceVersion, /* initialEventsEnd= */ false));
    }

    /** The bookmark that ends the initial state. */
    public void initialEventsEnd(String resourceVersion) {
      events(new WatchEvent.Bookmark<>(resourceVersion, /* initialEventsEnd= */ true));
    }

    /** The server reports a failure in the stream. */
    public void error(SourceException cause) {
      events(new WatchEvent.Error<>(cause));
    }

    /** One batch. */
    @SafeVarargs
    @SuppressWarnings("varargs") // handed on, never written to
    public final void events(WatchEvent<T>... events) {
      List<WatchEvent<T>> batch = new ArrayList<>(Arrays.asList(events));
      deliverBatch(() -> receiver.events(batch));
    }

    /** The stream ends properly. */
    public void close() {
      deliver(receiver::closed);
    }

    /** The watch could not be opened, or the stream breaks. */
    public void fail(SourceException cause) {
      deliver(() -> receiver.failed(cause));
    }
  }

  private List<Item<T>> good(T[] objects) {
    return Stream.of(objects).<Item<T>>map(Item.Good::new).toList();
  }
}
