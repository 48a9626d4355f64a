package dev.informant.internal.source;

import dev.informant.object.Revision;
import dev.informant.source.FailureLevel;
import dev.informant.source.SourceException;
import dev.informant.source.WatchListPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives a reflector: carries out what {@link ReflectorPlan} decides, step by step.
 */
/*
 * Rounds. A round gets the collection, by streaming list or by LIST, and then watches until that fails.
 * Every round is followed by a pause. Inside a round at most one thing is under way: a ListRun, a
 * WatchRun or a Pause; `activity` knows how to end it.
 *
 * Threads. Everything but start, close and the getters runs on the serial queue `steps`. What the source
 * and the timers call is handed to that queue first, and there it is dropped if the page, the watch or the
 * pause it belongs to is no longer the current one: that is how late calls of cancelled requests do no
 * harm. close() is a step too; after it every activity is ended and none is begun.
 *
 * A step that throws (a destination that refuses, a defect here) ends the round like any other failure:
 * see ReflectorSteps.
 */
final class ReflectorLoop<T> {
  private static final int PATIENT_FROM = 4;
  private static final Duration SLOW_LIST = Duration.ofSeconds(10);
  private static final Duration WITHOUT_STREAMING = Duration.ofHours(1);
  private static final Duration INTERNAL_ERRORS_RESET = Duration.ofMinutes(1);

  private final ReflectorSettings<T> settings;
  private final ReflectorListener<T> listener;
  private final Executor steps;
  private final ReflectorStatus<T> status;
  private final ReflectorParts<T> parts;
  private final Backoff backoff;
  private final SyncVersion version = new SyncVersion();
  private final WatchListMemory memory;
  private final AtomicBoolean started = new AtomicBoolean();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  // used by the steps only
  private Runnable activity = () -> {};
  private Supplier<CompletableFuture<Boolean>> sameServer =
      () -> CompletableFuture.completedFuture(true);
  private int saved;
  private final List<Runnable> afterList = new ArrayList<>();
  private final BriefWatches briefWatches = new BriefWatches();
  private @Nullable ListRun<T> listing;
  private @Nullable WatchRun<T> watch;
  private @Nullable ResyncTimer resync;
  private RetryWithDeadline internalErrors;
  private boolean paginatedResult;
  private boolean synced;
  private int unfinishedStreams;
  private long roundStartNanos;
  private boolean roundEnded;

  ReflectorLoop(ReflectorSettings<T> settings) {
    this.settings = settings;
    this.listener = settings.listener();
    this.memory = WatchListMemory.of(settings.source());
    this.steps = new ReflectorSteps(settings.name(), settings.runtime(), this);
    this.status = new ReflectorStatus<>(settings.name(), settings.runtime().clock(), listener);
    Intake<T> intake = new Intake<>(
        settings.accessor(),
        settings.get(ReflectorOptions.transform()),
        settings.form(),
        settings.previous(),
        settings.destination(),
        version,
        listener);
    this.backoff = new Backoff(
        settings.get(ReflectorOptions.BACKOFF),
        settings.runtime().clock(),
        settings.runtime().random());
    this.parts =
        new ReflectorParts<>(settings, steps, this::retryDelay, status, version, intake, this);
    this.internalErrors = newInternalErrors();
  }

  // --- from any thread

  void start() {
    begin(this::round);
  }

  void startKnowing() {
    begin(() -> {
      version.known();
      round();
    });
  }

  void resume(String from, int objects, Supplier<CompletableFuture<Boolean>> isSameServer) {
    begin(() -> {
      version.resumed(from);
      saved = objects;
      sameServer = isSameServer;
      resume();
    });
  }

  private void begin(Runnable first) {
    if (started.getAndSet(true)) {
      throw new IllegalStateException("reflector " + settings.name() + " was started before");
    }
    settings.destination().onRoom(() -> steps.execute(this::roomCameBack));
    steps.execute(first);
  }

  void close() {
    if (!closing.getAndSet(true)) {
      steps.execute(this::end);
    }
  }

  void relist(Throwable cause, Runnable listed) {
    if (started.get() && !closing.get()) {
      steps.execute(() -> lost(cause, listed));
    }
  }

  void ping(Runnable answer) {
    steps.execute(answer);
  }

  CompletableFuture<Void> closed() {
    return closed.copy();
  }

  ReflectorState state() {
    return status.state();
  }

  boolean hasWatched() {
    return status.hasWatched();
  }

  String lastSyncResourceVersion() {
    return version.last();
  }

  // --- steps: life

  private void end() {
    end(/* cause= */ null);
  }

  /**
   * @param cause null if its owner closes it
   */
  private void end(@Nullable Throwable cause) {
    closing.set(true);
    try {
      stop();
    } finally {
      status.closed(cause);
      closed.complete(null);
    }
  }

