package dev.informant.cli.demo;

import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** The last things that happened, in words. Thread-safe. */
public final class Happenings {
  private static final int KEPT = 200;

  private final Deque<String> lines = new ArrayDeque<>(); // guarded by itself
  private final Consumer<String> listener;

  /** {@code listener} hears each line, on the thread where it happens. */
  public Happenings(Consumer<String> listener) {
    this.listener = listener;
  }

  void add(String what) {
    String line =
        DateTimeFormatter.ISO_LOCAL_TIME.format(LocalTime.now().truncatedTo(ChronoUnit.SECONDS))
            + "  " + what;
    synchronized (lines) {
      lines.addLast(line);
      if (lines.size() > KEPT) {
        lines.removeFirst();
      }
    }
    listener.accept(line);
  }

  /** The newest {@code count}, oldest first. */
  List<String> last(int count) {
    synchronized (lines) {
      List<String> all = new ArrayList<>(lines);
      return all.subList(Math.max(0, all.size() - count), all.size());
    }
  }
}
