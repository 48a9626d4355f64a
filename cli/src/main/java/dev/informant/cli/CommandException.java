package dev.informant.cli;

import org.jspecify.annotations.Nullable;

/** Ends a command. The message is for its user: it names the thing and the way out, in a line or two. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int exitCode;

  public CommandException(int exitCode, String message) {
    this(exitCode, message, null);
  }

  public CommandException(int exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
