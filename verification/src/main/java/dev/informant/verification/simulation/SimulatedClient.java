package dev.informant.verification.simulation;

import dev.informant.informer.HandlerOptions;
import dev.informant.informer.InformerState;
import dev.informant.informer.Parity;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.testing.VirtualRuntime;
import dev.informant.verification.simulation.HandlerChecker.Manner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One informer with its network, its handlers and a controller, and what is held against them. */
final class SimulatedClient<T> {
  private static final int MOST_HANDLERS = 5;

  final SimulatedNetwork network;
  final ClientRuntime clientRuntime;
  private final String name;
  private final Plan plan;
  private final VirtualRuntime runtime;
  private final RandomGenerator random;
  private final History history;
  private final ObjectModel<T> model;
  private final Violations violations;
  private final RunTrace trace;
  private final SharedIndexInformer<T> informer;
  private final CacheChecker<T> cache;
  private final WorkChecker<T> work;
  private final HandlerChecker<T> witness;
  private final StateChecker states;
  private final List<HandlerChecker<T>> handlers = new ArrayList<>();
  private long idleChanges = -1;
  private int joined;
  private final @Nullable SimulatedArchive<T> archive;
  private final BooleanSupplier staleReads;
  private long begunAt;
  private boolean mayBeStale;
  private boolean hasSynced;
  private boolean resyncExpected;
  private boolean closed;

  /**
   * @param found what an informer of the same plan has saved before; null if there is none
   * @param staleReads whether the server may answer with what it knew some time ago
   */
  SimulatedClient(
      String name,
      Plan plan,
      SimulatedArchive.@Nullable Saved found,
      BooleanSupplier staleReads,
      VirtualRuntime runtime,
      SimulatedNetwork network,
      RandomGenerator random,
      History history,
      ObjectModel<T> model,
      Violations violations,
      RunTrace trace) {
    this.name = name;
    this.plan = plan;
    this.staleReads = staleReads;
    this.runtime = runtime;
    this.network = network;
    this.random = random;
    this.history = history;
    this.model = model;
    this.violations = violations;
    this.trace = trace;
    this.clientRuntime = new ClientRuntime(runtime, random, plan.starvation());
    SimulatedInformer<T> built = SimulatedInformer.of(
        name,
        plan,
        model,
        network,
        clientRuntime,
        form -> new SimulatedArchive<>(
            runtime, random, form, found, what -> trace.note(name, what, "", 0)));
    this.informer = built.informer();
    this.archive = built.archive();
    this.states = new StateChecker(name, clientRuntime, violations);
    network.witness(states::ended);
    String prefix = plan.namespace().isEmpty() ? "" : plan.namespace() + "/";
    this.cache = new CacheChecker<>(
        name, history, model, informer.indexer(), key -> key.startsWith(prefix), violations);
    this.work =
        new WorkChecker<>(name + "/work", runtime, clientRuntime, random, cache, violations, trace);
    trace.note(name, "built " + plan, "", 0);
    this.witness = join(new Manner(
        /* filtered= */ false,
        /* conflating= */ false,
        plan.parity() == Parity.REPAIRED,
        plan.resyncing()));
  }

  String name() {
    return name;
  }

  Plan plan() {
    return plan;
  }

  /** What its successor finds; null if it has saved nothing. */
  SimulatedArchive.@Nullable Saved left() {
    return archive == null ? null : archive.left();
  }

  boolean isClosed() {
    return closed;
  }

  void start() {
    begunAt = history.position();
    informer.start();
  }

  // ---- what the world does to it

  void join() {
    if (closed) {
      return;
    }
    if (handlers.size() > MOST_HANDLERS) {
      leave();
    }
    join(new Manner(
        random.nextInt(4) == 0,
        random.nextInt(3) == 0,
        plan.parity() == Parity.REPAIRED,
        plan.resyncing()));
  }

