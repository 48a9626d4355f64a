package dev.informant.informer;

import dev.informant.store.IndexedView;
import dev.informant.store.Lister;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A local, indexed copy of a collection that follows its changes and calls handlers with them. An informer of one scope, an
 * informer of several namespaces and a handle on a shared informer all have this interface. Objects are shared: do not
 * change them. Thread-safe.
 */
public interface Informer<T> extends AutoCloseable {
  /** Returns the name in logs, messages and metrics. */
  String name();

  /**
   * Starts to fetch and follow the collection. Starting again does nothing. A factory starts its informers itself.
   *
   * @throws IllegalStateException if the informer is closed
   */
  void start();

  // ---- handlers

  /** Adds a handler with default options. */
  default Registration<T> addHandler(ResourceEventHandler<? super T> handler) {
    return addHandler(handler, HandlerOptions.defaults());
  }

  /**
   * Adds a handler. It is called with each cached object, as an initial add, and then with every later change: no gap, no
   * duplicate. The same handler may be added several times; each registration is independent.
   *
   * @throws IllegalStateException if the informer is closed
   */
  Registration<T> addHandler(
      ResourceEventHandler<? super T> handler, HandlerOptions<? super T> options);

  /** As {@link #addHandler(ResourceEventHandler)}, with revisions: an object is decoded only if the handler requests it. */
  default Registration<T> addRevisionHandler(RevisionHandler<? super T> handler) {
    return addRevisionHandler(handler, HandlerOptions.defaults());
  }

  /** As {@link #addHandler(ResourceEventHandler, HandlerOptions)}, with revisions. */
  Registration<T> addRevisionHandler(
      RevisionHandler<? super T> handler, HandlerOptions<? super T> options);

  /**
   * Adds a handler that receives the key of every object that is added, updated, resynced or deleted: {@code
   * addKeyHandler(queue::add)} feeds a work queue.
   */
  default Registration<T> addKeyHandler(Consumer<? super String> handler) {
    return addRevisionHandler(RevisionHandler.ofKeys(handler));
  }

  // ---- reading

  /**
   * Adds an index with at most one value per object, over cached and future objects. The index belongs to the caller:
   * another index of the same name is independent of it. It ends with {@link Index#close()} or with this informer.
   *
   * @param name for messages
   * @param function returns the value; null if the object is not in the index
   * @throws IllegalStateException if the informer is closed
   */
  Index<T> index(String name, Function<? super T, @Nullable String> function);

  /**
   * As {@link #index}, with any number of values per object.
   *
   * @param function returns the values; empty if the object is not in the index
   */
  Index<T> indexAll(String name, Function<? super T, ? extends Collection<String>> function);

  /** Finds cached objects by name and labels. */
  Lister<T> lister();

  /** Returns an immutable view of the cache as it is now. It stays valid after the informer is closed. */
  IndexedView<T> snapshot();

  /** Returns the key of an object, as handlers, queues and {@link IndexedView#get} use it. */
  String keyOf(T object);

  /**
   * Checks now whether cached objects were changed. Does nothing without a mutation detector.
   *
   * @throws dev.informant.store.MutationException if an object was changed
   */
  void checkMutations();

  // ---- state

  /** Returns the state of the informer, since when, and its cause. */
  InformerState state();

  /**
   * Returns the objects that are skipped now because they could not be decoded or transformed, by key, with the cause;
   * at most 1000.
   */
  Map<String, Throwable> skipped();

  /** Returns how often an object was skipped since the start. */
  long skippedCount();

  /** Returns whether the first list is in the cache. Handlers may still be processing it. False for a closed handle. */
  boolean isSynced();

  /** Completes when {@link #isSynced()}; fails if the informer is closed before, or this is a closed handle. */
  CompletableFuture<Void> synced();

  /**
   * Waits until the first list is in the cache.
   *
   * @throws NotSyncedException if the sync takes longer, or the informer is closed, even if it was synced before; the
   *     message contains state and cause
   */
  void awaitSynced(Duration timeout);

  /** Returns the version of the last list, event or bookmark received; empty before the first. */
  String lastSyncResourceVersion();

  /**
   * Returns the version that the cache has reached: everything up to it is in the cache. Empty before the first list,
   * and while the cache is between two lists. It follows {@link #lastSyncResourceVersion()}.
   */
  String storedResourceVersion();

  /**
   * Completes when the cache has reached {@code resourceVersion}: wait for it to read your own write. Fails with {@link
   * TimeoutException} after {@code timeout}, and with {@link IllegalStateException} if the informer is closed before.
   * The version of a cache loaded from disk counts only for that history: wait for the sync first.
   *
   * <p>An informer of several namespaces waits until each of them has reached the version. A namespace without changes
   * reaches it with the server's next bookmark, up to a minute later: for an object of your own, wait on an informer of
   * its namespace.
   *
   * @param resourceVersion as the server returned it; a decimal number
   * @throws IllegalArgumentException if it is not, or {@code timeout} is negative
   */
  CompletableFuture<Void> awaitVersion(String resourceVersion, Duration timeout);

  // ---- end

  boolean isClosed();

  /** Completes when the informer is closed and its requests and handler calls have ended. */
  CompletableFuture<Void> closed();

  /**
   * Closes the informer without waiting.
   *
   * @return completes when {@link #closed()} completes and the cache, if it has an archive, has been saved
   */
  CompletableFuture<Void> closeAsync();

  /**
   * Closes the informer: no handler is called afterwards. Waits for handler calls in progress, up to the close timeout or
   * until the thread is interrupted. Does not wait inside a handler or an observer. Idempotent.
   */
  @Override
  void close();
}
