package dev.informant.benchmarks.transport;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** A body of the JDK's client that is counted and dropped. */
final class CountingBody implements HttpResponse.BodySubscriber<Void> {
  /** Hears what came. */
  interface Receiver {
    void received(int lines, int bytes);
  }

  private final Receiver receiver;
  private final CompletableFuture<Void> end = new CompletableFuture<>();

  CountingBody(Receiver receiver) {
    this.receiver = receiver;
  }

  @Override
  public CompletionStage<Void> getBody() {
    return end;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      int length = buffer.remaining();
      receiver.received(lines(buffer), length);
    }
  }

  static int lines(ByteBuffer buffer) {
    int lines = 0;
    while (buffer.hasRemaining()) {
      if (buffer.get() == '\n') {
        lines++;
      }
    }
    return lines;
  }

  @Override
  public void onError(Throwable failure) {
    end.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    end.complete(null);
  }
}
