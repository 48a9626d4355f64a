package dev.informant.verification.differential;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.informant.informer.Parity;
import dev.informant.informer.QueueKind;
import dev.informant.verification.CommandLine;
import dev.informant.verification.scripted.Scenario;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
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
  private static final int TRIES = 3;
  private static final JsonMapper JSON = JsonMapper.builder()
      .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
      .build();
  private static final TypeReference<Map<String, Object>> CONTENT = new TypeReference<>() {};

  private final Path corpus;
  private final Path ours;
  private final boolean complete;
  private final Optional<String> only;
  private final PrintStream out;

  private DifferentialCommand(
      Path corpus, Path ours, boolean complete, Optional<String> only, PrintStream out) {
    this.corpus = corpus;
    this.ours = ours;
    this.complete = complete;
    this.only = only;
    this.out = out;
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

  /**
   * Arguments: the directory with our own scripts, the corpus, and optionally one scenario's name; {@code --complete} if
   * it is the corpus that our own scripts are for.
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    CommandLine options = CommandLine.orExit(
        "verification/differential/run [DIR] [SCENARIO]",
        Map.of("--complete", "false"),
        arguments,
        said -> {
          if (said.words().size() < 2 || said.words().size() > 3) {
            throw new IllegalArgumentException("a directory, or a directory and a scenario");
          }
          return said;
        });
    List<String> words = options.words();
    System.exit(run(
        Path.of(words.get(1)),
        Path.of(words.get(0)),
        options.isSet("--complete"),
        words.size() == 3 ? Optional.of(words.get(2)) : Optional.empty(),
        System.out));
  }

  /**
   * Returns 0 if something was run and all of it passed, 1 if not, 2 if there is nothing to run.
   *
   * @param complete whether each of our own scripts must have its scenario in the corpus
   */
  static int run(Path corpus, Path ours, boolean complete, Optional<String> only, PrintStream out)
      throws IOException, InterruptedException {
    if (!Files.isDirectory(corpus.resolve("scenarios"))) {
      out.println(
          "differential: " + corpus + " has no scenarios/ folder; give the corpus as an argument");
      return 2;
    }
    DifferentialCommand command = new DifferentialCommand(corpus, ours, complete, only, out);
    List<Task> tasks = command.tasks();
    if (tasks.isEmpty()) {
      out.println("differential: " + corpus
          + only.map(name -> " has no scenario called " + name).orElse(" holds no scenarios"));
      out.println("0 passed, 0 failed");
      return 2;
    }
    return command.run(tasks) ? 0 : 1;
  }

  /** One scenario with one queue, or one script. */
  private record Task(String label, Callable<Line> work) {
    /** A task that cannot be done is a difference, too. */
    Line run() throws InterruptedException {
      try {
        return work.call();
      } catch (InterruptedException interrupted) {
        throw interrupted;
      } catch (Exception broken) {
        return new Line(label, "", List.of("cannot be run: " + broken));
      }
    }
  }

  private boolean run(List<Task> tasks) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
    List<Future<Line>> pending = new ArrayList<>();
    tasks.forEach(task -> pending.add(pool.submit(task::run)));
    pool.shutdown();
    List<Task> again = new ArrayList<>();
    int passed = 0;
    for (int i = 0; i < tasks.size(); i++) {
      Line line = get(pending.get(i));
      if (line.differences().isEmpty()) {
        print(line);
        passed++;
      } else {
        again.add(tasks.get(i));
      }
    }
    int failed = 0;
    for (Task task : again) {
      Line line = again(task);
      print(line);
      if (line.differences().isEmpty()) {
        passed++;
      } else {
        failed++;
      }
    }
    out.println(passed + " passed, " + failed + " failed");
    return failed == 0;
  }

  private List<Task> tasks() throws IOException {
    List<Task> tasks = new ArrayList<>();
    for (Path file : files(corpus.resolve("scenarios"))) {
      if (only.isPresent() && !only.get().equals(name(file))) {
        continue;
      }
      Scenario scenario;
      try {
        scenario = Scenario.read(file);
      } catch (IOException | RuntimeException unusable) {
        tasks.add(new Task(name(file), () -> {
          throw unusable;
        }));
        continue;
      }
      for (Queue queue : Queue.values()) {
        if (scenario.informer().queues().contains(queue.label)) {
          tasks.add(new Task(scenario.name() + " " + queue.label, () -> scenario(scenario, queue)));
        }
      }
    }
    for (Path script : files(corpus.resolve("queue-scenarios"))) {
      if (only.map(name(script)::equals).orElse(true)) {
        String label = "queue script " + name(script);
        tasks.add(new Task(label, () -> new Line(label, "", QueueScript.play(script))));
      }
    }
    if (complete && only.isEmpty()) {
      tasks.addAll(unused());
    }
    return tasks;
  }

  /** Our own scripts replace scenarios of the corpus; one that replaces nothing would never be run. */
  private List<Task> unused() throws IOException {
    List<Task> tasks = new ArrayList<>();
    for (Path script : files(ours.resolve("scenarios"))) {
      if (!Files.exists(corpus.resolve("scenarios").resolve(script.getFileName()))) {
        String problem = "replaces nothing: the corpus has no scenario of that name";
        tasks.add(new Task(
            "our own " + name(script),
            () -> new Line("our own " + name(script), "", List.of(problem))));
      }
    }
    return tasks;
  }

  /**
   * Scripts hold real waiting (backoffs, watches that are too short), and a state counts as final when it has not
   * changed for 150 ms. Where many run at once on few processors that may go wrong, so what differs is run again, alone.
   */
  private static Line again(Task task) throws InterruptedException {
    Line line = task.run();
    for (int tries = 2; tries < TRIES && !line.differences().isEmpty(); tries++) {
      line = task.run();
    }
    String note = line.note().isEmpty() ? "when run again, alone" : line.note() + "; run again";
    return line.differences().isEmpty() ? new Line(line.label(), note, List.of()) : line;
  }

  private static Line get(Future<Line> pending) throws InterruptedException {
    try {
      return pending.get();
    } catch (ExecutionException broken) {
      throw new IllegalStateException("the runner itself failed", broken.getCause());
    }
  }

  private void print(Line line) {
    out.println((line.differences().isEmpty() ? "pass  " : "FAIL  ")
        + line.label()
        + (line.note().isEmpty() ? "" : "  (" + line.note() + ")"));
    for (String difference : line.differences()) {
      out.println("  " + difference.replace("\n", "\n  "));
    }
  }

  private Line scenario(Scenario scenario, Queue queue) throws IOException, InterruptedException {
    String label = scenario.name() + " " + queue.label;
    return scenario.target().equals("better")
        ? better(scenario, queue, label)
        : exact(scenario, queue, label);
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
    if (!Files.exists(script) || !isReplaced(scenario.name())) {
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

  /**
   * Whether our own script stands for this very scenario, not for another of the same name: {@code originals} beside
   * our scripts holds a digest of each.
   */
  private boolean isReplaced(String name) throws IOException {
    Path originals = ours.resolve("originals");
    Path file = corpus.resolve("scenarios").resolve(name + ".json");
    return Files.exists(originals)
        && Files.readAllLines(originals).contains(digest(file) + "  " + name);
  }

  /** The same for scenarios that play the same, however they are written and described. */
  static String digest(Path scenario) throws IOException {
    Map<String, Object> content = new TreeMap<>(JSON.readValue(scenario.toFile(), CONTENT));
    content.keySet().removeAll(List.of("claim", "targetNote"));
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(JSON.writeValueAsBytes(content)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  /** The trace recorded with that queue, which it names itself; the last of several by their directories' names. */
  private static Optional<Path> golden(Path root, Queue queue, String scenario) throws IOException {
    if (!Files.isDirectory(root.resolve("golden"))) {
      return Optional.empty();
    }
    List<Path> traces;
    try (Stream<Path> clients = Files.list(root.resolve("golden"))) {
      traces = clients
          .sorted(Comparator.reverseOrder())
          .map(client -> client.resolve(scenario + ".json"))
          .filter(Files::exists)
          .toList();
    }
    for (Path trace : traces) {
      if (GoldenTrace.queue(trace).equals(queue.label)) {
        return Optional.of(trace);
      }
    }
    return Optional.empty();
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
