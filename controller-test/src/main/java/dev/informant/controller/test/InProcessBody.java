package dev.informant.controller.test;

import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.WatchStream;
import dev.informant.testing.VirtualRuntime;
import io.fabric8.kubernetes.client.http.AsyncBody;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The body of an answer: one piece per request to consume. Belongs to the thread that drives the virtual runtime. */
final class InProcessBody implements AsyncBody {
  private final InProcessClient client;
  private final VirtualRuntime runtime;
  private final Consumer<List<ByteBuffer>> consumer;
  private final Iterator<byte[]> chunks;
  private final @Nullable WatchStream stream;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private boolean wanted;
  private boolean underWay;

  InProcessBody(
      InProcessClient client,
      VirtualRuntime runtime,
      Consumer<List<ByteBuffer>> consumer,
      ApiResponse response) {
    this.client = client;
    this.runtime = runtime;
    this.consumer = consumer;
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
    fail(new CancellationException("cancelled by the client"));
  }

  void fail(Throwable failure) {
    end();
    done.completeExceptionally(failure);
  }

  private void end() {
    client.closed(this);
    if (stream != null) {
      stream.close();
    }
  }

  private void moveOn() {
    if (!underWay && wanted && !done.isDone()) {
      underWay = true;
      runtime.schedule(client.latency(), this::deliver);
    }
  }

  private void deliver() {
    underWay = false;
    if (done.isDone() || !wanted) {
      return;
    }
    byte[] next = stream != null ? stream.poll() : chunks.hasNext() ? chunks.next() : null;
    if (next == null) {
      if (stream == null || stream.ended()) {
        end();
        done.complete(null);
      }
      return;
    }
    wanted = false;
    try {
      consumer.consume(List.of(ByteBuffer.wrap(next.clone())), this);
    } catch (Exception failure) {
      fail(failure);
    }
    moveOn();
  }
}
