package dev.informant.kubernetes.codec;

import org.jspecify.annotations.Nullable;

/**
 * Bytes that are not what they should be. The message names the place and what was expected there,
 * never what was found: it may end up in logs.
 */
public final class DecodeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DecodeException(String message) {
    super(message);
  }

  /** As above; the cause must be fit for logs too. */
  public DecodeException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
