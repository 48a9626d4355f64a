package dev.informant.verification.conformance;

/** A mistake in an {@code .http} file. The message has the file, the line and the remedy. */
final class ScriptSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ScriptSyntaxException(String file, int line, String mistake, String remedy) {
    super(file + ":" + line + ": " + mistake + "; " + remedy);
  }
}
