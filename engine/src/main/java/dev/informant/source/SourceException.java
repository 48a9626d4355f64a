package dev.informant.source;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a LIST or WATCH failed, in the terms the reflector decides by. The message is fit for logs: it
 * holds no credentials and no object contents.
 */
public final class SourceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What kind of failure. */
  public enum Kind {
    /** The server answered with a status. */
    STATUS,
    /** Nothing listens there. */
    CONNECTION_REFUSED,
    /** The connection was lost, reset or timed out. */
    NETWORK,
    /** The answer was not understood. */
    DECODE,
    /** Anything else. */
    OTHER
  }

  /** One entry of a Status object's {@code details.causes}; absent strings are empty. */
  public record StatusCause(String reason, String message) {}

  private static final String TOO_LARGE = "Too large resource version";

  /** The HTTP status of an expired version or continue token. */
  public static final int GONE = 410;

  /** The HTTP status of a server that asks for patience. */
  public static final int TOO_MANY_REQUESTS = 429;

  private final Kind kind;
  private final int code;
  private final String reason;
  private final boolean tooLargeResourceVersion;
  private final @Nullable Duration retryAfter;

  private SourceException(
      Kind kind,
      int code,
      String reason,
      boolean tooLargeResourceVersion,
      @Nullable Duration retryAfter,
      String message,
      @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.code = code;
    this.reason = reason;
    this.tooLargeResourceVersion = tooLargeResourceVersion;
    this.retryAfter = retryAfter;
  }

  /**
   * The server answered with a status.
   *
   * @param reason the Status reason; empty if the server sent none
   * @param tooLargeResourceVersion whether the server has not reached the version asked for
   * @param retryAfter the Retry-After header; null if there was none
   */
  public static SourceException status(
      int code,
      String reason,
      String message,
      boolean tooLargeResourceVersion,
      @Nullable Duration retryAfter) {
    return new SourceException(
        Kind.STATUS, code, reason, tooLargeResourceVersion, retryAfter, message, null);
  }

  /**
   * The server answered with a Status object. Whether it has not reached the version asked for is found in
   * any of the forms servers have used: a cause with that reason, or a timeout with that message in a cause
   * or in the status itself.
   */
  public static SourceException status(
      int code,
      String reason,
      String message,
      List<StatusCause> causes,
      @Nullable Duration retryAfter) {
    return status(code, reason, message, isTooLarge(reason, message, causes), retryAfter);
  }

  private static boolean isTooLarge(String reason, String message, List<StatusCause> causes) {
    if (causes.stream().anyMatch(cause -> cause.reason().equals("ResourceVersionTooLarge"))) {
      return true;
    }
    return reason.equals("Timeout")
        && (message.contains(TOO_LARGE)
            || causes.stream().anyMatch(cause -> cause.message().equals(TOO_LARGE)));
  }

  /** The server answered with a status and nothing more. */
  public static SourceException status(int code, String reason, String message) {
    return status(code, reason, message, /* tooLargeResourceVersion= */ false, null);
  }

  /** A failure without a status. */
  public static SourceException of(Kind kind, String message, @Nullable Throwable cause) {
    return new SourceException(kind, 0, "", false, null, message, cause);
  }

  public Kind kind() {
    return kind;
  }

  /** The HTTP status, or the code of a Status object; 0 if there was none. */
  public int code() {
    return code;
  }

  /** The reason of a Status object; empty if there was none. */
  public String reason() {
    return reason;
  }

  /** How long the server asked to wait; null if it did not. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  /** The version or token asked for is no longer known. */
  public boolean isExpired() {
    return kind == Kind.STATUS
        && (code == GONE || reason.equals("Expired") || reason.equals("Gone"));
  }

  /** The version asked for is not known yet. */
  public boolean isTooLargeResourceVersion() {
    return tooLargeResourceVersion;
  }

  public boolean isTooManyRequests() {
    return kind == Kind.STATUS && (code == TOO_MANY_REQUESTS || reason.equals("TooManyRequests"));
  }
}
