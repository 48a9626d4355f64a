package dev.informant.verification.conformance;

import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The text messages of a WebSocket, whole. Thread-safe. */
final class SocketMessages implements WebSocket.Listener {
  private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  private final StringBuilder part = new StringBuilder();

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
    part.append(data);
    if (last) {
      messages.add(part.toString());
      part.setLength(0);
    }
    socket.request(1);
    return null;
  }

  /** The next message; null if none comes in time. */
  @Nullable
  String poll(long seconds) throws InterruptedException {
    return messages.poll(seconds, TimeUnit.SECONDS);
  }
}
