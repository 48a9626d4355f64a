package dev.informant.verification.simulation;

import dev.informant.apiserver.internal.core.CoreOptions;
import dev.informant.apiserver.internal.core.JsonNegotiation;
import dev.informant.apiserver.internal.core.KubernetesCore;
import dev.informant.apiserver.internal.faults.FaultyBackend;
import dev.informant.apiserver.internal.faults.ServerFaults;
import dev.informant.apiserver.internal.http.Backend;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;

/**
 * One run: a server, its writers, a few clients, and everything that goes wrong, as one seed wants it.
 *
 * <p>Each simulated hour has two parts of equal length. In each the world is in disorder; then the faults
 * and the writers stop, and everything must come to rest and agree.
 */
public final class Simulation {
  private static final RandomGeneratorFactory<RandomGenerator> GENERATORS =
      RandomGeneratorFactory.of("L64X128MixRandom");
  private static final Duration WRITE_INTERVAL = Duration.ofSeconds(14);
  private static final Duration FAULT_INTERVAL = Duration.ofSeconds(75);
  private static final Duration CHURN_INTERVAL = Duration.ofSeconds(200);
  private static final Duration DISORDER = Duration.ofMinutes(30);
  private static final Duration QUIET_RESTART = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(40);
  private static final int MOST_STEPS_AT_ONCE = 1_000_000;
  private static final Duration TWO_RESYNCS = Duration.ofMinutes(15);

  private final long seed;
  private final VirtualRuntime runtime;
  private final RandomGenerator random;
  private final RunTrace trace;
  private final Violations violations;
  private final History history = new History();
  private final KubernetesCore core;
  private final Backend server;
  private final Writer writer;
  private final FaultInjector injector;
  private final List<SimulatedClient<?>> clients = new ArrayList<>();
  private final List<SimulatedClient<?>> retired = new ArrayList<>();
  private int built;
  private boolean calm;
  private long lastNanos;
  private long stepsAtOnce;
  private long restLooked = -1;

  private Simulation(long seed, int traceLines, IntPredicate happens) {
    this.seed = seed;
    this.runtime = VirtualRuntime.shuffled(seed);
    this.random = random(seed, 1);
    this.trace = new RunTrace(runtime::nanos, traceLines);
    this.violations = new Violations(trace);
    this.core = KubernetesCore.create(
        runtime, CoreOptions.DEFAULT.withWatchBuffer(50), new JsonNegotiation());
    this.writer = new Writer(core, history, random(seed, 2), trace);
    ServerFaults faults = new ServerFaults(core.faults(), seed);
    this.server = new FaultyBackend(core, faults, runtime);
    this.injector = new FaultInjector(runtime, faults, writer, () -> clients, seed, happens, trace);
  }

  /** Random numbers for one purpose of one seed, which no other purpose or seed has. */
  static RandomGenerator random(long seed, int purpose) {
    return GENERATORS.create(seed * 0x9E3779B97F4A7C15L + purpose);
  }

  /**
   * Runs a seed for so many simulated hours.
   *
   * @param traceLines how many of the last lines of the trace to return
   */
  static SimulationResult run(long seed, int hours, int traceLines) {
    return run(seed, hours, traceLines, fault -> true);
  }

  /** The same with some of the faults only. */
  static SimulationResult run(long seed, int hours, int traceLines, IntPredicate happens) {
    return new Simulation(seed, traceLines, happens).run(hours);
  }

  /** The least that still breaks a promise as {@code seed} does, line by line; empty if it breaks none. */
  public static List<String> minimalTrace(long seed, int hours) {
    return MinimalTrace.of(seed, hours);
  }

  /** Runs a seed; returns the first broken promise, or null if there is none. */
  public static @Nullable String firstViolation(long seed, int hours) {
    List<Violation> found = run(seed, hours, /* traceLines= */ 0).violations();
    return found.isEmpty() ? null : found.get(0).toString();
  }

