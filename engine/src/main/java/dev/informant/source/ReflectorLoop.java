package dev.informant.source;

import dev.informant.object.Revision;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Drives a reflector: carries out what {@link ReflectorPlan} decides, step by step.
 */
/*
 * Rounds. A round gets the collection, by streaming list or by LIST, and then watches until that fails.
 * Every round is followed by a pause. Inside a round at most one thing is under way: a PageWalk, a
 * WatchSession or a pause; `activity` knows how to end it.
 *
 * Threads. Everything but start, close and the getters runs on the serial queue `steps`. What the source
 * and the timers call is handed to that queue first, and there it is dropped if the page, the watch or the
 * pause it belongs to is no longer the current one: that is how late calls of cancelled requests do no
 * harm. close() is a step too; after it every activity is ended and none is begun.
 *
 * A step that throws (a destination that refuses, a defect here) ends the round like any other failure.
 */
final class ReflectorLoop<T> {
  private static final Logger LOG = System.getLogger(Reflector.class.getName());
  private static final Duration SLOW_LIST = Duration.ofSeconds(10);
  private static final Duration WITHOUT_STREAMING = Duration.ofHours(1);
  private static final Duration INTERNAL_ERRORS_RESET = Duration.ofMinutes(1);

  private final ReflectorSettings<T> settings;
  private final ReflectorListener<T> listener;
  private final SerialQueue steps;
  private final Backoff backoff;
  private final Intake<T> intake;
  private final SyncVersion version = new SyncVersion();
  private final QueueTarget<T> queueTarget;
  private final AtomicBoolean started = new AtomicBoolean();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private volatile ReflectorState state;

  // used by the steps only
  private Runnable activity = () -> {};
  private @Nullable WatchSession<T> session;
  private ResyncTimer resync = ResyncTimer.NONE;
  private RetryWithDeadline internalErrors;
  private @Nullable Throwable trouble;
  private boolean paginatedResult;
  private boolean synced;
  private int unfinishedStreams;
  private long streamingOffUntil;
  private boolean streamingOff;
  private long roundStartNanos;

  ReflectorLoop(ReflectorSettings<T> settings) {
    this.settings = settings;
    this.listener = settings.listener();
    this.steps = settings.runtime().pipelineQueue(this::stepThrew);
    this.backoff = new Backoff(
        settings.backoff(), settings.runtime().clock(), settings.runtime().random());
    this.intake = new Intake<>(
        settings.accessor(), settings.transform(), settings.previous(), listener);
    this.queueTarget = new QueueTarget<>(intake, settings.destination(), version, listener);
    this.internalErrors = newInternalErrors();
    this.state = new ReflectorState.Created(now());
  }

  // --- from any thread

  void start() {
    if (started.getAndSet(true)) {
      throw new IllegalStateException("reflector " + settings.name() + " was started before");
    }
    settings.destination().onRoom(() -> steps.execute(this::roomCameBack));
    steps.execute(this::round);
  }

  void close() {
    if (!closing.getAndSet(true)) {
      steps.execute(() -> end(null));
    }
  }

  CompletableFuture<Void> closed() {
    return closed.copy();
  }

  ReflectorState state() {
    return state;
  }

  String lastSyncResourceVersion() {
    return version.last();
  }

  // --- steps: life

  private void end(@Nullable Throwable cause) {
    stopActivity();
    resync.cancel();
    transition(new ReflectorState.Closed(now(), cause));
    closed.complete(null);
  }

  private void stepThrew(Throwable failure) {
    if (failure instanceof RejectedExecutionException) {
      // The runtime was closed before its reflector: no step will ever run again.
      closing.set(true);
      state = new ReflectorState.Closed(now(), failure);
      closed.complete(null);
      return;
    }
    LOG.log(Level.WARNING, "a step of reflector " + settings.name() + " threw", failure);
    steps.execute(() -> {
      if (!closing.get()) {
        stopActivity();
        endRound(SourceExceptions.from(failure), FailureLevel.REPORTED);
      }
    });
  }

