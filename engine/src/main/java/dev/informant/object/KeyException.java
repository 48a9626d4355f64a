package dev.informant.object;

/**
 * No key could be made of an object. The message names what is wrong with it, never its contents.
 */
public final class KeyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public KeyException(String message) {
    super(message);
  }

  public KeyException(String message, Throwable cause) {
    super(message, cause);
  }
}
