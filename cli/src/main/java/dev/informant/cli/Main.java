package dev.informant.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Where the command begins. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    silence();
    // Not System.out: it speaks the locale's encoding, and the locale may know ASCII only.
    PrintStream out = Sink.utf8(new FileOutputStream(FileDescriptor.out));
    PrintStream err = Sink.utf8(new FileOutputStream(FileDescriptor.err));
    Terminals terminals = Terminals.of(
        System.getProperty("informant.terminals"),
        System.getProperty("informant.columns"),
        System.getenv());
    int code = InformantCommand.execute(new Output(out, err, terminals), args);
    err.flush();
    // Pools of HTTP clients may be winding down; nothing is left to wait for.
    Runtime.getRuntime().exit(code);
  }

  /** Disables the logs of libraries: the command itself prints what a user must know. */
  static void silence() {
    LogManager.getLogManager().reset();
    Logger.getLogger("").setLevel(Level.OFF);
  }
}
