package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.storage.MvccStore;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What can be made to go wrong inside the core, at once. {@link dev.informant.apiserver.faults.Faults} offers the same,
 * what goes wrong with chosen requests besides, and for a server cuts connections, too. Thread-safe.
 */
public final class CoreFaults {
  /** What has a watch cache: Events are watched and listed in the storage itself. */
  private static final Predicate<String> CACHED = storage -> !storage.equals("events");

  private final MvccStore store;
  private final Watches watches;

  CoreFaults(MvccStore store, Watches watches) {
    this.store = store;
    this.watches = watches;
  }

  /**
   * Forgets all history: watches and exact lists from before are expired. Open watches go on. What is of the present
   * revision is not from before: a continue token given out after the last write stays good; {@link
   * #expireContinueTokens} expires that one, too.
   */
  public void compact() {
    store.compact();
  }

  /** Makes every continue token given out so far expire; watches can still resume. */
  public void expireContinueTokens() {
    store.expireSnapshots();
  }

  /**
   * Lets the watch caches of these storage names (e.g. {@code pods}) stand still until thawed. Events have none, and go
   * on.
   */
  public void freezeWatchCache(Predicate<String> storages) {
    store.freeze(storages.and(CACHED));
  }

  public void thawWatchCache() {
    store.thaw();
  }

  /** Moves resourceVersion forward without a write. */
  public void jumpResourceVersion(long by) {
    store.jump(by);
  }

  /**
   * A restart on the same storage: watches end, and none goes on from before; objects stay, and so do continue tokens and
   * exact lists, which are the storage's.
   */
  public void restart() {
    store.restart(CACHED);
    releaseStalled();
  }

  /** A restart on restored storage: nothing goes on from before, and resourceVersions start over from {@code first}. */
  public void restartWithOtherHistory(long first) {
    store.restart(first);
    releaseStalled();
  }

  /** Refuses what resourceVersions cannot start over from. */
  public static void requireFirst(long first) {
    MvccStore.requireFirst(first);
  }

  /** The restart has ended them, but they would not say so. */
  private void releaseStalled() {
    watches.open(type -> true).stream()
        .filter(ServedWatch::isStalled)
        .forEach(ServedWatch::release);
  }

  /** Ends every watch, cleanly; stalled ones, too. Returns how many there were. */
  public int closeWatches() {
    return closeWatches(type -> true);
  }

  /** Ends these watches, cleanly; stalled ones say first what they have kept back. Returns how many there were. */
  public int closeWatches(Predicate<ResourceType> which) {
    return each(which, ServedWatch::end);
  }

  /**
   * The watches open now stay open and say nothing more, even if their time is over or they have fallen too far behind,
   * until they are released or closed or the server restarts. Returns how many there are.
   */
  public int stallWatches(Predicate<ResourceType> which) {
    return each(which, ServedWatch::stall);
  }

  /** Stalled watches say what they have kept back, their end included. Returns how many watches are open. */
  public int releaseWatches(Predicate<ResourceType> which) {
    return each(which, ServedWatch::release);
  }

  /** Puts {@code frame} into the open watches as it is, newline and all. Returns how many got it. */
  public int sendRaw(Predicate<ResourceType> which, byte[] frame) {
    return each(which, session -> session.raw(frame));
  }

  /** Sends the open watches an event of a type nobody knows, in the form of each. Returns how many got it. */
  public int sendUnknownEventType(Predicate<ResourceType> which) {
    return send(which, new Oddity.UnknownType());
  }

  /** Sends the open watches an object whose metadata is sound and whose rest is not, in the form of each. */
  public int sendUndecodableObject(Predicate<ResourceType> which, String namespace, String name) {
    return send(which, new Oddity.Undecodable(namespace, name));
  }

  /** Sends the open watches an object of another kind, in the form of each. */
  public int sendOtherKind(Predicate<ResourceType> which) {
    return send(which, new Oddity.OtherKind());
  }

  private int send(Predicate<ResourceType> which, Oddity what) {
    OddEvent event = OddEvent.of(what, store.revision());
    return each(which, session -> session.odd(event));
  }

  private int each(Predicate<ResourceType> which, Consumer<ServedWatch> action) {
    List<ServedWatch> sessions = watches.open(which);
    sessions.forEach(action);
    return sessions.size();
  }

  /** Stalled ones are open, even if their time is over. */
  public int openWatches(Predicate<ResourceType> which) {
    return watches.open(which).size();
  }

  /** Releases stalled watches and thaws the cache. */
  public void clear() {
    releaseWatches(type -> true);
    store.thaw();
  }

  /** The revision counter now. */
  public long resourceVersion() {
    return store.revision();
  }

  /** How far the watch cache of a storage name has come; behind the counter only while frozen. */
  public long cachedResourceVersion(String storage) {
    return store.cached(storage).revision();
  }
}