  private void stopActivity() {
    Runnable stop = activity;
    activity = () -> {};
    session = null;
    stop.run();
  }

  private void roomCameBack() {
    if (session != null) {
      session.roomCameBack();
    }
  }

  private void round() {
    if (closing.get()) {
      return;
    }
    roundStartNanos = nanos();
    unfinishedStreams = 0;
    if (mayStream()) {
      stream();
    } else {
      list();
    }
  }

  private void endRound(SourceException cause, FailureLevel level) {
    resync.cancel();
    report(cause, level);
    pause(cause, this::round);
  }

  private void pause(SourceException cause, Runnable then) {
    Duration delay = backoff.next();
    Duration asked = cause.retryAfter();
    pause(cause, asked != null && asked.compareTo(delay) > 0 ? asked : delay, then);
  }

  private void pause(SourceException cause, Duration delay, Runnable then) {
    transition(new ReflectorState.BackingOff(now(), cause, now().plus(delay)));
    Pause pause = new Pause(then);
    activity = pause::cancel;
    pause.timer = settings.runtime().timers().schedule(delay, () -> steps.execute(pause::over));
  }

  // --- steps: getting the collection

  private boolean mayStream() {
    if (streamingOff && nanos() - streamingOffUntil >= 0) {
      streamingOff = false;
    }
    return settings.watchList() == WatchListPolicy.AUTO
        && settings.source().supportsWatchList()
        && !streamingOff;
  }

  private void list() {
    String asked = version.forList();
    long pageSize = ReflectorPlan.pageSize(asked, settings.pageSize(), paginatedResult);
    list(asked, pageSize, /* again= */ false);
  }

  private void list(String asked, long pageSize, boolean again) {
    transition(new ReflectorState.Listing(now(), trouble));
    Staging<T> staging = new Staging<>(intake, end -> {});
    PageWalk<T> walk = new PageWalk<>(
        settings.source(),
        steps,
        settings.runtime().timers(),
        ListOptions.NONE.withResourceVersion(asked).withLimit(pageSize),
        /* fullListIfExpired= */ true,
        new PageWalk.Sink<>() {
          @Override
          public void requesting(ListOptions options) {
            if (!(state instanceof ReflectorState.Listing)) {
              transition(new ReflectorState.Listing(now(), trouble));
            }
            listener.onRequest(RequestKind.LIST, options);
          }

          @Override
          public void retrying(SourceException cause, Duration delay) {
            retryLater(cause, delay);
          }

          @Override
          public void items(List<Item<T>> items) {
            staging.items(items);
          }

          @Override
          public void restarted(SourceException cause) {
            report(cause, FailureLevel.RECOVERED);
            staging.clear();
          }

          @Override
          public void completed(String resourceVersion, boolean paginated) {
            paginatedResult |= paginated && asked.equals("0");
            handOn(staging, asked, resourceVersion);
            beginWatching();
            watch();
          }

          @Override
          public void failed(SourceException cause) {
            if (again || !ReflectorPlan.isVersionUnavailable(cause)) {
              endRound(cause, FailureLevel.REPORTED);
              return;
            }
            report(cause, FailureLevel.RECOVERED);
            version.unavailable(cause.isTooLargeResourceVersion());
            list(version.forList(), pageSize, /* again= */ true);
          }
        });
    activity = walk::cancel;
    walk.start();
  }

