package dev.informant.cli.demo;

import dev.informant.cli.Heap;
import dev.informant.cli.Words;
import dev.informant.informer.HandlerLag;
import dev.informant.informer.InformerState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** The demo's numbers as lines of text, of any width and height. Used by one thread. */
public final class DemoPage {
  private static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;
  private static final AttributedStyle STRONG = AttributedStyle.DEFAULT.bold();
  private static final AttributedStyle FAINT = AttributedStyle.DEFAULT.faint();
  private static final int WIDE = 100;
  private static final int TALL = 36;
  private static final String MORE = "… enlarge the terminal to see the rest";

  private final DemoCluster cluster;
  private final DemoFaults faults;
  private final DemoOptions options;
  private final AttributedStyle good;
  private final AttributedStyle busy;
  private final AttributedStyle bad;
  private final Rates rates = new Rates();
  private final Instant began = Instant.now();

  public DemoPage(DemoCluster cluster, DemoFaults faults, DemoOptions options, boolean colours) {
    this.good = colours ? PLAIN.foreground(AttributedStyle.GREEN) : PLAIN;
    this.busy = colours ? PLAIN.foreground(AttributedStyle.YELLOW) : PLAIN;
    this.bad = (colours ? PLAIN.foreground(AttributedStyle.RED) : PLAIN).bold();
    this.cluster = cluster;
    this.faults = faults;
    this.options = options;
  }

  List<AttributedString> lines(int width, int height) {
    long nanos = System.nanoTime();
    List<AttributedString> lines = new ArrayList<>();
    lines.add(title(nanos));
    lines.add(AttributedString.EMPTY);
    boolean wide = width >= WIDE;
    lines.add(new AttributedString(
        String.format(
            "%-12s %7s %8s%s %7s %6s %7s  %-11s %s",
            "KIND",
            "OBJECTS",
            "EVENTS/S",
            wide ? "    EVENTS" : "",
            "RELISTS",
            "FAILED",
            "SKIPPED",
            "STATE",
            "SINCE"),
        STRONG));
    for (WatchedKind<?> kind : cluster.kinds()) {
      lines.add(kind(kind, nanos, wide));
    }
    lines.add(AttributedString.EMPTY);
    lines.addAll(handlers(height, nanos));
    lines.add(AttributedString.EMPTY);
    lines.addAll(process());
    lines.add(AttributedString.EMPTY);
    int left = height - lines.size() - 2;
    for (String happening : cluster.happenings().last(Math.max(0, left))) {
      boolean fault = happening.contains("fault: ");
      lines.add(new AttributedString(happening, fault ? busy : FAINT));
    }
    while (lines.size() < height - 1) {
      lines.add(AttributedString.EMPTY);
    }
    List<AttributedString> page = new ArrayList<>();
    lines
        .subList(0, Math.max(0, Math.min(lines.size(), height - 1)))
        .forEach(line -> page.add(cut(line, width)));
    if (page.size() < lines.size() && page.size() > 1) {
      page.set(page.size() - 1, cut(new AttributedString(MORE, FAINT), width));
    }
    page.add(keys().columnSubSequence(0, width));
    return page;
  }

  /** With a mark where something is left out. */
  private static AttributedString cut(AttributedString line, int width) {
    return line.columnLength() <= width
        ? line
        : new AttributedStringBuilder()
            .append(line.columnSubSequence(0, width - 1))
            .append("…")
            .toAttributedString();
  }

  private List<AttributedString> handlers(int height, long nanos) {
    List<AttributedString> lines = new ArrayList<>();
    int all = 0;
    for (WatchedKind<?> kind : cluster.kinds()) {
      // On a low screen, kinds with nothing but their mirror would leave no room for what happens.
      for (WatchedKind.Handler handler : kind.handlers()) {
        AttributedString line = handler(handler, nanos);
        all++;
        if (height >= TALL || kind.handlers().size() > 1) {
          lines.add(line);
        }
      }
    }
    String heading =
        String.format("%-20s %9s %9s %9s  %s", "HANDLER", "CALLS/S", "BEHIND", "OLDEST", "BUFFER");
    String few = lines.size() < all ? "      " + lines.size() + " of " + all + " shown" : "";
    lines.add(
        0,
        new AttributedStringBuilder()
            .append(heading, STRONG)
            .append(few, FAINT)
            .toAttributedString());
    return lines;
  }

