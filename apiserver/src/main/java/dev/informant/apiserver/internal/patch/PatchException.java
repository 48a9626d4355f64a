package dev.informant.apiserver.internal.patch;

/** A patch that is no patch, or that does not fit the object. */
public final class PatchException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What a server answers. */
  public enum Fault {
    /** 400: the document itself is wrong. */
    MALFORMED,
    /** 422: it cannot be applied to this object. */
    UNFIT,
    /** 413: it does too much. */
    TOO_LARGE,
    /** 500: the real server does not know whose fault it is. */
    FAILED
  }

  private final Fault fault;

  private PatchException(Fault fault, String message) {
    super(message);
    this.fault = fault;
  }

  static PatchException malformed(String message) {
    return new PatchException(Fault.MALFORMED, message);
  }

  static PatchException unfit(String message) {
    return new PatchException(Fault.UNFIT, message);
  }

  static PatchException tooLarge(String message) {
    return new PatchException(Fault.TOO_LARGE, message);
  }

  static PatchException failed(String message) {
    return new PatchException(Fault.FAILED, message);
  }

  public Fault fault() {
    return fault;
  }
}
