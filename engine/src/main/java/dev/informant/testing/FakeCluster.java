package dev.informant.testing;

import dev.informant.object.ObjectAccessor;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One collection of an API server, in memory. Tests change it and the informer under test follows it. The
 * resourceVersion is a counter of changes. Lists are paged, watches resume from any version in the history and stay
 * silent until a future version is reached, bookmarks and watch-lists work. Faults can be injected: changes that open
 * watches miss, a lost history, failing requests, undecodable objects.
 *
 * <p>Selectors are recorded with the request but not applied. Responses come from the runtime's callback threads, so
 * that a run on a {@link VirtualRuntime} is deterministic. Thread-safe.
 */
public final class FakeCluster<T> implements ListerWatcher<T> {
  private static final int BATCH = 100;

  private final EngineRuntime runtime;

  private final Object lock = new Object();
  // all guarded by lock
  private final FakeCollection<T> collection;
  private final List<FakeWatch<T>> watches = new ArrayList<>();
  private final List<Request> requests = new ArrayList<>();
  private final ArrayDeque<SourceException> listFailures = new ArrayDeque<>();
  private final ArrayDeque<SourceException> watchFailures = new ArrayDeque<>();
  private boolean watchCache = true;
  private boolean watchListServed = true;
  private boolean watchListOffered = true;
  private Duration latency = Duration.ZERO;

  /** A request the cluster has received. */
  public record Request(boolean watch, ListOptions options) {}

  /**
   * @param versioned returns the object with another resourceVersion
   */
  public FakeCluster(
      EngineRuntime runtime, ObjectAccessor<T> accessor, BiFunction<T, String, T> versioned) {
    this.runtime = runtime;
    this.collection = new FakeCollection<>(accessor, versioned);
  }

  /** An empty collection of {@link TestObject}s. */
  public static FakeCluster<TestObject> create(EngineRuntime runtime) {
    return new FakeCluster<>(runtime, TestObject.ACCESSOR, TestObject::withResourceVersion);
  }

  // --- changes

  /** Adds an object and returns it as stored; open watches receive it. */
  public T add(T object) {
    return put(object, /* mustExist= */ false, /* watched= */ true);
  }

  /** Replaces an object and returns it as stored; open watches receive it. */
  public T modify(T object) {
    return put(object, /* mustExist= */ true, /* watched= */ true);
  }

  /** Removes an object and returns its final state; open watches receive it. */
  public T delete(String key) {
    return remove(key, /* watched= */ true);
  }

  /** Adds an object; open watches miss it. */
  public T addUnwatched(T object) {
    return put(object, /* mustExist= */ false, /* watched= */ false);
  }

  /** Replaces an object; open watches miss it. */
  public T modifyUnwatched(T object) {
    return put(object, /* mustExist= */ true, /* watched= */ false);
  }

  /** Removes an object; open watches miss it. */
  public T deleteUnwatched(String key) {
    return remove(key, /* watched= */ false);
  }

  private T put(T object, boolean mustExist, boolean watched) {
    synchronized (lock) {
      T stored = collection.put(object, mustExist);
      if (watched) {
        change(collection.lastChange());
      }
      return stored;
    }
  }

  private T remove(String key, boolean watched) {
    synchronized (lock) {
      T last = collection.remove(key);
      if (watched) {
        change(collection.lastChange());
      }
      return last;
    }
  }

  // guarded by lock
  private void change(WatchEvent<T> event) {
    for (FakeWatch<T> watch : watches) {
      String from = watch.options().resourceVersion();
      if (from.isEmpty() || Long.parseLong(from) < collection.version()) {
        watch.send(event); // else it was asked to leave this one out
      }
    }
  }

  // guarded by lock
  private boolean isFuture(String resourceVersion) {
    return !resourceVersion.isEmpty() && Long.parseLong(resourceVersion) > collection.version();
  }

  // guarded by lock
  private void send(WatchEvent<T> event) {
    watches.forEach(watch -> watch.send(event));
  }

  // --- troubles

  /** Sets whether this object is sent as undecodable from now on. */
  public void undecodable(String key, boolean bad) {
    synchronized (lock) {
      collection.undecodable(key, bad);
    }
  }

  /** Ends every open watch normally. */
  public void closeWatches() {
    synchronized (lock) {
      List.copyOf(watches).forEach(watch -> end(watch, null));
    }
  }

  /** Breaks every open watch. */
  public void breakWatches(SourceException cause) {
    synchronized (lock) {
      List.copyOf(watches).forEach(watch -> end(watch, cause));
    }
  }

  /** Sends an event to every open watch without any check. */
  public void sendRaw(WatchEvent<T> event) {
    synchronized (lock) {
      send(event);
    }
  }

  /** Sends a bookmark at the current version to the open watches that requested bookmarks. */
  public void bookmark() {
    synchronized (lock) {
      for (FakeWatch<T> watch : watches) {
        if (watch.options().allowWatchBookmarks() && !isFuture(watch.options().resourceVersion())) {
          watch.send(new WatchEvent.Bookmark<>(resourceVersion(), false));
        }
      }
    }
  }

  /** Forgets the history and all continue tokens: older versions are answered with 410. */
  public void compact() {
    synchronized (lock) {
      collection.compact();
    }
  }

  /** Compacts and ends every open watch: clients that missed a change must list again. */
  public void resetWatches() {
    synchronized (lock) {
      compact();
      closeWatches();
    }
  }

  /** Restores the collection to a lower version, as after a restore from a backup. */
  public void restore(long earlierVersion, List<T> state) {
    synchronized (lock) {
      collection.restore(earlierVersion, state);
      closeWatches();
    }
  }

