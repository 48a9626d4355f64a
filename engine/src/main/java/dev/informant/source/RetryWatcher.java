package dev.informant.source;

import dev.informant.log.QuietLog;
import dev.informant.object.ObjectAccessor;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A watch that survives the end of its stream: it is opened again from the last version seen, so that
 * nothing is lost or repeated, at most once a second, for ever. It ends by itself only when going on would
 * lose something or cannot succeed: the version has expired, access is denied, or an event cannot be placed.
 * The receiver then hears an {@link WatchEvent.Error} and the end of the stream. A receiver that throws ends it
 * too, and hears of that as a failure. A stream that is silent for
 * too long is cut and opened again like one that ended.
 *
 * <p>Bookmarks are asked for and kept. It does not list: what happened before the first version is unknown.
 * Any thread may call {@link #watch}; each call is a watch of its own.
 */
public final class RetryWatcher<T> {
  private static final Logger LOG = QuietLog.of(RetryWatcher.class);
  private static final Duration RESTART_DELAY = Duration.ofSeconds(1);
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final ListerWatcher<T> source;
  private final ObjectAccessor<T> accessor;
  private final EngineRuntime runtime;

  public RetryWatcher(ListerWatcher<T> source, ObjectAccessor<T> accessor, EngineRuntime runtime) {
    this.source = source;
    this.accessor = accessor;
    this.runtime = runtime;
  }

  /**
   * Watches from a version on. The receiver is called on the pipeline and must not block.
   *
   * @throws IllegalArgumentException if the version is empty or "0": then nobody could say what was missed
   */
  public ListerWatcher.Exchange watch(
      String resourceVersion, ListerWatcher.WatchReceiver<T> receiver) {
    if (resourceVersion.isEmpty() || resourceVersion.equals("0")) {
      throw new IllegalArgumentException("a watch that can be resumed needs a real version, got \""
          + resourceVersion + "\"; list first and use the version of the list");
    }
    Watch watch = new Watch(resourceVersion, receiver);
    watch.steps.execute(watch::open);
    return watch;
  }

  /** One watch. All but more and cancel runs on its steps. */
  private final class Watch implements ListerWatcher.Exchange {
    private final ListerWatcher.WatchReceiver<T> receiver;
    private final SerialQueue steps;
    private String version;
    private @Nullable Stream stream;
    private @Nullable Pause pause;
    private Timers.Timer alarm = Timers.Timer.NONE;
    private WatchDeadline deadline = new WatchDeadline(0, Duration.ZERO, /* streaming= */ false);
    private long openedNanos;
    private boolean announced;
    private boolean over;
    private boolean asked = true;

    Watch(String version, ListerWatcher.WatchReceiver<T> receiver) {
      this.version = version;
      this.receiver = receiver;
      this.steps = runtime.pipelineQueue(this::broke);
    }

    @Override
    public void more() {
      steps.execute(() -> {
        asked = true;
        if (stream != null) {
          stream.pull();
        }
      });
    }

    @Override
    public void cancel() {
      steps.execute(this::stop);
    }

    private void stop() {
      over = true;
      alarm.cancel();
      Stream current = stream;
      stream = null;
      if (current != null) {
        SourceDefects.cancel(current.exchange);
      }
      if (pause != null) {
        pause.cancel();
      }
    }

    /** A step threw (the receiver, or the source), or was refused: nobody else would go on from here. */
    private void broke(Throwable failure) {
      if (over) {
        LOG.log(Level.DEBUG, "a step of a resumable watch broke after its end", failure);
        return;
      }
      LOG.log(Level.WARNING, "a resumable watch ends because a step of it broke", failure);
      stop();
      try {
        receiver.failed(SourceException.of(
            SourceException.Kind.OTHER, "a step of the watch broke: " + failure, failure));
      } catch (Throwable again) {
        LOG.log(Level.WARNING, "the receiver of a resumable watch refuses to hear its end", again);
      }
    }

    private void open() {
      if (over) {
        return;
      }
      openedNanos = runtime.clock().nanos();
      Duration timeout = WatchRun.timeout(Reflector.MIN_WATCH_TIMEOUT, runtime);
      deadline = new WatchDeadline(openedNanos, timeout, /* streaming= */ false);
      Stream next = new Stream(this);
      stream = next;
      arm();
      try {
        next.exchange = source.watch(
            ListOptions.NONE
                .withResourceVersion(version)
                .withAllowWatchBookmarks(true)
                .withWatchTimeout(timeout),
            next);
      } catch (RuntimeException refused) {
        next.failed(SourceDefects.from(refused));
      }
    }

    private void arm() {
      alarm.cancel();
      Stream watched = stream;
      alarm = runtime
          .timers()
          .schedule(
              Duration.ofNanos(deadline.remainingNanos(runtime.clock().nanos())),
              () -> steps.execute(() -> {
                if (watched != null && stream == watched) {
                  checkDeadline(watched);
                }
              }));
    }

    private void checkDeadline(Stream watched) {
      long now = runtime.clock().nanos();
      if (!watched.pending) {
        deadline.event(now); // nobody asked the server for more: the silence is ours
      }
      if (deadline.remainingNanos(now) > 0) {
        arm();
      } else {
        LOG.log(Level.DEBUG, "a resumable watch was silent for too long and is opened again");
        again(null);
      }
    }

    private void opened() {
      if (!announced) {
        announced = true;
        receiver.opened();
      }
    }

    /** Opens again, a second after the last opening or as long from now as the server asked for. */
    private void again(@Nullable Duration retryAfter) {
      Stream current = stream;
      stream = null;
      alarm.cancel();
      if (current != null) {
        SourceDefects.cancel(current.exchange);
      }
      long left = openedNanos + RESTART_DELAY.toNanos() - runtime.clock().nanos();
      Duration least = Duration.ofNanos(Math.max(0, left));
      Duration delay = retryAfter != null && retryAfter.compareTo(least) > 0 ? retryAfter : least;
      pause = new Pause(delay, runtime.timers(), steps, this::open);
    }

    private void openFailed(SourceException cause) {
      if (cause.isExpired() || cause.code() == UNAUTHORIZED || cause.code() == FORBIDDEN) {
        opened();
        giveUp(List.of(), cause);
      } else {
        again(cause.retryAfter());
      }
    }

    private void giveUp(List<WatchEvent<T>> before, SourceException cause) {
      List<WatchEvent<T>> last = new ArrayList<>(before);
      last.add(new WatchEvent.Error<>(cause));
      stop();
      receiver.events(last);
      receiver.closed();
    }

    private void handle(List<WatchEvent<T>> batch) {
      List<WatchEvent<T>> forward = new ArrayList<>(batch.size());
      for (WatchEvent<T> event : batch) {
        if (event instanceof WatchEvent.Bookmark<T> bookmark) {
          if (!bookmark.resourceVersion().isEmpty()) {
            version = bookmark.resourceVersion();
          }
          deadline.bookmark(runtime.clock().nanos());
          arm();
        } else if (event instanceof WatchEvent.Error<T> error) {
          streamFailed(forward, error.cause());
          return;
        } else {
          String next = versionOf(event);
          if (next == null || next.isEmpty()) {
            giveUp(
                forward,
                SourceException.of(
                    SourceException.Kind.DECODE,
                    "an event of unknown type, or whose version is missing or cannot be read,"
                        + " cannot be resumed from",
                    null));
            return;
          }
          version = next;
          forward.add(event);
        }
      }
      forward(forward);
    }

    private void forward(List<WatchEvent<T>> events) {
      if (!events.isEmpty()) {
        asked = false;
        receiver.events(events);
      } else if (stream != null) {
        stream.pull();
      }
    }

    private void streamFailed(List<WatchEvent<T>> before, SourceException cause) {
      if (cause.isExpired()) {
        giveUp(before, cause);
      } else {
        forward(before);
        again(cause.retryAfter());
      }
    }

    private @Nullable String versionOf(WatchEvent<T> event) {
      Item<T> item = null;
      if (event instanceof WatchEvent.Added<T> added) {
        item = added.item();
      } else if (event instanceof WatchEvent.Modified<T> modified) {
        item = modified.item();
      } else if (event instanceof WatchEvent.Deleted<T> deleted) {
        item = deleted.item();
      }
      return Intake.version(item, accessor);
    }
  }

  /** One stream of a watch; what it says is dropped once the watch has gone past it. */
  private final class Stream implements ListerWatcher.WatchReceiver<T> {
    private final Watch watch;
    private ListerWatcher.Exchange exchange = SourceDefects.NO_EXCHANGE;
    private boolean opened;
    private boolean pending = true;
    private @Nullable List<WatchEvent<T>> held;

    Stream(Watch watch) {
      this.watch = watch;
    }

    /** Asks for the next batch if the receiver did and none is on its way. */
    void pull() {
      List<WatchEvent<T>> batch = held;
      if (watch.asked && batch != null) {
        held = null;
        watch.handle(batch);
      } else if (watch.asked && !pending) {
        pending = true;
        watch.deadline.event(runtime.clock().nanos());
        exchange.more();
      }
    }

    @Override
    public void opened() {
      step(() -> {
        opened = true;
        watch.opened();
      });
    }

    @Override
    public void events(List<WatchEvent<T>> batch) {
      step(() -> {
        opened = true;
        pending = false;
        watch.deadline.event(runtime.clock().nanos());
        watch.opened();
        // A new stream sends its first batch unasked. If the stream ends while that is held back,
        // its
        // events come again: the version has not moved.
        held = batch;
        pull();
      });
    }

    @Override
    public void closed() {
      step(() -> watch.again(null));
    }

    @Override
    public void failed(SourceException cause) {
      step(() -> {
        if (opened) {
          watch.streamFailed(List.of(), cause);
        } else {
          watch.openFailed(cause);
        }
      });
    }

    private void step(Runnable action) {
      watch.steps.execute(() -> {
        if (watch.stream == this) {
          action.run();
        }
      });
    }
  }
}
