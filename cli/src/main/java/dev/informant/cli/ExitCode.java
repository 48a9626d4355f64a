package dev.informant.cli;

/** How the command ends; every help text lists these. */
public final class ExitCode {
  public static final int SUCCESS = 0;
  /** Something that was checked is not as it should be. */
  public static final int CHECK_FAILED = 1;
  /** A flag, kind, selector, context or file that cannot be used. */
  public static final int USAGE = 2;
  /** The server cannot be reached, is not ready or no API server, or does not accept the credentials. */
  public static final int UNREACHABLE = 3;
  /** The server refuses: a permission is missing. */
  public static final int FORBIDDEN = 4;
  /** The results could not be written: a full disk. */
  public static final int OUTPUT = 74;
  /** A defect of this program. */
  public static final int DEFECT = 70;
  /** Ended by Ctrl-C. */
  public static final int INTERRUPTED = 130;

  /** For the foot of help texts. */
  static final String[] HELP = {
    "0:It worked.",
    "1:A check failed: cache and server differ, doctor found a problem, or sync missed a kind.",
    "2:A flag, kind, selector, context or file that cannot be used.",
    "3:The server cannot be reached, is not ready or no API server, or does not accept the credentials.",
    "4:A permission is missing.",
    "70:A defect of informant; run again with --debug and report it.",
    "74:The output could not be written.",
    "130:Interrupted."
  };

  private ExitCode() {}
}
