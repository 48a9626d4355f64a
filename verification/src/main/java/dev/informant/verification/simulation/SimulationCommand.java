package dev.informant.verification.simulation;

import com.sun.management.OperatingSystemMXBean;
import dev.informant.verification.CommandLine;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs seeds and says what came of it; ends with 1 if a promise was broken. */
public final class SimulationCommand {
  private static final String USAGE =
      "verification/simulate --seeds A..B [--hours H] [--threads N] | --seed S [--hours H] [--trace]"
          + " | --planted [EXPRESSION]";
  private static final Map<String, String> DEFAULTS = Map.of(
      "--seeds",
      "1..200",
      "--seed",
      "",
      "--hours",
      "1",
      "--threads",
      Integer.toString(Runtime.getRuntime().availableProcessors()),
      "--trace",
      "false");
  private static final int ALL_LINES = 1_000_000;

  // Kept, since a logger nobody holds forgets its level. What the engine logs of thousands of
  // injected
  // faults is no news, and writing it would take most of the time.
  private static final Logger ENGINE = Logger.getLogger("dev.informant");

  private final long first;
  private final long last;
  private final int hours;
  private final int threads;
  private final boolean trace;

  private SimulationCommand(CommandLine options) {
    String one = options.text("--seed");
    String[] ends =
        (one.isEmpty() ? options.text("--seeds") : one + ".." + one).split("\\.\\.", -1);
    if (ends.length != 2) {
      throw new IllegalArgumentException("--seeds wants A..B, not " + options.text("--seeds"));
    }
    first = CommandLine.whole("--seeds", ends[0]);
    last = CommandLine.whole("--seeds", ends[1]);
    hours = Math.toIntExact(options.whole("--hours"));
    trace = options.isSet("--trace");
    threads = trace ? 1 : Math.toIntExact(options.whole("--threads"));
    if (first > last || hours < 1 || threads < 1) {
      throw new IllegalArgumentException("nothing would be run: seeds " + first + ".." + last + ", "
          + hours + " hours, " + threads + " threads");
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    SimulationCommand command = CommandLine.orExit(
        USAGE, DEFAULTS, arguments, options -> new SimulationCommand(options.withoutWords()));
    ENGINE.setLevel(Level.OFF);
    System.exit(command.run());
  }

  private int run() throws InterruptedException {
    long began = System.nanoTime();
    AtomicLong next = new AtomicLong(first);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<Totals>> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      workers.add(pool.submit(() -> work(next)));
    }
    pool.shutdown();
    Totals totals = new Totals();
    for (Future<Totals> worker : workers) {
      try {
        totals.add(worker.get());
      } catch (ExecutionException defect) {
        throw new IllegalStateException("the simulation itself failed", defect.getCause());
      }
    }
    totals.print(first, last, Duration.ofNanos(System.nanoTime() - began));
    return totals.violatedSeeds == 0 ? 0 : 1;
  }

  private Totals work(AtomicLong next) {
    Totals totals = new Totals();
    for (long seed = next.getAndIncrement(); seed <= last; seed = next.getAndIncrement()) {
      SimulationResult result = Simulation.run(seed, hours, trace ? ALL_LINES : 0);
      totals.add(result);
      if (trace) {
        print(result.trace());
        print(List.of("trace hash " + Long.toHexString(result.traceHash())));
      }
      if (!result.violations().isEmpty()) {
        report(result);
      }
    }
    return totals;
  }

  private void report(SimulationResult result) {
    List<String> lines = new ArrayList<>();
    lines.add("seed " + result.seed() + " breaks a promise:");
    result.violations().stream().limit(5).forEach(violation -> lines.add("  " + violation));
    if (!trace) {
      lines.add("  the least that breaks it (--seed " + result.seed()
          + " --trace shows all of the seed):");
      Simulation.minimalTrace(result.seed(), hours).forEach(line -> lines.add("  | " + line));
    }
    print(lines);
  }

  private static void print(List<String> lines) {
    System.out.println(String.join("\n", lines));
  }

  /** Of this process so far, compilers and collectors included. */
  private static double processorSeconds() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
        / 1e9;
  }

  private static final class Totals {
    private long seeds;
    private Duration simulated = Duration.ZERO;
    private long steps;
    private long writes;
    private long violatedSeeds;
    private final Map<String, Long> faults = new TreeMap<>();

    void add(SimulationResult result) {
      seeds++;
      simulated = simulated.plus(result.simulated());
      steps += result.steps();
      writes += result.writes();
      result.faults().forEach((fault, times) -> faults.merge(fault, times, Long::sum));
      violatedSeeds += result.violations().isEmpty() ? 0 : 1;
    }

    void add(Totals other) {
      seeds += other.seeds;
      simulated = simulated.plus(other.simulated);
      steps += other.steps;
      writes += other.writes;
      other.faults.forEach((fault, times) -> faults.merge(fault, times, Long::sum));
      violatedSeeds += other.violatedSeeds;
    }

    void print(long first, long last, Duration wall) {
      double hours = simulated.toSeconds() / 3600.0;
      long all = faults.values().stream().mapToLong(Long::longValue).sum();
      System.out.printf("seeds            %d (%d..%d)%n", seeds, first, last);
      System.out.printf("simulated hours  %.1f%n", hours);
      System.out.printf("steps            %d%n", steps);
      System.out.printf("writes           %d (%.0f an hour)%n", writes, writes / hours);
      System.out.printf("faults           %d (%.0f an hour)%n", all, all / hours);
      faults.forEach((fault, times) -> System.out.printf("  %-22s %d%n", fault, times));
      System.out.printf("violations       %d%n", violatedSeeds);
      System.out.printf(
          "hours per minute %.0f (%.1f s of wall time, %.1f s of processors')%n",
          hours / (wall.toNanos() / 60e9), wall.toNanos() / 1e9, processorSeconds());
    }
  }
}
