package dev.informant.internal.source;

import java.util.function.Predicate;

/** Finds a name for what was not given one: the place in the program that made it. */
public final class CallSite {
  private CallSite() {}

  /** {@code File.java:line} of the nearest caller whose class is foreign; else {@code otherwise}. */
  public static String find(Predicate<String> foreign, String otherwise) {
    return StackWalker.getInstance()
        .walk(frames -> frames
            .filter(frame -> foreign.test(frame.getClassName()))
            .findFirst()
            .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
            .orElse(otherwise));
  }

  /** Whether a class is neither ours nor the platform's. */
  public static boolean isForeign(String className) {
    return !className.startsWith("dev.informant.")
        && !className.startsWith("java.")
        && !className.startsWith("jdk.");
  }
}
