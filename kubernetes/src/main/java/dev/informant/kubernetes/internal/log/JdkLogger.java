package dev.informant.kubernetes.internal.log;

import java.util.ResourceBundle;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A logger whose lines go to {@code java.util.logging}, as those of the JDK's own finder do, which another finder cannot
 * obtain. Thread-safe.
 */
final class JdkLogger implements System.Logger {
  private final Logger logger;

  JdkLogger(Logger logger) {
    this.logger = logger;
  }

  @Override
  public String getName() {
    return logger.getName();
  }

  @Override
  public boolean isLoggable(Level level) {
    return logger.isLoggable(of(level));
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String message,
      @Nullable Throwable thrown) {
    if (isLoggable(level)) {
      LogRecord line = line(level, bundle, message);
      line.setThrown(thrown);
      logger.log(line);
    }
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String format,
      @Nullable Object @Nullable ... parameters) {
    if (isLoggable(level)) {
      LogRecord line = line(level, bundle, format);
      line.setParameters(parameters);
      logger.log(line);
    }
  }

  private LogRecord line(Level level, @Nullable ResourceBundle bundle, @Nullable String message) {
    LogRecord line = new LogRecord(of(level), message);
    line.setLoggerName(logger.getName());
    line.setResourceBundle(bundle);
    return line;
  }

  private static java.util.logging.Level of(Level level) {
    return switch (level) {
      case ALL -> java.util.logging.Level.ALL;
      case TRACE -> java.util.logging.Level.FINER;
      case DEBUG -> java.util.logging.Level.FINE;
      case INFO -> java.util.logging.Level.INFO;
      case WARNING -> java.util.logging.Level.WARNING;
      case ERROR -> java.util.logging.Level.SEVERE;
      case OFF -> java.util.logging.Level.OFF;
    };
  }
}
