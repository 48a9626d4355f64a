package dev.informant.kubernetes.internal.source;

import dev.informant.kubernetes.internal.http.PendingRequest;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request under way: carries the answer's bytes from the HTTP client's threads to a reader on the
 * pipeline, no faster than the receiver asks. Thread-safe.
 */
/*
 * Threads. The request is sent from the callbacks' executor, because reading credentials may block. The
 * HTTP client's threads (an event loop that must never be held up) only store buffers and post tasks.
 * Everything that touches the reader runs on `queue`, one task at a time, in order; the fields said to
 * belong to it are touched nowhere else.
 *
 * Back-pressure. Reading ahead is bounded by READ_AHEAD bytes not yet given to the reader: below it the
 * next buffer is asked for as soon as one arrives, so that a busy pipeline finds many at once and makes
 * larger batches of them. After a batch the reader gets nothing until the receiver calls more().
 * `unread`, `stalled` and `buffers` are guarded by `lock`, which is held for a few instructions only.
 *
 * Ends. The reader hears of exactly one end, after all bytes before it and after more(); none once
 * cancelled. `cancelled` is read right before each delivery, so a delivery that begins after cancel()
 * returned is impossible.
 *
 * Silence. While bytes are wanted and none come, a timer runs; when it finds that nothing has arrived for
 * `patience` the request is given up. A watch that has been opened may be silent: its reader turns the
 * timer off, its deadline is the reflector's.
 */
public final class BodyPump implements ListerWatcher.Exchange, PendingRequest {
  private static final int READ_AHEAD = 256 << 10;

  /** Hears the answer, on the pipeline, one call at a time. */
  interface Reader {
    /** The head has arrived. Returns what takes the bytes of the body. */
    Content head(HttpResponse<?> response);

    /** Whether the answer may pause for longer than the patience. Asked after the head. */
    boolean mayPause();

    /** Delivers what has been read; whether there was anything. */
    boolean deliver();

    /** The body is complete. */
    void finished();

    /** No (complete) answer. */
    void failed(Throwable cause);
  }

  /** Takes bytes in order. They are valid, and may be changed, during the call. */
  @FunctionalInterface
  interface Content {
    void accept(byte[] bytes, int offset, int length);
  }

  private final EngineRuntime runtime;
  private final Reader reader;
  private final Duration patience;
  private final SerialQueue queue;

  private final Object lock = new Object();
  private ArrayDeque<ByteBuffer> buffers = new ArrayDeque<>(); // guarded by lock
  private int unread; // guarded by lock
  private boolean stalled; // guarded by lock
  private @Nullable AsyncBody body; // guarded by lock
  private Timers.Timer timer = Timers.Timer.NONE; // guarded by lock
  private long lastSign; // guarded by lock
  private @Nullable Instant sentAt; // guarded by lock
  private boolean isAnswered; // guarded by lock
  private boolean silenceAllowed; // guarded by lock
  private @Nullable CompletableFuture<?> answer; // guarded by lock
  private @Nullable Runnable abort; // guarded by lock

  private volatile boolean cancelled;
  private volatile boolean over; // written on the queue

  // these belong to the queue
  private Content content = (bytes, offset, length) -> {
    throw new IllegalStateException("received data before the response headers");
  };
  private boolean waiting;
  private boolean bodyEnded;
  private @Nullable Throwable bodyFailure;

  public BodyPump(EngineRuntime runtime, Reader reader, Duration patience) {
    this.runtime = runtime;
    this.reader = reader;
    this.patience = patience;
    this.queue = runtime.pipelineQueue(this::readerFailed);
  }

  /**
   * @param http asked on a thread that may block
   */
  public void send(Supplier<HttpClient> http, HttpRequest request) {
    synchronized (lock) {
      sentAt = runtime.clock().now();
      lastSign = runtime.clock().nanos();
      timer = runtime.timers().schedule(patience, this::checkSilence);
    }
    runtime.callbacks().execute(() -> {
      try {
        CompletableFuture<HttpResponse<AsyncBody>> sent;
        HttpClient sender = http.get();
        PendingRequest.CURRENT.set(this);
        try {
          sent = sender.consumeBytes(request, this::arrived);
        } finally {
          PendingRequest.CURRENT.remove();
        }
        synchronized (lock) {
          answer = sent;
        }
        sent.whenComplete(this::answered);
        if (cancelled) {
          sent.cancel(/* mayInterruptIfRunning= */ false);
        }
      } catch (RuntimeException | OutOfMemoryError failure) {
        queue.execute(() -> end(failure));
      }
    });
  }

  /** How far it has got, in words; null if it has ended, or was never sent. */
  @Nullable
  public String progress() {
    synchronized (lock) {
      if (cancelled || over || sentAt == null) {
        return null;
      }
      long silent = Duration.ofNanos(runtime.clock().nanos() - lastSign).toSeconds();
      return "sent at " + sentAt
          + (isAnswered
              ? ", received no data for the last " + silent + " s"
              : ", received no response for " + silent + " s");
    }
  }

  @Override
  public void more() {
    queue.execute(() -> {
      waiting = false;
      pump();
    });
  }

  @Override
  public void cancel() {
    cancelled = true;
    abandon();
  }

