package dev.informant.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One run of the command in this process. */
record Run(int exitCode, String out, String err) {
  static Run of(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = InformantCommand.execute(
        new Output(stream(out), stream(err), /* terminal= */ false, /* colours= */ false), args);
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** A run whose output nobody reads after the first {@code lines} lines. */
  static Run cutAfter(int lines, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    OutputStream pipe = new OutputStream() {
      private int ends;

      @Override
      public void write(int octet) throws IOException {
        if (ends >= lines) {
          throw new IOException("Broken pipe");
        }
        out.write(octet);
        ends += octet == '\n' ? 1 : 0;
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

  List<String> lines() {
    return out.lines().toList();
  }
}
