package dev.informant.apiserver.internal.http;

import dev.informant.apiserver.internal.core.Oddity;
import dev.informant.apiserver.internal.core.WatchStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A watch whose events the test gives. */
public final class FakeStream implements WatchStream {
  private final ConcurrentLinkedQueue<byte[]> frames = new ConcurrentLinkedQueue<>();
  private volatile @Nullable Runnable signal;
  private volatile boolean ended;
  public final CompletableFuture<Void> closed = new CompletableFuture<>();

  public void send(String line) {
    send((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  public void send(byte[] frame) {
    frames.add(frame);
    signal();
  }

  public void end() {
    ended = true;
    signal();
  }

  private void signal() {
    Runnable listener = signal;
    if (listener != null) {
      listener.run();
    }
  }

  @Override
  public void onReadable(Runnable listener) {
    signal = listener;
    listener.run();
  }

  @Override
  public byte @Nullable [] poll() {
    return frames.poll();
  }

  @Override
  public boolean ended() {
    return ended && frames.isEmpty();
  }

  @Override
  public void stall() {
    throw new UnsupportedOperationException("the test says what this watch says");
  }

  @Override
  public void next(Oddity event) {
    throw new UnsupportedOperationException("the test says what this watch says");
  }

  @Override
  public void spare() {
    throw new UnsupportedOperationException("no fault knows of this watch");
  }

  @Override
  public void close() {
    ended = true;
    closed.complete(null);
  }
}
