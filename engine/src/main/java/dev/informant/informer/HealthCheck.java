package dev.informant.informer;

import dev.informant.informer.Health.Impact;
import dev.informant.informer.Health.Problem;
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
 * Looks at informers for readiness and liveness probes. It remembers what it saw, because only what does not
 * change between two looks is stuck; so use one for all probes of a program, and look again and again.
 * Thread-safe; a look never waits.
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
  /** How long something must stand still to count as stuck, unless another time is given. */
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

  /** A check of whatever informers there are when it looks, e.g. all of a factory. */
  public static HealthCheck of(
      Supplier<? extends Collection<? extends SharedIndexInformer<?>>> informers) {
    return new HealthCheck(informers, STUCK_AFTER);
  }

  /** A check of the same informers with another patience: longer than the longest call of a handler. */
  public HealthCheck stuckAfter(Duration patience) {
    if (patience.isNegative() || patience.isZero()) {
      throw new IllegalArgumentException("the patience must be positive: " + patience);
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
          (closed ? "does not follow any more: " : "has not synced: ") + words(state),
          state.cause()));
    }
  }

  private static String words(InformerState state) {
    String since = " since " + state.since();
    if (state instanceof InformerState.Created) {
      return "not started";
    } else if (state instanceof InformerState.Listing) {
      return "listing" + since;
    } else if (state instanceof InformerState.Warm) {
      return "holding a saved cache that the server has not confirmed" + since;
    } else if (state instanceof InformerState.Watching) {
      return "watching" + since;
    } else if (state instanceof InformerState.BackingOff backing) {
      return "waiting" + since + " to try again at " + backing.until();
    }
    return "closed" + since;
  }

  private void live(
      SharedIndexInformer<?> informer, InformerState state, Seen memory, List<Problem> problems) {
    if (state instanceof InformerState.Closed) {
      if (state.cause() != null) {
        problems.add(stuck(informer, "has ended by itself", state.cause()));
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
      problems.add(stuck(informer, "should have tried again at " + until, null));
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

  /** What was seen of one informer at earlier looks. */
  private static final class Seen {
    private Map<String, Still> handlers = Map.of();
    private volatile boolean answered = true;
    private long asked;

    /** Since when a number has been the same. */
    private record Still(long progress, long since) {}

    /** How long the last ping has been under way; sends another if it is back. */
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
