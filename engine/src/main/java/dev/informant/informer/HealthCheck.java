package dev.informant.informer;

import dev.informant.informer.Health.Impact;
import dev.informant.informer.Health.Problem;
import dev.informant.log.Readable;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks informers for readiness and liveness probes. It compares each check with earlier ones, because an informer
 * counts as stuck only if it makes no progress between them. Use one instance for all probes of a program, and check
 * regularly. Thread-safe; a check never blocks.
 */
/*
 * Stuck is what a restart would repair and waiting does not:
 * - a step that never returns (a transform or an index function that blocks): a ping through the steps of
 *   reflector and pipeline has not come back;
 * - a handler's call that never returns: the handler has something to do, and its count of calls stands still;
 * - a pause that should be over (a lost timer);
 * - an informer that ended because its runtime was closed or the JVM was out of memory.
 */
public final class HealthCheck {
  /** The default time without progress after which an informer or handler counts as stuck. */
  public static final Duration STUCK_AFTER = Duration.ofMinutes(5);

  private final Supplier<? extends Collection<? extends SharedIndexInformer<?>>> informers;
  private final Duration stuckAfter;

  // guarded by this
  private Map<SharedIndexInformer<?>, Seen> seen = new HashMap<>();

  private HealthCheck(
      Supplier<? extends Collection<? extends SharedIndexInformer<?>>> informers,
      Duration stuckAfter) {
    this.informers = informers;
    this.stuckAfter = Duration.ofNanos(Timers.nanos(stuckAfter)); // no more than a century
  }

  /** Returns a check of the informers that the supplier returns at each check, e.g. all informers of a factory. */
  public static HealthCheck of(
      Supplier<? extends Collection<? extends SharedIndexInformer<?>>> informers) {
    return new HealthCheck(informers, STUCK_AFTER);
  }

  /** Returns a check of the same informers with another time limit. Set it longer than the longest handler call. */
  public HealthCheck stuckAfter(Duration patience) {
    if (patience.isNegative() || patience.isZero()) {
      throw new IllegalArgumentException("stuckAfter must be positive: " + Readable.time(patience));
    }
    return new HealthCheck(informers, patience);
  }

  /** How they are now. */
  public synchronized Health look() {
    List<Problem> problems = new ArrayList<>();
    Map<SharedIndexInformer<?>, Seen> present = new HashMap<>();
    for (SharedIndexInformer<?> informer : informers.get()) {
      Seen memory = seen.getOrDefault(informer, new Seen());
      present.put(informer, memory);
      InformerState state = informer.state();
      ready(informer, state, problems);
      live(informer, state, memory, problems);
    }
    seen = present;
    return new Health(problems);
  }

  private static void ready(
      SharedIndexInformer<?> informer, InformerState state, List<Problem> problems) {
    boolean closed = state instanceof InformerState.Closed;
    if (closed || !informer.isSynced()) {
      problems.add(new Problem(
          informer.name(),
          Impact.NOT_READY,
          (closed ? "is " : "has not synced: ")
              + words(state)
              + (state.failures() > 0 ? ", " + FailureText.attempts(state) : ""),
          state.cause()));
    } else if (state.failures() > 0) {
      problems.add(new Problem(
          informer.name(),
          informer.hasWatched() ? Impact.DEGRADED : Impact.NOT_READY,
          (informer.hasWatched() ? "is not watching: " : "has listed but could not watch: ")
              + FailureText.attempts(state),
          state.cause()));
    }
  }

  private static String words(InformerState state) {
    String since = " since " + Readable.instant(state.since());
    if (state instanceof InformerState.Created) {
      return "not started";
    } else if (state instanceof InformerState.Listing) {
      return "listing" + since;
    } else if (state instanceof InformerState.Warm) {
      return "using a saved cache that the server has not confirmed" + since;
    } else if (state instanceof InformerState.Watching) {
      return "watching" + since;
    } else if (state instanceof InformerState.BackingOff backing) {
      return "waiting" + since + " to retry at " + Readable.instant(backing.until());
    }
    return "closed" + since;
  }

  private void live(
      SharedIndexInformer<?> informer, InformerState state, Seen memory, List<Problem> problems) {
    if (state instanceof InformerState.Closed) {
      if (state.cause() != null) {
        problems.add(stuck(informer, "ended without being closed", state.cause()));
      }
      return;
    }
    long now = informer.runtime().clock().nanos();
    long silent = memory.ping(informer, now);
    if (silent >= stuckAfter.toNanos()) {
      problems.add(stuck(
          informer,
          "has run no step for " + words(silent)
              + "; a transform, an index function or an observer may be blocking",
          null));
    }
    Instant until = state.until();
    if (until != null && informer.runtime().clock().now().isAfter(until.plus(stuckAfter))) {
      problems.add(stuck(informer, "should have retried at " + Readable.instant(until), null));
    }
    memory.stillSince(informer.progress(), now).forEach((handler, since) -> {
      if (now - since >= stuckAfter.toNanos()) {
        problems.add(stuck(
            informer,
            "waits for handler " + handler + ", whose call has not returned for "
                + words(now - since),
            null));
      }
    });
  }

  private static String words(long nanos) {
    return Duration.ofNanos(nanos).toSeconds() + " s";
  }

  private static Problem stuck(
      SharedIndexInformer<?> informer, String what, @Nullable Throwable cause) {
    return new Problem(informer.name(), Impact.STUCK, what, cause);
  }

  /** The observations of one informer at earlier checks. */
  private static final class Seen {
    private Map<String, Still> handlers = Map.of();
    private volatile boolean answered = true;
    private long asked;

    /** Since when a number has been the same. */
    private record Still(long progress, long since) {}

    /** Returns how long the last ping has been running; sends another if it has returned. */
    long ping(SharedIndexInformer<?> informer, long now) {
      if (answered) {
        answered = false;
        asked = now;
        informer.ping(() -> answered = true);
      }
      return now - asked;
    }

    Map<String, Long> stillSince(Map<String, Long> progress, long now) {
      Map<String, Still> next = new HashMap<>();
      Map<String, Long> since = new HashMap<>();
      progress.forEach((handler, number) -> {
        Still before = handlers.get(handler);
        Still still =
            before != null && before.progress() == number ? before : new Still(number, now);
        next.put(handler, still);
        since.put(handler, still.since());
      });
      handlers = next;
      return since;
    }
  }
}
