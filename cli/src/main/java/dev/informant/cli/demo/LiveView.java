package dev.informant.cli.demo;

import dev.informant.cli.CommandException;
import dev.informant.cli.ExitCode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/** Shows the demo in a terminal and obeys its keys, on the thread that calls {@link #show}. */
public final class LiveView {
  /** Why the view ended. */
  public enum End {
    QUIT,
    TIME_UP,
    INTERRUPTED
  }

  private static final Duration STORM = Duration.ofSeconds(10);
  private static final long FRAME_MILLIS = 250;

  private final DemoFaults faults;
  private final DemoPage page;
  private final AtomicBoolean interrupted = new AtomicBoolean();

  public LiveView(DemoCluster cluster, DemoFaults faults, DemoOptions options) {
    this.faults = faults;
    this.page = new DemoPage(cluster, faults, options);
  }

  /** Zero shows it until somebody ends it. */
  public End show(Duration length) {
    try (Terminal terminal = TerminalBuilder.builder()
        .system(true)
        .dumb(false)
        .nativeSignals(true)
        .signalHandler(signal -> {
          if (signal == Terminal.Signal.INT) {
            interrupted.set(true);
          }
        })
        .build()) {
      Attributes before = terminal.enterRawMode();
      terminal.puts(Capability.enter_ca_mode);
      terminal.puts(Capability.cursor_invisible);
      try {
        return run(terminal, length);
      } finally {
        terminal.puts(Capability.cursor_visible);
        terminal.puts(Capability.exit_ca_mode);
        terminal.setAttributes(before);
        terminal.flush();
      }
    } catch (IOException | IllegalStateException noTerminal) {
      throw new CommandException(
          ExitCode.USAGE,
          "this terminal cannot show the live view (" + noTerminal.getMessage()
              + "); use --headless",
          noTerminal);
    }
  }

  private End run(Terminal terminal, Duration length) throws IOException {
    Display display = new Display(terminal, /* fullscreen= */ true);
    NonBlockingReader keys = terminal.reader();
    long began = System.nanoTime();
    while (true) {
      Size size = terminal.getSize();
      int columns = size.getColumns() <= 0 ? 80 : size.getColumns();
      int rows = size.getRows() <= 0 ? 24 : size.getRows();
      if (columns != display.getColumns() || rows != display.getRows()) {
        display.resize(Size.of(columns, rows));
        display.clear();
      }
      List<AttributedString> lines = page.lines(columns, rows);
      display.update(lines, 0);
      int key = keys.read(FRAME_MILLIS);
      if (interrupted.get() || key == 3 || key == NonBlockingReader.EOF) {
        return End.INTERRUPTED;
      }
      if (key == 'q') {
        return End.QUIT;
      }
      if (key > 0) {
        press(key);
      }
      if (!length.isZero() && System.nanoTime() - began > length.toNanos()) {
        return End.TIME_UP;
      }
    }
  }

  private void press(int key) {
    switch (key) {
      case 'c' -> faults.cutWatches();
      case 'x' -> faults.compact();
      case 's' -> faults.storm(STORM);
      case 'h' -> faults.slowHandlers(!faults.areHandlersSlow());
      case 'p' -> faults.poison();
      default -> {
        // no such key
      }
    }
  }
}
