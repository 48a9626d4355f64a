package dev.informant.object;

import org.jspecify.annotations.Nullable;

/**
 * No key could be made of an object. It carries the object; the message names what is wrong with it, never
 * its contents.
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

  /** The object that has no key; null if there is none, or it was lost when this was serialized. */
  public @Nullable Object object() {
    return object;
  }
}
