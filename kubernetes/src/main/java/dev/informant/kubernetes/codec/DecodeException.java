package dev.informant.kubernetes.codec;

import org.jspecify.annotations.Nullable;

/**
 * Thrown for bytes that cannot be decoded. The message names the position and what was expected there. It never
 * contains what was found, because it may be logged.
 */
public final class DecodeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DecodeException(String message) {
    super(message);
  }

  /** As above. The cause must be suitable for logs, too. */
  public DecodeException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
