package dev.informant.internal.source;

import dev.informant.log.Readable;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Walks through one list page by page. Each page is requested again as {@link Retries} decides; if a
 * continue token has expired, the whole list is asked for in one piece at the version first asked for. A
 * page of which nothing is heard for too long is given up, and the list with it.
 *
 * <p>All its methods and all calls of its sink run on {@code steps}, which must run one task at a time.
 */
public final class PageWalk<T> {
  /** Hears the walk. */
  public interface Sink<T> {
    void requesting(ListOptions options);

    void retrying(SourceException cause, Duration delay);

    void items(List<Item<T>> items);

    /** The list begins anew: what was delivered is void. */
    void restarted(SourceException cause);

    /**
     * @param paginated whether the server cut the list into pages
     */
    void completed(String resourceVersion, boolean paginated);

    void failed(SourceException cause);

    /** A page is complete. */
    default void page(ListMetadata metadata) {}

    /** Whether it looks at items; if not, they need not come. */
    default boolean wantsItems() {
      return true;
    }

    /** Whether the pages so far will do. */
    default boolean isEnough() {
      return false;
    }
  }

  /** Servers end a LIST after a minute, and transports notice a dead connection sooner than this. */
  static final Duration SILENCE = Duration.ofSeconds(90);

  private final ListerWatcher<T> source;
  private final Executor steps;
  private final EngineRuntime runtime;
  private final Retries retries;
  private final ListOptions first;
  private final boolean fullListIfExpired;
  private final Sink<T> sink;

  private @Nullable Page page;
  private Timers.Timer retry = Timers.Timer.NONE;
  private Timers.Timer alarm = Timers.Timer.NONE;
  private long heardNanos;
  private boolean paginated;
  private @Nullable String resourceVersion;

  /**
   * @param first the first request; its limit is the page size
   */
  public PageWalk(
      ListerWatcher<T> source,
      Executor steps,
      EngineRuntime runtime,
      ListOptions first,
      boolean fullListIfExpired,
      Sink<T> sink) {
    this(source, steps, runtime, Retries.CLIENT_GO, first, fullListIfExpired, sink);
  }

  PageWalk(
      ListerWatcher<T> source,
      Executor steps,
      EngineRuntime runtime,
      Retries retries,
      ListOptions first,
      boolean fullListIfExpired,
      Sink<T> sink) {
    this.source = source;
    this.steps = steps;
    this.runtime = runtime;
    this.retries = retries;
    this.first = first;
    this.fullListIfExpired = fullListIfExpired;
    this.sink = sink;
  }

  public void start() {
    request(first, /* retries= */ 0);
  }

  /** Ends the walk; the sink hears nothing more. Idempotent. */
  public void cancel() {
    Page current = page;
    page = null;
    retry.cancel();
    alarm.cancel();
    if (current != null) {
      SourceDefects.cancel(current.exchange);
    }
  }

  private void request(ListOptions options, int retries) {
    Page next = new Page(options, retries);
    page = next;
    sink.requesting(options);
    if (page != next) {
      return;
    }
    heard();
    arm(next, SILENCE.toNanos());
    try {
      next.exchange = source.list(options, next);
    } catch (RuntimeException refused) {
      next.failed(SourceDefects.from(refused));
    }
  }

  private void heard() {
    heardNanos = runtime.clock().nanos();
  }

  private void arm(Page watched, long nanos) {
    alarm.cancel();
    alarm = runtime
        .timers()
        .schedule(
            Duration.ofNanos(nanos),
            () -> steps.execute(() -> {
              if (page == watched) {
                checkSilence(watched);
              }
            }));
  }

  private void checkSilence(Page watched) {
    long left = heardNanos + SILENCE.toNanos() - runtime.clock().nanos();
    if (left > 0) {
      arm(watched, left);
      return;
    }
    cancel();
    sink.failed(SourceException.of(
        SourceException.Kind.NETWORK,
        "the list delivered nothing for " + Readable.time(SILENCE),
        null));
  }

  private void completed(Page done, ListMetadata metadata) {
    page = null;
    alarm.cancel();
    String version = resourceVersion;
    if (version == null) {
      version = metadata.resourceVersion();
      resourceVersion = version;
    }
    sink.page(metadata);
    if (metadata.continueToken().isEmpty() || sink.isEnough()) {
      sink.completed(version, paginated);
      return;
    }
    paginated = true;
    // The token carries the version; asking for one besides is an error.
    request(
        done.options
            .withContinueToken(metadata.continueToken())
            .withResourceVersion("")
            .withResourceVersionMatch(""),
        /* retries= */ 0);
  }

  private void failed(Page failed, SourceException cause) {
    page = null;
    alarm.cancel();
    Duration delay = retries.delay(cause, failed.answered, failed.retries);
    if (delay != null) {
      retryLater(failed, cause, delay);
    } else if (cause.isExpired()
        && fullListIfExpired
        && !failed.options.continueToken().isEmpty()) {
      resourceVersion = null;
      sink.restarted(cause);
      request(first.withLimit(0), /* retries= */ 0);
    } else {
      sink.failed(cause);
    }
  }

  private void retryLater(Page failed, SourceException cause, Duration delay) {
    Page waiting = new Page(failed.options, failed.retries + 1);
    page = waiting;
    sink.retrying(cause, delay);
    retry = runtime
        .timers()
        .schedule(
            delay,
            () -> steps.execute(() -> {
              if (page == waiting) {
                request(waiting.options, waiting.retries);
              }
            }));
  }

  /** Hands what the source says to the steps, unless the walk has gone past this page by then. */
  private final class Page implements ListerWatcher.ListReceiver<T> {
    private final ListOptions options;
    private final int retries;
    private ListerWatcher.Exchange exchange = SourceDefects.NO_EXCHANGE;
    private boolean answered;

    Page(ListOptions options, int retries) {
      this.options = options;
      this.retries = retries;
    }

    @Override
    public void opened() {
      step(() -> {
        answered = true;
        heard();
      });
    }

    @Override
    public boolean wantsItems() {
      return sink.wantsItems();
    }

    @Override
    public void items(List<Item<T>> items) {
      step(() -> {
        answered = true;
        sink.items(items);
        heard(); // only now: the time the sink took is not the server's
        exchange.more();
      });
    }

    @Override
    public void completed(ListMetadata metadata) {
      step(() -> PageWalk.this.completed(this, metadata));
    }

    @Override
    public void failed(SourceException cause) {
      step(() -> PageWalk.this.failed(this, cause));
    }

    private void step(Runnable action) {
      steps.execute(() -> {
        if (page == this) {
          action.run();
        }
      });
    }
  }
}
