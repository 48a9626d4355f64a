package dev.informant.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks of the engine in rounds and holds ratios of them against the bars. Only ratios are
 * judged, each of figures from one round, and of the rounds the median. The figures are processor time where
 * one thing runs ({@link ProcessorTime}), for that is what a busy machine leaves alone, and elapsed time where
 * two threads meet. Without a pattern, the benchmarks that have a bar run in rounds and all others once, briefly, to
 * show that they run; their figures are coarse.
 *
 * <p>Run by {@code benchmarks/engine}; arguments are the directory for the JSON files, the number of rounds, the
 * seconds of an iteration, and optionally a pattern: then what matches it runs in rounds, and nothing else.
 */
public final class EngineBars {
  private EngineBars() {}

  /** A promise: one benchmark costs at most so many times another. */
  private record Bar(String what, double most, String ours, String theirs) {
    /** NaN if one of them was not run. */
    double ratio(Map<String, Double> scores) {
      return scores.getOrDefault(ours, Double.NaN) / scores.getOrDefault(theirs, Double.NaN);
    }
  }

  private static final List<Bar> BARS = List.of(
      new Bar("get, 100k", 3, "StoreRead.get 100000", "StoreRead.mapGet 100000"),
      new Bar(
          "get beside a writer, 100k",
          3,
          "StoreRead.contendedGet 100000",
          "StoreRead.mapContendedGet 100000"),
      new Bar("update, 1k", 3, "StoreWrite.update 1000", "StoreWrite.mapUpdate 1000"),
      new Bar("update, 10k", 3, "StoreWrite.update 10000", "StoreWrite.mapUpdate 10000"),
      new Bar("update, 100k", 3, "StoreWrite.update 100000", "StoreWrite.mapUpdate 100000"),
      new Bar("hand-off to 10 handlers", 0.2, "HandOff.handOff 10", "HandOff.queues 10"),
      new Bar(
          "update that moves, 100k",
          Double.NaN,
          "StoreWrite.move 100000",
          "StoreWrite.mapMove 100000"),
      new Bar(
          "byIndex, 200 objects",
          Double.NaN,
          "StoreRead.byIndex 100000",
          "StoreRead.mapByIndex 100000"),
      new Bar("first list, 100k", Double.NaN, "Replace.first 100000", "Replace.mapFill 100000"),
      new Bar("late join, 100k", Double.NaN, "LateJoin.join 100000", "LateJoin.walk 100000"));

