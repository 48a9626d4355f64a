package dev.informant.kubernetes.internal.credentials;

/** A credential plugin gave nothing to use. The message names the command; nothing of its arguments or its output. */
public final class CredentialPluginException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CredentialPluginException(String message) {
    super(message);
  }
}