  private HandlerChecker<T> join(Manner manner) {
    String handlerName = name + "/" + (handlers.isEmpty() ? "witness" : "handler-" + ++joined);
    HandlerChecker<T> handler =
        new HandlerChecker<>(handlerName, manner, history, model, cache, violations, trace);
    trace.note(handlerName, "joins " + manner, "", 0);
    handlers.add(handler);
    HandlerOptions<T> options = HandlerOptions.<T>defaults()
        .withName(handlerName)
        .withBuffer(
            manner.conflating()
                ? HandlerOptions.Buffer.CONFLATING
                : HandlerOptions.Buffer.UNBOUNDED);
    if (manner.filtered()) {
      options = options.withFilter(this::isRed);
    }
    clientRuntime.expect(handler.pace);
    handler.registered(
        informer.addHandler(new Feeding<>(handler, model, feed(handlers.size())), options));
    return handler;
  }

  private Consumer<String> feed(int place) {
    return place == 1 ? work::add : key -> {};
  }

  private boolean isRed(T object) {
    return model.colour().apply(object).equals("red");
  }

  void leave() {
    if (handlers.size() > 1) {
      HandlerChecker<T> handler = handlers.remove(1 + random.nextInt(handlers.size() - 1));
      trace.note(handler.name(), "leaves", "", 0);
      handler.end();
      var registration = handler.registration();
      if (registration != null) {
        registration.remove();
      }
    }
  }

  /** Makes a handler other than the witness slow, blocked or throwing. */
  void trouble() {
    if (handlers.size() < 2) {
      return;
    }
    HandlerChecker<T> handler = handlers.get(1 + random.nextInt(handlers.size() - 1));
    switch (random.nextInt(3)) {
      case 0 -> handler.pace.pause(Duration.ofSeconds(1 + random.nextInt(20)));
      case 1 ->
        handler.pace.blockUntil(
            runtime.nanos() + Duration.ofSeconds(5 + random.nextInt(600)).toNanos());
      default -> handler.throwing(true);
    }
    trace.note(handler.name(), "has trouble", "", 0);
  }

  void close() {
    if (!closed) {
      trace.note(name, "closes", "", 0);
      closed = true;
      handlers.forEach(HandlerChecker::end);
      work.shutDown();
      informer.close();
      if (!(informer.state() instanceof InformerState.Closed)) {
        violations.report("G7", name, "closed, but says " + informer.state());
      }
    }
  }

  /** Closes from inside a handler's call, when the next one comes. */
  void closeFromInside() {
    HandlerChecker<T> handler = handlers.get(random.nextInt(handlers.size()));
    handler.once(this::close);
  }

  /** Once the cache says it has come to {@code state}, it must show it or something later. */
  void expect(History.State state) {
    if (closed || !cache.scope().test(state.key()) || isElsewhere()) {
      return;
    }
    informer.awaitVersion(state.version(), Duration.ofMinutes(10)).whenComplete((ok, failure) -> {
      if (failure == null
          && !closed
          && !isElsewhere() // it may have been asked before it knew
          && !history.isPoisonedSince(state)
          && !cache.hasReached(state)) {
        violations.report("G2", name, "said to have come to " + state + ", but has not");
      }
    });
  }

  /** Whether it has not yet found out that versions mean something else here. */
  private boolean isElsewhere() {
    return archive != null && archive.isOfAnotherHistory() && !informer.isSynced();
  }

  void settle() {
    clientRuntime.letGo();
    handlers.forEach(handler -> {
      handler.pace.clear();
      handler.throwing(false);
    });
  }

  // ---- what is held against it

  void checkStep() {
    if (!closed) {
      cache.refresh();
      boolean synced = informer.isSynced();
      if (!hasSynced) {
        checkSync(synced);
      }
      for (HandlerChecker<T> handler : handlers) {
        if (!handler.isSynced()) {
          handler.checkSynced(synced);
        }
      }
    }
  }

  /** Whether it lists or goes on from a saved cache: it says that it is in sync when it knows what was there before it. */
  private void checkSync(boolean synced) {
    mayBeStale |= staleReads.getAsBoolean();
    hasSynced = synced;
    History.State lacking = synced && !mayBeStale ? cache.lacking(begunAt) : null;
    if (lacking != null) {
      violations.report(
          "G8", name, "is synced, but has not come to what was there before it: " + lacking);
    }
  }

