package dev.informant.informer;

import dev.informant.log.QuietLog;
import dev.informant.log.Readable;
import dev.informant.source.SourceException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes one log line for each event that an operator must know: synced, failed and why, recovered, an object skipped or not
 * indexed, a handler far behind, ended without being closed. A failure that repeats is one line, not many; a watch that
 * is opened again at once is none. An informer has recovered when a watch is established. No line contains more of an object
 * than its key. Thread-safe.
 */
final class StateLog implements InformerObserver {
  private static final Logger LOG = QuietLog.of(SharedIndexInformer.class);

  /** Where the lines go. */
  interface Lines {
    void write(Level level, String line, @Nullable Throwable thrown);
  }

  private final String name;
  private final Lines lines;
  private final AtomicLong skipped = new AtomicLong();
  private final Map<String, AtomicLong> unindexed = new ConcurrentHashMap<>();

  // guarded by this
  private @Nullable SharedIndexInformer<?> informer;
  private @Nullable Instant started;
  private @Nullable InformerState failing;
  private boolean warm;
  private String request = "list";
  private String reported = "";

  StateLog(String name) {
    this(name, LOG::log);
  }

  StateLog(String name, Lines lines) {
    this.name = name;
    this.lines = lines;
  }

  @Override
  public void onEvent(InformerEvent event) {
    if (event instanceof InformerEvent.Built built) {
      built(built.informer());
    } else if (event instanceof InformerEvent.StateChanged stateChanged) {
      stateChanged(stateChanged.from(), stateChanged.to());
    } else if (event instanceof InformerEvent.Requested requested) {
      requested(requested.verb());
    } else if (event instanceof InformerEvent.Synced) {
      synced();
    } else if (event instanceof InformerEvent.Skipped skipped) {
      skipped(skipped.key(), skipped.cause());
    } else if (event instanceof InformerEvent.IndexFailed indexFailed) {
      indexFailed(indexFailed.index(), indexFailed.key(), indexFailed.cause());
    } else if (event instanceof InformerEvent.HandlerBehind handlerBehind) {
      handlerBehind(handlerBehind.handler(), handlerBehind.lag());
    }
  }

  private void write(Level level, String line) {
    lines.write(level, "informer " + name + ": " + line, null);
  }

  private synchronized void built(SharedIndexInformer<?> built) {
    informer = built;
  }

  private synchronized void requested(String verb) {
    if (verb.equals("probe")) {
      request = warm ? "version check" : request; // one beside a watch is no attempt of its own
    } else {
      request = verb.equals("watch_list") ? "streaming list" : verb;
    }
  }

  private synchronized void stateChanged(InformerState from, InformerState to) {
    if (started == null && !(to instanceof InformerState.Created)) {
      started = to.since();
    }
    warm = to instanceof InformerState.Warm || warm && to instanceof InformerState.BackingOff;
    Throwable cause = to.cause();
    if (to instanceof InformerState.Closed) {
      if (cause != null && !(from instanceof InformerState.Closed)) {
        write(Level.WARNING, "ended, and will not retry: " + FailureText.of(cause));
      }
    } else if (to instanceof InformerState.BackingOff && cause != null) {
      failed(cause, to, Duration.between(to.since(), to.until()));
    } else if (to instanceof InformerState.Warm && cause != null && cause != from.cause()) {
      failed(cause, to, to.until() == null ? null : Duration.between(now(to), to.until()));
    } else if (to instanceof InformerState.Watching && cause == null) {
      recovered(to.since());
    }
  }

  // guarded by this
  private Instant now(InformerState state) {
    return informer == null ? state.since() : informer.runtime().clock().now();
  }

  // guarded by this
  private void failed(Throwable cause, InformerState state, @Nullable Duration pause) {
    failing = state;
    String signature = signature(cause);
    if (signature.equals(reported)) {
      return;
    }
    reported = signature;
    if (cause instanceof SourceException source && source.isExpired()) {
      write(
          Level.INFO, "listing again, the server no longer has the version that was watched from");
    } else {
      write(
          Level.WARNING,
          request + " failed, retrying" + (pause == null ? "" : " in " + Readable.time(pause))
              + ": " + FailureText.of(cause));
    }
  }

  /** Two failures with the same signature are logged once. */
  private static String signature(Throwable cause) {
    return cause instanceof SourceException source
        ? source.kind() + " " + source.code() + " " + source.reason()
        : cause.getClass().getName();
  }

  // guarded by this
  private void recovered(Instant now) {
    InformerState last = failing;
    Instant since = last == null ? null : last.failingSince();
    if (last != null && since != null) {
      write(
          Level.INFO,
          "recovered after " + Readable.time(Duration.between(since, now)) + " ("
              + FailureText.attempts(last.failures()) + ")");
    }
    failing = null;
    reported = "";
  }

  private synchronized void synced() {
    SharedIndexInformer<?> synced = informer;
    Instant begin = started;
    if (synced != null && begin != null) {
      Duration took = Duration.between(begin, synced.runtime().clock().now());
      write(
          Level.INFO, "synced, " + objects(synced.indexer().size()) + " in " + Readable.time(took));
    }
  }

  private static String objects(int count) {
    return count == 1 ? "1 object" : count + " objects";
  }

  private void skipped(String key, Throwable cause) {
    long count = skipped.incrementAndGet();
    if (Long.bitCount(count) == 1) { // the first, then each time the count has doubled
      write(
          Level.WARNING,
          "skipped " + (key.isEmpty() ? "an object" : key) + ": "
              + cause.getClass().getSimpleName() + " (" + count
              + " skipped so far; skipped() returns keys and causes)");
    }
  }

  private void indexFailed(String index, @Nullable String key, Throwable failure) {
    long count = unindexed.computeIfAbsent(index, each -> new AtomicLong()).incrementAndGet();
    if (Long.bitCount(count) == 1) {
      lines.write(
          Level.WARNING,
          "informer " + name + ": index " + index + ": the function threw for " + key
              + ", which is missing from the index ("
              + (count == 1 ? "first failure" : count + " failures so far") + ")",
          new Trace(failure));
    }
  }

  private void handlerBehind(String handler, HandlerLag lag) {
    write(
        Level.WARNING,
        "handler " + handler + " is slow or blocked: " + lag.depth()
            + " calls waiting, the oldest for " + Readable.time(lag.age())
            + "; other handlers are not affected");
  }

  /** The stack trace of a failure without its message, which may contain a part of an object. */
  private static final class Trace extends Throwable {
    private static final long serialVersionUID = 1;

    private final String type;

    Trace(Throwable failure) {
      this(failure, /* depth= */ 0);
    }

    private Trace(Throwable failure, int depth) {
      super(
          null,
          failure.getCause() == null || depth > 10
              ? null
              : new Trace(failure.getCause(), depth + 1),
          /* enableSuppression= */ false,
          /* writableStackTrace= */ true);
      this.type = failure.getClass().getName();
      setStackTrace(failure.getStackTrace());
    }

    @Override
    public String toString() {
      return type;
    }
  }
}
