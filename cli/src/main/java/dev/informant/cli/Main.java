package dev.informant.cli;

import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Where the command begins. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    silence();
    // The script knows whether its output is a terminal; Java only learned to tell in 22.
    String said = System.getProperty("informant.terminal");
    boolean terminal = said == null ? System.console() != null : said.equals("true");
    boolean colours = terminal && System.getenv("NO_COLOR") == null;
    Output output = new Output(System.out, System.err, terminal, colours);
    int code = InformantCommand.execute(output, args);
    System.out.flush();
    System.err.flush();
    // Pools of HTTP clients may be winding down; nothing is left to wait for.
    Runtime.getRuntime().exit(code);
  }

  /** Libraries log to nowhere: what a user must know, the command says itself. */
  static void silence() {
    LogManager.getLogManager().reset();
    Logger.getLogger("").setLevel(Level.OFF);
  }
}
