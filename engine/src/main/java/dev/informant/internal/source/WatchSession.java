package dev.informant.internal.source;

import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.source.SourceException.Kind;
import dev.informant.source.WatchEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One watch from its request to its end: sends the request again as {@link Retries} decides, hands the
 * events to a target while there is room, and cuts a stream that is silent for too long.
 *
 * <p>All its methods and all calls of its owner run on {@code steps}, which must run one task at a time.
 */
final class WatchSession<T> {
  /** Is called with the progress of the watch. */
  interface Owner {
    default void requesting(RequestKind kind, ListOptions options) {}

    default void retrying(SourceException cause, Duration delay) {}

    void opened();

    /** An event was skipped because its type is unknown. */
    void skipped(SourceException cause);

    /** Events of one batch have been handled. */
    void handled(int events);

    /** The watch is over; nothing more comes from it. */
    void ended(WatchOutcome outcome);
  }

  private final ListerWatcher<T> source;
  private final EngineRuntime runtime;
  private final Executor steps;
  private final Retries retries;
  private final ListOptions options;
  private final BooleanSupplier room;
  private final Owner owner;

  private EventTarget<T> target;
  private boolean streaming;
  private @Nullable Attempt attempt;
  private Timers.Timer retry = Timers.Timer.NONE;
  private Timers.Timer alarm = Timers.Timer.NONE;
  private WatchDeadline deadline;
  private long startNanos;
  private long events;
  private boolean ordered;
  private boolean waitsForRoom;
  private long heldSinceNanos;

  WatchSession(
      ListerWatcher<T> source,
      EngineRuntime runtime,
      Executor steps,
      Retries retries,
      ListOptions options,
      BooleanSupplier room,
      EventTarget<T> target,
      Owner owner) {
    this.source = source;
    this.runtime = runtime;
    this.steps = steps;
    this.retries = retries;
    this.options = options;
    this.room = room;
    this.target = target;
    this.owner = owner;
    this.streaming = Boolean.TRUE.equals(options.sendInitialEvents());
    // A watch without a version begins with the present state in no particular order: the versions
    // of those first ADDED events say nothing about how far the stream has got.
    this.ordered =
        !options.resourceVersion().isEmpty() && !options.resourceVersion().equals("0");
    this.startNanos = runtime.clock().nanos();
    this.deadline = new WatchDeadline(startNanos, options.watchTimeout(), streaming);
  }

  /** The options of a watch from a version on. */
  static ListOptions options(String version, Duration minTimeout, EngineRuntime runtime) {
    return ListOptions.NONE
        .withResourceVersion(version)
        .withAllowWatchBookmarks(true)
        .withWatchTimeout(timeout(minTimeout, runtime));
  }

  /** Drawn between the minimum and twice that, so that watches opened together do not end together. */
  private static Duration timeout(Duration minimum, EngineRuntime runtime) {
    double factor = 1.0 + runtime.random().nextDouble();
    long seconds = Duration.ofNanos(Timers.nanos(minimum)).toSeconds(); // no more than a century
    return Duration.ofSeconds((long) (seconds * factor));
  }

  void start() {
    request(/* retries= */ 0);
  }

  /** Sends the request once: if it fails, the watch has ended. */
  void startOnce() {
    request(RetryMatrix.MAX_RETRIES);
  }

  /** Whether it is a streaming list that has not reached its end. */
  boolean isStreaming() {
    return streaming;
  }

  /** How many events it has handled. */
  long events() {
    return events;
  }

  /** From the next event on, events go to another target: the streaming list has reached its end. */
  void streamed(EventTarget<T> next) {
    target = next;
    streaming = false;
    deadline.streamed(runtime.clock().nanos());
    arm();
  }

  /** The target may have room again. */
  void roomCameBack() {
    Attempt current = attempt;
    if (waitsForRoom && current != null && room.getAsBoolean()) {
      waitsForRoom = false;
      deadline.held(heldSinceNanos, runtime.clock().nanos());
      arm();
      current.exchange.more();
    }
  }

  /** Ends the watch; the owner hears nothing more. Idempotent. */
  void cancel() {
    Attempt current = attempt;
    attempt = null;
    retry.cancel();
    alarm.cancel();
    if (current != null) {
      SourceDefects.cancel(current.exchange);
    }
  }

  /** Since its request was sent. */
  Duration lasted() {
    return Duration.ofNanos(runtime.clock().nanos() - startNanos);
  }

  private void request(int retries) {
    Attempt next = new Attempt(retries);
    attempt = next;
    startNanos = runtime.clock().nanos();
    deadline = new WatchDeadline(startNanos, options.watchTimeout(), streaming);
    owner.requesting(streaming ? RequestKind.WATCH_LIST : RequestKind.WATCH, options);
    if (attempt != next) {
      return;
    }
    arm();
    try {
      next.exchange = source.watch(options, next);
    } catch (RuntimeException refused) {
      next.failed(SourceDefects.from(refused));
    }
  }