  /** Whether it has been closed: then a step that throws needs no successor. */
  boolean isOver() {
    return closing.get();
  }

  /** A step threw: a destination that refuses, or a defect here. If the JVM is out of memory, nothing is repaired. */
  void broke(Throwable failure) {
    OutOfMemoryError fatal = SourceDefects.outOfMemory(failure);
    if (fatal == null) {
      endRound(SourceDefects.from(failure), FailureLevel.REPORTED);
    } else {
      end(fatal);
    }
  }

  /** The runtime was closed before its reflector: no step will run any more. Any thread may call it. */
  void refused(Throwable cause) {
    closing.set(true);
    if (!closed.isDone()) {
      status.closed(cause);
      closed.complete(null);
    }
  }

  private void stop() {
    Runnable current = activity;
    activity = () -> {};
    watch = null;
    listing = null;
    current.run();
    if (resync != null) {
      resync.cancel();
    }
  }

  private void roomCameBack() {
    if (watch != null) {
      watch.roomCameBack();
    }
  }

  private void round() {
    if (closing.get()) {
      return;
    }
    roundStartNanos = nanos();
    roundEnded = false;
    unfinishedStreams = 0;
    briefWatches.reset();
    if (mayStream()) {
      stream();
    } else {
      list();
    }
  }

  private void lost(Throwable cause, Runnable listed) {
    if (closing.get()) {
      return;
    }
    afterList.add(listed);
    SourceException failure = cause instanceof SourceException said
        ? said
        : SourceException.of(
            SourceException.Kind.OTHER, "received changes could not be processed: " + cause, cause);
    if (roundEnded) {
      status.report(failure, FailureLevel.RELISTING); // it will list again as it is
    } else {
      endRound(failure, FailureLevel.RELISTING);
    }
  }

  private void endRound(SourceException cause, FailureLevel level) {
    stop();
    roundEnded = true;
    status.report(cause, level);
    pause(cause, this::round);
  }

  private void pause(SourceException cause, Runnable then) {
    Duration asked = cause.retryAfter() == null ? Duration.ZERO : cause.retryAfter();
    Duration delay;
    if (isPatient(status.failures())) {
      delay = backoff.next(asked);
    } else {
      Duration next = backoff.next();
      delay = asked.compareTo(next) > 0 ? asked : next;
    }
    status.backingOff(delay);
    activity = new Pause(delay, settings.runtime().timers(), steps, then)::cancel;
  }

  /**
   * As client-go, except that a wait requested by the server backs off from the fourth failure in a row on, with jitter: an
   * outage in which the server requests a short wait would otherwise mean a request per second from each informer.
   */
  private @Nullable Duration retryDelay(SourceException cause, boolean answered, int retries) {
    Duration delay = RetryMatrix.delay(cause, answered, retries);
    if (delay == null || cause.retryAfter() == null || !isPatient(status.failures() + 1)) {
      return delay;
    }
    return backoff.next(delay);
  }

  /**
   * @param failures in a row, including the present one
   */
  private boolean isPatient(int failures) {
    return settings.get(ReflectorOptions.PATIENT_RETRIES) && failures >= PATIENT_FROM;
  }

  // --- steps: going on from an earlier run

  private void resume() {
    if (closing.get()) {
      return;
    }
    roundStartNanos = nanos();
    roundEnded = false;
    Resumption<T> resumption = new Resumption<>(parts, saved, sameServer);
    activity = resumption::cancel;
    resumption.start();
  }

  /**
   * The server can be followed from the version of an earlier run.
   *
   * @param unchanged whether the server is still at that version
   */
  void resumed(boolean unchanged) {
    resync = newResyncTimer();
    begin(unchanged ? WatchRun.watch(parts) : WatchRun.confirming(parts));
  }

  /** The check whether it can failed, and is repeated after a pause. */
  void resumeLater(SourceException cause) {
    pause(cause, this::resume);
  }

  /** It cannot: the collection is needed first. */
  void notResumed() {
    round();
  }

  private ResyncTimer newResyncTimer() {
    return new ResyncTimer(
        settings.resyncPeriod(), settings.runtime().timers(), steps, this::resyncNow);
  }

  // --- steps: getting the collection

  private boolean mayStream() {
    return settings.get(ReflectorOptions.WATCH_LIST) == WatchListPolicy.AUTO
        && settings.source().supportsWatchList()
        && !memory.isRefused(nanos());
  }

  private void list() {
    String asked = version.forList();
    ListRun<T> run = new ListRun<>(
        parts,
        asked,
        ReflectorPlan.pageSize(asked, settings.get(ReflectorOptions.PAGE_SIZE), paginatedResult));
    listing = run;
    activity = run::cancel;
    run.start();
  }

