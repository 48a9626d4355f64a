package dev.informant.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where bytes end up; remembers why they could not. Thread-safe if what it wraps is. */
final class Sink extends OutputStream {
  private static final int TYPE = 0xf000; // of a Unix file's mode
  private static final int PIPE = 0x1000;
  private static final int SOCKET = 0xc000;

  private final OutputStream target;
  private volatile @Nullable IOException failure;

  private Sink(OutputStream target) {
    this.target = target;
  }

  /** Text of any locale arrives as UTF-8: what is printed is read by programs, too. */
  static PrintStream utf8(OutputStream target) {
    return new Printer(new Sink(target));
  }

  @Override
  public void write(int octet) throws IOException {
    try {
      target.write(octet);
    } catch (IOException failed) {
      throw remembered(failed);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      target.write(bytes, offset, length);
    } catch (IOException failed) {
      throw remembered(failed);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      target.flush();
    } catch (IOException failed) {
      throw remembered(failed);
    }
  }

  private IOException remembered(IOException failed) {
    if (failure == null) {
      failure = failed;
    }
    return failed;
  }

  /** Why {@code stream} failed; null if it is not one of these, or has not. */
  static @Nullable IOException failureOf(PrintStream stream) {
    return stream instanceof Printer printer ? printer.sink.failure : null;
  }

  /** Whether the reader is gone, which is no failure. Languages differ in their words for it. */
  static boolean isBrokenPipe(IOException failure) {
    String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    if (message.contains("broken pipe") || message.contains("pipe is being closed")) {
      return true;
    }
    if (message.contains("no space") || message.contains("input/output error")) {
      return false;
    }
    try {
      Object mode = Files.getAttribute(Path.of("/dev/stdout"), "unix:mode");
      int type = mode instanceof Integer bits ? bits & TYPE : 0;
      return type == PIPE || type == SOCKET;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
      return false;
    }
  }

  private static final class Printer extends PrintStream {
    private final Sink sink;

    Printer(Sink sink) {
      super(sink, /* autoFlush= */ false, StandardCharsets.UTF_8);
      this.sink = sink;
    }
  }
}
