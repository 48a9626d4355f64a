package dev.informant.log;

import java.util.ResourceBundle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A logger that never throws: what the program's log backend throws is dropped, with the record. Whether the
 * log works must change nothing in what the engine does. Thread-safe.
 */
/*
 * It is a System.Logger itself, not a helper with methods of its own: the JDK leaves frames of loggers out when it
 * looks for who logged, so records still name the class and the method they come from.
 */
public final class QuietLog implements System.Logger {
  private final System.Logger backend;

  QuietLog(System.Logger backend) {
    this.backend = backend;
  }

  /** The log of {@code owner}, under its name. */
  public static System.Logger of(Class<?> owner) {
    return new QuietLog(System.getLogger(owner.getName()));
  }

  @Override
  public String getName() {
    return backend.getName();
  }

  @Override
  public boolean isLoggable(Level level) {
    try {
      return backend.isLoggable(level);
    } catch (Throwable broken) {
      return false;
    }
  }

  @Override
  public void log(Level level, Supplier<String> message) {
    quietly(() -> backend.log(level, message));
  }

  @Override
  public void log(Level level, Supplier<String> message, @Nullable Throwable thrown) {
    quietly(() -> backend.log(level, message, thrown));
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String message,
      @Nullable Throwable thrown) {
    quietly(() -> backend.log(level, bundle, message, thrown));
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String format,
      @Nullable Object @Nullable ... parameters) {
    quietly(() -> backend.log(level, bundle, format, parameters));
  }

  private static void quietly(Runnable record) {
    try {
      record.run();
    } catch (Throwable broken) {
      // There is no other place to tell it.
    }
  }
}
