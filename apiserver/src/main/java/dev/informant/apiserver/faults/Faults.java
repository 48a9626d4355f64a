package dev.informant.apiserver.faults;

import dev.informant.apiserver.core.CoreFaults;
import dev.informant.apiserver.http.RequestInfo;
import dev.informant.apiserver.registry.ResourceType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * The knobs of one server, or of a core without a port. {@link #add} puts a {@link Fault} in place for requests to come; the other methods act at once. What is put in place, frozen, stalled or refused
 * stays so until {@link #clear}; what was compacted, restarted or sent has happened. Thread-safe; the methods that stop
 * listening must not be called from the server's own callbacks.
 */
public final class Faults {
  /** What opens and closes the port. */
  public interface Listening {
    void stopListening() throws IOException;

    void listen() throws IOException;
  }

  /** Ends a fault. */
  @FunctionalInterface
  public interface Handle extends AutoCloseable {
    /** Takes the fault away. Idempotent. */
    @Override
    void close();
  }

  private static final class NoPort implements Listening {
    @Override
    public void stopListening() {}

    @Override
    public void listen() {}
  }

  private static final class Counted {
    final Fault fault;
    long seen;

    Counted(Fault fault) {
      this.fault = fault;
    }
  }

  private final CoreFaults core;
  private final Listening listening;
  private final Object lock = new Object();
  // guarded by lock
  private final Map<Long, Counted> faults = new LinkedHashMap<>();
  private SplittableRandom random;
  private long lastId;
  private long hits;

  /** Of a core behind a {@link FaultyBackend} and no port: there is nobody to refuse. */
  public Faults(CoreFaults core, long seed) {
    this(core, new NoPort(), seed);
  }

  /** {@code seed} decides for faults with a probability. */
  public Faults(CoreFaults core, Listening listening, long seed) {
    this.core = core;
    this.listening = listening;
    this.random = new SplittableRandom(seed);
  }

  /** Puts a fault in place; closing the handle takes it away. */
  public Handle add(Fault fault) {
    long id = put(fault);
    return () -> remove(id);
  }

  long put(Fault fault) {
    synchronized (lock) {
      faults.put(++lastId, new Counted(fault));
      return lastId;
    }
  }

  boolean remove(long id) {
    synchronized (lock) {
      return faults.remove(id) != null;
    }
  }

  /** Begins the random decisions again, so that a run can be repeated. */
  public void seed(long seed) {
    synchronized (lock) {
      random = new SplittableRandom(seed);
    }
  }

  /** How many times a fault has hit a request. */
  public long hits() {
    synchronized (lock) {
      return hits;
    }
  }

  /** The faults in place, oldest first. */
  public List<Fault> inPlace() {
    return List.copyOf(byId().values());
  }

  /** The faults in place, oldest first, by what {@link #remove} knows them by. */
  Map<Long, Fault> byId() {
    synchronized (lock) {
      Map<Long, Fault> all = new LinkedHashMap<>();
      faults.forEach((id, counted) -> all.put(id, counted.fault));
      return all;
    }
  }

  /** What hits this request; counts it. */
  List<Effect> strike(RequestInfo request) {
    synchronized (lock) {
      List<Effect> effects = new ArrayList<>();
      for (Counted counted : faults.values()) {
        Fault fault = counted.fault;
        if (!fault.matches(request)) {
          continue;
        }
        long index = ++counted.seen;
        boolean due = index >= fault.first() && index - fault.first() < fault.count();
        if (due && (fault.probability() >= 1 || random.nextDouble() < fault.probability())) {
          hits++;
          effects.add(fault.effect());
        }
      }
      return effects;
    }
  }

  /**
   * Takes all faults away, thaws the watch cache, releases stalled watches, those that a fault has stalled included, and
   * accepts connections again.
   */
  public void clear() {
    removeAll();
    core.clear();
    acceptConnections();
  }

  /** Takes the faults away; what they have done to open watches stays so. */
  void removeAll() {
    synchronized (lock) {
      faults.clear();
    }
  }

  /** Closes the port and cuts every connection: clients are refused until {@link #acceptConnections}. */
  public void refuseConnections() {
    run(listening::stopListening);
  }

  public void acceptConnections() {
    run(listening::listen);
  }

  /**
   * Forgets all history: older resourceVersions and continue tokens are expired (410). A token given out after the last
   * write is not older, and stays good: {@link #expireContinueTokens} expires that one, too.
   */
  public void compact() {
    core.compact();
  }

  /** Expires every continue token given out so far. */
  public void expireContinueTokens() {
    core.expireContinueTokens();
  }

  /** Ends every open watch, cleanly; stalled ones, too. Returns how many there were. */
  public int closeWatches() {
    return core.closeWatches();
  }

  /**
   * Ends the open watches of a resource, cleanly; stalled ones say first what they have kept back. Returns how many there
   * were.
   */
  public int closeWatches(String plural) {
    return core.closeWatches(named(plural));
  }

  /**
   * The open watches of a resource stay open and say nothing more, even if their time is over or they have fallen too far
   * behind, until {@link #releaseWatches}, {@link #closeWatches}, {@link #clear} or a restart. Returns how many there are.
   */
  public int stallWatches(String plural) {
    return core.stallWatches(named(plural));
  }

  /**
   * The stalled watches of a resource, those that a fault has stalled included, say what they have kept back, their end
   * included, and go on if they have not ended. Returns how many watches of the resource are open.
   */
  public int releaseWatches(String plural) {
    return core.releaseWatches(named(plural));
  }

  /** Stalled ones are open, even if their time is over. */
  public int openWatches(String plural) {
    return core.openWatches(named(plural));
  }

  /** Reads from the watch cache stand still from now on: stale lists, silent watches. Events have none, and go on. */
  public void freezeWatchCache() {
    core.freezeWatchCache(storage -> true);
  }

  /** As above, of one resource. */
  public void freezeWatchCache(String plural) {
    core.freezeWatchCache(storage -> storage.equals(plural) || storage.startsWith(plural + "."));
  }

  public void thawWatchCache() {
    core.thawWatchCache();
  }

  /** Moves resourceVersion forward without any change. */
  public void jumpResourceVersion(long by) {
    core.jumpResourceVersion(by);
  }

  /**
   * A restart on the same storage: connections are cut, the watch window is empty; objects stay, and so do continue tokens
   * and exact lists, which are the storage's.
   */
  public void restart() {
    run(listening::stopListening);
    core.restart();
    run(listening::listen);
  }

  /**
   * A restart on restored storage: connections are cut, nothing goes on from before, and resourceVersions begin again
   * after {@code revision}, which is at least 1.
   */
  public void restartWithOtherHistory(long revision) {
    CoreFaults.requireFirst(revision);
    run(listening::stopListening);
    core.restartWithOtherHistory(revision);
    run(listening::listen);
  }

  /** Sends the open watches of a resource an event of a type nobody knows. Returns how many got it. */
  public int sendUnknownEventType(String plural) {
    return core.sendUnknownEventType(named(plural));
  }

  /**
   * Sends the open watches of a resource an object whose metadata is sound and whose rest is not: watches of metadata
   * alone see nothing wrong with it.
   */
  public int sendUndecodableObject(String plural, String namespace, String name) {
    return core.sendUndecodableObject(named(plural), namespace, name);
  }

  /** Sends the open watches of a resource an object of another kind. */
  public int sendOtherKind(String plural) {
    return core.sendOtherKind(named(plural));
  }

  /** Sends the open watches of a resource these bytes as they are. Returns how many got them. */
  public int sendRaw(String plural, byte[] bytes) {
    return core.sendRaw(named(plural), bytes);
  }

  private static Predicate<ResourceType> named(String plural) {
    return type -> type.plural().equals(plural);
  }

  private interface Action {
    void run() throws IOException;
  }

  private static void run(Action action) {
    try {
      action.run();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
