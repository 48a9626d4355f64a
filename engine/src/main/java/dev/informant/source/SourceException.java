package dev.informant.source;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a LIST or WATCH fails, with the properties on which retries depend. The message is suitable for logs: it
 * contains no credentials and no object contents.
 */
public final class SourceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The kind of failure. */
  public enum Kind {
    /** The server answered with a status. */
    STATUS,
    /** The connection was refused. */
    CONNECTION_REFUSED,
    /** The connection was lost, reset or timed out. */
    NETWORK,
    /** The response could not be decoded. */
    DECODE,
    /** Anything else. */
    OTHER
  }

  /** One entry of a Status object's {@code details.causes}; absent strings are empty. */
  public record StatusCause(String reason, String message) {}

  private static final String TOO_LARGE = "Too large resource version";

  /** The HTTP status of an expired version or continue token. */
  public static final int GONE = 410;

  /** The HTTP status of an overloaded server. */
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
   * @param tooLargeResourceVersion whether the server has not reached the requested version
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
   * Creates an exception for a Status object. A version that is too large is recognised in every form that servers have
   * used: a cause with that reason, or a timeout with that message in a cause or in the status itself.
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

  /** Creates an exception for a status without a Status object. */
  public static SourceException status(int code, String reason, String message) {
    return status(code, reason, message, /* tooLargeResourceVersion= */ false, null);
  }

  /** Creates an exception for a failure without a status. */
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

  /** Returns the requested pause (Retry-After); null if there was none. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  /** Returns whether the requested version or token has expired. */
  public boolean isExpired() {
    return kind == Kind.STATUS
        && (code == GONE || reason.equals("Expired") || reason.equals("Gone"));
  }

  /** Returns whether the server has not reached the requested version. */
  public boolean isTooLargeResourceVersion() {
    return tooLargeResourceVersion;
  }

  public boolean isTooManyRequests() {
    return kind == Kind.STATUS && (code == TOO_MANY_REQUESTS || reason.equals("TooManyRequests"));
  }
}
