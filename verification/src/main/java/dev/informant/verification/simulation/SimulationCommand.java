package dev.informant.verification.simulation;

import com.sun.management.OperatingSystemMXBean;
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
      "usage: simulate --seeds A..B [--hours H] [--threads N] | --seed S [--hours H] [--trace]";
  private static final int ALL_LINES = 1_000_000;

  // Kept, since a logger nobody holds forgets its level. What the engine logs of thousands of
  // injected
  // faults is no news, and writing it would take most of the time.
  private static final Logger ENGINE = Logger.getLogger("dev.informant");

  private long first = 1;
  private long last = 200;
  private int hours = 1;
  private int threads = Runtime.getRuntime().availableProcessors();
  private boolean trace;

  private SimulationCommand() {}

  public static void main(String[] arguments) throws InterruptedException {
    SimulationCommand command = new SimulationCommand();
    try {
      command.parse(List.of(arguments));
    } catch (IllegalArgumentException wrong) {
      System.err.println(wrong.getMessage() + "\n" + USAGE);
      System.exit(2);
    }
    ENGINE.setLevel(Level.OFF);
    System.exit(command.run());
  }

  private void parse(List<String> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      String option = arguments.get(i);
      if (option.equals("--trace")) {
        trace = true;
        threads = 1;
        continue;
      }
      if (i + 1 == arguments.size()) {
        throw new IllegalArgumentException(option + " needs a value, or is not known");
      }
      String value = arguments.get(++i);
      switch (option) {
        case "--seeds" -> {
          String[] ends = value.split("\\.\\.", -1);
          if (ends.length != 2) {
            throw new IllegalArgumentException("--seeds needs A..B, not " + value);
          }
          first = Long.parseLong(ends[0]);
          last = Long.parseLong(ends[1]);
        }
        case "--seed" -> {
          first = Long.parseLong(value);
          last = first;
        }
        case "--hours" -> hours = Integer.parseInt(value);
        case "--threads" -> threads = Integer.parseInt(value);
        default -> throw new IllegalArgumentException("unknown option " + option);
      }
    }
    if (first > last || hours < 1 || threads < 1) {
      throw new IllegalArgumentException(
          "nothing would be run: seeds " + first + ".." + last + ", " + hours + " hours");
    }
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