  /** The next LIST request fails. Several calls queue up. */
  public void failNextList(SourceException cause) {
    synchronized (lock) {
      listFailures.add(cause);
    }
  }

  /** The next WATCH request fails to open. Several calls queue up. */
  public void failNextWatch(SourceException cause) {
    synchronized (lock) {
      watchFailures.add(cause);
    }
  }

  /** Removes all queued failures. */
  public void heal() {
    synchronized (lock) {
      listFailures.clear();
      watchFailures.clear();
    }
  }

  /** Delays every response by this time. */
  public void latency(Duration delay) {
    synchronized (lock) {
      latency = delay;
    }
  }

  /** Sets whether the server has a watch cache. Without one, lists at version 0 are paged. Default: true. */
  public void watchCache(boolean present) {
    synchronized (lock) {
      watchCache = present;
    }
  }

  /** Sets whether the server supports watch-lists; otherwise it answers them with 422. Default: true. */
  public void watchListServed(boolean served) {
    synchronized (lock) {
      watchListServed = served;
    }
  }

  /** Sets the result of {@link #supportsWatchList()}. Default: true. */
  public void watchListOffered(boolean offered) {
    synchronized (lock) {
      watchListOffered = offered;
    }
  }

  // --- observation

  /** Returns the current version. */
  public String resourceVersion() {
    synchronized (lock) {
      return Long.toString(collection.version());
    }
  }

  /** Returns the objects, ordered by key. */
  public List<T> objects() {
    synchronized (lock) {
      return collection.objects();
    }
  }

  /** Returns all requests so far, oldest first. */
  public List<Request> requests() {
    synchronized (lock) {
      return List.copyOf(requests);
    }
  }

  public int openWatches() {
    synchronized (lock) {
      return watches.size();
    }
  }

  // --- the server

  @Override
  public boolean supportsWatchList() {
    synchronized (lock) {
      return watchListOffered;
    }
  }

  @Override
  public Exchange list(ListOptions options, ListReceiver<T> receiver) {
    synchronized (lock) {
      requests.add(new Request(/* watch= */ false, options));
      FakeList<T> answer = new FakeList<>(runtime, receiver, BATCH);
      // The state is read when the answer begins, not when the request was made.
      answer.start(latency, () -> answer(options, answer));
      return answer;
    }
  }

  private void answer(ListOptions options, FakeList<T> answer) {
    synchronized (lock) {
      SourceException failure = listFailures.poll();
      if (failure == null) {
        failure = refusal(options.resourceVersion());
      }
      if (failure != null) {
        answer.fail(failure);
        return;
      }
      boolean paged = options.limit() > 0 && !(watchCache && isZero(options));
      FakeCollection.Page<T> page = collection.page(options, paged);
      if (page == null) {
        answer.fail(expired("the provided continue parameter is too old"));
      } else {
        answer.complete(page.items(), page.metadata());
      }
    }
  }

  @Override
  public Exchange watch(ListOptions options, WatchReceiver<T> receiver) {
    synchronized (lock) {
      requests.add(new Request(/* watch= */ true, options));
      FakeWatch<T> watch =
          new FakeWatch<>(runtime, lock, options, receiver, BATCH, watches::remove);
      watch.start(latency, () -> open(watch));
      return watch;
    }
  }

  private void open(FakeWatch<T> watch) {
    synchronized (lock) {
      if (watch.isOver()) {
        return;
      }
      ListOptions options = watch.options();
      boolean initialEvents = Boolean.TRUE.equals(options.sendInitialEvents());
      SourceException failure = watchFailures.poll();
      if (failure == null && initialEvents && !watchListServed) {
        failure = SourceException.status(
            422, "Invalid", "sendInitialEvents is forbidden for watch on this server");
      }
      if (failure == null && initialEvents) {
        failure = refusal(options.resourceVersion());
      }
      if (failure != null) {
        watch.end(failure);
        return;
      }
      watches.add(watch);
      watch.open();
      if (initialEvents || options.resourceVersion().isEmpty() || isZero(options)) {
        collection.items().forEach(item -> watch.send(new WatchEvent.Added<>(item)));
        if (initialEvents) {
          watch.send(new WatchEvent.Bookmark<>(resourceVersion(), true));
        }
      } else {
        resume(watch, Long.parseLong(options.resourceVersion()));
      }
      if (!options.watchTimeout().isZero()) {
        watch.endAfter(options.watchTimeout(), () -> closeOne(watch));
      }
    }
  }

  private void closeOne(FakeWatch<T> watch) {
    synchronized (lock) {
      end(watch, null);
    }
  }

  // guarded by lock
  private void resume(FakeWatch<T> watch, long from) {
    List<WatchEvent<T>> missed = collection.changesAfter(from);
    if (missed == null) {
      watch.send(new WatchEvent.Error<>(expired("too old resource version: " + from)));
      end(watch, null);
    } else {
      missed.forEach(watch::send);
    }
  }

  // guarded by lock
  private void end(FakeWatch<T> watch, @Nullable SourceException cause) {
    watches.remove(watch);
    watch.end(cause);
  }

  // guarded by lock
  private @Nullable SourceException refusal(String resourceVersion) {
    if (!isFuture(resourceVersion)) {
      return null;
    }
    return SourceException.status(
        504,
        "Timeout",
        "Too large resource version: " + resourceVersion + ", current: " + collection.version(),
        /* tooLargeResourceVersion= */ true,
        /* retryAfter= */ null);
  }

  private static boolean isZero(ListOptions options) {
    return options.resourceVersion().equals("0");
  }

  private static SourceException expired(String message) {
    return SourceException.status(SourceException.GONE, "Expired", message);
  }
}
