package dev.informant.kubernetes.internal.fast.read;

/** An attempt that failed, as attempts may: costs nothing to throw and says nothing. */
public final class NotWholeException extends RuntimeException {
  static final NotWholeException INSTANCE = new NotWholeException();

  private static final long serialVersionUID = 1;

  private NotWholeException() {
    super(null, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
  }
}
