package dev.informant.apiserver.patch;

/** A patch that is no patch, or that does not fit the object. */
public final class PatchException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean malformed;

  private PatchException(boolean malformed, String message) {
    super(message);
    this.malformed = malformed;
  }

  /** The document itself is wrong. */
  static PatchException malformed(String message) {
    return new PatchException(true, message);
  }

  /** It cannot be applied to this object. */
  static PatchException unfit(String message) {
    return new PatchException(false, message);
  }

  public boolean malformed() {
    return malformed;
  }
}