  private AttributedString title(long nanos) {
    Duration time = Duration.between(began, Instant.now());
    return new AttributedStringBuilder()
        .append("informant demo", STRONG)
        .append(String.format(
            Locale.ROOT,
            "  %s  %02d:%02d  %.0f of %.0f changes/s  seed %d",
            cluster.server().url(),
            time.toMinutes(),
            time.toSecondsPart(),
            rates.of("changes", cluster.changes(), nanos),
            options.rate(),
            options.seed()))
        .toAttributedString();
  }

  private AttributedString kind(WatchedKind<?> kind, long nanos, boolean wide) {
    KindStatistics numbers = kind.statistics();
    InformerState state = kind.informer().state();
    Throwable cause = state.cause();
    long left = kind.informer().skipped().size();
    return new AttributedStringBuilder()
        .append(String.format(
            Locale.ROOT,
            "%-12s %,7d %,8.1f%s %,7d %,6d ",
            kind.plural(),
            kind.informer().snapshot().size(),
            rates.of(kind.plural(), numbers.events(), nanos),
            wide ? String.format(Locale.ROOT, "%,10d", numbers.events()) : "",
            numbers.relists(),
            numbers.failures()))
        .append(String.format(Locale.ROOT, "%,7d  ", left), left > 0 ? bad : PLAIN)
        .append(String.format("%-11s ", Words.state(state)), styleOf(state))
        .append(Words.time(Duration.between(state.since(), Instant.now())))
        .append(cause == null ? "" : "  " + Words.shortCause(cause), FAINT)
        .toAttributedString();
  }

  private AttributedStyle styleOf(InformerState state) {
    if (state instanceof InformerState.Watching) {
      return state.cause() == null ? good : busy;
    }
    return state instanceof InformerState.BackingOff ? bad : busy;
  }

  private AttributedString handler(WatchedKind.Handler handler, long nanos) {
    HandlerLag lag = handler.registration().lag();
    AttributedStyle style = lag.age().toMillis() > 1000 ? bad : lag.depth() > 50 ? busy : PLAIN;
    return new AttributedStringBuilder()
        .append(String.format(
            Locale.ROOT,
            "%-20s %,9.1f ",
            handler.name(),
            rates.of(handler.name(), handler.calls().getAsLong(), nanos)))
        .append(
            String.format(
                Locale.ROOT,
                "%,9d %9s",
                lag.depth(),
                lag.depth() == 0 ? "-" : Words.time(lag.age())),
            style)
        .append("  " + handler.buffer().name().toLowerCase(Locale.ROOT), FAINT)
        .toAttributedString();
  }

  private List<AttributedString> process() {
    int all = 0;
    int pipeline = 0;
    Thread[] threads = new Thread[Thread.activeCount() + 32];
    int found = Thread.enumerate(threads);
    for (int i = 0; i < found; i++) {
      all++;
      if (threads[i].getName().startsWith("informant/")) {
        pipeline++;
      }
    }
    return List.of(
        new AttributedString(String.format(
            Locale.ROOT,
            "heap      %s; %s of %s in use, including the server",
            cluster.heapPerObject() == 0
                ? "too few objects to measure"
                : Words.bytes(cluster.heapPerObject()) + " per cached object",
            Words.bytes(Heap.used()),
            Words.bytes(Heap.limit()))),
        new AttributedString(String.format(
            Locale.ROOT,
            "threads   %d for the informers of %d kinds; %d in total, including the server",
            pipeline,
            cluster.kinds().size(),
            all)));
  }

  private AttributedString keys() {
    AttributedStringBuilder line = new AttributedStringBuilder();
    for (DemoKey key : DemoKey.values()) {
      line.append(" " + key.key() + " ", AttributedStyle.DEFAULT.inverse());
      line.append(" " + key.label(faults) + " ");
    }
    return line.toAttributedString();
  }
}
