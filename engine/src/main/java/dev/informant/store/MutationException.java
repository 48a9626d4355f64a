package dev.informant.store;

/**
 * Thrown when a cached object was changed. The message names the object, the changed field and, if it is known, the
 * handler; never the contents.
 */
public final class MutationException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  public MutationException(String message) {
    super(message);
  }
}