  private void handOn(Staging<T> staging, String asked, String resourceVersion) {
    List<Revision<T>> revisions = staging.complete();
    long received = nanos();
    settings.destination().replace(revisions, resourceVersion, version.isAuthoritative());
    version.listed(asked, resourceVersion);
    long done = nanos();
    listener.onResourceVersion(resourceVersion);
    Duration took = Duration.ofNanos(done - roundStartNanos);
    if (took.compareTo(SLOW_LIST) > 0) {
      LOG.log(
          Level.INFO,
          "reflector {0}: listing {1} {2} took {3}",
          settings.name(),
          revisions.size(),
          settings.description(),
          took);
      listener.onSlowList(
          revisions.size(),
          Duration.ofNanos(received - roundStartNanos),
          Duration.ofNanos(done - received));
    }
    listener.onList(resourceVersion, revisions.size(), !synced, took);
    synced = true;
    trouble = null;
  }

  private void stream() {
    transition(new ReflectorState.Streaming(now(), trouble));
    String asked = version.forWatchList();
    new Stream(asked).open(ListOptions.NONE
        .withResourceVersion(asked)
        .withResourceVersionMatch("NotOlderThan")
        .withAllowWatchBookmarks(true)
        .withWatchTimeout(watchTimeout())
        .withSendInitialEvents(true));
  }

  private void streamFailed(WatchOutcome outcome, String asked) {
    ReflectorPlan.Verdict verdict =
        ReflectorPlan.afterWatchList(outcome, asked, unfinishedStreams);
    SourceException cause = reported(verdict);
    switch (verdict.step()) {
      case RESTREAM -> {
        unfinishedStreams++;
        stream();
      }
      case RESTREAM_LATER -> pause(cause, this::stream);
      case RESTREAM_LATEST -> {
        version.unavailable(cause.isTooLargeResourceVersion());
        stream();
      }
      case LIST_FOR_A_WHILE -> {
        streamingOff = true;
        streamingOffUntil = nanos() + WITHOUT_STREAMING.toNanos();
        list();
      }
      case LIST -> list();
      case REWATCH, REWATCH_LATER, RELIST_LATER ->
        throw new IllegalStateException("no such step after a streaming list: " + verdict);
    }
  }

  // --- steps: following the changes

  private void beginWatching() {
    internalErrors = newInternalErrors();
    resync = new ResyncTimer(
        settings.resyncPeriod(), settings.runtime().timers(), steps, this::resyncNow);
  }

  private void resyncNow() {
    try {
      if (settings.shouldResync().getAsBoolean()) {
        settings.destination().resync();
      }
    } catch (RuntimeException refused) {
      stopActivity();
      endRound(SourceExceptions.from(refused), FailureLevel.RELISTING);
    }
  }

  private void watch() {
    transition(new ReflectorState.Watching(now(), trouble));
    new Stream(null).open(ListOptions.NONE
        .withResourceVersion(version.last())
        .withAllowWatchBookmarks(true)
        .withWatchTimeout(watchTimeout()));
  }

  private void watchEnded(WatchOutcome outcome) {
    if (outcome instanceof WatchOutcome.Failed failed) {
      internalErrors.after(failed.cause());
      if (failed.cause().isExpired()) {
        version.expired();
      }
    }
    ReflectorPlan.Verdict verdict =
        ReflectorPlan.afterWatch(outcome, internalErrors::shouldRetry);
    SourceException cause = verdict.cause();
    if (verdict.step() == ReflectorPlan.Step.RELIST_LATER && cause != null) {
      endRound(cause, verdict.level());
      return;
    }
    if (cause != null) {
      report(cause, verdict.level());
    }
    if (verdict.step() == ReflectorPlan.Step.REWATCH_LATER && cause != null) {
      pause(cause, this::watch);
    } else {
      watch();
    }
  }

  private Duration watchTimeout() {
    double factor = 1.0 + settings.runtime().random().nextDouble();
    return Duration.ofSeconds((long) (settings.minWatchTimeout().toSeconds() * factor));
  }

  // --- small things

  private void retryLater(SourceException cause, Duration delay) {
    report(cause, FailureLevel.RETRIED);
    transition(new ReflectorState.BackingOff(now(), cause, now().plus(delay)));
  }

