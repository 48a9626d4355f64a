package dev.informant.apiserver.internal.faults;

import dev.informant.apiserver.faults.Effect;
import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.faults.Faults;
import dev.informant.apiserver.internal.core.CoreFaults;
import dev.informant.apiserver.internal.http.RequestInfo;
import dev.informant.apiserver.internal.registry.ResourceType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** The faults of one server, or of a core without a port. Thread-safe. */
public final class ServerFaults implements Faults {
  /** What opens and closes the port. */
  public interface Listening {
    void stopListening() throws IOException;

    void listen() throws IOException;
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
  public ServerFaults(CoreFaults core, long seed) {
    this(core, new NoPort(), seed);
  }

  /** {@code seed} decides for faults with a probability. */
  public ServerFaults(CoreFaults core, Listening listening, long seed) {
    this.core = core;
    this.listening = listening;
    this.random = new SplittableRandom(seed);
  }

  @Override
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

  @Override
  public void seed(long seed) {
    synchronized (lock) {
      random = new SplittableRandom(seed);
    }
  }

  @Override
  public long hits() {
    synchronized (lock) {
      return hits;
    }
  }

  @Override
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
        if (!matches(fault, request)) {
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

  @Override
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

  @Override
  public void refuseConnections() {
    run(listening::stopListening);
  }

  @Override
  public void acceptConnections() {
    run(listening::listen);
  }

  @Override
  public void compact() {
    core.compact();
  }

  @Override
  public void expireContinueTokens() {
    core.expireContinueTokens();
  }

  @Override
  public int closeWatches() {
    return core.closeWatches();
  }

  @Override
  public int closeWatches(String plural) {
    return core.closeWatches(named(plural));
  }

  @Override
  public int stallWatches(String plural) {
    return core.stallWatches(named(plural));
  }

  @Override
  public int releaseWatches(String plural) {
    return core.releaseWatches(named(plural));
  }

  @Override
  public int openWatches(String plural) {
    return core.openWatches(named(plural));
  }

  @Override
  public void freezeWatchCache() {
    core.freezeWatchCache(storage -> true);
  }

  @Override
  public void freezeWatchCache(String plural) {
    core.freezeWatchCache(storage -> storage.equals(plural) || storage.startsWith(plural + "."));
  }

  @Override
  public void thawWatchCache() {
    core.thawWatchCache();
  }

  @Override
  public void jumpResourceVersion(long by) {
    core.jumpResourceVersion(by);
  }

  @Override
  public void restart() {
    run(listening::stopListening);
    core.restart();
    run(listening::listen);
  }

  @Override
  public void restartWithOtherHistory(long revision) {
    CoreFaults.requireFirst(revision);
    run(listening::stopListening);
    core.restartWithOtherHistory(revision);
    run(listening::listen);
  }

  @Override
  public int sendUnknownEventType(String plural) {
    return core.sendUnknownEventType(named(plural));
  }

  @Override
  public int sendUndecodableObject(String plural, String namespace, String name) {
    return core.sendUndecodableObject(named(plural), namespace, name);
  }

  @Override
  public int sendOtherKind(String plural) {
    return core.sendOtherKind(named(plural));
  }

  @Override
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

  private static boolean matches(Fault fault, RequestInfo request) {
    boolean resource = fault.resource().isEmpty()
        || request.isResource() && fault.resource().equals(request.resource());
    return resource
        && matches(fault.verb(), request.verb())
        && matches(fault.namespace(), request.namespace())
        && matches(fault.name(), request.name());
  }

  private static boolean matches(String wanted, String found) {
    return wanted.isEmpty() || wanted.equals(found);
  }
}
