package dev.informant.verification.figures;

import dev.informant.verification.CommandLine;
import dev.informant.verification.controlplane.Binaries;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Prints what the embedded server costs and what a real one does: {@code verification/apiserver-figures [embedded]
 * [real] [--pods N] [--watches N]}, where 0 leaves a part out. CPU is that of the server's processes alone.
 */
public final class FiguresCommand {
  private static final List<String> SUBJECTS = List.of("embedded", "real");
  private static final int BURST = 20;

  private final int pods;
  private final int watches;

  private final List<String> subjects;

  private FiguresCommand(CommandLine options) {
    pods = Math.toIntExact(options.whole("--pods"));
    watches = Math.toIntExact(options.whole("--watches"));
    subjects = options.words().isEmpty() ? SUBJECTS : options.words();
    subjects.stream().filter(word -> !SUBJECTS.contains(word)).forEach(word -> {
      throw new IllegalArgumentException("there is no " + word + " server");
    });
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    FiguresCommand command = CommandLine.orExit(
        "verification/apiserver-figures [embedded] [real] [--pods N] [--watches N]",
        Map.of("--pods", "100000", "--watches", "10000"),
        arguments,
        FiguresCommand::new);
    Map<String, Map<String, String>> figures = new LinkedHashMap<>();
    for (String name : command.subjects) {
      Optional<Binaries> binaries = Binaries.find();
      if (name.equals("real") && binaries.isEmpty()) {
        System.err.println("real: skipped, verification/control-plane/build has not been run");
      } else {
        figures.put(name, command.measure(name, binaries.orElse(null)));
      }
    }
    print(figures);
    System.exit(0); // the watches are still open
  }

  private Map<String, String> measure(
      String name, @org.jspecify.annotations.Nullable Binaries binaries)
      throws IOException, InterruptedException {
    Map<String, String> figures = new Announced(name);
    long begun = System.nanoTime();
    try (Subject subject = name.equals("real") && binaries != null
        ? Subject.Real.start(binaries)
        : Subject.Embedded.start(List.of())) {
      Load load = new Load(subject);
      load.send(load.request("/api/v1/namespaces").build());
      figures.put("process start to first answer", took(System.nanoTime() - begun, subject.cpu()));
      if (subject instanceof Subject.Embedded embedded) {
        figures.put(
            "`ApiServer.start()` with TLS, cold JVM",
            millis(embedded.coldStart().toNanos()));
        figures.put(
            "start to first answer, plain HTTP, warm JVM",
            millis(embedded.warmStart().toNanos()));
      }
      figures.put("resident, empty", megabytes(subject.resident()));
      if (pods > 0) {
        lists(subject, load, figures);
      }
      if (watches > 0) {
        watches(subject, load, figures);
      }
    }
    return figures;
  }

  private void lists(Subject subject, Load load, Map<String, String> figures)
      throws IOException, InterruptedException {
    Meter meter = new Meter(subject);
    load.create(pods);
    figures.put("create " + pods + " pods, one request each", meter.took());
    long live = subject.liveHeap();
    figures.put("resident, loaded", megabytes(subject.resident()));
    meter = new Meter(subject);
    Load.Listed paged = load.listPaged();
    figures.put("list in pages of 500", meter.took());
    meter = new Meter(subject);
    Load.Listed whole = load.listWhole(0);
    figures.put("list whole", meter.took());
    figures.put("size of that list", megabytes(whole.bytes()));
    if (paged.objects() != pods || whole.objects() != pods) {
      throw new IOException("listed " + paged.objects() + " in pages and " + whole.objects()
          + " at once, not " + pods);
    }
    if (live >= 0) {
      figures.put("live heap, loaded", megabytes(live));
      figures.put(
          "live heap, half of the list sent",
          megabytes(load.listWhole(whole.bytes()).liveHeap()));
    }
    figures.put("resident, after the lists", megabytes(subject.resident()));
  }

  private void watches(Subject subject, Load load, Map<String, String> figures)
      throws IOException, InterruptedException {
    long before = subject.liveHeap();
    Fanout fanout = new Fanout(subject, load, watches);
    Meter meter = new Meter(subject);
    fanout.open();
    figures.put("open " + watches + " watches", meter.took());
    long after = subject.liveHeap();
    if (after >= 0) {
      figures.put("live heap of a watch", (after - before) / watches / 1024 + " KB");
    }
    fanout.send(1); // the first one pays for what is made once
    meter = new Meter(subject);
    fanout.send(1);
    figures.put("an event to all of them", meter.took());
    meter = new Meter(subject);
    Duration burst = fanout.send(BURST);
    figures.put(BURST + " events to all of them", meter.took());
    figures.put(
        "events a second, all watches",
        String.format(Locale.ROOT, "%,d", (long) watches * BURST * 1000 / burst.toMillis()));
    figures.put("resident, with the watches", megabytes(subject.resident()));
  }

  /** Figures that are told on standard error as they come, for the whole takes minutes. */
  private static final class Announced extends LinkedHashMap<String, String> {
    private static final long serialVersionUID = 1;
    private final String subject;

    Announced(String subject) {
      this.subject = subject;
    }

    @Override
    public @org.jspecify.annotations.Nullable String put(String what, String figure) {
      System.err.println(subject + ": " + what + ": " + figure);
      return super.put(what, figure);
    }
  }

  /** Time and CPU since it was made. */
  private record Meter(Subject subject, long begun, Duration cpu) {
    Meter(Subject subject) {
      this(subject, System.nanoTime(), subject.cpu());
    }

    String took() {
      return FiguresCommand.took(System.nanoTime() - begun, subject.cpu().minus(cpu));
    }
  }

  private static String took(long nanos, Duration cpu) {
    return millis(nanos) + ", CPU " + millis(cpu.toNanos());
  }

  private static String millis(long nanos) {
    double millis = nanos / 1e6;
    return millis < 10_000
        ? String.format(Locale.ROOT, "%.0f ms", millis)
        : String.format(Locale.ROOT, "%.1f s", millis / 1000);
  }

  private static String megabytes(long bytes) {
    return bytes / 1_000_000 + " MB";
  }

  private static void print(Map<String, Map<String, String>> figures) {
    Set<String> rows = new LinkedHashSet<>();
    figures.values().forEach(one -> rows.addAll(one.keySet()));
    System.out.println("| | " + String.join(" | ", figures.keySet()) + " |");
    System.out.println("|---|" + "---|".repeat(figures.size()));
    for (String row : rows) {
      StringBuilder line = new StringBuilder("| " + row + " |");
      figures
          .values()
          .forEach(one -> line.append(' ').append(one.getOrDefault(row, "")).append(" |"));
      System.out.println(line);
    }
  }
}
