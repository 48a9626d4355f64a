package dev.informant.kubernetes.internal.log;

import java.text.MessageFormat;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** A logger of the JDK's interface whose lines go to SLF4J. Thread-safe. */
final class Slf4jLogger implements System.Logger {
  private final org.slf4j.Logger logger;

  Slf4jLogger(org.slf4j.Logger logger) {
    this.logger = logger;
  }

  @Override
  public String getName() {
    return logger.getName();
  }

  @Override
  public boolean isLoggable(Level level) {
    return switch (level) {
      case ALL, TRACE -> logger.isTraceEnabled();
      case DEBUG -> logger.isDebugEnabled();
      case INFO -> logger.isInfoEnabled();
      case WARNING -> logger.isWarnEnabled();
      case ERROR -> logger.isErrorEnabled();
      case OFF -> false;
    };
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String message,
      @Nullable Throwable thrown) {
    switch (level) {
      case ALL, TRACE -> logger.trace(message, thrown);
      case DEBUG -> logger.debug(message, thrown);
      case INFO -> logger.info(message, thrown);
      case WARNING -> logger.warn(message, thrown);
      case ERROR -> logger.error(message, thrown);
      case OFF -> {}
    }
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String format,
      @Nullable Object @Nullable ... parameters) {
    if (isLoggable(level)) {
      boolean literal = format == null || parameters == null || parameters.length == 0;
      log(level, bundle, literal ? format : MessageFormat.format(format, parameters), (Throwable)
          null);
    }
  }
}