  private SourceException reported(ReflectorPlan.Verdict verdict) {
    SourceException cause = verdict.cause();
    if (cause == null) {
      throw new IllegalStateException("a streaming list failed without a cause: " + verdict);
    }
    report(cause, verdict.level());
    return cause;
  }

  private void report(SourceException cause, FailureLevel level) {
    trouble = cause;
    LOG.log(Level.DEBUG, () -> "reflector " + settings.name() + ": " + level + ": " + cause);
    listener.onFailure(cause, level);
  }

  private void transition(ReflectorState next) {
    ReflectorState from = state;
    state = next;
    listener.onTransition(from, next);
  }

  private RetryWithDeadline newInternalErrors() {
    return new RetryWithDeadline(
        settings.maxInternalErrorRetry(), INTERNAL_ERRORS_RESET, settings.runtime().clock());
  }

  private Instant now() {
    return settings.runtime().clock().now();
  }

  private long nanos() {
    return settings.runtime().clock().nanos();
  }

  /** A pause between two attempts. */
  private final class Pause {
    private final Runnable then;
    private Timers.Timer timer = Timers.Timer.NONE;
    private boolean cancelled;

    Pause(Runnable then) {
      this.then = then;
    }

    void over() {
      if (!cancelled) {
        then.run();
      }
    }

    void cancel() {
      cancelled = true;
      timer.cancel();
    }
  }

  /** One watch, which may begin as a streaming list. */
  private final class Stream implements WatchSession.Owner<T> {
    private final @Nullable String asked;
    private final @Nullable Staging<T> staging;
    private boolean streaming;
    private @Nullable WatchSession<T> mine;

    /**
     * @param asked the version a streaming list was asked for; null for a plain watch
     */
    Stream(@Nullable String asked) {
      this.asked = asked;
      this.streaming = asked != null;
      this.staging = streaming ? new Staging<>(intake, this::streamed) : null;
    }

    void open(ListOptions options) {
      WatchSession<T> watch = new WatchSession<>(
          settings.source(),
          settings.runtime(),
          steps,
          options,
          settings.destination()::hasRoom,
          staging == null ? queueTarget : staging,
          this);
      mine = watch;
      session = watch;
      activity = watch::cancel;
      watch.start();
    }

    private void streamed(String resourceVersion) {
      WatchSession<T> watch = mine;
      if (watch == null || asked == null || staging == null) {
        return;
      }
      streaming = false;
      watch.streamed(queueTarget);
      handOn(staging, asked, resourceVersion);
      beginWatching();
      transition(new ReflectorState.Watching(now(), null));
    }

    @Override
    public void requesting(RequestKind kind, ListOptions options) {
      if (state instanceof ReflectorState.BackingOff) {
        transition(
            streaming
                ? new ReflectorState.Streaming(now(), trouble)
                : new ReflectorState.Watching(now(), trouble));
      }
      listener.onRequest(kind, options);
    }

    @Override
    public void retrying(SourceException cause, Duration delay) {
      retryLater(cause, delay);
    }

    @Override
    public void opened() {
      if (!streaming && trouble != null) {
        trouble = null;
        transition(new ReflectorState.Watching(now(), null));
      }
    }

    @Override
    public void skipped(SourceException cause) {
      listener.onSkipped("", cause);
    }

    @Override
    public void handled(int events) {
      listener.onEvents(events);
    }

    @Override
    public void ended(WatchOutcome outcome, long events, Duration lasted) {
      session = null;
      activity = () -> {};
      listener.onWatchEnded(events, lasted, causeOf(outcome));
      String streamedFrom = asked;
      if (streaming && streamedFrom != null) {
        streamFailed(outcome, streamedFrom);
      } else {
        watchEnded(outcome);
      }
    }

    private @Nullable Throwable causeOf(WatchOutcome outcome) {
      if (outcome instanceof WatchOutcome.OpenFailed open) {
        return open.cause();
      }
      return outcome instanceof WatchOutcome.Failed failed ? failed.cause() : null;
    }
  }
}
