package dev.informant.internal.source;

import dev.informant.log.QuietLog;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.source.SourceException.Kind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** What to make of a source that throws instead of answering. */
public final class SourceDefects {
  /** The exchange of a request that was never made. */
  static final ListerWatcher.Exchange NO_EXCHANGE = new ListerWatcher.Exchange() {
    @Override
    public void more() {}

    @Override
    public void cancel() {}
  };

  private static final Logger LOG = QuietLog.of(ListerWatcher.class);

  /** Causes can be a ring. */
  private static final int DEEPEST = 50;

  private SourceDefects() {}

  /** Cancels, whatever the source makes of it: the exchange is over for us in any case. */
  public static void cancel(ListerWatcher.Exchange exchange) {
    try {
      exchange.cancel();
    } catch (Throwable defect) {
      LOG.log(Level.WARNING, "a source threw when a request was cancelled", defect);
    }
  }

  /** Closes, whatever the source makes of it. */
  static void close(AutoCloseable open) {
    try {
      open.close();
    } catch (Throwable defect) {
      LOG.log(Level.WARNING, "a source threw when a watch was closed", defect);
    }
  }

  /** The OutOfMemoryError that a failure is, or was caused by; null if there is none. */
  static @Nullable OutOfMemoryError outOfMemory(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      if (cause instanceof OutOfMemoryError fatal) {
        return fatal;
      }
      cause = cause.getCause();
    }
    return null;
  }

  static SourceException from(Throwable failure) {
    return failure instanceof SourceException known
        ? known
        : SourceException.of(Kind.OTHER, "the source threw " + failure, failure);
  }
}
