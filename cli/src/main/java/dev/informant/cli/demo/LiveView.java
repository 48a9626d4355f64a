package dev.informant.cli.demo;

import dev.informant.cli.CommandException;
import dev.informant.cli.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;

/** Shows the demo in a terminal and obeys its keys, on the thread that calls {@link #show}. */
public final class LiveView {
  /** Why the view ended. */
  public enum End {
    QUIT,
    TIME_UP,
    INTERRUPTED
  }

  private static final long FRAME_MILLIS = 250;
  private static final int CTRL_C = 3;

  private final DemoFaults faults;
  private final DemoPage page;
  private final AtomicBoolean interrupted = new AtomicBoolean();

  public LiveView(DemoCluster cluster, DemoFaults faults, DemoOptions options, boolean colours) {
    this.faults = faults;
    this.page = new DemoPage(cluster, faults, options, colours);
  }

  /** Zero shows it until somebody ends it. */
  public End show(Duration length) {
    try (Terminal terminal = TerminalBuilder.builder()
        .system(true)
        .dumb(false)
        .encoding(StandardCharsets.UTF_8) // as all that is printed, whatever the locale
        .nativeSignals(true)
        .signalHandler(signal -> {
          if (signal == Terminal.Signal.INT) {
            interrupted.set(true);
          }
        })
        .build()) {
      return run(terminal, length);
    } catch (IOException | IllegalStateException noTerminal) {
      throw new CommandException(
          ExitCode.USAGE,
          "this terminal cannot show the live view (" + noTerminal.getMessage()
              + "); use --headless",
          noTerminal);
    }
  }

  private End run(Terminal terminal, Duration length) throws IOException {
    NonBlockingReader keys = terminal.reader();
    long began = System.nanoTime();
    try (Screen screen = new Screen(terminal)) {
      while (true) {
        screen.show(page::lines);
        int key = keys.read(FRAME_MILLIS);
        if (interrupted.get() || key == CTRL_C || key == NonBlockingReader.EOF) {
          return End.INTERRUPTED;
        }
        DemoKey pressed = DemoKey.of(key);
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
  }
}
