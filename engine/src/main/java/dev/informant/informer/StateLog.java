package dev.informant.informer;

import dev.informant.log.QuietLog;
import dev.informant.source.SourceException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes one log line for what an operator must know: synced, in trouble and why, well again, an object left
 * out or not indexed, a handler far behind, ended by itself. A failure that repeats is one line, not many; a watch that is opened again at once is
 * none. No line holds more of an object than its key. Thread-safe.
 */
final class StateLog implements InformerObserver {
  private static final Logger LOG = QuietLog.of(SharedIndexInformer.class);

  private final String name;
  private final BiConsumer<Level, String> log;
  private final AtomicLong skipped = new AtomicLong();
  private final AtomicLong unindexed = new AtomicLong();

  // guarded by this
  private @Nullable SharedIndexInformer<?> informer;
  private @Nullable Instant started;
  private @Nullable Instant troubledSince;
  private String trouble = "";
  private long failures;

  StateLog(String name) {
    this(name, LOG::log);
  }

  StateLog(String name, BiConsumer<Level, String> log) {
    this.name = name;
    this.log = log;
  }

  @Override
  public void onEvent(InformerEvent event) {
    if (event instanceof InformerEvent.Built built) {
      built(built.informer());
    } else if (event instanceof InformerEvent.StateChanged stateChanged) {
      stateChanged(stateChanged.from(), stateChanged.to());
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

  private synchronized void built(SharedIndexInformer<?> built) {
    informer = built;
  }

  private synchronized void stateChanged(InformerState from, InformerState to) {
    if (started == null && !(to instanceof InformerState.Created)) {
      started = to.since();
    }
    Throwable cause = to.cause();
    if (to instanceof InformerState.Closed) {
      if (cause != null && !(from instanceof InformerState.Closed)) {
        log.accept(Level.WARNING, "informer " + name + " has ended by itself: " + cause);
      }
    } else if (to instanceof InformerState.BackingOff && cause != null) {
      troubled(cause, to.since());
    } else if (to instanceof InformerState.Warm && cause != null && cause != from.cause()) {
      troubled(cause, now(to)); // it is warm since it was loaded, not since it failed
    } else if (to instanceof InformerState.Watching && cause == null) {
      well(to.since());
    }
  }

  // guarded by this
  private Instant now(InformerState state) {
    return informer == null ? state.since() : informer.runtime().clock().now();
  }

  // guarded by this
  private void troubled(Throwable cause, Instant now) {
    failures++;
    if (troubledSince == null) {
      troubledSince = now;
    }
    String signature = signature(cause);
    if (signature.equals(trouble)) {
      return;
    }
    trouble = signature;
    if (cause instanceof SourceException source && source.isExpired()) {
      log.accept(
          Level.INFO, "informer " + name + " lists again: the server's history has moved on");
    } else {
      log.accept(
          Level.WARNING,
          "informer " + name + " is in trouble and goes on trying: " + cause.getMessage());
    }
  }

  /** What makes two failures the same news. */
  private static String signature(Throwable cause) {
    return cause instanceof SourceException source
        ? source.kind() + " " + source.code() + " " + source.reason()
        : cause.getClass().getName();
  }

  // guarded by this
  private void well(Instant now) {
    if (troubledSince != null) {
      log.accept(
          Level.INFO,
          "informer " + name + " is well again after " + between(troubledSince, now) + " and "
              + failures + (failures == 1 ? " failure" : " failures"));
    }
    troubledSince = null;
    trouble = "";
    failures = 0;
  }

  private static Duration between(Instant begin, Instant end) {
    return Duration.ofMillis(Duration.between(begin, end).toMillis());
  }

  private synchronized void synced() {
    SharedIndexInformer<?> synced = informer;
    Instant begin = started;
    if (synced != null && begin != null) {
      log.accept(
          Level.INFO,
          "informer " + name + " has synced: " + objects(synced.indexer().size()) + " in "
              + between(begin, synced.runtime().clock().now()));
    }
  }

  private static String objects(int count) {
    return count == 1 ? "1 object" : count + " objects";
  }

  private void skipped(String key, Throwable cause) {
    long count = skipped.incrementAndGet();
    if (Long.bitCount(count) == 1) { // the first, then each time the count has doubled
      log.accept(
          Level.WARNING,
          "informer " + name + " leaves out " + (key.isEmpty() ? "an object" : key) + ": "
              + cause.getClass().getSimpleName() + "; so far " + count
              + " left out, skipped() says which and why");
    }
  }

  private void indexFailed(String index, @Nullable String key, Throwable failure) {
    long count = unindexed.incrementAndGet();
    if (Long.bitCount(count) == 1) {
      log.accept(
          Level.WARNING,
          "informer " + name + " does not find " + key + " through index " + index
              + ": its function" + " threw " + failure.getClass().getSimpleName() + "; so far "
              + count + " times");
    }
  }

  private void handlerBehind(String handler, HandlerLag lag) {
    log.accept(
        Level.WARNING,
        "informer " + name + ": " + lag.depth() + " calls wait for handler " + handler
            + ", the oldest for " + lag.age() + "; it is slow or blocked and holds up nobody else");
  }
}
