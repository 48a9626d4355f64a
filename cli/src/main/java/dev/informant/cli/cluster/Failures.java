package dev.informant.cli.cluster;

import dev.informant.cli.CommandException;
import dev.informant.cli.ExitCode;
import dev.informant.source.SourceException;

/** Failures of requests in words for the user of a command. Stateless. */
public final class Failures {
  private Failures() {}

  /** What a failed request means for a command that cannot go on without it. */
  public static CommandException of(SourceException failure, String server) {
    String message = String.valueOf(failure.getMessage());
    return switch (failure.code()) {
      case 0 ->
        new CommandException(
            ExitCode.UNREACHABLE,
            "cannot reach " + server + ": " + reason(message)
                + "\nIs it running, and is it the server you mean? --context and --kubeconfig choose"
                + " another.",
            failure);
      case 401 ->
        new CommandException(
            ExitCode.UNREACHABLE,
            server + " does not accept the credentials (401).\nLog in again, or choose another user"
                + " with --context or --kubeconfig.",
            failure);
      case 403 ->
        new CommandException(
            ExitCode.FORBIDDEN,
            message + "\n'informant doctor' says which rule is missing.",
            failure);
      default ->
        new CommandException(
            failure.code() >= 500 ? ExitCode.UNREACHABLE : ExitCode.USAGE, message, failure);
    };
  }

  /** Whether trying again cannot help: the request itself is wrong. */
  public static boolean isFinal(SourceException failure) {
    return switch (failure.code()) {
      case 400, 401, 403, 404, 405, 406, 422 -> true;
      default -> false;
    };
  }

  /** "list of pods/v1 at https://…: connection refused": without what and where. */
  private static String reason(String message) {
    int place = message.indexOf(" at http");
    int colon = place < 0 ? -1 : message.indexOf(": ", place);
    return colon < 0 ? message : message.substring(colon + 2);
  }
}
