package dev.informant.kubernetes;

import dev.informant.informer.HandlerOptions;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.Registration;
import dev.informant.informer.RevisionHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One handler's place at a {@link NamespaceSetInformer}. The handler gets one call at a time, whatever the
 * number of namespaces; the order of events holds within a namespace. When a namespace leaves the set, the
 * handler gets a delete, final state unknown, for each object of it that it was shown. Thread-safe.
 */
/*
 * The handler is registered once per namespace, through a Share. Shares of one handler exclude each other with
 * `calls`: they run on callback threads, which may block. A Share remembers what the handler was shown, because
 * that, and not what the cache holds, is what must be deleted when the namespace leaves: the calls that still
 * wait are dropped then.
 *
 * A namespace may come back before its deletes are delivered. Its new Share then begins after them (`leaving`).
 */
public final class NamespaceSetRegistration<T> {
  private static final Logger LOG = System.getLogger(NamespaceSetRegistration.class.getName());

  private final RevisionHandler<T> handler;
  private final HandlerOptions<T> options;
  private final EngineRuntime runtime;
  private final ReentrantLock calls = new ReentrantLock();

  // guarded by this
  private final Map<String, Share> shares = new LinkedHashMap<>();
  private final Map<String, CompletableFuture<Void>> leaving = new HashMap<>();
  private boolean removed;

  NamespaceSetRegistration(
      RevisionHandler<T> handler, HandlerOptions<T> options, EngineRuntime runtime) {
    this.handler = handler;
    this.options = options;
    this.runtime = runtime;
  }

  synchronized void join(String namespace, SharedIndexInformer<T> informer) {
    if (removed) {
      return;
    }
    Share share = new Share();
    shares.put(namespace, share);
    CompletableFuture<Void> before = leaving.remove(namespace);
    if (before == null) {
      share.begin(informer);
    } else {
      before.whenCompleteAsync((done, failure) -> share.begin(informer), runtime.callbacks());
    }
  }

  synchronized CompletableFuture<Void> leave(String namespace) {
    Share share = shares.remove(namespace);
    CompletableFuture<Void> told =
        share == null ? CompletableFuture.completedFuture(null) : share.leave();
    CompletableFuture<Void> both = told;
    CompletableFuture<Void> before = leaving.get(namespace);
    if (before != null) {
      both = CompletableFuture.allOf(told, before);
    }
    leaving.put(namespace, both);
    CompletableFuture<Void> last = both;
    return both.whenComplete((done, failure) -> forget(namespace, last));
  }

  private synchronized void forget(String namespace, CompletableFuture<Void> left) {
    leaving.remove(namespace, left);
  }

  /** Whether it still gets calls. */
  public synchronized boolean isActive() {
    return !removed;
  }

  private synchronized Map<String, Share> shares() {
    return new LinkedHashMap<>(shares);
  }

  /** Completes when the handler has returned from the initial objects of every namespace now in the set. */
  public CompletableFuture<Void> synced() {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    shares().values().forEach(share -> all.add(share.begun.thenCompose(Registration::synced)));
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
  }

  public boolean isSynced() {
    return shares().values().stream().allMatch(share -> {
      Registration<T> registration = share.begun.getNow(null);
      return registration != null && registration.isSynced();
    });
  }

  /**
   * Waits for {@link #synced()}. Not to be called from a handler.
   *
   * @throws NotSyncedException for the first namespace that takes longer; it says why
   */
  public void awaitSynced(Duration timeout) {
    long deadline = runtime.clock().nanos() + Timers.nanos(timeout);
    for (Share share : shares().values()) {
      Registration<T> registration = share
          .begun
          .copy() // whoever waits may give up; what is waited for goes on
          .completeOnTimeout(
              null, Math.max(0, deadline - runtime.clock().nanos()), TimeUnit.NANOSECONDS)
          .join();
      if (registration == null) {
        throw new IllegalStateException(
            "the handler still hears of the deletes of a namespace that left and came back");
      }
      registration.awaitSynced(
          Duration.ofNanos(Math.max(0, deadline - runtime.clock().nanos())));
    }
  }

  /**
   * Removes the handler from all namespaces; it gets no deletes for that.
   *
   * @return completes when its call in progress has returned
   */
  public CompletableFuture<Void> remove() {
    Map<String, Share> all;
    synchronized (this) {
      removed = true;
      all = shares();
      shares.clear();
    }
    List<CompletableFuture<Void>> quiet = new ArrayList<>();
    all.values().forEach(share -> quiet.add(share.end()));
    return CompletableFuture.allOf(quiet.toArray(CompletableFuture[]::new));
  }

  /** The handler in one namespace. */
  private final class Share implements RevisionHandler<T> {
    private final CompletableFuture<Registration<T>> begun = new CompletableFuture<>();
    private final Map<String, Revision<T>> shown = new HashMap<>(); // guarded by calls
    private boolean over; // guarded by this
    private @Nullable Registration<T> registration; // guarded by this

    synchronized void begin(SharedIndexInformer<T> informer) {
      if (over) {
        return;
      }
      try {
        Registration<T> added = informer.addRevisionHandler(this, options);
        registration = added;
        begun.complete(added);
      } catch (IllegalStateException closed) {
        begun.completeExceptionally(closed);
      }
    }

    /** Completes when no call is in progress and none will come. */
    synchronized CompletableFuture<Void> end() {
      over = true;
      begun.completeExceptionally(new IllegalStateException("the handler was removed"));
      return registration == null ? CompletableFuture.completedFuture(null) : registration.remove();
    }

    CompletableFuture<Void> leave() {
      return end().thenRunAsync(this::deleteAll, runtime.callbacks());
    }

    private void deleteAll() {
      calls.lock();
      try {
        shown.forEach((key, revision) -> {
          try {
            handler.onDelete(revision, /* finalStateUnknown= */ true);
          } catch (RuntimeException failure) {
            LOG.log(
                Level.WARNING,
                "a handler threw when told that " + key + " left its set of namespaces",
                failure);
          }
        });
        shown.clear();
      } finally {
        calls.unlock();
      }
    }

    @Override
    public void onAdd(Revision<T> revision, boolean inInitialList) {
      calls.lock();
      try {
        shown.put(revision.key(), revision);
        handler.onAdd(revision, inInitialList);
      } finally {
        calls.unlock();
      }
    }

    @Override
    public void onUpdate(Revision<T> before, Revision<T> after) {
      calls.lock();
      try {
        shown.put(after.key(), after);
        handler.onUpdate(before, after);
      } finally {
        calls.unlock();
      }
    }

    @Override
    public void onDelete(Revision<T> last, boolean finalStateUnknown) {
      calls.lock();
      try {
        shown.remove(last.key());
        handler.onDelete(last, finalStateUnknown);
      } finally {
        calls.unlock();
      }
    }
  }
}