  /** The benchmarks that have a bar. */
  private static final List<String> JUDGED = List.of(
      "\\.StoreReadBenchmark\\.(get|mapGet|contended|mapContended)$",
      "\\.StoreWriteBenchmark\\.(update|mapUpdate)$",
      "\\.HandOffBenchmark\\.(handOff|queues)$");

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    int rounds = Integer.parseInt(arguments[1]);
    TimeValue iteration = TimeValue.milliseconds((long) (1000 * Double.parseDouble(arguments[2])));
    Files.createDirectories(directory);
    List<Map<String, Double>> scores = new ArrayList<>();
    Map<String, String> units = new TreeMap<>();
    ChainedOptionsBuilder options = new OptionsBuilder()
        .forks(1)
        .warmupIterations(3)
        .warmupTime(iteration)
        .measurementIterations(2)
        .measurementTime(iteration);
    if (arguments.length > 3) {
      options.include(arguments[3]);
    } else {
      JUDGED.forEach(options::include);
      options.param("handlers", "10").param("consumers", "10");
    }
    for (int round = 1; round <= rounds; round++) {
      scores.add(run(options, directory.resolve("engine-" + round + ".json"), units));
    }
    if (arguments.length == 3) {
      ChainedOptionsBuilder others = new OptionsBuilder()
          .forks(1)
          .warmupIterations(1)
          .warmupTime(TimeValue.milliseconds(500))
          .measurementIterations(1)
          .measurementTime(TimeValue.milliseconds(500))
          .include("^dev\\.informant\\.benchmarks\\.[A-Z]") // not those of the packages below
          .param("handlers", "10", "100")
          .param("consumers", "100")
          .param("size", "100000");
      JUDGED.forEach(others::exclude);
      scores.add(run(others, directory.resolve("engine-others.json"), units));
    }
    printScores(scores, units);
    System.exit(printBars(scores) ? 0 : 1);
  }

  private static Map<String, Double> run(
      ChainedOptionsBuilder options, Path file, Map<String, String> units) throws RunnerException {
    Map<String, Double> scores = new TreeMap<>();
    for (RunResult run : new Runner(new OptionsBuilder()
            .parent(options.build()) // the given ones serve several rounds
            .verbosity(VerboseMode.SILENT)
            .addProfiler(ProcessorTime.class)
            .shouldFailOnError(true)
            .resultFormat(ResultFormatType.JSON)
            .result(file.toString())
            .build())
        .run()) {
      collect(run, scores, units);
    }
    return scores;
  }

  @SuppressWarnings("rawtypes") // as JMH has it
  private static void collect(
      RunResult run, Map<String, Double> scores, Map<String, String> units) {
    String[] path = run.getParams().getBenchmark().split("\\.");
    String type = path[path.length - 2].replace("Benchmark", "");
    List<String> parameters = new ArrayList<>();
    run.getParams()
        .getParamsKeys()
        .forEach(key -> parameters.add(run.getParams().getParam(key)));
    String suffix = parameters.isEmpty() ? "" : " " + String.join(" ", parameters);
    Map<String, Result> others = run.getSecondaryResults();
    Result<?> processor = others.get(ProcessorTime.LABEL);
    if (processor != null && others.size() == 1) {
      note(type + "." + path[path.length - 1] + suffix, processor, scores, units);
    } else {
      others.forEach((label, result) -> note(type + "." + label + suffix, result, scores, units));
    }
  }

  private static void note(
      String name, Result<?> result, Map<String, Double> scores, Map<String, String> units) {
    scores.put(name, result.getScore());
    units.put(name, result.getScoreUnit());
  }

  private static void printScores(List<Map<String, Double>> scores, Map<String, String> units) {
    System.out.printf(
        Locale.ROOT, "%n| benchmark | median | of rounds | unit |%n|---|---|---|---|%n");
    units.forEach((name, unit) -> {
      double[] all = scores.stream()
          .filter(round -> round.containsKey(name))
          .mapToDouble(round -> round.get(name))
          .sorted()
          .toArray();
      System.out.printf(
          Locale.ROOT,
          "| %s | %.4g | %s | %s |%n",
          name,
          median(all),
          String.join(
              ", ",
              Arrays.stream(all)
                  .mapToObj(score -> String.format(Locale.ROOT, "%.4g", score))
                  .toList()),
          unit);
    });
  }

  private static boolean printBars(List<Map<String, Double>> scores) {
    boolean all = true;
    System.out.printf(
        Locale.ROOT, "%n| ratio | bar | median | of rounds | |%n|---|---|---|---|---|%n");
    for (Bar bar : BARS) {
      double[] ratios = scores.stream()
          .mapToDouble(bar::ratio)
          .filter(Double::isFinite)
          .sorted()
          .toArray();
      if (ratios.length == 0) {
        continue;
      }
      double ratio = median(ratios);
      boolean judged = !Double.isNaN(bar.most());
      all &= !judged || ratio <= bar.most();
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %.2f | %s | %s |%n",
          bar.what(),
          judged ? "≤ " + bar.most() : "–",
          ratio,
          String.join(
              ", ",
              Arrays.stream(ratios)
                  .mapToObj(one -> String.format(Locale.ROOT, "%.2f", one))
                  .toList()),
          judged ? ratio <= bar.most() ? "met" : "NOT MET" : "");
    }
    return all;
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
