package dev.informant.kubernetes;

import dev.informant.informer.HandlerLag;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.Informer;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.Registration;
import dev.informant.informer.RevisionHandler;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
final class NamespaceSetRegistration<T> implements Registration<T> {
  private static final Logger LOG = System.getLogger(NamespaceSetRegistration.class.getName());

  private final RevisionHandler<T> handler;
  private final HandlerOptions<? super T> options;
  private final EngineRuntime runtime;
  private final ReentrantLock calls = new ReentrantLock();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  // guarded by this
  private final Map<String, Share> shares = new LinkedHashMap<>();
  private final Map<String, CompletableFuture<Void>> leaving = new HashMap<>();
  private boolean removed;

  private NamespaceSetRegistration(
      RevisionHandler<T> handler, HandlerOptions<? super T> options, EngineRuntime runtime) {
    this.handler = handler;
    this.options = options;
    this.runtime = runtime;
  }

  /**
   * @param named whose class names the handler if the options do not
   */
  @SuppressWarnings("unchecked") // a handler only reads objects and what holds them
  static <T> NamespaceSetRegistration<T> of(
      Object named,
      RevisionHandler<? super T> handler,
      HandlerOptions<? super T> options,
      EngineRuntime runtime) {
    Class<?> type = named.getClass();
    String name =
        type.isSynthetic() || type.getSimpleName().isEmpty() ? "handler" : type.getSimpleName();
    return new NamespaceSetRegistration<>(
        (RevisionHandler<T>) handler,
        options.name().isEmpty() ? options.withName(name) : options,
        runtime);
  }

  static long deadline(Duration timeout, EngineRuntime runtime) {
    return runtime.clock().nanos() + Timers.nanos(timeout);
  }

  static Duration left(long deadline, EngineRuntime runtime) {
    return Duration.ofNanos(Math.max(0, deadline - runtime.clock().nanos()));
  }

  @Override
  public String name() {
    return options.name();
  }

  synchronized void join(String namespace, Informer<T> informer) {
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

  @Override
  public synchronized boolean isActive() {
    return !removed;
  }

  private synchronized Map<String, Share> shares() {
    return new LinkedHashMap<>(shares);
  }

  /** Of every namespace now in the set. */
  @Override
  public CompletableFuture<Void> synced() {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    shares().values().forEach(share -> all.add(share.begun.thenCompose(Registration::synced)));
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
  }

  @Override
  public boolean isSynced() {
    return shares().values().stream().allMatch(share -> {
      Registration<T> registration = share.begun.getNow(null);
      return registration != null && registration.isSynced();
    });
  }

  /** Throws for the first namespace that takes longer. */
  @Override
  public void awaitSynced(Duration timeout) {
    long deadline = deadline(timeout, runtime);
    for (Share share : shares().values()) {
      await(share.begun, left(deadline, runtime));
      Registration<T> registration = share.registration();
      if (registration == null) {
        throw new NotSyncedException(
            "handler " + name() + " is not synced: "
                + (share.begun.isDone()
                    ? "it was removed or its informer is closed"
                    : "it is still called with the deletes of a namespace that left and came back"),
            /* state= */ null,
            null);
      }
      await(registration.synced(), left(deadline, runtime));
      registration.awaitSynced(Duration.ZERO); // throws if it is not
    }
  }

  /** Waits until a future is done, however it ends. */
  private static void await(CompletableFuture<?> future, Duration limit) {
    try {
      future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException looked) {
      // the caller looks at the state
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Removes the handler from all namespaces; it is not called with deletes for that. */
  @Override
  public CompletableFuture<Void> remove() {
    Map<String, Share> all;
    synchronized (this) {
      if (removed) {
        return ended.copy();
      }
      removed = true;
      all = shares();
    }
    List<CompletableFuture<Void>> quiet = new ArrayList<>();
    all.values().forEach(share -> quiet.add(share.end()));
    CompletableFuture.allOf(quiet.toArray(CompletableFuture[]::new))
        .whenComplete((done, failure) -> ended.complete(null));
    return ended.copy();
  }

  @Override
  public boolean removeAndAwait(Duration timeout) {
    long deadline = deadline(timeout, runtime);
    CompletableFuture<Void> quiet = remove();
    registrations().forEach(one -> one.removeAndAwait(left(deadline, runtime)));
    return quiet.isDone();
  }

  @Override
  public CompletableFuture<Void> ended() {
    return ended.copy();
  }

  /** Those of the namespaces in which it has begun. */
  private List<Registration<T>> registrations() {
    List<Registration<T>> all = new ArrayList<>();
    shares().values().forEach(share -> {
      Registration<T> registration =
          share.begun.isCompletedExceptionally() ? share.registration() : share.begun.getNow(null);
      if (registration != null) {
        all.add(registration);
      }
    });
    return all;
  }

  /** All calls behind, and the age of the oldest. */
  @Override
  public HandlerLag lag() {
    long depth = 0;
    Duration age = Duration.ZERO;
    for (Registration<T> registration : registrations()) {
      HandlerLag lag = registration.lag();
      depth += lag.depth();
      age = lag.age().compareTo(age) > 0 ? lag.age() : age;
    }
    return depth == 0 ? HandlerLag.NONE : new HandlerLag(depth, age);
  }

  @Override
  public long failures() {
    return registrations().stream().mapToLong(Registration::failures).sum();
  }

  @Override
  public Duration resyncPeriod() {
    return registrations().stream()
        .map(Registration::resyncPeriod)
        .findFirst()
        .orElse(Duration.ZERO);
  }

  /** The handler in one namespace. */
  private final class Share implements RevisionHandler<T> {
    private final CompletableFuture<Registration<T>> begun = new CompletableFuture<>();
    private final Map<String, Revision<T>> shown = new HashMap<>(); // guarded by calls
    private boolean over; // guarded by this
    private @Nullable Registration<T> registration; // guarded by this

    synchronized void begin(Informer<T> informer) {
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

    synchronized @Nullable Registration<T> registration() {
      return registration;
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
                "handler " + name() + ": threw for the delete of " + key + " (namespace removed)",
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
