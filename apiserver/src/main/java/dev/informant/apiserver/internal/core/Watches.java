package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.kinds.Kind;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.storage.MvccStore;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Starts watches and keeps their time: deadlines and bookmarks. Thread-safe. */
final class Watches {
  private static final Duration BOOKMARK_INTERVAL = Duration.ofMinutes(1);
  private static final Duration BEFORE_DEADLINE = Duration.ofSeconds(2);
  private static final long SHORTEST_SECONDS = 1800;
  private static final long NANOS = 1_000_000_000;
  private static final long LONGEST = Integer.MAX_VALUE * NANOS;

  private final EngineRuntime runtime;
  private final MvccStore store;
  private final Reads reads;
  private final CoreOptions options;
  private final Bookmarks bookmarks;

  private final Object lock = new Object();
  // guarded by lock
  private final TreeMap<Long, ServedWatch> sessions = new TreeMap<>();
  private long lastId;

  Watches(
      EngineRuntime runtime,
      MvccStore store,
      Reads reads,
      CoreOptions options,
      Negotiation negotiation) {
    this.runtime = runtime;
    this.store = store;
    this.reads = reads;
    this.options = options;
    this.bookmarks = new Bookmarks(negotiation);
  }

  ServedWatch start(
      ResourceType type, String namespace, ListParameters wanted, Representation representation) {
    wanted.checkForWatch(options.watchList());
    Long from = VersionText.parse(wanted.resourceVersion());
    if (from == null) {
      throw ApiStatusException.internal(VersionText.complaint(wanted.resourceVersion()));
    }
    ServedWatch session = new ServedWatch(
        RequestScope.of(type, namespace, wanted), representation, options.watchBuffer());
    register(session);
    begin(session, wanted, from);
    boolean over = wanted.timeoutSeconds() != 0 && nanos(wanted.timeoutSeconds()) < 0;
    if (over || representation.endsWatches()) {
      session.close();
    }
    return session;
  }

  private void begin(ServedWatch session, ListParameters wanted, long from) {
    boolean fromNow = from == 0;
    Boolean explicit = wanted.sendInitialEvents();
    boolean initial = explicit == null ? fromNow : explicit;
    boolean endMarked =
        explicit == null ? wanted.impliesInitialEvents() && options.watchList() : explicit;
    if (!initial) {
      subscribe(
          session,
          wanted,
          fromNow ? null : Long.valueOf(VersionText.reachable(from)),
          /* initial= */ false,
          false);
      return;
    }
    // Unset asks for what is current now; "0" takes what the cache has.
    long needed = wanted.resourceVersion().isEmpty() ? store.revision() : from;
    try {
      reads.reached(session.scope().type(), needed).whenComplete((there, failure) -> {
        if (failure == null) {
          subscribe(session, wanted, null, true, endMarked && wanted.allowBookmarks());
        } else {
          session.fail(statusOf(failure));
        }
      });
    } catch (ApiStatusException tooLarge) {
      session.fail(tooLarge);
    }
  }

  private static ApiStatusException statusOf(Throwable failure) {
    Throwable cause = failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
    return cause instanceof ApiStatusException status
        ? status
        : ApiStatusException.internal(String.valueOf(cause));
  }

  private void subscribe(
      ServedWatch session,
      ListParameters wanted,
      @Nullable Long from,
      boolean initial,
      boolean endBookmark) {
    ResourceType type = session.scope().type();
    String storage = type.storage();
    MvccStore.Subscription subscription = store.subscribe(storage, from, session);
    if (subscription == null) {
      session.fail(ApiStatusException.expired(
          !type.is(Kind.Trait.UNCACHED)
              ? "too old resource version: " + from + " (" + store.oldestStart(storage) + ")"
              : "The resourceVersion for the provided watch is too old."));
      return;
    }
    session.onFinish(subscription.cancel());
    long start = from == null ? subscription.view().revision() : from;
    if (initial) {
      long revision = subscription.view().revision();
      session.begin(
          subscription.view(), endBookmark ? bookmarks.endOfInitialEvents(type, revision) : null);
    } else {
      session.begin(subscription.missed(), start);
    }
    keepTime(session, wanted, start);
  }

  private void keepTime(ServedWatch session, ListParameters wanted, long start) {
    long seconds = wanted.timeoutSeconds() != 0
        ? wanted.timeoutSeconds()
        : SHORTEST_SECONDS + runtime.random().nextLong(SHORTEST_SECONDS);
    Duration life = Duration.ofNanos(Math.max(0, Math.min(nanos(seconds), LONGEST)));
    Timers.Timer deadline =
        runtime.timers().schedule(life, () -> runtime.pipeline().execute(session::finish));
    session.onFinish(deadline::cancel);
    boolean wantsBookmarks =
        wanted.allowBookmarks() && !session.scope().type().is(Kind.Trait.UNCACHED);
    if (wantsBookmarks) {
      Repeat repeat = new Repeat(session, start);
      session.onFinish(repeat::cancel);
      repeat.schedule();
      if (life.compareTo(BEFORE_DEADLINE) > 0) {
        Timers.Timer last =
            runtime.timers().schedule(life.minus(BEFORE_DEADLINE), () -> bookmark(session, start));
        session.onFinish(last::cancel);
      }
    }
  }

  /** As Go reckons it: what does not fit into 64 bits may be negative, and is over when it begins. */
  private static long nanos(long seconds) {
    return seconds * NANOS;
  }

  /** A bookmark for {@code session} behind all changes it has been told of. */
  private void bookmark(ServedWatch session, long start) {
    store.afterDelivery(session.scope().type().storage(), revision -> {
      if (revision > start) {
        session.bookmark(bookmarks.at(session.scope().type(), revision));
      }
    });
  }

  /** The bookmarks of one watch, one after the other. */
  private final class Repeat {
    private final ServedWatch session;
    private final long start;
    private volatile boolean cancelled;
    private volatile Timers.Timer timer = Timers.Timer.NONE;

    Repeat(ServedWatch session, long start) {
      this.session = session;
      this.start = start;
    }

    void schedule() {
      timer = runtime.timers().schedule(BOOKMARK_INTERVAL, () -> {
        if (!cancelled) {
          bookmark(session, start);
          schedule();
        }
      });
      if (cancelled) {
        timer.cancel();
      }
    }

    void cancel() {
      cancelled = true;
      timer.cancel();
    }
  }

  private void register(ServedWatch session) {
    long id;
    synchronized (lock) {
      id = ++lastId;
    }
    session.whetherOpen(open -> {
      synchronized (lock) {
        if (open) {
          sessions.put(id, session);
        } else {
          sessions.remove(id);
        }
      }
    });
  }

  /**
   * The watches of clients open now that are about a matching resource; stalled ones are, even if their time is over.
   */
  List<ServedWatch> open(Predicate<ResourceType> which) {
    synchronized (lock) {
      return new ArrayList<>(sessions.values())
          .stream().filter(session -> which.test(session.scope().type())).toList();
    }
  }
}
