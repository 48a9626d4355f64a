package dev.informant.internal.source;

import dev.informant.log.QuietLog;
import dev.informant.object.ObjectAccessor;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One watch of a {@link dev.informant.source.RetryWatcher}. All but more and cancel runs on its steps. */
public final class ResumedWatch<T>
    implements ListerWatcher.Exchange, WatchSession.Owner, EventTarget<T> {
  private static final Logger LOG = QuietLog.of(ResumedWatch.class);
  private static final Duration RESTART_DELAY = Duration.ofSeconds(1);
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final ListerWatcher<T> source;
  private final ObjectAccessor<T> accessor;
  private final EngineRuntime runtime;
  private final ListerWatcher.WatchReceiver<T> receiver;
  private final SerialQueue steps;
  private @Nullable WatchSession<T> stream;
  private @Nullable Pause pause;
  private boolean announced;
  private boolean over;

  /** Whether the receiver wants a batch. The first batch of each stream arrives in any case. */
  private boolean asked = true;

  /** Events the receiver has not been given yet, and the error behind them if the watch has ended. */
  private List<WatchEvent<T>> batch = new ArrayList<>();

  private boolean ending;

  /** From where to go on: everything before it has been given to the receiver. */
  private String version;

  /** The same including {@link #batch}. */
  private String received;

  public ResumedWatch(
      ListerWatcher<T> source,
      ObjectAccessor<T> accessor,
      EngineRuntime runtime,
      String version,
      ListerWatcher.WatchReceiver<T> receiver) {
    this.source = source;
    this.accessor = accessor;
    this.runtime = runtime;
    this.version = version;
    this.received = version;
    this.receiver = receiver;
    this.steps = runtime.pipelineQueue(this::broke);
  }

  public void start() {
    steps.execute(this::open);
  }

  @Override
  public void more() {
    steps.execute(() -> {
      asked = true;
      deliver();
      if (stream != null) {
        stream.roomCameBack();
      }
    });
  }

  @Override
  public void cancel() {
    steps.execute(this::stop);
  }

  private void stop() {
    over = true;
    if (stream != null) {
      stream.cancel();
    }
    if (pause != null) {
      pause.cancel();
    }
  }

  /** A step threw (the receiver, or the source), or was refused: nobody else would go on from here. */
  private void broke(Throwable failure) {
    if (over) {
      LOG.log(Level.DEBUG, "retry watcher: a step failed after the end of the watch", failure);
      return;
    }
    LOG.log(Level.WARNING, "retry watcher: a step failed, ending the watch", failure);
    stop();
    try {
      receiver.failed(SourceException.of(
          SourceException.Kind.OTHER, "a step of the watch failed: " + failure, failure));
    } catch (Throwable again) {
      LOG.log(Level.WARNING, "retry watcher: the receiver threw when the watch ended", again);
    }
  }

  private void open() {
    if (over) {
      return;
    }
    WatchSession<T> next = new WatchSession<>(
        source,
        runtime,
        steps,
        Retries.CLIENT_GO,
        WatchSession.options(version, ReflectorOptions.SHORTEST_WATCH, runtime),
        () -> asked,
        this,
        this);
    stream = next;
    next.startOnce();
  }

  @Override
  public void opened() {
    if (!announced) {
      announced = true;
      receiver.opened();
    }
  }

  @Override
  public void accept(WatchEvent<T> event, boolean ordered) {
    if (event instanceof WatchEvent.Bookmark<T> bookmark) {
      if (!bookmark.resourceVersion().isEmpty()) {
        received = bookmark.resourceVersion();
      }
      return;
    }
    String next = Intake.version(Intake.item(event), accessor);
    if (next == null || next.isEmpty()) {
      giveUp(SourceException.of(
          SourceException.Kind.DECODE,
          "the watch cannot be resumed after an event with a missing or malformed version",
          null));
      return;
    }
    received = next;
    batch.add(event);
  }

  @Override
  public void skipped(SourceException cause) {
    giveUp(cause);
  }

  @Override
  public void handled(int events) {
    deliver();
  }

  private void deliver() {
    if (over || (!asked && !batch.isEmpty())) {
      return; // held until the receiver wants it
    }
    version = received;
    if (!batch.isEmpty()) {
      List<WatchEvent<T>> next = batch;
      batch = new ArrayList<>();
      asked = false;
      over = ending;
      receiver.events(next);
      if (ending) {
        receiver.closed();
      }
    }
  }

  @Override
  public void ended(WatchOutcome outcome) {
    SourceException cause = outcome.cause() instanceof SourceException known ? known : null;
    if (cause != null && isFinal(cause, outcome instanceof WatchOutcome.OpenFailed)) {
      opened();
      giveUp(cause);
    } else {
      again(cause == null ? null : cause.retryAfter());
    }
  }

  private boolean isFinal(SourceException cause, boolean opening) {
    return cause.isExpired()
        || (opening && (cause.code() == UNAUTHORIZED || cause.code() == FORBIDDEN));
  }

  /** Ends the watch with an error behind what came before it. */
  private void giveUp(SourceException cause) {
    ending = true;
    if (stream != null) {
      stream.cancel();
    }
    asked |= batch.isEmpty(); // the end needs no asking
    batch.add(new WatchEvent.Error<>(cause));
    deliver();
  }

  /**
   * Opens again, a second after the last opening or as long from now as the server requested. Events that the
   * receiver has not been given arrive again.
   */
  private void again(@Nullable Duration retryAfter) {
    batch.clear();
    received = version;
    Duration lasted = stream == null ? RESTART_DELAY : stream.lasted();
    Duration least =
        lasted.compareTo(RESTART_DELAY) < 0 ? RESTART_DELAY.minus(lasted) : Duration.ZERO;
    Duration delay = retryAfter != null && retryAfter.compareTo(least) > 0 ? retryAfter : least;
    pause = new Pause(delay, runtime.timers(), steps, this::open);
  }
}
