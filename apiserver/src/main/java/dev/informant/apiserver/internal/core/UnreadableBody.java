package dev.informant.apiserver.internal.core;

import org.jspecify.annotations.Nullable;

/** A body that is not what its Content-Type says. The message is the decoder's. */
public final class UnreadableBody extends Exception {
  private static final long serialVersionUID = 1L;

  private final @Nullable String subject;

  public UnreadableBody(String message) {
    this(message, null);
  }

  /** {@code subject} is what the body says it is, if so much could be read: {@code Pod in version "v1"}. */
  public UnreadableBody(String message, @Nullable String subject) {
    super(message, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    this.subject = subject;
  }

  @Nullable
  String subject() {
    return subject;
  }

  /** As {@link #getMessage}, never null. */
  public String complaint() {
    return String.valueOf(getMessage());
  }
}
