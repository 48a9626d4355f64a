package dev.informant.cli.demo;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOError;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.Curses;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jspecify.annotations.Nullable;

/**
 * The whole of a terminal, without its cursor, until it is closed: then it is as it was, even if a signal ends
 * the process. Thread-safe.
 */
final class Screen implements AutoCloseable {
  private static final Size USUAL = Size.of(80, 24);

  private final Terminal terminal;
  private final Display display;
  private final Attributes before;
  private final Thread hook = new Thread(this::rescue, "informant-terminal");
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicBoolean resized = new AtomicBoolean();
  private volatile boolean closed; // written under the lock, or by the hook that could not have it

  Screen(Terminal terminal) {
    this.terminal = terminal;
    this.display = new Display(terminal, /* fullscreen= */ true);
    Runtime.getRuntime().addShutdownHook(hook);
    this.before = terminal.enterRawMode();
    // Two changes between two frames may leave the size as it was, but not what is shown.
    terminal.handle(Terminal.Signal.WINCH, signal -> resized.set(true));
    terminal.puts(Capability.enter_ca_mode);
    terminal.puts(Capability.cursor_invisible);
  }

  /** What is shown from now on, for the size the terminal has. */
  void show(Page page) {
    lock.lock();
    try {
      if (!closed) {
        draw(page);
      }
    } finally {
      lock.unlock();
    }
  }

  private void draw(Page page) {
    Size size = terminal.getSize();
    int columns = size.getColumns() <= 0 ? USUAL.getColumns() : size.getColumns();
    int rows = size.getRows() <= 0 ? USUAL.getRows() : size.getRows();
    if (resized.getAndSet(false) || columns != display.getColumns() || rows != display.getRows()) {
      display.resize(Size.of(columns, rows));
      display.clear();
    }
    display.update(page.lines(columns, rows), 0);
  }

  /** What there is to show. */
  interface Page {
    List<AttributedString> lines(int columns, int rows);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        // After a resize, tmux can leave rows of this screen on the other one.
        terminal.puts(Capability.clear_screen);
        terminal.puts(Capability.cursor_normal);
        terminal.puts(Capability.exit_ca_mode);
        terminal.setAttributes(before);
        terminal.flush();
      }
      closed = true;
    } finally {
      lock.unlock();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException endingAlready) {
      // then it runs, and finds nothing to do
    }
  }

  /** The process ends in the middle of it; the terminal's own hook may have closed it already. */
  private void rescue() {
    boolean locked = false;
    try {
      // A terminal that takes nothing, stopped by Ctrl-S, must not keep the process.
      locked = lock.tryLock(1, TimeUnit.SECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    try {
      if (!closed) {
        closed = true;
        restoreWithoutTerminal();
      }
    } finally {
      if (locked) {
        lock.unlock();
      }
    }
  }

  private void restoreWithoutTerminal() {
    try {
      terminal.setAttributes(before);
    } catch (RuntimeException | IOError closedAlready) {
      // whoever closed it has set them
    }
    try {
      new FileOutputStream(FileDescriptor.out)
          .write((sequence(Capability.clear_screen)
                  + sequence(Capability.cursor_normal)
                  + sequence(Capability.exit_ca_mode))
              .getBytes(StandardCharsets.US_ASCII));
    } catch (IOException gone) {
      // then nobody looks at it
    }
  }

  private String sequence(Capability capability) {
    @Nullable String template = terminal.getStringCapability(capability);
    if (template == null) {
      return "";
    }
    StringWriter text = new StringWriter();
    Curses.tputs(text, template);
    return text.toString();
  }
}
