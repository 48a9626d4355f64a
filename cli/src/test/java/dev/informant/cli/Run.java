package dev.informant.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

/** One run of the command in this process. */
public record Run(int exitCode, String out, String err) {
  public static Run of(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = InformantCommand.execute(
        new Output(stream(out), stream(err), /* terminal= */ false, /* colours= */ false), args);
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** A run whose reader looks at each line and goes away after the first that satisfies it. */
  public static Run until(Predicate<String> isLast, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    OutputStream pipe = new OutputStream() {
      private final ByteArrayOutputStream line = new ByteArrayOutputStream();
      private boolean gone;

      @Override
      public void write(int octet) throws IOException {
        if (!gone) {
          out.write(octet);
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
    };
    int code = InformantCommand.execute(
        new Output(stream(pipe), stream(err), /* terminal= */ false, /* colours= */ false), args);
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream stream(OutputStream to) {
    return new PrintStream(to, /* autoFlush= */ true, StandardCharsets.UTF_8);
  }

  public List<String> lines() {
    return out.lines().toList();
  }
}
