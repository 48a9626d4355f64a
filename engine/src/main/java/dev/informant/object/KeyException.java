package dev.informant.object;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when an object has no key. Carries the object; the message describes the problem without the object's
 * contents.
 */
public final class KeyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient @Nullable Object object;

  public KeyException(String message) {
    this(message, /* object= */ null, /* cause= */ null);
  }

  /**
   * @param object that has no key; null if there is none
   */
  public KeyException(String message, @Nullable Object object, @Nullable Throwable cause) {
    super(message, cause);
    this.object = object;
  }

  /** Returns the object without a key; null if there is none, and after deserialization. */
  public @Nullable Object object() {
    return object;
  }
}
