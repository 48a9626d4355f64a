package dev.informant.apiserver.internal.schema;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The way to a part of a value. It is written out only where there is something to tell: names may be long, and many parts
 * stand below one. Immutable.
 */
final class Where {
  static final Where ROOT = new Where(null, "");

  private final @Nullable Where parent;
  private final String step;

  private Where(@Nullable Where parent, String step) {
    this.parent = parent;
    this.step = step;
  }

  boolean isRoot() {
    return parent == null;
  }

  /** A member, after a dot unless it is the first. */
  Where member(String name) {
    return then(isRoot() ? name : "." + name);
  }

  Where element(int index) {
    return then("[" + index + "]");
  }

  Where then(String next) {
    return new Where(this, next);
  }

  @Override
  public String toString() {
    Deque<String> steps = new ArrayDeque<>();
    for (Where at = this; at != null; at = at.parent) {
      steps.push(at.step);
    }
    return String.join("", steps);
  }
}