  private void stream() {
    begin(WatchRun.stream(parts));
  }

  private void begin(WatchRun<T> run) {
    watch = run;
    briefWatches.begun(nanos());
    activity = run::cancel;
    run.start();
  }

  /** The list is complete. */
  void listed(Staging<T> staging, String asked, String resourceVersion) {
    if (listing != null) {
      paginatedResult |= listing.isPaginatedAtZero();
      listing = null;
    }
    collected(staging, asked, resourceVersion);
    watch();
  }

  /**
   * The collection is complete: a list, or the beginning of the present watch.
   *
   * @param asked the version it was requested at
   */
  void collected(Staging<T> staging, String asked, String resourceVersion) {
    listener.onCollected(resourceVersion);
    handOn(staging.complete(), asked, resourceVersion);
    internalErrors = newInternalErrors();
    resync = newResyncTimer();
  }

  private void handOn(List<Revision<T>> revisions, String asked, String resourceVersion) {
    long received = nanos();
    settings.destination().replace(revisions, resourceVersion, version.isAuthoritative());
    version.listed(asked, resourceVersion);
    List.copyOf(afterList).forEach(Runnable::run);
    afterList.clear();
    long done = nanos();
    listener.onResourceVersion(resourceVersion);
    Duration took = Duration.ofNanos(done - roundStartNanos);
    if (took.compareTo(SLOW_LIST) > 0) {
      status.slowList(revisions.size(), took, Duration.ofNanos(done - received));
    }
    listener.onList(resourceVersion, revisions.size(), !synced, took);
    synced = true;
  }

  /** The list failed, however often its requests were sent again. */
  void listFailed(SourceException cause) {
    endRound(cause, FailureLevel.REPORTED);
  }

  /** A streaming list ended before its end. */
  void streamFailed(WatchOutcome outcome, String asked) {
    ReflectorPlan.Verdict verdict = ReflectorPlan.afterWatchList(outcome, asked, unfinishedStreams);
    SourceException cause = verdict.cause();
    if (cause == null) {
      throw new IllegalStateException("a streaming list failed without a cause: " + outcome);
    }
    watch = null;
    status.report(cause, verdict.level());
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
        memory.refusedUntil(nanos() + WITHOUT_STREAMING.toNanos());
        list();
      }
      case LIST -> list();
      case REWATCH, REWATCH_LATER, RELIST_LATER ->
        throw new IllegalStateException("no such step after a streaming list: " + verdict);
    }
  }

  // --- steps: following the changes

  private void watch() {
    begin(WatchRun.watch(parts));
  }

  void watchEnded(WatchOutcome outcome) {
    watch = null;
    briefWatches.ended(nanos());
    if (outcome instanceof WatchOutcome.Failed failed) {
      internalErrors.after(failed.cause());
      expiredBy(failed.cause());
    } else if (outcome instanceof WatchOutcome.OpenFailed open) {
      expiredBy(open.cause());
    }
    ReflectorPlan.Verdict verdict =
        ReflectorPlan.afterWatch(outcome, version.forWatch(), internalErrors::shouldRetry);
    SourceException cause = verdict.cause();
    if (cause != null && verdict.step() == ReflectorPlan.Step.RELIST_LATER) {
      endRound(cause, verdict.level());
      return;
    }
    if (cause != null) {
      status.report(cause, verdict.level());
    }
    if (cause != null && verdict.step() == ReflectorPlan.Step.REWATCH_LATER) {
      pause(cause, this::watch);
    } else if (briefWatches.areMany()) {
      slowDown(cause);
    } else {
      watch();
    }
  }

  private void expiredBy(SourceException cause) {
    if (cause.isExpired()) {
      version.expired();
    }
  }

  /** Watches again after the shortest pause: one watch after another ended as soon as it had begun. */
  private void slowDown(@Nullable SourceException reported) {
    SourceException cause = reported;
    if (cause == null) {
      cause = briefWatches.asCause();
      status.report(cause, FailureLevel.RECOVERED);
    }
    Duration delay = settings.get(ReflectorOptions.BACKOFF).initial();
    status.backingOff(delay);
    activity = new Pause(delay, settings.runtime().timers(), steps, this::watch)::cancel;
  }

  private void resyncNow() {
    try {
      if (settings.shouldResync().getAsBoolean()) {
        settings.destination().resync();
      }
    } catch (RuntimeException refused) {
      endRound(SourceDefects.from(refused), FailureLevel.RELISTING);
    }
  }

  private RetryWithDeadline newInternalErrors() {
    return new RetryWithDeadline(
        settings.get(ReflectorOptions.MAX_INTERNAL_ERROR_RETRY),
        INTERNAL_ERRORS_RESET,
        settings.runtime().clock());
  }

  private long nanos() {
    return settings.runtime().clock().nanos();
  }
}
