package dev.informant.cli;

import dev.informant.cli.demo.DemoCluster;
import dev.informant.cli.demo.DemoFaults;
import dev.informant.cli.demo.DemoKey;
import dev.informant.cli.demo.DemoOptions;
import dev.informant.cli.demo.DemoPage;
import dev.informant.cli.demo.DemoSummary;
import dev.informant.cli.demo.FaultSchedule;
import dev.informant.cli.demo.Happenings;
import dev.informant.cli.demo.LiveView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Informers over a simulated cluster, with faults. */
@Command(
    name = "demo",
    description = {
      "Show informers at work, without a cluster.",
      "",
      "Starts an API server and a simulated cluster in this process and watches it with shared informers"
          + " over HTTPS. Keys inject faults; the view shows how the informers recover. At the"
          + " end, the caches are compared with the server, object by object."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  # Live view; keys inject faults, q quits",
      "  informant demo",
      "",
      "  # Larger and busier",
      "  informant demo --pods 20000 --rate 2000",
      "",
      "  # For scripts: faults on a schedule, exit code 1 if cache and server differ",
      "  informant demo --headless --seconds 30 -o json"
    })
final class DemoCommand implements Callable<Integer> {
  private static final int DEFAULT_HEADLESS_SECONDS = 20;
  private static final long BEAT_MILLIS = 50;

  private final Output output;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Run time in seconds. Default: until q is pressed; without a terminal, "
          + DEFAULT_HEADLESS_SECONDS + ".")
  private int seconds;

  @Option(
      names = "--pods",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Approximate number of pods. Default: ${DEFAULT-VALUE}.")
  private int pods;

  @Option(
      names = "--rate",
      paramLabel = "R",
      defaultValue = "100",
      description = "Changes per second. Default: ${DEFAULT-VALUE}.")
  private double rate;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of the simulation. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--headless",
      description = "No live view: inject faults on a schedule, then print the summary.")
  private boolean headless;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "Format of the summary: text or json.")
  private OutputFormat format = OutputFormat.TEXT;

  DemoCommand(Output output) {
    this.output = output;
  }

  /** Adds the keys to the help, which annotations cannot. */
  static void describeKeys(UsageMessageSpec help) {
    List<String> lines = new ArrayList<>(List.of(help.description()));
    String keys = Arrays.stream(DemoKey.values())
        .map(each -> each.key() + " " + each.description())
        .collect(Collectors.joining(", "));
    lines.add("");
    lines.add("Keys: " + keys + ", Ctrl-C quits.");
    help.description(lines.toArray(String[]::new));
  }

  @Override
  public Integer call() {
    Flags.require(
        spec, pods >= 1 && pods <= 1_000_000, "--pods must be from 1 to 1000000, not " + pods);
    Flags.require(
        spec, rate >= 0 && rate <= 1_000_000, "--rate must be from 0 to 1000000, not " + rate);
    Flags.require(spec, seconds >= 0, "--seconds must not be negative: " + seconds);
    DemoOptions options = new DemoOptions(pods, rate, seed);
    DemoSummary summary = hasView() ? live(options) : headless(options);
    return summary == null ? ExitCode.INTERRUPTED : end(summary);
  }

  /** A person must see it and be able to press keys. */
  private boolean hasView() {
    Terminals terminals = output.terminals();
    if (headless || format != OutputFormat.TEXT || !terminals.output()) {
      return false;
    }
    if (terminals.dumb()) {
      output.note(
          "informant: this terminal does not support the live view (TERM is dumb or not set);"
              + " continuing with --headless");
      return false;
    }
    if (!terminals.input()) {
      output.note("informant: standard input is not a terminal, so the live view cannot read keys;"
          + " continuing with --headless");
      return false;
    }
    return true;
  }

  /** Prints what came of it and returns the exit code. */
  int end(DemoSummary summary) {
    if (format == OutputFormat.JSON) {
      output.json(summary.json());
    } else {
      summary.lines().forEach(output::line);
    }
    return summary.isEqual() ? ExitCode.SUCCESS : ExitCode.CHECK_FAILED;
  }

  private DemoSummary headless(DemoOptions options) {
    Duration length = Duration.ofSeconds(seconds == 0 ? DEFAULT_HEADLESS_SECONDS : seconds);
    output.note("informant: creating " + Words.count(pods, "pod")
        + " on an embedded API server and syncing caches");
    try (DemoCluster cluster = DemoCluster.start(options, new Happenings(output::note))) {
      DemoFaults faults = new DemoFaults(cluster, seed);
      FaultSchedule schedule = new FaultSchedule(faults, length);
      long began = System.nanoTime();
      long ran = 0;
      while (ran < length.toNanos()) {
        schedule.advance(ran / (double) length.toNanos());
        sleep();
        ran = System.nanoTime() - began;
      }
      schedule.advance(1);
      output.note("informant: comparing caches and server");
      return DemoSummary.of(cluster, faults, Duration.ofNanos(ran));
    }
  }

  private @Nullable DemoSummary live(DemoOptions options) {
    output.endProgress(); // of the script
    DemoCluster started = null;
    try {
      DemoFaults faults;
      Duration ran;
      try (LiveView view = LiveView.open()) {
        started = view.await(
            "creating " + Words.count(pods, "pod")
                + " on an embedded API server and syncing caches",
            () -> DemoCluster.start(options, new Happenings(line -> {})));
        if (started == null) {
          return null;
        }
        faults = new DemoFaults(started, seed);
        DemoPage page =
            new DemoPage(started, faults, options, output.terminals().colours());
        long began = System.nanoTime();
        if (view.show(page, faults, Duration.ofSeconds(seconds)) == LiveView.End.INTERRUPTED) {
          return null;
        }
        ran = Duration.ofNanos(System.nanoTime() - began);
      }
      output.progress("comparing caches and server …");
      DemoSummary summary = DemoSummary.of(started, faults, ran);
      output.endProgress();
      return summary;
    } finally {
      if (started != null) {
        started.close();
      }
    }
  }

  private static void sleep() {
    try {
      TimeUnit.MILLISECONDS.sleep(BEAT_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.INTERRUPTED, "interrupted", interrupted);
    }
  }
}
