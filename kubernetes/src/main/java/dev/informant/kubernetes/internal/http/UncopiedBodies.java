package dev.informant.kubernetes.internal.http;

import io.netty.buffer.ByteBuf;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;

/**
 * Saves a copy of every answer: fabric8 asks each buffer of Vert.x for its bytes, which makes a second array of them.
 * Buffers of an answer are made for their one receiver, so they can give away the array they have. Stateless.
 */
final class UncopiedBodies {
  private UncopiedBodies() {}

  /** The same request, whose answer gives away its arrays. */
  static HttpClientRequest of(HttpClientRequest request) {
    return Proxies.of(HttpClientRequest.class, (proxy, method, arguments) -> {
      Object result = Proxies.call(request, method, arguments);
      return method.getName().equals("send") && result instanceof Future<?> answer
          ? answer.map(head -> response((HttpClientResponse) head))
          : result;
    });
  }

  private static HttpClientResponse response(HttpClientResponse response) {
    return Proxies.of(HttpClientResponse.class, (proxy, method, arguments) -> {
      if (method.getName().equals("handler") && arguments[0] != null) {
        @SuppressWarnings("unchecked") // it is what the method takes
        Handler<Buffer> handler = (Handler<Buffer>) arguments[0];
        response.handler(buffer -> handler.handle(buffer(buffer)));
        // fabric8 7.0 sets no handler for a lost connection, and would wait for the body
        // indefinitely. It ends
        // an answer whose buffer throws. Later releases replace this handler.
        response.exceptionHandler(lost -> handler.handle(throwing(lost)));
        return proxy;
      }
      return Proxies.call(response, method, arguments);
    });
  }

  private static Buffer throwing(Throwable lost) {
    return Proxies.of(Buffer.class, (proxy, method, arguments) -> {
      throw lost;
    });
  }

  /** The same buffer, unless its bytes fill an array exactly: then one that hands out that array. */
  @SuppressWarnings("deprecation") // Vert.x 5 will have another way to its memory
  static Buffer buffer(Buffer buffer) {
    ByteBuf bytes = buffer.getByteBuf();
    boolean fills = bytes.hasArray()
        && bytes.arrayOffset() == 0
        && bytes.readerIndex() == 0
        && bytes.readableBytes() == bytes.array().length;
    return fills
        ? Proxies.of(
            Buffer.class,
            (proxy, method, arguments) -> method.getName().equals("getBytes") && arguments == null
                ? bytes.array()
                : Proxies.call(buffer, method, arguments))
        : buffer;
  }
}
