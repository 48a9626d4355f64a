package dev.informant.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/**
 * Where a command prints: results to one stream, remarks to the other. All text of objects and servers goes
 * through here, and what a terminal would obey in it is made visible. Thread-safe.
 */
public final class Output {
  private static final ObjectMapper PRETTY =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final PrintStream out;
  private final PrintStream err;
  private final Terminals terminals;

  public Output(PrintStream out, PrintStream err, Terminals terminals) {
    this.out = out;
    this.err = err;
    this.terminals = terminals;
  }

  /** Who reads and writes at the other ends. */
  public Terminals terminals() {
    return terminals;
  }

  PrintStream out() {
    return out;
  }

  PrintStream err() {
    return err;
  }

  /** A line of the result. */
  public void line(String text) {
    line(Text.of(text));
  }

  /** A line of the result. */
  public void line(Text text) {
    write(text.render(terminals.colours()));
  }

  /** Lines of the result that are this program's own, as they are. */
  void script(String lines) {
    write(lines);
  }

  /** The result as indented JSON. */
  public void json(JsonNode tree) {
    try {
      write(Visible.lines(PRETTY.writeValueAsString(tree)));
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** The result as JSON, one object to a line. */
  public void jsonLine(JsonNode tree) {
    write(Visible.line(tree.toString()));
  }

  private void write(String text) {
    synchronized (out) {
      out.println(text);
      check();
    }
  }

  /**
   * That everything printed so far has been written.
   *
   * @throws BrokenPipeException if the reader has closed the pipe
   * @throws CommandException if it could not be written
   */
  void check() {
    if (!out.checkError()) {
      return;
    }
    IOException failure = Sink.failureOf(out);
    if (failure == null || Sink.isBrokenPipe(failure)) {
      throw new BrokenPipeException();
    }
    throw new CommandException(
        ExitCode.OUTPUT,
        "cannot write the output: " + failure.getMessage() + "; the output is incomplete",
        failure);
  }

  /** A remark, of one line or more: not part of the result. */
  public void note(String text) {
    err.println(Visible.lines(text));
    err.flush();
  }

  /** A remark that the next one replaces; shown to people only. */
  public void progress(String text) {
    if (terminals.errors() && !terminals.dumb()) {
      String line = Visible.line(text);
      int columns = terminals.columns();
      boolean wraps = columns > 0 && line.length() >= columns;
      err.print("\r\u001b[K" + (wraps ? line.substring(0, columns - 1) : line));
      err.flush();
    }
  }

  /** Takes the last progress away. */
  public void endProgress() {
    progress("");
  }
}
