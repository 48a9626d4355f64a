package dev.informant.verification.differential;

import dev.informant.apiserver.scripted.Scenario;
import dev.informant.informer.Parity;
import dev.informant.informer.QueueKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Runs every scenario of a directory through our stack with both queues and compares the traces with
 * client-go's: {@code verification/differential/run [DIR]}. One line per scenario and queue; ends with
 * {@code N passed, N failed}.
 *
 * <p>A scenario whose target is "better" than client-go is run in our default mode: with our own script
 * and trace if there is one beside this runner, else as it is, checked for the promises only.
 */
public final class DifferentialCommand {
  private static final int AT_ONCE = 6;

  private final Path corpus;
  private final Path ours;
  private final Optional<String> only;

  private DifferentialCommand(Path corpus, Path ours, Optional<String> only) {
    this.corpus = corpus;
    this.ours = ours;
    this.only = only;
  }

  /** One line of the report. */
  private record Line(String label, String note, List<String> differences) {}

  private enum Queue {
    IN_ORDER("in-order", QueueKind.IN_ORDER),
    DELTA_FIFO("delta-fifo", QueueKind.DELTA_FIFO);

    final String label;
    final QueueKind kind;

    Queue(String label, QueueKind kind) {
      this.label = label;
      this.kind = kind;
    }
  }

  /** Arguments: the corpus, the directory with our own scripts, and optionally one scenario's name. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 2 || arguments.length > 3) {
      System.err.println("usage: verification/differential/run [DIR] [SCENARIO]");
      System.exit(2);
    }
    Path corpus = Path.of(arguments[0]);
    if (!Files.isDirectory(corpus.resolve("scenarios"))) {
      System.err.println(
          "differential: " + corpus + " has no scenarios/ folder; give the corpus as an argument");
      System.exit(2);
    }
    DifferentialCommand command = new DifferentialCommand(
        corpus,
        Path.of(arguments[1]),
        arguments.length == 3 ? Optional.of(arguments[2]) : Optional.empty());
    System.exit(command.run() ? 0 : 1);
  }

  private boolean run() throws IOException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
    List<Future<Line>> pending = new ArrayList<>();
    for (Scenario scenario : Scenario.readAll(corpus.resolve("scenarios"))) {
      for (Queue queue : Queue.values()) {
        if (scenario.informer().queues().contains(queue.label)
            && only.map(scenario.name()::equals).orElse(true)) {
          pending.add(pool.submit(() -> scenario(scenario, queue)));
        }
      }
    }
    for (Path script : files(corpus.resolve("queue-scenarios"))) {
      String name = name(script);
      if (only.map(name::equals).orElse(true)) {
        pending.add(
            pool.submit(() -> new Line("queue script " + name, "", QueueScript.play(script))));
      }
    }
    pool.shutdown();
    int passed = 0;
    int failed = 0;
    for (Future<Line> line : pending) {
      if (print(line)) {
        passed++;
      } else {
        failed++;
      }
    }
    System.out.println(passed + " passed, " + failed + " failed");
    return failed == 0 && passed > 0;
  }

  private static boolean print(Future<Line> pending) throws InterruptedException {
    Line line;
    try {
      line = pending.get();
    } catch (ExecutionException broken) {
      line = new Line("a scenario", "", List.of("cannot be run: " + broken.getCause()));
    }
    boolean pass = line.differences().isEmpty();
    System.out.println((pass ? "pass  " : "FAIL  ")
        + line.label()
        + (line.note().isEmpty() ? "" : "  (" + line.note() + ")"));
    for (String difference : line.differences()) {
      System.out.println("  " + difference.replace("\n", "\n  "));
    }
    return pass;
  }

  private Line scenario(Scenario scenario, Queue queue) throws IOException, InterruptedException {
    String label = scenario.name() + " " + queue.label;
    try {
      return scenario.target().equals("better")
          ? better(scenario, queue, label)
          : exact(scenario, queue, label);
    } catch (IllegalArgumentException unusable) {
      return new Line(label, "", List.of("cannot be run: " + unusable.getMessage()));
    }
  }

  private Line exact(Scenario scenario, Queue queue, String label)
      throws IOException, InterruptedException {
    Optional<Path> golden = golden(corpus, queue, scenario.name());
    if (golden.isEmpty()) {
      return new Line(label, "", List.of("no golden trace for this queue"));
    }
    ScenarioRun.Outcome outcome =
        ScenarioRun.run(scenario, new ScenarioRun.Mode(queue.kind, Parity.EXACT));
    return new Line(
        label, "", TraceComparer.differences(GoldenTrace.read(golden.get()), outcome.trace()));
  }

  private Line better(Scenario scenario, Queue queue, String label)
      throws IOException, InterruptedException {
    ScenarioRun.Mode mode = new ScenarioRun.Mode(queue.kind, Parity.REPAIRED);
    Path script = ours.resolve("scenarios").resolve(scenario.name() + ".json");
    if (!Files.exists(script)) {
      ScenarioRun.Outcome outcome = ScenarioRun.run(scenario, mode);
      return new Line(label, "target: unverified", outcome.violations());
    }
    Optional<Path> golden = golden(ours, queue, scenario.name());
    ScenarioRun.Outcome outcome = ScenarioRun.run(Scenario.read(script), mode);
    List<String> differences = new ArrayList<>(outcome.violations());
    if (golden.isEmpty()) {
      differences.add("no expected trace for this queue beside the runner");
    } else {
      differences.addAll(
          TraceComparer.differences(GoldenTrace.read(golden.get()), outcome.trace()));
    }
    return new Line(label, "target: better, our trace", differences);
  }

  /** The trace recorded with that queue: in the directory under golden/ whose name ends with it. */
  private static Optional<Path> golden(Path root, Queue queue, String scenario) throws IOException {
    try (Stream<Path> clients = Files.list(root.resolve("golden"))) {
      return clients
          .filter(client -> client.getFileName().toString().endsWith(queue.label))
          .map(client -> client.resolve(scenario + ".json"))
          .filter(Files::exists)
          .findFirst();
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  private static String name(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - ".json".length());
  }
}
