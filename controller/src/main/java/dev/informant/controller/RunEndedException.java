package dev.informant.controller;

import org.jspecify.annotations.Nullable;

/**
 * A run used its context after it had lost the right to: its term of leadership has ended, its deadline has passed, or it has
 * returned. The request was not sent, or its result was not awaited. Let it pass: the key runs again where that is right.
 */
public final class RunEndedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RunEndedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
