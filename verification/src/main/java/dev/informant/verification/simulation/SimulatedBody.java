package dev.informant.verification.simulation;

import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.WatchStream;
import dev.informant.testing.VirtualRuntime;
import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The body of an answer on its way: cut anywhere, late, and broken off where it is told to. */
final class SimulatedBody implements AsyncBody {
  private static final byte[] NOTHING = new byte[0];
  private static final int ENOUGH = 8192;

  private final SimulatedNetwork network;
  private final VirtualRuntime runtime;
  private final RandomGenerator random;
  private final Consumer<List<ByteBuffer>> consumer;
  private final Iterator<byte[]> chunks;
  private final @Nullable WatchStream stream;
  private final @Nullable String refusal; // its status, if it is one
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final boolean crumbs;
  private byte[] buffered = NOTHING;
  private int at; // what is before it is on its way already
  private boolean wanted;
  private boolean underWay;
  private boolean stalled;
  private boolean abandoned;
  private long left = Long.MAX_VALUE;
  private boolean endsProperly;

  SimulatedBody(
      SimulatedNetwork network,
      VirtualRuntime runtime,
      RandomGenerator random,
      Consumer<List<ByteBuffer>> consumer,
      ApiResponse response) {
    this.network = network;
    this.runtime = runtime;
    this.random = random;
    this.consumer = consumer;
    this.refusal = response.status() < 400 ? null : Integer.toString(response.status());
    this.crumbs = random.nextInt(16) == 0;
    if (response instanceof ApiResponse.Complete complete) {
      this.chunks = List.of(complete.body()).iterator();
      this.stream = null;
    } else if (response instanceof ApiResponse.Chunked chunked) {
      this.chunks = chunked.chunks();
      this.stream = null;
    } else {
      this.chunks = Collections.emptyIterator();
      this.stream = ((ApiResponse.Watch) response).stream();
      stream.onReadable(this::moveOn);
    }
  }

  /** The connection breaks after so many more bytes. */
  void breakAfter(long bytes) {
    left = Math.min(left, bytes);
    endsProperly = false;
    moveOn();
  }

  /** The answer ends after so many bytes as if it were complete. */
  void endAfter(long bytes) {
    left = bytes;
    endsProperly = true;
  }

  /** Nothing comes until it is released. */
  void stall(boolean on) {
    stalled = on;
    moveOn();
  }

  /** Nothing comes any more, and nobody says so. */
  void abandon() {
    abandoned = true;
  }

  @Override
  public void consume() {
    wanted = true;
    moveOn();
  }

  @Override
  public CompletableFuture<Void> done() {
    return done;
  }

  @Override
  public void cancel() {
    finish(new CancellationException("cancelled by the client"));
  }

  private void moveOn() {
    if (!underWay && wanted && !stalled && !abandoned && !done.isDone()) {
      underWay = true;
      runtime.schedule(network.pause(), () -> runtime.pipeline().execute(this::deliver));
    }
  }

  private void deliver() {
    underWay = false;
    if (done.isDone() || stalled || abandoned || !wanted) {
      return;
    }
    fill();
    if (waiting() == 0 || left == 0) {
      if (left == 0) {
        finish(endsProperly ? null : new IOException("Connection reset by peer"));
      } else if (stream == null || stream.ended()) {
        finish(null);
      }
      return;
    }
    int size = (int) Math.min(left, chunkSize());
    byte[] chunk = Arrays.copyOfRange(buffered, at, at + size);
    at += size;
    left -= size;
    wanted = false;
    try {
      consumer.consume(pieces(chunk), this);
    } catch (Exception failure) {
      finish(failure);
    }
    moveOn();
  }

  private int waiting() {
    return buffered.length - at;
  }

  private void fill() {
    if (waiting() > ENOUGH) {
      return;
    }
    List<byte[]> more = new ArrayList<>();
    int size = waiting();
    while (size < ENOUGH) {
      byte[] next = stream != null ? stream.poll() : chunks.hasNext() ? chunks.next() : null;
      if (next == null) {
        break;
      }
      more.add(next);
      size += next.length;
    }
    if (more.isEmpty()) {
      return;
    }
    if (more.size() == 1 && waiting() == 0) {
      buffered = more.get(0);
      at = 0;
      return;
    }
    byte[] joined = new byte[size];
    int end = waiting();
    System.arraycopy(buffered, at, joined, 0, end);
    for (byte[] next : more) {
      System.arraycopy(next, 0, joined, end, next.length);
      end += next.length;
    }
    buffered = joined;
    at = 0;
  }

  private int chunkSize() {
    if (crumbs && random.nextInt(3) != 0) {
      return Math.min(waiting(), 1 + random.nextInt(9));
    }
    return random.nextInt(3) == 0 ? 1 + random.nextInt(waiting()) : waiting();
  }

  private List<ByteBuffer> pieces(byte[] chunk) {
    if (chunk.length < 2 || random.nextInt(8) != 0) {
      return List.of(ByteBuffer.wrap(chunk));
    }
    List<ByteBuffer> pieces = new ArrayList<>();
    int cut = 1 + random.nextInt(chunk.length - 1);
    pieces.add(ByteBuffer.wrap(chunk, 0, cut).slice());
    pieces.add(ByteBuffer.wrap(chunk, cut, chunk.length - cut).asReadOnlyBuffer());
    return pieces;
  }

  private void finish(@Nullable Throwable failure) {
    if (done.isDone()) {
      return;
    }
    network.closed(this);
    tell(failure);
    if (failure == null) {
      done.complete(null);
    } else {
      done.completeExceptionally(failure);
    }
    if (stream != null) {
      stream.close();
    }
  }

  private void tell(@Nullable Throwable failure) {
    if (refusal != null) {
      network.ended(new StateChecker.Outcome(refusal, failure == null));
    } else if (failure instanceof IOException) {
      network.ended(new StateChecker.Outcome("reset", /* alone= */ false));
    } else if (failure == null) {
      network.ended(new StateChecker.Outcome(null, /* alone= */ false));
    }
  }
}