  @Override
  public void canBeAborted(Runnable reset) {
    synchronized (lock) {
      abort = reset;
    }
    if (cancelled || over) {
      reset.run();
    }
  }

  private void abandon() {
    AsyncBody open;
    CompletableFuture<?> pending;
    Runnable reset;
    synchronized (lock) {
      reset = abort;
      open = body;
      pending = answer;
      buffers.clear();
      timer.cancel();
    }
    if (pending != null) {
      pending.cancel(/* mayInterruptIfRunning= */ false);
    }
    if (open != null) {
      open.cancel();
    }
    if (reset != null) {
      reset.run();
    }
  }

  // ---- on threads of the HTTP client

  private void answered(@Nullable HttpResponse<AsyncBody> response, @Nullable Throwable failure) {
    if (response == null) {
      Throwable cause = failure == null ? new IllegalStateException("no answer") : failure;
      queue.execute(() -> end(cause));
      return;
    }
    AsyncBody opened = response.body();
    synchronized (lock) {
      body = opened;
      isAnswered = true;
      abort = null; // from now on cancelling the body does it; a reset could hit the next request
      lastSign = runtime.clock().nanos();
    }
    if (cancelled || over) {
      opened.cancel();
      return;
    }
    queue.execute(() -> head(response));
    opened.done().whenComplete((nothing, broken) -> {
      synchronized (lock) {
        // The connection may serve another request from now on; cancelling would hit that one.
        body = null;
      }
      queue.execute(() -> {
        bodyEnded = true;
        bodyFailure = broken;
        pump();
      });
    });
    opened.consume();
  }

  /** An event loop would keep an OutOfMemoryError to itself, and the request would stay open. */
  private void arrived(List<ByteBuffer> chunk, AsyncBody source) {
    try {
      keep(chunk, source);
    } catch (OutOfMemoryError fatal) {
      queue.execute(() -> readerFailed(fatal));
    }
  }

  private void keep(List<ByteBuffer> chunk, AsyncBody source) {
    if (cancelled) {
      source.cancel();
      return;
    }
    boolean first;
    boolean next;
    synchronized (lock) {
      first = buffers.isEmpty();
      for (ByteBuffer buffer : chunk) {
        unread += buffer.remaining();
        buffers.add(buffer);
      }
      lastSign = runtime.clock().nanos();
      next = unread < READ_AHEAD;
      stalled = !next;
    }
    if (first) {
      queue.execute(this::pump);
    }
    if (next) {
      source.consume();
    }
  }

  // ---- on the queue

  private void head(HttpResponse<?> response) {
    if (cancelled || over) {
      return;
    }
    content = reader.head(response);
    if (reader.mayPause()) {
      synchronized (lock) {
        silenceAllowed = true;
        timer.cancel();
      }
    }
  }

  private void pump() {
    while (!waiting && !over && !cancelled) {
      ArrayDeque<ByteBuffer> taken = take();
      if (taken.isEmpty()) {
        if (bodyEnded) {
          // Whatever the client calls it (each of them has names of its own), the connection is
          // gone.
          end(bodyFailure == null ? null : new IOException("the connection was lost", bodyFailure));
        }
        return;
      }
      for (ByteBuffer buffer : taken) {
        read(buffer);
      }
      if (cancelled) {
        return;
      }
      waiting = reader.deliver();
      readOn();
    }
  }

  private ArrayDeque<ByteBuffer> take() {
    synchronized (lock) {
      ArrayDeque<ByteBuffer> taken = buffers;
      buffers = new ArrayDeque<>();
      unread = 0;
      return taken;
    }
  }

  private void readOn() {
    AsyncBody open = null;
    synchronized (lock) {
      if (stalled && unread < READ_AHEAD) {
        stalled = false;
        open = body;
        lastSign = runtime.clock().nanos();
      }
    }
    if (open != null) {
      open.consume();
    }
  }

  private void read(ByteBuffer buffer) {
    if (buffer.hasArray()) {
      content.accept(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
    } else {
      byte[] copy = new byte[buffer.remaining()];
      buffer.get(copy);
      content.accept(copy, 0, copy.length);
    }
  }

  private void end(@Nullable Throwable failure) {
    if (over || cancelled) {
      return;
    }
    over = true;
    synchronized (lock) {
      timer.cancel();
    }
    if (failure == null) {
      reader.finished();
    } else {
      reader.failed(failure);
    }
  }

  /** The reader threw: the answer makes no sense, or it has a defect. Nothing more is read. */
  private void readerFailed(Throwable failure) {
    if (over || cancelled) {
      return;
    }
    over = true;
    try {
      abandon();
    } finally {
      reader.failed(failure); // whatever the HTTP client says to being given up
    }
  }

  // ---- on the timer's thread

  private void checkSilence() {
    synchronized (lock) {
      if (cancelled || over || silenceAllowed) {
        return;
      }
      long idle = stalled || unread > 0 ? 0 : runtime.clock().nanos() - lastSign;
      Duration left = patience.minusNanos(idle);
      if (left.compareTo(Duration.ZERO) > 0) {
        timer = runtime.timers().schedule(left, this::checkSilence);
        return;
      }
    }
    queue.execute(() -> readerFailed(SourceException.of(
        SourceException.Kind.NETWORK,
        "no data received for " + patience.toSeconds() + " s",
        null)));
  }
}
