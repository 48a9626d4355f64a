package dev.informant.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What flags must be besides numbers and words. Stateless. */
final class Flags {
  private Flags() {}

  /** Ends the command with a line that points to its help, unless {@code holds}. */
  static void require(CommandSpec command, boolean holds, String otherwise) {
    if (!holds) {
      throw new ParameterException(command.commandLine(), otherwise);
    }
  }
}
