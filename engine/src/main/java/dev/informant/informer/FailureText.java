package dev.informant.informer;

import dev.informant.log.Readable;
import dev.informant.source.SourceException;
import java.time.Instant;

/** The wording of failures in messages, logs and health. Stateless. */
final class FailureText {
  private static final String AT_ADDRESS = " at http";
  private static final int UNAUTHORIZED = 401;

  private FailureText() {}

  /** {@code 403 Forbidden: pods is forbidden}, or the exception and its message. */
  static String of(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    if (!(cause instanceof SourceException source)) {
      return cause.getClass().getSimpleName() + ": " + message;
    }
    boolean refusedKnownUser = source.code() >= 400 && source.code() != UNAUTHORIZED;
    message = withoutRequest(message, /* keepAddress= */ !refusedKnownUser);
    String status = source.code() + (source.reason().isEmpty() ? "" : " " + source.reason());
    return source.code() == 0 || message.contains(status) ? message : status + ": " + message;
  }

  /**
   * Without {@code watch of pods/v1 in namespace demo at https://…: }, which the text around it names already. The address stays
   * if the server did not answer, redirects or does not know the credentials: the wrong server or context may be configured.
   */
  private static String withoutRequest(String message, boolean keepAddress) {
    int place = message.indexOf(AT_ADDRESS);
    int colon = place < 0 ? -1 : message.indexOf(": ", place);
    if (colon < 0) {
      return message;
    }
    return message.substring(keepAddress ? place + AT_ADDRESS.indexOf("http") : colon + 2);
  }

  /** {@code 12 failed attempts since 2026-03-01T10:00:00Z}. */
  static String attempts(InformerState state) {
    Instant since = state.failingSince();
    return attempts(state.failures()) + (since == null ? "" : " since " + Readable.instant(since));
  }

  static String attempts(int failures) {
    return failures == 1 ? "1 failed attempt" : failures + " failed attempts";
  }
}