  /** Nothing is left to do before time moves on. */
  void checkIdle() {
    if (closed) {
      return;
    }
    InformerState state = informer.state();
    if (state instanceof InformerState.Closed) {
      violations.report("G7", name, "nobody closed it, but it says " + state);
    } else if (state.until() == null
        && state.cause() == null
        && network.underWay() == 0
        && (archive == null || !archive.isLoading())
        && !clientRuntime.isStarving()) {
      violations.report("G7", name, "nothing is under way, but it says " + state);
    }
    if (clientRuntime.isStarving()) {
      return;
    }
    states.check(state);
    if (cache.changes() != idleChanges) {
      idleChanges = cache.changes();
      if (!witness.agrees(any -> true)) {
        violations.report(
            "G6",
            name,
            "a handler that is never late was not told: it knows " + witness.shown() + " of "
                + cache.shown());
      }
    }
  }

  /** Whether informer and handlers have synced. */
  boolean isSynced() {
    return informer.isSynced() && handlers.stream().allMatch(HandlerChecker::isSynced);
  }

  boolean isAtRest() {
    return closed
        ? work.isDrained()
        : cache.differences().isEmpty()
            && skipsWhatIsPoisoned()
            && informer.state() instanceof InformerState.Watching watching
            && watching.cause() == null
            && handlers.stream().allMatch(this::agrees)
            && handlers.stream().allMatch(this::follows)
            && handlers.stream().allMatch(HandlerChecker::isSynced)
            && work.isDone();
  }

  /** An object that cannot be taken in looks right in the cache before the news of it has come. */
  private boolean skipsWhatIsPoisoned() {
    return informer.skipped().keySet().equals(cache.poisoned());
  }

  private boolean agrees(HandlerChecker<T> handler) {
    return handler.agrees(state -> !handler.manner().filtered() || isRed(state));
  }

  private boolean isRed(History.State state) {
    T object = informer.indexer().get(state.key());
    return object != null && isRed(object);
  }

  /** Says what is wrong with an informer that should have come to rest. */
  void reportUnrest() {
    if (closed) {
      work.checkDrained();
      return;
    }
    reportSkipped();
    cache.differences().forEach(difference -> violations.report("G1", name, difference));
    InformerState state = informer.state();
    if (!(state instanceof InformerState.Watching) || state.cause() != null) {
      violations.report("G7", name, "the server is well, but it says " + state);
    }
    for (HandlerChecker<T> handler : handlers) {
      if (!agrees(handler)) {
        violations.report(
            "G3", handler.name(), "knows " + handler.shown() + " of " + cache.shown());
      }
      if (!follows(handler)) {
        violations.report("G5", handler.name(), "was told something else than the witness");
      }
      if (!handler.isSynced()) {
        violations.report("G8", handler.name(), "is not synced");
      }
    }
    if (!work.isDone()) {
      violations.report("work", name, "a change was not worked on");
    }
  }

  private void reportSkipped() {
    if (!skipsWhatIsPoisoned()) {
      violations.report(
          "G6",
          name,
          "skips " + new TreeSet<>(informer.skipped().keySet()) + " for " + cache.poisoned());
    }
  }

  void checkRest() {
    if (closed) {
      work.checkDrained();
      return;
    }
    cache.checkIndex(SimulatedInformer.INDEX);
    cache.checkContents();
    reportSkipped();
  }

  /** Whether it was told what the witness was told since it joined, and nothing is still on its way to it. */
  private boolean follows(HandlerChecker<T> handler) {
    return handler.manner().filtered() || handler.manner().conflating() || handler.follows(witness);
  }

  void expectResync() {
    resyncExpected = true;
    handlers.forEach(HandlerChecker::forgetWhatWasSeenAgain);
  }

  /**
   * Everybody who wants to see everything again has, in twice the time that may take. An informer that took another's place
   * meanwhile has not had that time.
   */
  void checkResync() {
    if (!closed && plan.resyncing() && resyncExpected) {
      for (HandlerChecker<T> handler : handlers) {
        if (!handler.hasSeenAllAgain()) {
          violations.report("resync", handler.name(), "was not shown everything again");
        }
      }
    }
  }

  boolean isResyncing() {
    return plan.resyncing() && !closed;
  }
}
