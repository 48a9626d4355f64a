package dev.informant.testkit;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Logger;

/**
 * Keeps what is written to {@code System.err} and to the console handler of {@code java.util.logging}, and prints the part
 * that belongs to a test if that test fails. The log of a test is everything written while it ran, by any thread; tests
 * that run at the same time share it. Output that was written while no test ran is printed with the next failure, once.
 *
 * <p>At most 4 MiB are kept: the oldest output is dropped first. May be called by any thread.
 */
final class CapturedLog extends OutputStream {
  private static final int LIMIT = 4 << 20;

  /** One write: its position in the log and whether a test was running. */
  private record Piece(long position, boolean inTest, byte[] bytes) {}

  private final PrintStream console;
  private final PrintStream stream = new PrintStream(this, true, StandardCharsets.UTF_8);
  private final Deque<Piece> pieces = new ArrayDeque<>();
  private final Map<String, Long> startOfRunning = new HashMap<>();
  private long nextPosition;
  private long dropped;
  private int size;

  /**
   * @param console receives the logs of failed tests
   */
  CapturedLog(PrintStream console) {
    this.console = console;
  }

  /** Redirects {@code System.err} and the console handlers of the root logger here, unless they already are. */
  void install() {
    if (System.err != stream) {
      redirect(stream);
    }
  }

  /** Redirects them to the console. */
  void uninstall() {
    redirect(console);
  }

  private static void redirect(PrintStream target) {
    System.setErr(target);
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      if (handler instanceof ConsoleHandler) {
        ConsoleHandler redirected = new ConsoleHandler(); // writes to the System.err of this moment
        redirected.setLevel(handler.getLevel());
        redirected.setFormatter(handler.getFormatter());
        root.removeHandler(handler);
        root.addHandler(redirected);
      }
    }
  }

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
    pieces.addLast(new Piece(nextPosition++, !startOfRunning.isEmpty(), copy));
    size += length;
    while (size > LIMIT) {
      int oldest = pieces.removeFirst().bytes().length;
      size -= oldest;
      dropped += oldest;
    }
  }

  synchronized void started(String test) {
    startOfRunning.put(test, nextPosition);
  }

  synchronized void passed(String test) {
    ended(test);
  }

  /**
   * Prints what was written since {@code test} started and what was written while no test ran. {@code test} need not have
   * started: the setup of a class is not a test.
   *
   * @param title the first line of the output
   */
  synchronized void failed(String test, String title) {
    print(startOfRunning.getOrDefault(test, Long.MAX_VALUE), title);
    ended(test);
  }

  /** Prints everything if a test still runs: the JVM ends too early. */
  synchronized void exited() {
    if (!startOfRunning.isEmpty()) {
      print(0, "The JVM exits while tests run: " + startOfRunning.keySet());
    }
  }

  private void print(long start, String title) {
    if (pieces.isEmpty()) {
      return;
    }
    console.println("---- " + title);
    if (dropped > 0) {
      console.println("… " + dropped + " bytes were dropped");
      dropped = 0;
    }
    for (Piece piece : pieces) {
      if (!piece.inTest() || piece.position() >= start) {
        console.write(piece.bytes(), 0, piece.bytes().length);
      }
    }
    console.println("---- end of the log");
    console.flush();
    pieces.removeIf(piece -> !piece.inTest());
    countBytes();
  }

  private void ended(String test) {
    startOfRunning.remove(test);
    if (startOfRunning.isEmpty()) {
      pieces.removeIf(Piece::inTest);
      countBytes();
    }
  }

  private void countBytes() {
    size = pieces.stream().mapToInt(piece -> piece.bytes().length).sum();
  }
}
