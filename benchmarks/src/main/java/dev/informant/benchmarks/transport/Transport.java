package dev.informant.benchmarks.transport;

import dev.informant.kubernetes.transport.ApiConnection;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import java.net.URI;
import java.nio.ByteBuffer;

/** A way to read watches. */
enum Transport {
  /** One socket and one thread for each watch, HTTP/1.1, framing counted with the rest: nothing can cost less. */
  RAW {
    @Override
    void open(URI server, int watches, Received received) throws Exception {
      for (int i = 0; i < watches; i++) {
        RawSocket.open(server, WATCH, received);
      }
    }
  },
  /** fabric8's Vert.x client as fabric8 makes it, by its SPI; HTTP/1.1 also over TLS. */
  VERTX {
    @Override
    void open(URI server, int watches, Received received) {
      bySpi(
          new VertxHttpClientFactory().newBuilder(config(server)).build(),
          server,
          watches,
          received);
    }
  },
  /** The same client as informers have it, with HTTP/2 over TLS and larger buffers, by the same SPI. */
  VERTX_OURS {
    @Override
    void open(URI server, int watches, Received received) {
      bySpi(ApiConnection.of(config(server)).client().getHttpClient(), server, watches, received);
    }
  },
  /** fabric8's JDK client, by the same SPI; HTTP/2 over TLS. */
  JDK {
    @Override
    void open(URI server, int watches, Received received) {
      bySpi(
          new JdkHttpClientFactory().newBuilder(config(server)).build(), server, watches, received);
    }
  },
  /** All that an informer does up to the decoder, the search for the end of each event included, on Vert.x. */
  SOURCE_VERTX {
    @Override
    void open(URI server, int watches, Received received) {
      bySource(ApiConnection.of(config(server)), watches, received);
    }
  },
  /** The same on fabric8's JDK client. */
  SOURCE_JDK {
    @Override
    void open(URI server, int watches, Received received) {
      HttpClient http = new JdkHttpClientFactory().newBuilder(config(server)).build();
      bySource(ApiConnection.of(http, server.toString()), watches, received);
    }
  };

  private static final String WATCH = "api/v1/pods?watch=true&resourceVersion=900000000";

  abstract void open(URI server, int watches, Received received) throws Exception;

  private static Config config(URI server) {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(server.toString())
        .withTrustCerts(true)
        .build();
  }

  private static void bySpi(HttpClient http, URI server, int watches, Received received) {
    for (int i = 0; i < watches; i++) {
      http.consumeBytes(
              http.newHttpRequestBuilder()
                  .uri(server.resolve(WATCH).toString())
                  .setHeader("Accept", "application/json")
                  .forStreaming()
                  .build(),
              (buffers, body) -> {
                for (ByteBuffer buffer : buffers) {
                  received.piece(buffer.remaining());
                }
                body.consume();
              })
          .whenComplete((head, failure) -> {
            if (failure != null) {
              Received.failed(failure);
              return;
            }
            head.body()
                .done()
                .whenComplete((end, cause) -> Received.failed(
                    cause == null ? new IllegalStateException("a watch was closed") : cause));
            received.opened.increment();
            head.body().consume();
          });
    }
  }

  private static void bySource(ApiConnection connection, int watches, Received received) {
    for (int i = 0; i < watches; i++) {
      WatchedBytes.open(connection, received);
    }
  }
}
