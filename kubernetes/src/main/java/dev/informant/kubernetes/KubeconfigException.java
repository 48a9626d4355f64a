package dev.informant.kubernetes;

/** Thrown for a kubeconfig that cannot be used. The message names the file, the place and the remedy. */
public final class KubeconfigException extends RuntimeException {
  private static final long serialVersionUID = 1;

  KubeconfigException(String message) {
    super(message);
  }
}
