package dev.informant.cli;

/** Nobody reads the output any more: {@code informant watch pods | head -1}. Ends the command in silence. */
final class BrokenPipeException extends RuntimeException {
  private static final long serialVersionUID = 1;
}
