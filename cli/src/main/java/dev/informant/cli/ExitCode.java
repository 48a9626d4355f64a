package dev.informant.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** How the command ends. */
public final class ExitCode {
  public static final int SUCCESS = 0;
  public static final int CHECK_FAILED = 1;
  public static final int USAGE = 2;
  public static final int UNREACHABLE = 3;
  public static final int FORBIDDEN = 4;
  public static final int NOT_BUILT = 69; // of the scripts, which begin before any of this
  public static final int DEFECT = 70;
  public static final int OUTPUT = 74;
  public static final int INTERRUPTED = 130;

  private ExitCode() {}

  /** What each means, for the foot of help texts, the least first. */
  static Map<String, String> help() {
    Map<String, String> help = new LinkedHashMap<>();
    put(help, SUCCESS, "Success.");
    put(
        help,
        CHECK_FAILED,
        "A check failed: cache and server differ, doctor found a problem, or sync failed for a kind.");
    put(help, USAGE, "A flag, kind, selector, context or file is invalid.");
    put(
        help,
        UNREACHABLE,
        "The server cannot be reached, is not ready, is not an API server, or does not accept the"
            + " credentials.");
    put(help, FORBIDDEN, "A permission is missing.");
    put(help, NOT_BUILT, "The command cannot run: Java is missing, or the build failed.");
    put(help, DEFECT, "A bug in informant. Run again with --debug and report it.");
    put(help, OUTPUT, "The output could not be written.");
    put(help, INTERRUPTED, "Interrupted.");
    return help;
  }

  private static void put(Map<String, String> help, int code, String meaning) {
    help.put(Integer.toString(code), meaning);
  }
}
