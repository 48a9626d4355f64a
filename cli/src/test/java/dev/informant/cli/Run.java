package dev.informant.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** One run of the command in this process. */
public record Run(int exitCode, String out, String err) {
  public static Run of(String... args) {
    return of(Terminals.NONE, out -> out, args);
  }

  /** A run whose reader looks at each line and goes away after the first that satisfies it. */
  public static Run until(Predicate<String> isLast, String... args) {
    return until(isLast, remark -> {}, args);
  }

  /** The same, and somebody hears each remark. */
  static Run until(Predicate<String> isLast, Consumer<String> heard, String... args) {
    return of(
        Terminals.NONE,
        out -> new Lines(out, isLast),
        err -> new Lines(err, remark -> {
          heard.accept(remark);
          return false;
        }),
        args);
  }

  /** A run whose results go through what {@code pipe} puts before the place where they are kept. */
  static Run of(Terminals terminals, UnaryOperator<OutputStream> pipe, String... args) {
    return of(terminals, pipe, err -> err, args);
  }

  private static Run of(
      Terminals terminals,
      UnaryOperator<OutputStream> pipe,
      UnaryOperator<OutputStream> remarks,
      String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = InformantCommand.execute(
        new Output(Sink.utf8(pipe.apply(out)), Sink.utf8(remarks.apply(err)), terminals), args);
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Looks at each line that passes; breaks after the last. */
  private static final class Lines extends OutputStream {
    private final OutputStream target;
    private final Predicate<String> isLast;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean gone;

    Lines(OutputStream target, Predicate<String> isLast) {
      this.target = target;
      this.isLast = isLast;
    }

    @Override
    public void write(int octet) throws IOException {
      if (!gone) {
        target.write(octet);
        line.write(octet);
        if (octet == '\n') {
          gone = isLast.test(line.toString(StandardCharsets.UTF_8));
          line.reset();
        }
      }
      if (gone) {
        throw new IOException("Broken pipe");
      }
    }
  }

  public List<String> lines() {
    return out.lines().toList();
  }
}
