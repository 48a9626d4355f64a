package dev.informant.cli.cluster;

import dev.informant.cli.CommandException;
import dev.informant.cli.ExitCode;
import dev.informant.cli.Words;
import dev.informant.source.SourceException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Failures of requests in words for the user of a command: what, where, and the way out. Stateless. */
public final class Failures {
  private static final String CHOOSE = "Choose another with --context or --kubeconfig.";

  private Failures() {}

  /** What a failed request means for a command that cannot go on without it. */
  public static CommandException of(SourceException failure, String server) {
    String message = String.valueOf(failure.getMessage());
    if (failure.kind() == SourceException.Kind.DECODE) {
      return new CommandException(
          ExitCode.UNREACHABLE, message + "\n" + notKubernetes(server), failure);
    }
    if (failure.code() == 0) {
      return unreachable(server, Words.withoutPlace(message), failure);
    }
    boolean saysWhy = !failure.reason().isEmpty();
    return ofStatus(failure.code(), saysWhy, message, server, failure);
  }

  /** No answer came. */
  static CommandException unreachable(String server, String why, Throwable cause) {
    return new CommandException(
        ExitCode.UNREACHABLE, "cannot reach " + server + ": " + why + "\n" + wayOut(cause), cause);
  }

  /**
   * An answer that is not a success.
   *
   * @param fromKubernetes whether it was a Status, as an API server sends
   */
  static CommandException ofStatus(
      int code, boolean fromKubernetes, String message, String server, @Nullable Throwable cause) {
    if (code == 401) {
      return new CommandException(
          ExitCode.UNREACHABLE,
          server + " does not accept the credentials (401).\nLog in again, or choose another user"
              + " with --context or --kubeconfig.",
          cause);
    } else if (code == 403) {
      return new CommandException(
          ExitCode.FORBIDDEN, message + "\nRun 'informant doctor' to see the missing rule.", cause);
    } else if (code == 429) {
      return new CommandException(
          ExitCode.UNREACHABLE, message + "\nThe server is overloaded; try again later.", cause);
    } else if (code == 502 || code == 503 || code == 504) {
      return new CommandException(
          ExitCode.UNREACHABLE,
          message + "\nThe server, or a proxy in front of it, is not ready; try again later.",
          cause);
    } else if (code >= 500) {
      return new CommandException(
          ExitCode.UNREACHABLE, message + "\nThe server failed; see its log.", cause);
    } else if (code < 400 || (code == 404 && !fromKubernetes)) {
      return new CommandException(
          ExitCode.UNREACHABLE, message + "\n" + notKubernetes(server), cause);
    }
    return new CommandException(ExitCode.USAGE, message, cause);
  }

  /** Whether trying again cannot help: the request itself is wrong. */
  public static boolean isFinal(SourceException failure) {
    return switch (failure.code()) {
      case 400, 401, 403, 404, 405, 406, 422 -> true;
      default -> false;
    };
  }

  /** Whether the server is there, and only not well: trying again helps. */
  static boolean isPassing(SourceException failure) {
    return failure.code() == 429 || failure.code() >= 500;
  }

  private static String notKubernetes(String server) {
    return "Is " + server + " a Kubernetes API server, and not a proxy or a login page? " + CHOOSE;
  }

  private static String wayOut(Throwable failure) {
    boolean tls = false;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException || cause instanceof CertPathBuilderException) {
        return "The kubeconfig does not trust the server certificate for this address: check"
            + " certificate-authority and tls-server-name of the cluster.";
      }
      tls |= cause instanceof SSLException;
      if (cause.getCause() == cause) {
        break;
      }
    }
    return tls
        ? "Does the server use TLS on this port, and accept the client certificate of the kubeconfig? "
            + CHOOSE
        : "Is the server running, and is it the right one? " + CHOOSE;
  }
}
