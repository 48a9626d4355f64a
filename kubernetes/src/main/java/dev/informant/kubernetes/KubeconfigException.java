package dev.informant.kubernetes;

/** A kubeconfig that cannot be used. The message names the file, the place and the way out. */
public final class KubeconfigException extends RuntimeException {
  private static final long serialVersionUID = 1;

  KubeconfigException(String message) {
    super(message);
  }
}
