package dev.informant.controller;

import java.time.Duration;
import java.util.Objects;

/** The result of one run. It decides when the key runs again. Immutable. */
public sealed interface Outcome {
  /** The object is as it should be. The next change runs the key again. Resets the back-off. */
  record Done() implements Outcome {}

  /**
   * Runs the key again after a while, or at the next change if that comes first. Resets the back-off.
   *
   * @param after must be positive
   */
  record Again(Duration after) implements Outcome {
    public Again {
      if (after.isNegative() || after.isZero()) {
        throw new IllegalArgumentException(
            "the time until the next run must be positive: " + after);
      }
    }
  }

  /**
   * The run failed. The key runs again after the back-off of the controller, which grows with each failure. A {@code
   * Retry-After} of the API server in {@code cause} is respected. The same as throwing {@code cause}.
   */
  record Retry(Throwable cause) implements Outcome {
    public Retry {
      Objects.requireNonNull(cause, "cause");
    }
  }

  /** The run failed, and repeating it is useless. The next change runs the key again. Resets the back-off. */
  record GiveUp(Throwable cause) implements Outcome {
    public GiveUp {
      Objects.requireNonNull(cause, "cause");
    }
  }

  static Outcome done() {
    return new Done();
  }

  static Outcome again(Duration after) {
    return new Again(after);
  }

  static Outcome retry(Throwable cause) {
    return new Retry(cause);
  }

  static Outcome giveUp(Throwable cause) {
    return new GiveUp(cause);
  }
}
