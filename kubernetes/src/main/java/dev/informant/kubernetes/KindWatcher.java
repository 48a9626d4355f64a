package dev.informant.kubernetes;

import dev.informant.kubernetes.transport.Resource;
import dev.informant.runtime.Clock;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A source that knows when its kind is missing. A kind that never was there fails with words that say so. One
 * that was there, in this process or when a saved cache was made, and is gone keeps its objects until discovery has
 * confirmed its absence twice, at least {@link #CONFIRMATION} apart; then it is one empty list, which deletes them,
 * and after that a failure again.
 * Thread-safe.
 */
/*
 * A 404 alone proves little: a server that has just started does not serve its custom resources yet, a proxy
 * may answer for it, and an aggregated API may be between two backends. Deleting every object of a kind for
 * that would be the worst answer. So each 404 is put to discovery, and only discovery's "no" counts. The
 * reflector decides when to ask again; no timer is needed here.
 *
 * Whoever asks from a version holds the state of that version, and whoever asks for the server's version wants to compare
 * it with one: after a warm start that is how one learns that there are objects to delete, though this process never saw
 * the kind served. And the one empty list must go to somebody who takes it for a list: a probe of the version would
 * throw it away, and nothing would be deleted.
 */
final class KindWatcher<T> implements ListerWatcher<T> {
  static final Duration CONFIRMATION = Duration.ofSeconds(30);
  private static final int NOT_FOUND = 404;
  private static final String NO_VERSION = "0";

  private final ListerWatcher<T> source;
  private final Resource resource;
  private final String address;
  private final Supplier<CompletableFuture<Boolean>> absence;
  private final Clock clock;

  // guarded by this
  private boolean known; // it was there once, as far as anybody remembers
  private boolean gone;
  private boolean confirmedOnce;
  private long confirmedNanos;

  /**
   * @param address of the server, for messages
   * @param absence asks discovery anew whether the kind is certainly absent
   */
  KindWatcher(
      ListerWatcher<T> source,
      Resource resource,
      String address,
      Supplier<CompletableFuture<Boolean>> absence,
      Clock clock) {
    this.source = source;
    this.resource = resource;
    this.address = address;
    this.absence = absence;
    this.clock = clock;
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

  @Override
  public Exchange list(ListOptions options, ListReceiver<T> receiver) {
    holdsIfItAsks(options, /* probes= */ !receiver.wantsItems());
    Listing listing = new Listing(options, receiver);
    listing.request = source.list(options, listing);
    return listing;
  }

  @Override
  public Exchange watch(ListOptions options, WatchReceiver<T> receiver) {
    holdsIfItAsks(options, /* probes= */ false);
    return source.watch(options, new Watch(receiver));
  }

  private synchronized void holdsIfItAsks(ListOptions options, boolean probes) {
    String version = options.resourceVersion();
    boolean from = !version.isEmpty() && !version.equals(NO_VERSION);
    known |= !gone && (from || probes);
  }

  private synchronized void isServed() {
    known = true;
    gone = false;
    confirmedOnce = false;
  }

  /**
   * What an absence confirmed by discovery means; null if it means that all objects are gone.
   *
   * @param probed whether only the version was asked for
   */
  private synchronized @Nullable SourceException confirmedAbsent(boolean probed) {
    if (gone) {
      return goneNow();
    }
    if (!known) {
      return failure("no such kind: " + resource + " is not served by " + address
          + "; retrying until it is. If it is a custom resource, its definition is missing");
    }
    if (!confirmedOnce) {
      confirmedOnce = true;
      confirmedNanos = clock.nanos();
    } else if (!probed && clock.nanos() - confirmedNanos >= CONFIRMATION.toNanos()) {
      gone = true;
      known = false;
      return null;
    }
    return failure("kind missing: " + resource + " is no longer served by " + address
        + "; its objects are kept until a second check confirms this, " + CONFIRMATION.toSeconds()
        + " s after the first");
  }

  private SourceException goneNow() {
    return failure("kind gone: " + resource + " is no longer served by " + address
        + " and its objects are deleted from the cache; retrying until it is served again");
  }

  private static SourceException failure(String message) {
    return SourceException.status(NOT_FOUND, "NotFound", message);
  }

  /** Hears a list, and answers for it if there is no such kind. */
  private final class Listing implements ListReceiver<T>, Exchange {
    private final ListOptions options;
    private final ListReceiver<T> receiver;
    private final AtomicBoolean cancelled = new AtomicBoolean();
    private volatile @Nullable Exchange request; // null only while it is being sent

    Listing(ListOptions options, ListReceiver<T> receiver) {
      this.options = options;
      this.receiver = receiver;
    }

    @Override
    public void opened() {
      receiver.opened();
    }

    @Override
    public boolean wantsItems() {
      return receiver.wantsItems();
    }

    @Override
    public void items(List<Item<T>> items) {
      receiver.items(items);
    }

    @Override
    public void completed(ListMetadata metadata) {
      isServed();
      receiver.completed(metadata);
    }

    @Override
    public void failed(SourceException cause) {
      if (cause.code() != NOT_FOUND || !options.continueToken().isEmpty()) {
        receiver.failed(cause);
        return;
      }
      absence.get().whenComplete((absent, failure) -> {
        if (!cancelled.get()) {
          conclude(cause, failure == null && absent);
        }
      });
    }

    private void conclude(SourceException cause, boolean absent) {
      SourceException failure = absent ? confirmedAbsent(!receiver.wantsItems()) : cause;
      if (failure != null) {
        receiver.failed(failure);
        return;
      }
      String version = options.resourceVersion();
      receiver.completed(new ListMetadata(
          version.isEmpty() ? NO_VERSION : version,
          /* continueToken= */ "",
          /* remainingItemCount= */ 0));
    }

    @Override
    public void more() {
      Exchange sent = request;
      if (sent != null) {
        sent.more();
      }
    }

    @Override
    public void cancel() {
      cancelled.set(true);
      Exchange sent = request;
      if (sent != null) {
        sent.cancel();
      }
    }
  }

  /** Hears a watch. An answer proves that the kind is there. */
  private final class Watch implements WatchReceiver<T> {
    private final WatchReceiver<T> receiver;

    Watch(WatchReceiver<T> receiver) {
      this.receiver = receiver;
    }

    @Override
    public void opened() {
      isServed();
      receiver.opened();
    }

    @Override
    public void events(List<WatchEvent<T>> events) {
      receiver.events(events);
    }

    @Override
    public void closed() {
      receiver.closed();
    }

    @Override
    public void failed(SourceException cause) {
      boolean isGone;
      synchronized (KindWatcher.this) {
        isGone = gone;
      }
      receiver.failed(isGone && cause.code() == NOT_FOUND ? goneNow() : cause);
    }
  }
}
