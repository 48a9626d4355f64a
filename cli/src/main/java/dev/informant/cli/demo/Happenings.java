package dev.informant.cli.demo;

import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** The last things that happened, in words. Thread-safe. */
public final class Happenings {
  private static final int KEPT = 200;
  private static final int GROUPED = 12;

  private final Deque<Line> lines = new ArrayDeque<>(); // guarded by itself
  private final Consumer<String> listener;

  /** {@code listener} receives each line, on the thread that adds it. */
  public Happenings(Consumer<String> listener) {
    this.listener = listener;
  }

  void add(String what) {
    add("", what);
  }

  /** The same thing happening to several, one after another, becomes one line. */
  void add(String whom, String what) {
    String time =
        DateTimeFormatter.ISO_LOCAL_TIME.format(LocalTime.now().truncatedTo(ChronoUnit.SECONDS));
    synchronized (lines) {
      int looked = 0;
      Iterator<Line> newest = lines.descendingIterator();
      while (!whom.isEmpty() && newest.hasNext() && looked++ < GROUPED) {
        Line line = newest.next();
        if (line.what.equals(what) && line.time.equals(time) && !line.whom.contains(whom)) {
          line.whom.add(whom);
          listener.accept(time + "  " + whom + ": " + what);
          return;
        }
      }
      lines.addLast(new Line(time, whom, what));
      if (lines.size() > KEPT) {
        lines.removeFirst();
      }
    }
    listener.accept(time + "  " + (whom.isEmpty() ? "" : whom + ": ") + what);
  }

  /** The newest {@code count}, oldest first. */
  List<String> last(int count) {
    synchronized (lines) {
      List<Line> all = new ArrayList<>(lines);
      return all.subList(Math.max(0, all.size() - count), all.size()).stream()
          .map(Line::toString)
          .toList();
    }
  }

  private static final class Line {
    private final String time;
    private final List<String> whom = new ArrayList<>();
    private final String what;

    Line(String time, String whom, String what) {
      this.time = time;
      this.what = what;
      if (!whom.isEmpty()) {
        this.whom.add(whom);
      }
    }

    @Override
    public String toString() {
      return time + "  " + (whom.isEmpty() ? "" : String.join(", ", whom) + ": ") + what;
    }
  }
}