  private SimulationResult run(int hours) {
    for (int i = 0; i < 12; i++) {
      writer.write();
    }
    int count = 2 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      build(/* before= */ null);
    }
    repeat(WRITE_INTERVAL, this::write);
    repeat(FAULT_INTERVAL, injector::inject);
    repeat(CHURN_INTERVAL, this::churn);
    for (int part = 0; part < 2 * hours && !violations.any(); part++) {
      calm = false;
      pass(DISORDER);
      settle();
    }
    clients.forEach(SimulatedClient::close);
    core.close();
    SimulationResult result = result();
    runtime.close();
    return result;
  }

  private SimulationResult result() {
    Map<String, Long> faults = new TreeMap<>();
    injector.injected().forEach((fault, times) -> faults.put(fault.toString(), times));
    return new SimulationResult(
        seed,
        Duration.ofNanos(runtime.nanos()),
        runtime.steps(),
        writer.writes(),
        faults,
        injector.count(),
        trace.hash(),
        violations.found(),
        trace.lines());
  }

  // ---- the world

  private void repeat(Duration interval, Runnable action) {
    long most = 2 * interval.toNanos();
    runtime.schedule(Duration.ofNanos(random.nextLong(most)), () -> {
      if (!calm) {
        action.run();
      }
      repeat(interval, action);
    });
  }

  private void write() {
    int burst = random.nextInt(12) == 0 ? 2 + random.nextInt(10) : 1;
    if (burst > 1) {
      // Somebody joins just when the burst arrives.
      SimulatedClient<?> client = clients.get(random.nextInt(clients.size()));
      runtime.schedule(Duration.ofNanos(random.nextLong(8_000_000)), client::join);
    }
    for (History.State state : writer.burst(burst)) {
      if (random.nextInt(6) == 0) {
        clients.forEach(client -> client.expect(state));
      }
    }
  }

  private void churn() {
    SimulatedClient<?> client = clients.get(random.nextInt(clients.size()));
    if (random.nextBoolean()) {
      churn(client);
    } else {
      // In the midst of things, not while all is quiet.
      writer.burst(3);
      runtime.schedule(Duration.ofNanos(random.nextLong(8_000_000)), () -> {
        if (!calm) {
          churn(client);
        }
      });
    }
  }

  private void churn(SimulatedClient<?> client) {
    switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> client.join();
      case 4, 5 -> client.leave();
      case 6, 7 -> client.trouble();
      case 8 -> client.closeFromInside();
      default -> client.close();
    }
  }

  /**
   * @param before whom it takes the place of; mostly it is built alike and goes on from what that one has saved
   */
  private void build(@Nullable SimulatedClient<?> before) {
    String name = "informer-" + ++built;
    RandomGenerator own = random(seed, 100 + built);
    SimulatedArchive.Saved found = before == null || own.nextInt(4) == 0 ? null : before.left();
    Plan plan = before == null || found == null ? Plan.draw(own) : before.plan();
    if (found != null) {
      if (calm) {
        writer.writeOtherKind();
      } else {
        letTimesChange(own);
      }
    }
    SimulatedNetwork network = new SimulatedNetwork(runtime, server, own, trace, name);
    if (!calm && own.nextInt(3) == 0) {
      injector.beginInTrouble(network);
    }
    SimulatedClient<?> client =
        client(name, plan, found, network, own, ObjectModel.of(plan.shape()));
    for (int i = own.nextInt(3); i > 0; i--) {
      client.join();
    }
    clients.add(client);
    client.start();
  }

  private <T> SimulatedClient<T> client(
      String name,
      Plan plan,
      SimulatedArchive.@Nullable Saved found,
      SimulatedNetwork network,
      RandomGenerator own,
      ObjectModel<T> model) {
    return new SimulatedClient<>(
        name,
        plan,
        found,
        injector::isCacheStale,
        runtime,
        network,
        own,
        history,
        model,
        violations,
        trace);
  }

  /** What may have happened while a process was down. */
  private void letTimesChange(RandomGenerator own) {
    if (own.nextInt(3) != 0) {
      writer.burst(6);
      writer.deleteAny();
      writer.deleteAny();
    } else {
      writer.writeOtherKind();
    }
    switch (own.nextInt(4)) {
      case 0 -> core.faults().compact();
      case 1 -> core.faults().restart();
      default -> {}
    }
  }

  // ---- the run

  private boolean pass(Duration duration) {
    return runtime.runUntil(
        () -> {
          check();
          return violations.any();
        },
        duration);
  }

  private void check() {
    boolean wasIdle = runtime.nanos() != lastNanos;
    lastNanos = runtime.nanos();
    stepsAtOnce = wasIdle ? 0 : stepsAtOnce + 1;
    if (stepsAtOnce > MOST_STEPS_AT_ONCE) {
      violations.report("G7", "the run", "something goes round in circles while time stands still");
    }
    for (int i = 0; i < clients.size(); i++) {
      SimulatedClient<?> client = clients.get(i);
      if (client.isClosed()) {
        clients.remove(i);
        retired.add(client);
        build(client);
        return;
      }
      client.checkStep();
      if (wasIdle) {
        client.checkIdle();
      }
    }
  }

  /** Everything is well again: all must agree after a while, and go on agreeing. */
  private void settle() {
    calm = true;
    injector.clear();
    boolean rested = runtime.runUntil(
        () -> {
          check();
          return violations.any() || (wasIdleNow() && areAllAtRest());
        },
        PATIENCE);
    if (violations.any()) {
      return;
    }
    if (!rested) {
      clients.forEach(SimulatedClient::reportUnrest);
      retired.forEach(SimulatedClient::reportUnrest);
      return;
    }
    if (clients.stream().anyMatch(SimulatedClient::isResyncing)) {
      clients.forEach(SimulatedClient::expectResync);
      pass(TWO_RESYNCS);
      clients.forEach(SimulatedClient::checkResync);
    }
    clients.forEach(SimulatedClient::checkRest);
    retired.forEach(SimulatedClient::checkRest);
    restartOne();
  }

  /**
   * A program that restarts in a quiet cluster without faults is soon synced, also from a saved cache. Other kinds move the version
   * meanwhile, so that no event confirms the cache.
   */
  private void restartOne() {
    clients.get(0).close();
    boolean synced = runtime.runUntil(
        () -> {
          check();
          return violations.any() || clients.stream().allMatch(SimulatedClient::isSynced);
        },
        QUIET_RESTART);
    if (!synced && !violations.any()) {
      violations.report(
          "G1", "the run", "a restart in a quiet cluster was not synced within " + QUIET_RESTART);
    }
  }

  private boolean areAllAtRest() {
    return clients.stream().allMatch(SimulatedClient::isAtRest)
        && retired.stream().allMatch(SimulatedClient::isAtRest);
  }

  /** Looking costs, so it is done once for each time of the clock. */
  private boolean wasIdleNow() {
    boolean moved = runtime.nanos() != restLooked;
    restLooked = runtime.nanos();
    return moved;
  }
}
