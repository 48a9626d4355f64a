package dev.informant.cli.demo;

import dev.informant.cli.CommandException;
import dev.informant.cli.ExitCode;
import dev.informant.cli.Words;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/**
 * Shows the demo in a terminal and handles its keys, from before the cluster starts until it is closed. Keys that are
 * pressed while the cluster starts are handled once it has started. Used by one thread.
 */
public final class LiveView implements AutoCloseable {
  /** Why the view ended. */
  public enum End {
    QUIT,
    TIME_UP,
    INTERRUPTED
  }

  private static final long FRAME_MILLIS = 250;
  private static final int CTRL_C = 3;

  private final Terminal terminal;
  private final Screen screen;
  private final AtomicBoolean interrupted;
  private final Deque<DemoKey> early = new ArrayDeque<>();

  private LiveView(Terminal terminal, AtomicBoolean interrupted) {
    this.terminal = terminal;
    this.interrupted = interrupted;
    this.screen = new Screen(terminal);
  }

  /** Takes the terminal of this process. */
  public static LiveView open() {
    AtomicBoolean interrupted = new AtomicBoolean();
    try {
      return new LiveView(
          TerminalBuilder.builder()
              .system(true)
              .dumb(false)
              .encoding(StandardCharsets.UTF_8) // as all that is printed, whatever the locale
              .nativeSignals(true)
              .graphemeCluster(false) // the probe for it discards keys that have been pressed
              .signalHandler(signal -> {
                if (signal == Terminal.Signal.INT) {
                  interrupted.set(true);
                }
              })
              .build(),
          interrupted);
    } catch (IOException | IllegalStateException noTerminal) {
      throw new CommandException(
          ExitCode.USAGE,
          "this terminal does not support the live view (" + noTerminal.getMessage()
              + "); use --headless",
          noTerminal);
    }
  }

  /** Takes {@code terminal}, and closes it with the view. */
  static LiveView on(Terminal terminal) {
    return new LiveView(terminal, new AtomicBoolean());
  }

  /** Runs {@code start} on another thread and shows its progress. Returns null if Ctrl-C was pressed. */
  public @Nullable DemoCluster await(String what, Supplier<DemoCluster> start) {
    long began = System.nanoTime();
    CompletableFuture<DemoCluster> starting =
        CompletableFuture.supplyAsync(start, ForkJoinPool.commonPool());
    while (!starting.isDone()) {
      Duration time = Duration.ofNanos(System.nanoTime() - began);
      String pressedEarly = early.isEmpty()
          ? ""
          : "after that: " + early.stream().map(DemoKey::label).collect(Collectors.joining(", "));
      screen.show((columns, rows) -> Stream.of(
              "informant demo", "", what + " (" + Words.time(time) + ")", pressedEarly)
          .map(line -> new AttributedString(line).columnSubSequence(0, columns))
          .limit(rows)
          .toList());
      int key = read();
      if (isInterrupt(key)) {
        starting.thenAccept(DemoCluster::close);
        return null;
      }
      DemoKey pressed = DemoKey.of(key);
      if (pressed != null) {
        early.add(pressed);
      }
    }
    try {
      return starting.join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failed;
    }
  }

  /** Shows the cluster; if {@code length} is zero, until a key ends it. */
  public End show(DemoPage page, DemoFaults faults, Duration length) {
    long began = System.nanoTime();
    while (true) {
      screen.show(page::lines);
      @Nullable DemoKey pressed = early.poll();
      if (pressed == null) {
        int key = read();
        if (isInterrupt(key)) {
          return End.INTERRUPTED;
        }
        pressed = DemoKey.of(key);
      }
      if (pressed == DemoKey.QUIT) {
        return End.QUIT;
      }
      if (pressed != null) {
        pressed.press(faults);
      }
      if (!length.isZero() && System.nanoTime() - began > length.toNanos()) {
        return End.TIME_UP;
      }
    }
  }

  /** Waits for a key, at most until the next frame. */
  private int read() {
    try {
      return terminal.reader().read(FRAME_MILLIS);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private boolean isInterrupt(int key) {
    return interrupted.get() || key == CTRL_C || key == NonBlockingReader.EOF;
  }

  @Override
  public void close() {
    screen.close();
    try {
      terminal.close();
    } catch (IOException alreadyClosed) {
      // the screen has restored it
    }
  }
}
