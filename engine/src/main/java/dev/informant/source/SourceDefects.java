package dev.informant.source;

import dev.informant.log.QuietLog;
import dev.informant.source.SourceException.Kind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** What to make of a source that throws instead of answering. */
final class SourceDefects {
  /** The exchange of a request that was never made. */
  static final ListerWatcher.Exchange NO_EXCHANGE = new ListerWatcher.Exchange() {
    @Override
    public void more() {}

    @Override
    public void cancel() {}
  };

  private static final Logger LOG = QuietLog.of(ListerWatcher.class);

  private SourceDefects() {}

  /** Cancels, whatever the source makes of it: the exchange is over for us in any case. */
  static void cancel(ListerWatcher.Exchange exchange) {
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

  static SourceException from(Throwable failure) {
    return failure instanceof SourceException known
        ? known
        : SourceException.of(Kind.OTHER, "the source threw " + failure, failure);
  }
}
