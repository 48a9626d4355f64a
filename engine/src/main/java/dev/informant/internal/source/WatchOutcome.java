package dev.informant.internal.source;

import dev.informant.log.Readable;
import dev.informant.source.SourceException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** How a watch ended. */
sealed interface WatchOutcome {
  /** Why it ended, for listeners; null if the server ended the stream properly. */
  @Nullable
  Throwable cause();

  /** It could not be opened, however often the request was sent again. */
  record OpenFailed(SourceException cause) implements WatchOutcome {}

  /**
   * The stream ended.
   *
   * @param cause how the connection was lost; null if the server ended the stream properly
   * @param lasted since the request was sent: some proxies hold an answer back until its first event
   */
  record Closed(@Nullable SourceException cause, long events, Duration lasted)
      implements WatchOutcome {}

  /** The server reported a failure in the stream, or the stream was not understood. */
  record Failed(SourceException cause) implements WatchOutcome {}

  /** Nothing was received for longer than a living server stays silent. */
  record Silent(Duration silence) implements WatchOutcome {
    @Override
    public Throwable cause() {
      return new TimeoutException("the watch delivered nothing for " + Readable.time(silence));
    }
  }

  /** The server is at a version before the one it was asked to go on from. */
  record OtherHistory(String watched, String present) implements WatchOutcome {
    @Override
    public Throwable cause() {
      return ReflectorPlan.otherHistory(present, watched, "of the watch");
    }
  }

  /** A streaming list sent and sent, but not its end. */
  record Overdue(Duration lasted) implements WatchOutcome {
    @Override
    public Throwable cause() {
      return new TimeoutException("the streaming list did not end within " + Readable.time(lasted));
    }
  }
}
