package dev.informant.apiserver.yaml;

/** A text is not YAML, or not YAML that JSON has a form for. The message is the one of a kube-apiserver. */
public final class YamlProblem extends Exception {
  private static final long serialVersionUID = 1L;

  YamlProblem(String message) {
    super(message, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
  }

  /** As {@link #getMessage}, never null. */
  public String complaint() {
    return String.valueOf(getMessage());
  }
}
