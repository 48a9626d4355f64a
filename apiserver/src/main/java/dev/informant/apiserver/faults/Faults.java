package dev.informant.apiserver.faults;

import java.util.List;

/**
 * The knobs of one server. {@link #add} puts a {@link Fault} in place for requests to come; the other methods act at once. What is put in place, frozen, stalled or refused
 * stays so until {@link #clear}; what was compacted, restarted or sent has happened. Thread-safe; the methods that stop
 * listening must not be called from the server's own callbacks.
 */
public interface Faults {
  /** Ends a fault. */
  @FunctionalInterface
  interface Handle extends AutoCloseable {
    /** Takes the fault away. Idempotent. */
    @Override
    void close();
  }

  /** Puts a fault in place; closing the handle takes it away. */
  Handle add(Fault fault);

  /** Begins the random decisions again, so that a run can be repeated. */
  void seed(long seed);

  /** How many times a fault has hit a request. */
  long hits();

  /** The faults in place, oldest first. */
  List<Fault> inPlace();

  /**
   * Takes all faults away, thaws the watch cache, releases stalled watches, those that a fault has stalled included, and
   * accepts connections again.
   */
  void clear();

  /** Closes the port and cuts every connection: clients are refused until {@link #acceptConnections}. */
  void refuseConnections();

  void acceptConnections();

  /**
   * Forgets all history: older resourceVersions and continue tokens are expired (410). A token given out after the last
   * write is not older, and stays good: {@link #expireContinueTokens} expires that one, too.
   */
  void compact();

  /** Expires every continue token given out so far. */
  void expireContinueTokens();

  /** Ends every open watch, cleanly; stalled ones, too. Returns how many there were. */
  int closeWatches();

  /**
   * Ends the open watches of a resource, cleanly; stalled ones say first what they have kept back. Returns how many there
   * were.
   */
  int closeWatches(String plural);

  /**
   * The open watches of a resource stay open and say nothing more, even if their time is over or they have fallen too far
   * behind, until {@link #releaseWatches}, {@link #closeWatches}, {@link #clear} or a restart. Returns how many there are.
   */
  int stallWatches(String plural);

  /**
   * The stalled watches of a resource, those that a fault has stalled included, say what they have kept back, their end
   * included, and go on if they have not ended. Returns how many watches of the resource are open.
   */
  int releaseWatches(String plural);

  /** Stalled ones are open, even if their time is over. */
  int openWatches(String plural);

  /** Reads from the watch cache stand still from now on: stale lists, silent watches. Events have none, and go on. */
  void freezeWatchCache();

  /** As above, of one resource. */
  void freezeWatchCache(String plural);

  void thawWatchCache();

  /** Moves resourceVersion forward without any change. */
  void jumpResourceVersion(long by);

  /**
   * A restart on the same storage: connections are cut, the watch window is empty; objects stay, and so do continue tokens
   * and exact lists, which are the storage's.
   */
  void restart();

  /**
   * A restart on restored storage: connections are cut, nothing goes on from before, and resourceVersions begin again
   * after {@code revision}, which is at least 1.
   */
  void restartWithOtherHistory(long revision);

  /** Sends the open watches of a resource an event of a type nobody knows. Returns how many got it. */
  int sendUnknownEventType(String plural);

  /**
   * Sends the open watches of a resource an object whose metadata is sound and whose rest is not: watches of metadata
   * alone see nothing wrong with it.
   */
  int sendUndecodableObject(String plural, String namespace, String name);

  /** Sends the open watches of a resource an object of another kind. */
  int sendOtherKind(String plural);

  /** Sends the open watches of a resource these bytes as they are. Returns how many got them. */
  int sendRaw(String plural, byte[] bytes);
}
