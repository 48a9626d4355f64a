package dev.informant.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/** Where a command prints: results to one stream, remarks to the other. Thread-safe. */
public final class Output {
  /** What a piece of text means; what it looks like is decided here. */
  public enum Style {
    ADDED("32"),
    CHANGED("33"),
    REMOVED("31"),
    FAINT("2"),
    STRONG("1");

    private final String code;

    Style(String code) {
      this.code = code;
    }
  }

  private static final ObjectMapper PRETTY =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;
  private final boolean colours;

  public Output(PrintStream out, PrintStream err, boolean terminal, boolean colours) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
    this.colours = colours;
  }

  /** Whether a person watches the results. */
  public boolean isTerminal() {
    return terminal;
  }

  public boolean hasColours() {
    return colours;
  }

  PrintStream out() {
    return out;
  }

  PrintStream err() {
    return err;
  }

  /** A line of the result. */
  public void line(String text) {
    synchronized (out) {
      out.println(text);
      if (out.checkError()) {
        throw new BrokenPipeException();
      }
    }
  }

  /** The result as indented JSON. */
  public void json(JsonNode tree) {
    try {
      line(PRETTY.writeValueAsString(tree));
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** The result as JSON, one object to a line. */
  public void jsonLine(JsonNode tree) {
    line(tree.toString());
  }

  /** A remark: not part of the result. */
  public void note(String text) {
    err.println(text);
    err.flush();
  }

  /** A remark that the next one replaces; shown to people only. */
  public void progress(String text) {
    if (terminal) {
      err.print("\r\u001b[K" + text);
      err.flush();
    }
  }

  /** Takes the last progress away. */
  public void endProgress() {
    progress("");
  }

  public String paint(Style style, String text) {
    return colours ? "\u001b[" + style.code + "m" + text + "\u001b[0m" : text;
  }
}
