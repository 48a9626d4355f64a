package dev.informant.apiserver.core;

/** A body that is not what its Content-Type says. The message is the decoder's. */
public final class UnreadableBody extends Exception {
  private static final long serialVersionUID = 1L;

  public UnreadableBody(String message) {
    super(message, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
  }

  /** As {@link #getMessage}, never null. */
  public String complaint() {
    return String.valueOf(getMessage());
  }
}
