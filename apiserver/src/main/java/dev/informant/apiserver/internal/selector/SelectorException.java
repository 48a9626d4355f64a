package dev.informant.apiserver.internal.selector;

/** A selector that cannot be understood; the message is the server's. */
public final class SelectorException extends Exception {
  private static final long serialVersionUID = 1L;

  SelectorException(String message) {
    super(message);
  }
}