  private void end(WatchOutcome outcome) {
    cancel();
    owner.ended(outcome);
  }

  private void closed(@Nullable SourceException cause) {
    end(new WatchOutcome.Closed(cause, events, lasted()));
  }

  private void failed(Attempt failed, SourceException cause) {
    if (failed.opened) {
      if (cause.kind() == Kind.NETWORK || cause.kind() == Kind.CONNECTION_REFUSED) {
        closed(cause);
      } else {
        end(new WatchOutcome.Failed(cause));
      }
      return;
    }
    Duration delay = retries.delay(cause, /* answered= */ false, failed.retries);
    if (delay == null) {
      end(new WatchOutcome.OpenFailed(cause));
      return;
    }
    alarm.cancel();
    Attempt waiting = new Attempt(failed.retries + 1);
    attempt = waiting;
    owner.retrying(cause, delay);
    retry = runtime
        .timers()
        .schedule(
            delay,
            () -> steps.execute(() -> {
              if (attempt == waiting) {
                request(waiting.retries);
              }
            }));
  }

  private void handle(Attempt current, List<WatchEvent<T>> batch) {
    long now = runtime.clock().nanos();
    int handled = 0;
    for (WatchEvent<T> event : batch) {
      if (!(event instanceof WatchEvent.Bookmark)) {
        deadline.event(now);
      }
      if (event instanceof WatchEvent.Error<T> error) {
        handled(handled);
        end(new WatchOutcome.Failed(error.cause()));
        return;
      }
      if (event == null || event instanceof WatchEvent.Unexpected) {
        skip(event);
      } else {
        apply(event);
        events++;
        handled++;
      }
      if (attempt != current) {
        return; // its owner ended the watch in the middle of the batch
      }
    }
    handled(handled);
    if (room.getAsBoolean()) {
      current.exchange.more();
    } else {
      waitsForRoom = true;
      heldSinceNanos = runtime.clock().nanos();
      alarm.cancel();
    }
  }

  private void skip(@Nullable WatchEvent<T> event) {
    String what = event instanceof WatchEvent.Unexpected<T> unexpected
        ? unexpected.description()
        : "the source delivered a null event";
    owner.skipped(SourceException.of(Kind.DECODE, "skipped an event of the watch: " + what, null));
  }

  private void handled(int count) {
    if (count > 0) {
      owner.handled(count);
    }
  }

  private void apply(WatchEvent<T> event) {
    if (event instanceof WatchEvent.Bookmark<T> bookmark && !bookmark.initialEventsEnd()) {
      deadline.bookmark(runtime.clock().nanos());
      arm();
    }
    ordered |= !(event instanceof WatchEvent.Added);
    target.accept(event, ordered);
  }

  private void arm() {
    alarm.cancel();
    Attempt watched = attempt;
    long remaining = deadline.remainingNanos(runtime.clock().nanos());
    alarm = runtime
        .timers()
        .schedule(
            Duration.ofNanos(remaining),
            () -> steps.execute(() -> {
              if (watched != null && attempt == watched && !waitsForRoom) {
                checkDeadline();
              }
            }));
  }

  private void checkDeadline() {
    long now = runtime.clock().nanos();
    if (deadline.remainingNanos(now) > 0) {
      arm();
    } else if (deadline.isStreamOverdue(now)) {
      end(new WatchOutcome.Overdue(Duration.ofNanos(now - startNanos)));
    } else {
      end(new WatchOutcome.Silent(deadline.silence(now)));
    }
  }

  /** Hands what the source says to the steps, unless the session has gone past this attempt by then. */
  private final class Attempt implements ListerWatcher.WatchReceiver<T> {
    private final int retries;
    private ListerWatcher.Exchange exchange = SourceDefects.NO_EXCHANGE;
    private boolean opened;

    Attempt(int retries) {
      this.retries = retries;
    }

    @Override
    public void opened() {
      step(this::open);
    }

    private void open() {
      if (!opened) {
        opened = true;
        owner.opened();
      }
    }

    @Override
    public void events(List<WatchEvent<T>> batch) {
      step(() -> {
        open();
        if (attempt == this) {
          handle(this, batch);
        }
      });
    }

    @Override
    public void closed() {
      step(() -> WatchSession.this.closed(null));
    }

    @Override
    public void failed(SourceException cause) {
      step(() -> WatchSession.this.failed(this, cause));
    }

    private void step(Runnable action) {
      steps.execute(() -> {
        if (attempt == this) {
          action.run();
        }
      });
    }
  }
}
