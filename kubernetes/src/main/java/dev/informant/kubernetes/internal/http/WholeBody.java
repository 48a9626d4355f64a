package dev.informant.kubernetes.internal.http;

import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.log.Readable;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An answer collected whole, up to a limit: a server may send without end. */
public record WholeBody(HttpResponse<?> head, byte[] bytes) {
  /** Fails with {@link DecodeException} as soon as more than {@code limit} bytes have come. */
  public static CompletableFuture<WholeBody> fetch(
      HttpClient http, HttpRequest request, int limit) {
    Collector collector = new Collector(limit);
    http.consumeBytes(request, collector::arrived).whenComplete(collector::answered);
    return collector.whole;
  }

  /**
   * Keeps the parts as they came and joins them at the end: a buffer that grows would need three times the limit. The
   * client calls it from one thread after another, never from two at once.
   */
  private static final class Collector {
    final CompletableFuture<WholeBody> whole = new CompletableFuture<>();
    private final List<byte[]> parts = new ArrayList<>();
    private int size;
    private final int limit;

    Collector(int limit) {
      this.limit = limit;
    }

    void arrived(List<ByteBuffer> chunk, AsyncBody body) {
      for (ByteBuffer buffer : chunk) {
        byte[] part = new byte[buffer.remaining()];
        buffer.get(part);
        parts.add(part);
        size += part.length;
      }
      if (size > limit || whole.isDone()) {
        parts.clear();
        whole.completeExceptionally(
            new DecodeException("the response is larger than " + Readable.bytes(limit)));
        body.cancel();
      } else {
        body.consume();
      }
    }

    void answered(@Nullable HttpResponse<AsyncBody> response, @Nullable Throwable failure) {
      if (response == null) {
        whole.completeExceptionally(failure == null ? new IOException("no answer") : failure);
        return;
      }
      response.body().done().whenComplete((nothing, broken) -> {
        if (broken == null) {
          whole.complete(new WholeBody(response, joined()));
        } else {
          whole.completeExceptionally(broken);
        }
      });
      response.body().consume();
    }

    private byte[] joined() {
      ByteBuffer all = ByteBuffer.allocate(size);
      parts.forEach(all::put);
      parts.clear();
      return all.array();
    }
  }
}
